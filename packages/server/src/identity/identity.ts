import { Refusal } from '@platen/template/refusal'
import type { MailLink } from './mail-links.ts'
import type { DeviceGrant } from './devices.ts'

/** Claims of a verified token. */
export interface Claims {
  /** `built-in`, or the URL of the OpenID Connect provider. */
  issuer: string
  /** The user's id at the issuer. Issuer and subject identify a user permanently. */
  subject: string
  email: string | undefined
  /** True when the issuer has verified the address. */
  emailVerified: boolean
  name: string
  issuedAt: Date
  /**
   * Session of the built-in identity that the token was created from. The token is not valid after the end of the
   * session.
   */
  sessionId: string | undefined
}

/** Source of user identities: the built-in one or an OpenID Connect provider. */
export interface Identity {
  /** Public settings that the sign-in page needs. */
  readonly provider: Provider
  /**
   * Verifies a token's signature, issuer, audience and times.
   * @returns its claims.
   * @throws {Refusal} `unauthorized`, the same for every reason; `busy` when the provider's keys are not available.
   */
  verify(token: string): Promise<Claims>
  /** Sign-in by this service; `undefined` with a provider. */
  readonly builtIn: BuiltInIdentity | undefined
}

/** Operations of the built-in identity. */
export interface BuiltInIdentity {
  /**
   * Calls an endpoint of better-auth.
   * @returns the body of its response, and the cookies to set.
   * @throws {Refusal} for an error that a user can fix.
   */
  call(call: BuiltInCall): Promise<{ body: unknown; cookies: string[] }>
  /** Deletes an unverified user with this address, so that another user can sign up with it or change to it. */
  deleteUnverified(email: string): Promise<void>
  /**
   * Reads the link of a mail.
   * @throws {Refusal} `invalid` for a link that is damaged, used or expired.
   */
  readMailLink(token: string, browserSecret: string): Promise<MailLink>
  /** Device authorization grant. */
  readonly devices: DeviceGrant
}

export interface BuiltInCall {
  method: 'GET' | 'POST'
  path: string
  body?: object
  cookie: string | undefined
  /** Token of a device's session, instead of a cookie. The token of a browser's session is not accepted. */
  deviceToken?: string
  userAgent: string | undefined
  /** Network address of the caller. */
  address: string
  /** Secret that the signing-up browser stores in a cookie. */
  browserSecret?: string
  /** Path of the page to open after the link in a mail. */
  nextPage?: string | undefined
}

export type Provider =
  | { kind: 'built-in' }
  | {
      kind: 'oidc'
      issuer: string
      clientId: string
      /** Audience of the access token that the dashboard sends; `undefined` when it sends the id token. */
      audience: string | undefined
    }

/** Returns the error for a call without a valid session, the same for every reason. */
export function notSignedInError(cause?: unknown): Refusal {
  return new Refusal('unauthorized', 'You are not signed in, or your session has expired. Please sign in.', {
    cause,
  })
}
