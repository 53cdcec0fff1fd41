import { Refusal } from '../errors.ts'
import type { MailLink } from './mail-links.ts'
import type { Devices } from './devices.ts'

/** What a verified token says of the person that it speaks for. */
export interface Claims {
  /** 'built-in', or the address of the OpenID Connect provider. */
  issuer: string
  /** The person's id at the issuer; with it, what a person is known by for good. */
  subject: string
  email: string | undefined
  /** Whether the issuer has made sure that the address is the person's. */
  emailVerified: boolean
  name: string
  issuedAt: Date
  /** The session of the built-in identity that the token was made from. It ends with that. */
  sessionId: string | undefined
}

/** Who makes sure that people are who they say, and how the dashboard's routes can tell. */
export interface Identity extends AsyncDisposable {
  /** What the pages need to know to sign somebody in. Nothing in it is secret. */
  readonly provider: Provider
  /**
   * What a token says, after its signature, issuer, audience and times were found to be right.
   * @throws {Refusal} `unauthorized`, the same for every reason; `busy` when the provider's keys cannot be had.
   */
  verify(token: string): Promise<Claims>
  /** Signs people in by itself; undefined where a provider takes its place. */
  readonly builtIn: BuiltInIdentity | undefined
}

/** What the built-in identity's routes are made of. */
export interface BuiltInIdentity {
  /**
   * Lets better-auth answer one of its own calls.
   * @param path of its routes, with the query.
   * @returns what it says, and the cookies to be set.
   * @throws {Refusal} for what it refuses.
   */
  ask(call: BuiltInCall): Promise<{ body: unknown; cookies: string[] }>
  /** Makes room for somebody who signs up with an address that nobody has verified, or changes theirs to it. */
  forgetUnverified(email: string): Promise<void>
  /** Reads the link of a mail. @throws {Refusal} `invalid` for a link that is damaged, used or expired. */
  readMailLink(token: string, browser: string): Promise<MailLink>
  /** Programs without a browser that sign in as whoever lets them. */
  readonly devices: Devices
}

export interface BuiltInCall {
  method: 'GET' | 'POST'
  path: string
  body?: object
  cookie: string | undefined
  /** The token of a program's session, in the place of a cookie. A browser's token finds nothing. */
  programToken?: string
  userAgent: string | undefined
  /** Whose call it is, as far as the network knows. */
  address: string
  /** What the browser holds that signs up. */
  browser?: string
  /** The path of the page that the link of a mail then leads to. */
  page?: string | undefined
}

export type Provider =
  | { kind: 'built-in' }
  | {
      kind: 'oidc'
      issuer: string
      clientId: string
      /** With one, the dashboard is sent the access token for it; without, the id token. */
      audience: string | undefined
    }

/** The one answer to a call that nobody stands behind, whatever the reason. */
export function notSignedIn(cause?: unknown): Refusal {
  return new Refusal('unauthorized', 'You are not signed in, or no longer. Please sign in.', { cause })
}
