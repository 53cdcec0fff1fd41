import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import { damagedLink, expiredLink } from '../../../identity/mail-links.ts'
import { type BuiltInCall, type BuiltInIdentity, notSignedInError } from '../../../identity/identity.ts'
import { isEmailAddress } from '../../../mail/addresses.ts'
import type { Services } from '../../../services.ts'
import { pageAfterSignIn } from '../../pages/page-paths.ts'
import { memoize } from '../../pages/cached-responses.ts'
import { countAttempt, uncountAttempt } from './attempts.ts'
import { setBrowserCookie, readBrowserCookie } from './browser-cookie.ts'
import { requireOwnOrigin } from '../../auth/require-own-origin.ts'

const BODY_BYTES_MAX = 16 * 1024
// The response time must not reveal whether an account exists for an address.
const RESPONSE_TIME_MIN_MS = 500
const KEYS_MAX_AGE_SECONDS = 300
/** Longest delay until a new key is published. In milliseconds. */
const KEYS_READ_EVERY_MS = 1_000
// Format of the tokens of better-auth.
const RESET_TOKEN = /^[A-Za-z0-9]{24}$/

const Name = Type.String({ maxLength: 100 })
const Email = Type.String({ maxLength: 254 })
const Password = Type.String({ maxLength: 1_000 })
const Token = Type.String({ maxLength: 2_000 })
const Next = Type.Optional(Type.String({ maxLength: 2_000 }))

/**
 * Routes `/dashboard/auth`: sign-up, sign-in, sign-out and password reset with the built-in identity. The session is a
 * cookie for these paths only. `GET /token` exchanges it for the bearer token that the dashboard API takes.
 */
export function builtInRoutes(services: Services, builtIn: BuiltInIdentity): FastifyPluginAsyncTypebox {
  const callAuth = authCaller(builtIn)
  return async (app) => {
    app.addHook('onRequest', requireOwnOrigin(services.settings.baseUrl))

    app.get('/token', { schema: { hide: true } }, async (request, reply) =>
      callAuth(request, reply, { method: 'GET', path: '/token' }),
    )

    const publicKeys = memoize(async () => {
      const call = {
        method: 'GET',
        path: '/jwks',
        cookie: undefined,
        userAgent: undefined,
        address: '',
      } as const
      return (await builtIn.call(call)).body
    }, KEYS_READ_EVERY_MS)
    app.get('/jwks', { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`)
      return await publicKeys()
    })

    app.post(
      '/sign-up/email',
      bodyOf({ name: Name, email: Email, password: Password, next: Next }),
      async (request, reply) => {
        const { name, email, password, next } = request.body
        requirePlainName(name)
        requireEmailAddress(email)
        await countAttempt(services, request, 'mail', email)
        const browserSecret = readBrowserCookie(request) ?? randomBytes(32).toString('base64url')
        await withMinimumTime(async () => {
          await builtIn.deleteUnverified(email)
          const body = { name: name.trim(), email, password }
          const nextPage = pageAfterSignIn(next)
          await callAuth(request, reply, {
            method: 'POST',
            path: '/sign-up/email',
            body,
            browserSecret,
            nextPage,
          })
        })
        setBrowserCookie(reply, services.settings.baseUrl, browserSecret)
        return { message: 'We sent you a mail. Follow the link in it.' }
      },
    )

    app.post('/send-verification-email', bodyOf({ email: Email, next: Next }), async (request, reply) => {
      const { email, next } = request.body
      requireEmailAddress(email)
      await countAttempt(services, request, 'mail', email)
      // Without the cookie: the signed-in user may have another address.
      const call = { path: '/send-verification-email', body: { email }, cookie: undefined } as const
      await withMinimumTime(() =>
        callAuth(request, reply, { method: 'POST', ...call, nextPage: pageAfterSignIn(next) }),
      )
      return { message: 'If this address was used to sign up, we sent a mail to it.' }
    })

    app.post(
      '/verify-email',
      bodyOf({ token: Token, password: Type.Optional(Password) }),
      async (request, reply) => {
        const { token, password } = request.body
        await countAttempt(services, request, 'link')
        const link = await builtIn.readMailLink(token, readBrowserCookie(request) ?? '')
        const { email, newEmail, isSameBrowser } = link
        if (link.isUsed && !(await isSignedIn(request, reply))) throw expiredLink()
        // For a change of address, a session is required: the user may have ended it for security reasons.
        const isTrusted = newEmail === undefined ? isSameBrowser : await isSignedIn(request, reply)
        if (!isTrusted) {
          if (password === undefined) throw passwordRequired()
          await countAttempt(services, request, 'password', email)
          await verifyPassword(request, reply, { email, password })
        }
        if (newEmail !== undefined) await builtIn.deleteUnverified(newEmail)
        const path = `/verify-email?${new URLSearchParams({ token }).toString()}`
        await callAuth(request, reply, { method: 'GET', path })
        return { message: 'The address is verified.' }
      },
    )

    app.post(
      '/sign-in/email',
      bodyOf({ email: Email, password: Password, rememberMe: Type.Optional(Type.Boolean()) }),
      async (request, reply) => {
        const { email } = request.body
        requireEmailAddress(email)
        await countAttempt(services, request, 'password', email)
        await callAuth(request, reply, { method: 'POST', path: '/sign-in/email', body: request.body })
        await uncountAttempt(services, request, 'password', email)
        return { message: 'You are signed in.' }
      },
    )

    app.post('/sign-out', bodyOf({}), async (request, reply) => {
      await callAuth(request, reply, { method: 'POST', path: '/sign-out' })
      return { message: 'You are signed out.' }
    })

    app.post('/request-password-reset', bodyOf({ email: Email }), async (request, reply) => {
      const { email } = request.body
      requireEmailAddress(email)
      await countAttempt(services, request, 'mail', email)
      await withMinimumTime(() =>
        callAuth(request, reply, { method: 'POST', path: '/request-password-reset', body: { email } }),
      )
      return { message: 'If this address has an account, we sent a mail to it.' }
    })

    app.post('/reset-password', bodyOf({ token: Token, newPassword: Password }), async (request, reply) => {
      await countAttempt(services, request, 'link')
      if (!RESET_TOKEN.test(request.body.token)) throw damagedLink()
      await callAuth(request, reply, { method: 'POST', path: '/reset-password', body: request.body })
      return { message: 'The password was changed. Sign in with the new password.' }
    })

    app.post(
      '/change-password',
      bodyOf({ currentPassword: Password, newPassword: Password }),
      async (request, reply) => {
        const body = { ...request.body, revokeOtherSessions: true }
        await callWithPassword(request, reply, { method: 'POST', path: '/change-password', body })
        return { message: 'The password was changed. All other browsers were signed out.' }
      },
    )

    app.post('/change-email', bodyOf({ newEmail: Email, password: Password }), async (request, reply) => {
      const { newEmail, password } = request.body
      requireEmailAddress(newEmail)
      await callWithPassword(request, reply, { method: 'POST', path: '/verify-password', body: { password } })
      await countAttempt(services, request, 'mail', newEmail)
      await withMinimumTime(async () => {
        await builtIn.deleteUnverified(newEmail)
        await callAuth(request, reply, { method: 'POST', path: '/change-email', body: { newEmail } })
      })
      return { message: 'We sent a mail to the new address. Follow the link in it.' }
    })

    app.post('/update-user', bodyOf({ name: Name }), async (request, reply) => {
      const name = request.body.name.trim()
      requirePlainName(name)
      await callAuth(request, reply, { method: 'POST', path: '/update-user', body: { name } })
      return { message: 'The name was changed.' }
    })
  }

  async function isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      await callAuth(request, reply, { method: 'GET', path: '/token' })
      return true
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'unauthorized') return false
      throw error
    }
  }

  /**
   * Makes a call that has the password of the signed-in user. Attempts are limited, so that a stolen session cannot guess
   * the password.
   */
  async function callWithPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    call: AuthCall,
  ): Promise<void> {
    const email = emailOf(await callAuth(request, reply, { method: 'GET', path: '/get-session' }))
    await countAttempt(services, request, 'ownPassword', email)
    await callAuth(request, reply, call)
    await uncountAttempt(services, request, 'ownPassword', email)
  }

  /** Checks a password. For a correct one, better-auth signs in or reports that the address is not verified. */
  async function verifyPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    body: { email: string; password: string },
  ): Promise<void> {
    try {
      await callAuth(request, reply, { method: 'POST', path: '/sign-in/email', body })
    } catch (error) {
      if (!(error instanceof Refusal) || error.detail !== 'EMAIL_NOT_VERIFIED') throw error
    }
  }
}

type AuthCall = Pick<BuiltInCall, 'method' | 'path' | 'body' | 'browserSecret' | 'nextPage'> & {
  cookie?: undefined
}

/** Returns a function that calls better-auth with the cookies of a request and sets the cookies of its response. */
function authCaller(builtIn: BuiltInIdentity) {
  return async (request: FastifyRequest, reply: FastifyReply, call: AuthCall): Promise<unknown> => {
    const { body, cookies } = await builtIn.call({
      cookie: request.headers.cookie,
      userAgent: request.headers['user-agent'],
      address: request.ip,
      ...call,
    })
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    return body
  }
}

/** Returns the options of a route that reads these fields without authentication. */
function bodyOf<Fields extends TProperties>(fields: Fields) {
  return {
    bodyLimit: BODY_BYTES_MAX,
    config: { readsAnonymousBody: true },
    schema: { hide: true, body: Type.Object(fields, { additionalProperties: false }) },
  }
}

/** Returns the e-mail address of a session of better-auth. @throws {Refusal} `unauthorized` without a session. */
function emailOf(session: unknown): string {
  const { user }: { user?: unknown } = typeof session === 'object' && session !== null ? session : {}
  const { email }: { email?: unknown } = typeof user === 'object' && user !== null ? user : {}
  if (typeof email !== 'string') throw notSignedInError()
  return email
}

async function withMinimumTime(work: () => Promise<unknown>): Promise<void> {
  await Promise.all([work(), delay(RESPONSE_TIME_MIN_MS)])
}

function passwordRequired(): Refusal {
  return new Refusal('forbidden', 'Enter your password: this link was requested in another browser.', {
    detail: 'PASSWORD_NEEDED',
  })
}

function requireEmailAddress(email: string): void {
  if (!isEmailAddress(email)) throw new Refusal('invalid', 'This is not an e-mail address.')
}

function requirePlainName(name: string): void {
  if (name.trim() === '') throw new Refusal('invalid', 'name is empty.')
  if (/[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new Refusal('invalid', 'name contains a control character or an unpaired UTF-16 surrogate.')
  }
}
