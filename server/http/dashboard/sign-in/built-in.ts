import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { Refusal } from '../../../errors.ts'
import { damagedLink, spentLink } from '../../../identity/mail-links.ts'
import { type BuiltInCall, type BuiltInIdentity, notSignedIn } from '../../../identity/identity.ts'
import { isEmailAddress } from '../../../mail/addresses.ts'
import type { Services } from '../../../services.ts'
import { pageGoneTo } from '../../pages/page-paths.ts'
import { kept } from '../../pages/cached-responses.ts'
import { countAttempt, forgiveAttempt } from './attempts.ts'
import { keepBrowser, readBrowser } from './browser-cookie.ts'
import { requireOwnOrigin } from '../../auth/require-own-origin.ts'

const BODY_BYTES_MAX = 16 * 1024
// Whether there is an account for an address shall not show in how long the answer takes.
const ANSWER_AFTER_MS = 500
const KEYS_KEPT_SECONDS = 300
/** A new key is published this much later at most. */
const KEYS_READ_EVERY_MS = 1_000
// As better-auth makes them.
const RESET_TOKEN = /^[A-Za-z0-9]{24}$/

const Name = Type.String({ maxLength: 100 })
const Email = Type.String({ maxLength: 254 })
const Password = Type.String({ maxLength: 1_000 })
const Token = Type.String({ maxLength: 2_000 })
const Next = Type.Optional(Type.String({ maxLength: 2_000 }))

/**
 * `/dashboard/auth`: signing up, in and out with an e-mail address and a password, and what belongs to that. Its
 * session is a cookie of these paths alone; from it `GET /token` makes the tokens that the dashboard's routes take.
 */
export function builtInRoutes(services: Services, builtIn: BuiltInIdentity): FastifyPluginAsyncTypebox {
  const ask = asking(builtIn)
  return async (app) => {
    app.addHook('onRequest', requireOwnOrigin(services.settings.baseUrl))

    app.get('/token', { schema: { hide: true } }, async (request, reply) =>
      ask(request, reply, { method: 'GET', path: '/token' }),
    )

    const publicKeys = kept(async () => {
      const call = {
        method: 'GET',
        path: '/jwks',
        cookie: undefined,
        userAgent: undefined,
        address: '',
      } as const
      return (await builtIn.ask(call)).body
    }, KEYS_READ_EVERY_MS)
    app.get('/jwks', { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${KEYS_KEPT_SECONDS}`)
      return await publicKeys()
    })

    app.post(
      '/sign-up/email',
      taking({ name: Name, email: Email, password: Password, next: Next }),
      async (request, reply) => {
        const { name, email, password, next } = request.body
        refuseOddNames(name)
        refuseUnlessAddress(email)
        await countAttempt(services, request, 'mail', email)
        const browser = readBrowser(request) ?? randomBytes(32).toString('base64url')
        await slowly(async () => {
          await builtIn.forgetUnverified(email)
          const body = { name: name.trim(), email, password }
          const page = pageGoneTo(next)
          await ask(request, reply, { method: 'POST', path: '/sign-up/email', body, browser, page })
        })
        keepBrowser(reply, services.settings.baseUrl, browser)
        return { message: 'We have sent you a mail. Please follow the link in it.' }
      },
    )

    app.post('/send-verification-email', taking({ email: Email, next: Next }), async (request, reply) => {
      const { email, next } = request.body
      refuseUnlessAddress(email)
      await countAttempt(services, request, 'mail', email)
      // Whoever is signed in here may have another address.
      const call = { path: '/send-verification-email', body: { email }, cookie: undefined } as const
      await slowly(() => ask(request, reply, { method: 'POST', ...call, page: pageGoneTo(next) }))
      return { message: 'If somebody has signed up with this address, a mail is on its way.' }
    })

    app.post(
      '/verify-email',
      taking({ token: Token, password: Type.Optional(Password) }),
      async (request, reply) => {
        const { token, password } = request.body
        await countAttempt(services, request, 'link')
        const link = await builtIn.readMailLink(token, readBrowser(request) ?? '')
        const { email, newEmail, isOfBrowser } = link
        if (link.isUsed && !(await isSignedIn(request, reply))) throw spentLink()
        // Whoever asked for another address may have been signed out since, for a reason.
        const isKnown = newEmail === undefined ? isOfBrowser : await isSignedIn(request, reply)
        if (!isKnown) {
          if (password === undefined) throw passwordNeeded()
          await countAttempt(services, request, 'password', email)
          await knowPassword(request, reply, { email, password })
        }
        if (newEmail !== undefined) await builtIn.forgetUnverified(newEmail)
        const path = `/verify-email?${new URLSearchParams({ token }).toString()}`
        await ask(request, reply, { method: 'GET', path })
        return { message: 'The address is verified.' }
      },
    )

    app.post(
      '/sign-in/email',
      taking({ email: Email, password: Password, rememberMe: Type.Optional(Type.Boolean()) }),
      async (request, reply) => {
        const { email } = request.body
        refuseUnlessAddress(email)
        await countAttempt(services, request, 'password', email)
        await ask(request, reply, { method: 'POST', path: '/sign-in/email', body: request.body })
        await forgiveAttempt(services, request, 'password', email)
        return { message: 'You are signed in.' }
      },
    )

    app.post('/sign-out', taking({}), async (request, reply) => {
      await ask(request, reply, { method: 'POST', path: '/sign-out' })
      return { message: 'You are signed out.' }
    })

    app.post('/request-password-reset', taking({ email: Email }), async (request, reply) => {
      const { email } = request.body
      refuseUnlessAddress(email)
      await countAttempt(services, request, 'mail', email)
      await slowly(() =>
        ask(request, reply, { method: 'POST', path: '/request-password-reset', body: { email } }),
      )
      return { message: 'If there is an account for this address, a mail is on its way.' }
    })

    app.post('/reset-password', taking({ token: Token, newPassword: Password }), async (request, reply) => {
      await countAttempt(services, request, 'link')
      if (!RESET_TOKEN.test(request.body.token)) throw damagedLink()
      await ask(request, reply, { method: 'POST', path: '/reset-password', body: request.body })
      return { message: 'The new password is set. Please sign in.' }
    })

    app.post(
      '/change-password',
      taking({ currentPassword: Password, newPassword: Password }),
      async (request, reply) => {
        const body = { ...request.body, revokeOtherSessions: true }
        await withOwnPassword(request, reply, { method: 'POST', path: '/change-password', body })
        return { message: 'The new password is set, and every other browser is signed out.' }
      },
    )

    app.post('/change-email', taking({ newEmail: Email, password: Password }), async (request, reply) => {
      const { newEmail, password } = request.body
      refuseUnlessAddress(newEmail)
      await withOwnPassword(request, reply, { method: 'POST', path: '/verify-password', body: { password } })
      await countAttempt(services, request, 'mail', newEmail)
      await slowly(async () => {
        await builtIn.forgetUnverified(newEmail)
        await ask(request, reply, { method: 'POST', path: '/change-email', body: { newEmail } })
      })
      return { message: 'Please follow the link in the mail to the new address.' }
    })

    app.post('/update-user', taking({ name: Name }), async (request, reply) => {
      const name = request.body.name.trim()
      refuseOddNames(name)
      await ask(request, reply, { method: 'POST', path: '/update-user', body: { name } })
      return { message: 'The name is changed.' }
    })
  }

  async function isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      await ask(request, reply, { method: 'GET', path: '/token' })
      return true
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'unauthorized') return false
      throw error
    }
  }

  /** Asks what takes the password of who is signed in: a session that was stolen is not to guess it by. */
  async function withOwnPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    question: Question,
  ): Promise<void> {
    const email = addressIn(await ask(request, reply, { method: 'GET', path: '/get-session' }))
    await countAttempt(services, request, 'ownPassword', email)
    await ask(request, reply, question)
    await forgiveAttempt(services, request, 'ownPassword', email)
  }

  /** Whoever knows it is told by better-auth that only the address is not verified yet. */
  async function knowPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    body: { email: string; password: string },
  ): Promise<void> {
    try {
      await ask(request, reply, { method: 'POST', path: '/sign-in/email', body })
    } catch (error) {
      if (!(error instanceof Refusal) || error.detail !== 'EMAIL_NOT_VERIFIED') throw error
    }
  }
}

type Question = Pick<BuiltInCall, 'method' | 'path' | 'body' | 'browser' | 'page'> & { cookie?: undefined }

/** Puts a question to better-auth for whoever has sent the request, and hands them its cookies. */
function asking(builtIn: BuiltInIdentity) {
  return async (request: FastifyRequest, reply: FastifyReply, question: Question): Promise<unknown> => {
    const { body, cookies } = await builtIn.ask({
      cookie: request.headers.cookie,
      userAgent: request.headers['user-agent'],
      address: request.ip,
      ...question,
    })
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    return body
  }
}

/** How a route is declared that takes these fields from whoever sends them. */
function taking<Fields extends TProperties>(fields: Fields) {
  return {
    bodyLimit: BODY_BYTES_MAX,
    config: { readsStrangers: true },
    schema: { hide: true, body: Type.Object(fields, { additionalProperties: false }) },
  }
}

/** By which a session of better-auth's is signed in. @throws {Refusal} `unauthorized` where there is none. */
function addressIn(session: unknown): string {
  const { user }: { user?: unknown } = typeof session === 'object' && session !== null ? session : {}
  const { email }: { email?: unknown } = typeof user === 'object' && user !== null ? user : {}
  if (typeof email !== 'string') throw notSignedIn()
  return email
}

async function slowly(work: () => Promise<unknown>): Promise<void> {
  await Promise.all([work(), delay(ANSWER_AFTER_MS)])
}

function passwordNeeded(): Refusal {
  return new Refusal('forbidden', 'Please give your password, too: this browser is not known.', {
    detail: 'PASSWORD_NEEDED',
  })
}

function refuseUnlessAddress(email: string): void {
  if (!isEmailAddress(email)) throw new Refusal('invalid', 'This is not an e-mail address.')
}

function refuseOddNames(name: string): void {
  if (name.trim() === '') throw new Refusal('invalid', 'name is empty.')
  if (/[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new Refusal('invalid', 'name holds a control character or half of a character.')
  }
}
