import { Failure } from '../api/failure.ts'
import { identity } from './identity.ts'
import { builtIn } from './built-in.ts'
import { lifetimeOf, subjectOf } from './tokens.ts'

/** Source of tokens: the built-in sign-in or an OpenID Connect provider. */
export interface TokenSource {
  /** Returns a new token; undefined without a session. */
  renew(): Promise<string | undefined>
  /** Ends the session, here and where the tokens come from. */
  end(): Promise<void>
}

/** The session of this page, for both kinds of identity. */
export interface Session {
  /**
   * Returns a token that is valid for the next call. It is kept in memory only. When the session has ended, the
   * promise waits until the same person has signed in again on this page, so that the call then continues.
   * @param refused a token that the service did not accept; another one is fetched.
   * @returns undefined when this page has no session yet.
   * @throws {Failure} 401 when the person leaves the page instead of signing in again.
   */
  token(refused?: string): Promise<string | undefined>
  /**
   * Fetches a new token, to be awaited before a call that is authenticated by the cookie: an ended session and a
   * change of person are noticed first. Waits and throws as `token` does.
   */
  confirm(): Promise<void>
  /** Starts a session after a sign-in on a page of its own: the next token is a new one. */
  begun(): void
  /** Drops the token after the same person has changed what it holds, such as the name. */
  renewed(): void
  /** Suspends the session, because the service does not accept its tokens any more. */
  lost(): void
  /**
   * Continues a suspended session after a sign-in, in all tabs. For another person `changed` is reported instead, and
   * calls that wait are never sent.
   * @returns false when the browser is not signed in.
   */
  resume(): Promise<boolean>
  /** Forgets a suspended session. Calls that wait fail. */
  leave(): void
  /** Ends the session in all tabs. */
  signOut(): Promise<void>
  /** Calls `listener` when the session has ended. */
  onEnd(listener: EndListener): void
  /** Calls `listener` when a suspended session continues. @returns a function that removes it. */
  onResume(listener: () => void): () => void
}

/**
 * `lost`: expired, or ended in another browser. `signed-out`: by this tab. `signed-out-elsewhere`: by another tab.
 * `changed`: another person has signed in.
 */
export type SessionEnd = 'lost' | 'signed-out' | 'signed-out-elsewhere' | 'changed'
type EndListener = (end: SessionEnd) => unknown

// A call that takes a while still arrives with a valid token.
const GOOD_FOR_MS = 45_000

export const session: Session = createSession(async () =>
  identity.kind === 'built-in' ? builtIn : (await import('./oidc.ts')).oidc,
)

function createSession(findSource: () => Promise<TokenSource>): Session {
  const endListeners: EndListener[] = []
  const resumeListeners = new Set<() => void>()
  const otherTabs = new BroadcastChannel('platen-session')
  let held: { token: string; until: number } | undefined
  let subject: string | undefined
  let renewal: Promise<string | undefined> | undefined
  let suspension: PromiseWithResolvers<void> | undefined

  otherTabs.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') suspend('signed-out-elsewhere')
    else void followSignIn().catch(() => {})
  })

  /** Another tab has signed in. Without a connection nothing changes: the next call fetches the token. */
  async function followSignIn(): Promise<void> {
    if (suspension) await resume()
    else if (subject !== undefined) await renew()
  }

  function report(end: SessionEnd): void {
    for (const listener of endListeners) listener(end)
  }

  function suspend(end: 'lost' | 'signed-out-elsewhere'): void {
    held = undefined
    if (suspension || subject === undefined) return
    suspension = createSuspension()
    report(end)
  }

  function leave(): void {
    held = undefined
    subject = undefined
    suspension?.reject(new Failure(401, 'Please sign in.'))
    suspension = undefined
  }

  function createSuspension(): PromiseWithResolvers<void> {
    const created = Promise.withResolvers<void>()
    // It may be rejected while no call waits for it.
    created.promise.catch(() => {})
    return created
  }

  async function fetchToken(): Promise<string | undefined> {
    const before = subject
    const token = await (await findSource()).renew()
    if (token === undefined) return undefined
    const next = subjectOf(token)
    if (before !== undefined && next !== before) return await refuseOtherPerson()
    subject = next
    held = { token, until: Date.now() + lifetimeOf(token) }
    return token
  }

  /** Stops all calls of this page for good: text of one person is never sent with the token of another. */
  async function refuseOtherPerson(): Promise<never> {
    held = undefined
    suspension ??= createSuspension()
    report('changed')
    return await new Promise<never>(() => {})
  }

  /** Fetches a token. Simultaneous calls share one request. */
  async function renew(): Promise<string | undefined> {
    renewal ??= fetchToken().finally(() => (renewal = undefined))
    return await renewal
  }

  async function resume(): Promise<boolean> {
    if ((await renew()) === undefined) return false
    suspension?.resolve()
    suspension = undefined
    for (const listener of resumeListeners) listener()
    return true
  }

  async function findToken(refused?: string): Promise<string | undefined> {
    await suspension?.promise
    if (held && held.token !== refused && held.until - Date.now() > GOOD_FOR_MS) return held.token
    const token = await renew()
    if (token !== undefined || subject === undefined) return token
    suspend('lost')
    return await findToken()
  }

  return {
    token: findToken,
    confirm: async () => void (await findToken(held?.token)),
    begun() {
      held = undefined
      subject = undefined
      otherTabs.postMessage('begun')
    },
    renewed: () => void (held = undefined),
    lost: () => suspend('lost'),
    async resume() {
      // First, because another person may have signed in: then this page does not continue.
      otherTabs.postMessage('begun')
      return await resume()
    },
    leave,
    async signOut() {
      await (await findSource()).end()
      otherTabs.postMessage('signed-out')
      leave()
      report('signed-out')
    },
    onEnd: (listener) => void endListeners.push(listener),
    onResume(listener) {
      resumeListeners.add(listener)
      return () => resumeListeners.delete(listener)
    },
  }
}
