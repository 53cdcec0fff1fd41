/** Identity source: the built-in sign-in or an OpenID Connect provider. */
export type Identity =
  | { kind: 'built-in' }
  | { kind: 'oidc'; issuer: string; clientId: string; audience?: string }

/** Settings that the service writes into the page. */
interface PageConfig {
  identity: Identity
  /** True when the service has no mail server and writes mails to the outbox. */
  usesOutbox: boolean
  /** Credits of a new account. */
  welcomeCredits: number
  /** `invited`: only addresses for which the operator has created an account may sign up. */
  signUp: 'open' | 'invited'
  /** True when no account exists yet: the next one becomes the operator. */
  becomesOperator: boolean
}

/** Settings of the service, from the `meta` element of the page. */
export const { identity, usesOutbox, welcomeCredits, signUp, becomesOperator } = readPageConfig()

function readPageConfig(): PageConfig {
  const content = document.querySelector<HTMLMetaElement>('meta[name="platen"]')?.content
  // The development server of Vite does not replace the placeholder.
  return content === undefined || content.startsWith('%')
    ? {
        identity: { kind: 'built-in' },
        usesOutbox: true,
        welcomeCredits: 10,
        signUp: 'open',
        becomesOperator: false,
      }
    : JSON.parse(content)
}
