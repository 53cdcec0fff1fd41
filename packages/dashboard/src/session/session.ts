import { Failure } from '../base/failure.ts'
import { identity } from './identity.ts'
import { builtIn } from './built-in.ts'
import { tokenLifetime, tokenSubject } from './tokens.ts'
import type { TokenSource } from './token-source.ts'

/** Session of this page, for both kinds of identity. */
export interface Session {
  /**
   * Returns a token that is valid for the next call. It is kept in memory only. When the session has ended, the
   * promise waits until the same user has signed in again on this page, so that the call then continues.
   * @param rejected a token that the service rejected; another one is fetched.
   * @returns `undefined` when this page has no session yet.
   * @throws {Failure} 401 when the user leaves the page instead of signing in again.
   */
  token(rejected?: string): Promise<string | undefined>
  /**
   * Fetches a new token. Await it before a call that is authenticated by the cookie, to detect an ended session and a
   * change of user first. Waits and throws as `token` does.
   */
  confirm(): Promise<void>
  /** Starts a session after a sign-in on a page of its own. The next token is a new one. */
  start(): void
  /** Drops the token after the same user has changed one of its claims, such as the name. */
  invalidateToken(): void
  /** Suspends the session, because the service no longer accepts its tokens. */
  suspend(): void
  /**
   * Continues a suspended session after a sign-in, in all tabs. For another user `user-changed` is reported instead,
   * and calls that wait are never sent.
   * @returns false when the browser is not signed in.
   */
  resume(): Promise<boolean>
  /** Ends a suspended session in this page. Calls that wait fail. */
  abandon(): void
  /** Ends the session in all tabs. */
  signOut(): Promise<void>
  /** Calls `listener` when the session has ended. */
  onEnd(listener: EndListener): void
  /** Calls `listener` when a suspended session continues. @returns a function that removes it. */
  onResume(listener: () => void): () => void
}

/**
 * Reason for the end of a session. `expired`: the token expired, or the session was ended in another browser.
 * `signed-out`: by this tab. `signed-out-elsewhere`: by another tab. `user-changed`: another user has signed in.
 */
export type SessionEnd = 'expired' | 'signed-out' | 'signed-out-elsewhere' | 'user-changed'
type EndListener = (end: SessionEnd) => unknown

// A token is renewed this long before it expires, so that a slow call still arrives with a valid token.
const RENEWAL_MARGIN_MS = 45_000

/** The session of this page. */
export const session: Session = createSession(async () =>
  identity.kind === 'built-in' ? builtIn : (await import('./oidc.ts')).oidc,
)

function createSession(findSource: () => Promise<TokenSource>): Session {
  const endListeners: EndListener[] = []
  const resumeListeners = new Set<() => void>()
  const otherTabs = new BroadcastChannel('platen-session')
  let cached: { token: string; until: number } | undefined
  let subject: string | undefined
  let renewal: Promise<string | undefined> | undefined
  let suspension: PromiseWithResolvers<void> | undefined

  otherTabs.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') suspend('signed-out-elsewhere')
    else void followSignIn().catch(() => {})
  })

  /** Handles a sign-in of another tab. Without a connection nothing changes: the next call fetches the token. */
  async function followSignIn(): Promise<void> {
    if (suspension) await resume()
    else if (subject !== undefined) await renew()
  }

  function report(end: SessionEnd): void {
    for (const listener of endListeners) listener(end)
  }

  function suspend(end: 'expired' | 'signed-out-elsewhere'): void {
    cached = undefined
    if (suspension || subject === undefined) return
    suspension = createSuspension()
    report(end)
  }

  function abandon(): void {
    cached = undefined
    subject = undefined
    suspension?.reject(new Failure(401, 'You are not signed in. Sign in to continue.'))
    suspension = undefined
  }

  function createSuspension(): PromiseWithResolvers<void> {
    const created = Promise.withResolvers<void>()
    // It may be rejected while no call waits for it.
    created.promise.catch(() => {})
    return created
  }

  async function fetchToken(): Promise<string | undefined> {
    const previous = subject
    const token = await (await findSource()).renew()
    if (token === undefined) return undefined
    const next = tokenSubject(token)
    if (previous !== undefined && next !== previous) return await stopForOtherUser()
    subject = next
    cached = { token, until: Date.now() + tokenLifetime(token) }
    return token
  }

  /** Stops all calls of this page for good: text of one user is never sent with the token of another. */
  async function stopForOtherUser(): Promise<never> {
    cached = undefined
    suspension ??= createSuspension()
    report('user-changed')
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

  async function findToken(rejected?: string): Promise<string | undefined> {
    await suspension?.promise
    if (cached && cached.token !== rejected && cached.until - Date.now() > RENEWAL_MARGIN_MS)
      return cached.token
    const token = await renew()
    if (token !== undefined || subject === undefined) return token
    suspend('expired')
    return await findToken()
  }

  return {
    token: findToken,
    confirm: async () => void (await findToken(cached?.token)),
    start() {
      cached = undefined
      subject = undefined
      otherTabs.postMessage('signed-in')
    },
    invalidateToken: () => void (cached = undefined),
    suspend: () => suspend('expired'),
    async resume() {
      // First, because another user may have signed in: then this page does not continue.
      otherTabs.postMessage('signed-in')
      return await resume()
    },
    abandon,
    async signOut() {
      await (await findSource()).end()
      otherTabs.postMessage('signed-out')
      abandon()
      report('signed-out')
    },
    onEnd: (listener) => void endListeners.push(listener),
    onResume(listener) {
      resumeListeners.add(listener)
      return () => resumeListeners.delete(listener)
    },
  }
}
