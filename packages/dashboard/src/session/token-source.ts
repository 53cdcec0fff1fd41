/** Source of tokens: the built-in sign-in or an OpenID Connect provider. */
export interface TokenSource {
  /** Returns a new token; `undefined` without a session. */
  renew(): Promise<string | undefined>
  /** Ends the session in this browser and at the source. */
  end(): Promise<void>
}
