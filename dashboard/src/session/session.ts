import { identity } from './identity.ts'
import { builtIn } from './built-in.ts'
import { lifetimeOf, subjectOf } from './tokens.ts'

/** Where tokens come from: our own sign-in, or a provider's. */
export interface TokenSource {
  /** A new token; undefined where nobody is signed in. */
  renew(): Promise<string | undefined>
  /** Forgets who is signed in, here and where the tokens come from. */
  end(): Promise<void>
}

/** Who is signed in, for the rest of the application, whatever the identity is. */
export interface Session {
  /**
   * A token that is good for the next call; undefined where nobody is signed in. It is kept in memory only.
   * @param refused one that the service did not take: another, if there is one.
   */
  token(refused?: string): Promise<string | undefined>
  /** Somebody has just signed in: the next token is a new one. */
  begun(): void
  /** The service does not take the token any more. */
  lost(): void
  /** Ends it in all tabs. */
  signOut(): Promise<void>
  /** Calls `listener` when it has ended, here or in another tab. */
  onEnd(listener: EndListener): void
}

/** `changed`: another tab has signed in as somebody else. */
type EndListener = (how: 'lost' | 'signed-out' | 'changed') => unknown

// A call that takes a while still arrives with a token that holds.
const GOOD_FOR_MS = 45_000

export const session: Session = createSession(async () =>
  identity.kind === 'built-in' ? builtIn : (await import('./oidc.ts')).oidc,
)

function createSession(findSource: () => Promise<TokenSource>): Session {
  const listeners: EndListener[] = []
  const otherTabs = new BroadcastChannel('platen-session')
  let held: { token: string; until: number } | undefined
  let subject: string | undefined
  let renewal: Promise<string | undefined> | undefined

  otherTabs.addEventListener('message', () => end('signed-out'))

  function end(how: Parameters<EndListener>[0]): void {
    held = undefined
    subject = undefined
    for (const listener of listeners) listener(how)
  }

  async function renew(): Promise<string | undefined> {
    const token = await (await findSource()).renew()
    held = token === undefined ? undefined : { token, until: Date.now() + lifetimeOf(token) }
    if (token === undefined) return undefined
    const before = subject
    subject = subjectOf(token)
    if (before !== undefined && subject !== before) end('changed')
    return token
  }

  return {
    async token(refused) {
      if (held && held.token !== refused && held.until - Date.now() > GOOD_FOR_MS) return held.token
      // Calls that come at once share one.
      renewal ??= renew().finally(() => (renewal = undefined))
      return await renewal
    },
    begun() {
      held = undefined
      subject = undefined
    },
    lost() {
      // Whoever was not signed in before is being sent to do so.
      if (subject !== undefined) end('lost')
    },
    async signOut() {
      await (await findSource()).end()
      otherTabs.postMessage('signed-out')
      end('signed-out')
    },
    onEnd: (listener) => void listeners.push(listener),
  }
}
