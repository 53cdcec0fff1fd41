import { Refusal } from '../errors.ts'
import type { MailLink } from './mail-links.ts'
import type { Devices } from './devices.ts'

/** Claims of a verified token about its user. */
export interface Claims {
  /** 'built-in', or the URL of the OpenID Connect provider. */
  issuer: string
  /** The user's id at the issuer. Issuer and subject identify a user permanently. */
  subject: string
  email: string | undefined
  /** True if the issuer has verified the e-mail address. */
  emailVerified: boolean
  name: string
  issuedAt: Date
  /** Session of the built-in identity for which the token was issued. The token ends with it. */
  sessionId: string | undefined
}

/** Authentication of the dashboard's users. */
export interface Identity extends AsyncDisposable {
  /** Public settings that the pages need for a sign-in. */
  readonly provider: Provider
  /**
   * Verifies signature, issuer, audience and times of a token.
   *
   * @returns its claims
   * @throws {Refusal} `unauthorized`, the same for every reason; `busy` when the provider's keys are not available
   */
  verify(token: string): Promise<Claims>
  /** Signs people in by itself; undefined where a provider takes its place. */
  readonly builtIn: BuiltInIdentity | undefined
}

/** Functions of the built-in identity for its routes. */
export interface BuiltInIdentity {
  /**
   * Passes a call to better-auth.
   *
   * @param path of its routes, with the query
   * @returns its answer, and the cookies to set
   * @throws {Refusal} for a call that it rejects
   */
  ask(call: BuiltInCall): Promise<{ body: unknown; cookies: string[] }>
  /** Deletes an unverified user with this address, so that another user can sign up or change to it. */
  forgetUnverified(email: string): Promise<void>
  /**
   * Reads the link of a mail.
   *
   * @throws {Refusal} `invalid` for a link that is damaged, used or expired
   */
  readMailLink(token: string, browser: string): Promise<MailLink>
  /** Sign-in of programs without a browser. */
  readonly devices: Devices
}

export interface BuiltInCall {
  method: 'GET' | 'POST'
  path: string
  body?: object
  cookie: string | undefined
  /** Token of a device's session, instead of a cookie. A browser's token is not accepted here. */
  programToken?: string
  userAgent: string | undefined
  /** Network address of the client. */
  address: string
  /** Secret of the browser that signs up. */
  browser?: string
  /** Path of the page to which the link of a mail leads. */
  page?: string | undefined
}

export type Provider =
  | { kind: 'built-in' }
  | {
      kind: 'oidc'
      issuer: string
      clientId: string
      /** When set, the dashboard sends the access token for it, else the id token. */
      audience: string | undefined
    }

/** Returns the error for a call without valid authentication, the same for every reason. */
export function notSignedIn(cause?: unknown): Refusal {
  return new Refusal('unauthorized', 'You are not signed in, or no longer. Please sign in.', { cause })
}
