import { identity } from './identity.ts'
import { builtIn } from './built-in.ts'
import { lifetimeOf, subjectOf } from './tokens.ts'

/** Source of tokens: the built-in sign-in or an OpenID Connect provider. */
export interface TokenSource {
  /** Returns a new token; undefined when nobody is signed in. */
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
   * @returns undefined when nobody was signed in on this page.
   */
  token(refused?: string): Promise<string | undefined>
  /** Starts a session after a sign-in on a page of its own: the next token is a new one. */
  begun(): void
  /** Suspends the session, because the service does not accept its tokens any more. */
  lost(): void
  /**
   * Continues a suspended session after a sign-in. For another person `changed` is reported instead, and calls that
   * wait are never sent.
   * @returns false when nobody is signed in.
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
    else if (suspension) void resume()
  })

  function report(end: SessionEnd): void {
    for (const listener of endListeners) listener(end)
  }

  function suspend(end: 'lost' | 'signed-out-elsewhere'): void {
    held = undefined
    if (suspension || subject === undefined) return
    suspension = Promise.withResolvers()
    report(end)
  }

  function release(): void {
    suspension?.resolve()
    suspension = undefined
  }

  function leave(): void {
    held = undefined
    subject = undefined
    release()
  }

  async function fetchToken(): Promise<string | undefined> {
    const token = await (await findSource()).renew()
    held = token === undefined ? undefined : { token, until: Date.now() + lifetimeOf(token) }
    if (token === undefined) return undefined
    const before = subject
    subject = subjectOf(token)
    if (before === undefined || subject === before) return token
    report('changed')
    // What one person has typed is never sent with the token of another.
    return await new Promise<never>(() => {})
  }

  /** Fetches a token. Simultaneous calls share one request. */
  async function renew(): Promise<string | undefined> {
    renewal ??= fetchToken().finally(() => (renewal = undefined))
    return await renewal
  }

  async function resume(): Promise<boolean> {
    if ((await renew()) === undefined) return false
    release()
    for (const listener of resumeListeners) listener()
    return true
  }

  return {
    async token(refused) {
      await suspension?.promise
      if (held && held.token !== refused && held.until - Date.now() > GOOD_FOR_MS) return held.token
      const token = await renew()
      if (token !== undefined || subject === undefined) return token
      suspend('lost')
      return await this.token()
    },
    begun() {
      held = undefined
      subject = undefined
      otherTabs.postMessage('begun')
    },
    lost: () => suspend('lost'),
    resume,
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
