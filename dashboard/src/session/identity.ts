/** Who says who a person is: the service itself, or an OpenID Connect provider. */
export type Identity =
  | { kind: 'built-in' }
  | { kind: 'oidc'; issuer: string; clientId: string; audience?: string }

interface Told {
  identity: Identity
  /** The service has no mail server and keeps its mails in an outbox. */
  mailsArePutAside: boolean
  /** What a new account begins with. */
  welcomeCredits: number
  /** Who may have one: everybody, or those whose address the operator has given one. */
  signUp: 'open' | 'invited'
  /** True when no account exists yet: the next one becomes the operator. */
  becomesOperator: boolean
}

const told = readTold()

/** As the service wrote it into the page. */
export const { identity, mailsArePutAside, welcomeCredits, signUp, becomesOperator } = told

function readTold(): Told {
  const content = document.querySelector<HTMLMetaElement>('meta[name="platen"]')?.content
  // Vite's own server leaves the place as it is.
  return content === undefined || content.startsWith('%')
    ? {
        identity: { kind: 'built-in' },
        mailsArePutAside: true,
        welcomeCredits: 10,
        signUp: 'open',
        becomesOperator: false,
      }
    : JSON.parse(content)
}
