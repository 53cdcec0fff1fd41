import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refusal } from '../../../errors.ts'
import { type BuiltInIdentity, notSignedIn } from '../../../identity/identity.ts'
import type { Services } from '../../../services.ts'
import { countAttempt } from './attempts.ts'
import { requireOwnOrigin } from '../../auth/require-own-origin.ts'

const BODY_BYTES_MAX = 4 * 1024
const CLIENT_ID = 'platen'
const TOKEN_SECONDS = 300

const ClientId = Type.Literal(CLIENT_ID)
// What is none of ours could not even be handed on as a header.
const Secret = Type.String({ minLength: 1, maxLength: 200, format: 'printable-ascii' })

/**
 * `/dashboard/auth/device`: how a program without a browser signs somebody in, as RFC 8628 has it, so that it does
 * the same here and at a provider. The page `/device` is where that somebody lets it.
 */
export function deviceSignInRoutes(services: Services, builtIn: BuiltInIdentity): FastifyPluginAsyncTypebox {
  const { devices } = builtIn
  const { baseUrl } = services.settings
  return async (app) => {
    readForms(app)
    app.addHook('onRequest', refuseOtherPages(baseUrl))

    app.post(
      '/code',
      taking({ client_id: ClientId, device_name: Type.Optional(Type.String({ maxLength: 200 })) }),
      async (request) => {
        await countAttempt(services, request, 'device')
        const { device_name: name = '' } = request.body
        const codes = await devices.start({ name, address: request.ip })
        return {
          device_code: codes.deviceCode,
          user_code: codes.userCode,
          // None that has the code in it: whoever is sent such a link by a stranger need not even look at it.
          verification_uri: `${baseUrl}/device`,
          expires_in: codes.expiresInSeconds,
          interval: codes.intervalSeconds,
        }
      },
    )

    app.post(
      '/token',
      taking({
        client_id: ClientId,
        grant_type: Type.Union([
          Type.Literal('urn:ietf:params:oauth:grant-type:device_code'),
          Type.Literal('refresh_token'),
        ]),
        device_code: Type.Optional(Secret),
        refresh_token: Type.Optional(Secret),
      }),
      async (request) => {
        await countAttempt(services, request, 'deviceToken')
        const { grant_type: grant, device_code: deviceCode, refresh_token: refreshToken } = request.body
        const given = grant === 'refresh_token' ? refreshToken : deviceCode
        if (given === undefined) throw new Refusal('invalid', 'A field is missing.', INVALID_REQUEST)
        const sessionToken = grant === 'refresh_token' ? given : await devices.redeem(given)
        return {
          access_token: await accessToken(request, sessionToken),
          token_type: 'Bearer',
          expires_in: TOKEN_SECONDS,
          refresh_token: sessionToken,
        }
      },
    )

    app.post('/revoke', taking({ client_id: ClientId, token: Secret }), async (request) => {
      await countAttempt(services, request, 'deviceToken')
      await devices.end(request.body.token)
      return {}
    })
  }

  /** As a page gets one by its cookie. */
  async function accessToken(request: FastifyRequest, sessionToken: string): Promise<string> {
    const { body } = await builtIn
      .ask({
        method: 'GET',
        path: '/token',
        cookie: undefined,
        programToken: sessionToken,
        userAgent: request.headers['user-agent'],
        address: request.ip,
      })
      .catch((error: unknown) => {
        const isEnded = error instanceof Refusal && error.kind === 'unauthorized'
        throw isEnded ? new Refusal('invalid', 'This sign-in has ended.', INVALID_GRANT) : error
      })
    const { token }: { token?: unknown } = typeof body === 'object' && body !== null ? body : {}
    if (typeof token !== 'string') throw notSignedIn()
    return token
  }
}

const INVALID_REQUEST = { detail: 'invalid_request' }
const INVALID_GRANT = { detail: 'invalid_grant' }

/** Programs name no origin. A page that does is another's, and has no business here. */
function refuseOtherPages(baseUrl: string) {
  const requireOwn = requireOwnOrigin(baseUrl)
  return async (request: FastifyRequest): Promise<void> => {
    if (request.headers.origin !== undefined) await requireOwn(request)
  }
}

/** As OAuth has it: forms, in which nothing is said twice. */
function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    async (_request: FastifyRequest, body: string) => {
      const fields = [...new URLSearchParams(body)]
      if (new Set(fields.map(([name]) => name)).size === fields.length) return Object.fromEntries(fields)
      throw new Refusal('invalid', 'A field is there twice.', INVALID_REQUEST)
    },
  )
}

function taking<Fields extends Parameters<typeof Type.Object>[0]>(fields: Fields) {
  return {
    bodyLimit: BODY_BYTES_MAX,
    config: { readsStrangers: true },
    schema: { hide: true, body: Type.Object(fields) },
  }
}
