import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { bearer } from 'better-auth/plugins/bearer'
import { jwt } from 'better-auth/plugins/jwt'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { JobSender } from '../database/job-sender.ts'
import type { Log } from '../log.ts'
import type { SignInMail, SignInMailKind } from '../mail/sign-in-mails.ts'
import { toRefusal } from './auth-refusals.ts'
import { AUTH_KEYS_TABLE, AUTH_TABLES } from './auth-tables.ts'
import { browserHash } from './mail-links.ts'
import { createPasswordHasher } from './hashing.ts'
import type { BuiltInCall, BuiltInIdentity } from './identity.ts'
import { hashedSessionTokens, deviceSessionToken } from './session-tokens.ts'
import { deleteSignInGrants, SESSION_SECONDS } from './sessions.ts'

/** Queue of sign-in mails. */
export type SignInMailQueue = JobSender<{ 'sign-in-mail': SignInMail }>

interface AuthServerOptions {
  database: Database
  queue: SignInMailQueue
  log: Log
  /** Without a trailing slash. */
  baseUrl: string
  /** URL of its routes. No trailing slash. */
  issuer: string
  secret: string
}

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
const KEY_SECONDS = 30 * DAY_SECONDS
// Tokens signed by a key expire after 5 minutes.
const KEY_GRACE_SECONDS = DAY_SECONDS
const PASSWORD_LENGTH_MIN = 10
const PASSWORD_LENGTH_MAX = 128

// Headers that carry data about the caller to better-auth. Requests to it are created in this file, so callers cannot
// set these headers.
const ADDRESS_HEADER = 'x-platen-address'
const BROWSER_HEADER = 'x-platen-browser'
const PAGE_HEADER = 'x-platen-page'

/** Mails of the call in progress. */
const callMails = new AsyncLocalStorage<SignInMail[]>()

/** Creates better-auth on the tables of this service. It reads no environment variables and sends no requests. */
export function createAuthServer(options: AuthServerOptions): Pick<BuiltInIdentity, 'call'> {
  const base = new URL(options.issuer)
  const { handler, api } = betterAuth({
    appName: 'Platen',
    baseURL: base.origin,
    basePath: base.pathname,
    secret: options.secret,
    secrets: [{ version: 1, value: options.secret }],
    database: { db: options.database.withoutPlugins(), type: 'postgres', transaction: true },
    ...AUTH_TABLES,
    session: { ...AUTH_TABLES.session, expiresIn: SESSION_SECONDS, updateAge: DAY_SECONDS },
    user: { ...AUTH_TABLES.user, changeEmail: { enabled: true } },
    ...passwordOptions(options),
    ...addressOptions(options),
    plugins: [hashedSessionTokens, bearer(), tokenPlugin(options)],
    advanced: {
      cookiePrefix: 'platen',
      useSecureCookies: base.protocol === 'https:',
      defaultCookieAttributes: { path: base.pathname, httpOnly: true, sameSite: 'lax' },
      // better-auth disables this check when NODE_ENV is `test`.
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: 'uuid', validateSchema: false },
    },
    telemetry: { enabled: false },
    // Our limits apply across processes, and also count by mailbox.
    rateLimit: { enabled: false },
    // Thrown faults are answered and logged like all others.
    onAPIError: { throw: true },
    logger: { level: 'error', log: (_level, message, ...details) => report(options.log, message, details) },
  })

  const respond = async (call: BuiltInCall) => {
    const headers = headersOf(call, base.origin)
    if (call.path === '/verify-password') {
      // better-auth does not offer this call over HTTP.
      return await api.verifyPassword({ body: { password: '', ...call.body }, headers, asResponse: true })
    }
    const body = call.method === 'POST' ? JSON.stringify(call.body ?? {}) : null
    return await handler(new Request(options.issuer + call.path, { method: call.method, headers, body }))
  }
  return {
    async call(call) {
      const mails: SignInMail[] = []
      const response = await callMails.run(mails, () => respond(call))
      if (mails.length > 0) {
        const jobs = mails.map((data) => ({ data }))
        await options.queue.send('sign-in-mail', options.database, jobs)
      }
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) throw toRefusal(response.status, body)
      return { body, cookies: response.headers.getSetCookie() }
    },
  }
}

/**
 * Adds a mail to the call in progress. It is queued before the call is answered: better-auth ignores the errors of its
 * hooks, so a mail that cannot be queued would be lost there.
 */
function addMail(kind: SignInMailKind, address: string, query: Record<string, string> = {}): void {
  const mails = callMails.getStore()
  if (!mails) throw new Error(`A mail of the kind ${kind} belongs to no call`)
  mails.push({ mailId: randomUUID(), kind, address, query })
}

function headersOf(
  { address, browserSecret, nextPage, cookie, deviceToken, userAgent }: BuiltInCall,
  origin: string,
): Headers {
  return new Headers({
    'content-type': 'application/json',
    // The route has already checked the real origin.
    origin,
    [ADDRESS_HEADER]: address,
    ...(browserSecret !== undefined && { [BROWSER_HEADER]: browserSecret }),
    ...(nextPage !== undefined && { [PAGE_HEADER]: nextPage }),
    ...(cookie !== undefined && { cookie }),
    ...(deviceToken !== undefined && { authorization: `Bearer ${deviceSessionToken(deviceToken)}` }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  })
}

function passwordOptions({ database }: AuthServerOptions) {
  return {
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      password: createPasswordHasher(),
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      revokeSessionsOnPasswordReset: true,
      onExistingUserSignUp: async ({ user: { email } }, request) =>
        addMail('signed-up-already', email, nextPage(request)),
      sendResetPassword: async ({ user: { email }, token }) => addMail('reset-password', email, { token }),
      async onPasswordReset({ user: { id, email } }) {
        // Receiving the mail proves ownership of the address.
        await sql`update identity_users set email_verified = true where id = ${id}`.execute(database)
        await deleteSignInGrants(database, id)
        addMail('password-changed', email)
      },
    },
    databaseHooks: {
      account: {
        update: {
          async after(_account, context) {
            // `onPasswordReset` handles passwords that are reset.
            const user = context?.context.session?.user
            if (context?.path !== '/change-password' || !user) return
            await deleteSignInGrants(database, user.id)
            addMail('password-changed', user.email)
          },
        },
      },
      user: {
        create: {
          before: async (_user, context) => ({
            data: { browserHash: browserHash(context?.headers?.get(BROWSER_HEADER) ?? '') },
          }),
        },
      },
    },
  } satisfies BetterAuthOptions
}

function addressOptions({ baseUrl, database }: AuthServerOptions) {
  return {
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: HOUR_SECONDS,
      async sendVerificationEmail({ user: { email }, token }, request) {
        const kind = addressChange(token) ? 'confirm-new-address' : 'confirm-address'
        addMail(kind, email, { token, ...nextPage(request) })
      },
      async afterEmailVerification({ id }, request) {
        const change = addressChange(new URL(request?.url ?? baseUrl).searchParams.get('token'))
        if (!change) return
        addMail('address-changed', change.from)
        // Deletes links that were sent to the old address.
        await sql`delete from identity_verifications where value = ${id}`.execute(database)
      },
    },
  } satisfies BetterAuthOptions
}

function tokenPlugin({ baseUrl, issuer }: AuthServerOptions) {
  return jwt({
    jwks: {
      keyPairConfig: { alg: 'ES256' },
      rotationInterval: KEY_SECONDS,
      gracePeriod: KEY_GRACE_SECONDS,
    },
    jwt: {
      issuer,
      audience: baseUrl,
      expirationTime: '5m',
      definePayload: ({ user: { email, emailVerified, name }, session }) => ({
        sid: session.id,
        email,
        email_verified: emailVerified,
        name,
      }),
    },
    schema: AUTH_KEYS_TABLE,
    disableSettingJwtHeader: true,
  })
}

/** Returns the page to open after the link in a mail, if the request names one. */
function nextPage(request: Request | undefined): { next?: string } {
  const next = request?.headers.get(PAGE_HEADER)
  return next ? { next } : {}
}

/** Returns the address that a link replaces; `undefined` when the link verifies a first address. */
function addressChange(token: string | null): { from: string } | undefined {
  const { email, updateTo } = token === null ? {} : decodeJwt(token)
  return updateTo === undefined ? undefined : { from: String(email) }
}

function report(log: Log, message: string, details: unknown[]): void {
  const error = details.find((detail) => detail instanceof Error) ?? new Error(message)
  log.error({ err: error }, 'the built-in identity failed')
}
