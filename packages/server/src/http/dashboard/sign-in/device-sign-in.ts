import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import { type BuiltInIdentity, notSignedInError } from '../../../identity/identity.ts'
import type { Services } from '../../../services.ts'
import { countAttempt } from './attempts.ts'
import { requireOwnOrigin } from '../../auth/require-own-origin.ts'

const BODY_BYTES_MAX = 4 * 1024
const CLIENT_ID = 'platen'
const TOKEN_SECONDS = 300

const ClientId = Type.Literal(CLIENT_ID)
// Other characters could not be passed on in a header.
const Secret = Type.String({ minLength: 1, maxLength: 200, format: 'printable-ascii' })

/**
 * Routes `/dashboard/auth/device`: device authorization grant (RFC 8628), by which a program without a browser signs a
 * user in. Programs use the same protocol with an external identity provider. The user approves on the page `/device`.
 */
export function deviceSignInRoutes(services: Services, builtIn: BuiltInIdentity): FastifyPluginAsyncTypebox {
  const { baseUrl } = services.settings
  return async (app) => {
    readForms(app)
    app.addHook('onRequest', rejectOtherOrigins(baseUrl))

    app.post(
      '/code',
      bodyOf({ client_id: ClientId, device_name: Type.Optional(Type.String({ maxLength: 200 })) }),
      async (request) => {
        await countAttempt(services, request, 'device')
        const { device_name: name = '' } = request.body
        const codes = await builtIn.devices.start({ name, address: request.ip })
        return {
          device_code: codes.deviceCode,
          user_code: codes.userCode,
          // Without the code: a user who gets such a link from an attacker would approve without comparing the code.
          verification_uri: `${baseUrl}/device`,
          expires_in: codes.expiresInSeconds,
          interval: codes.intervalSeconds,
        }
      },
    )

    app.post(
      '/token',
      bodyOf({
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
        const secret = grant === 'refresh_token' ? refreshToken : deviceCode
        if (secret === undefined) {
          const field = grant === 'refresh_token' ? 'refresh_token' : 'device_code'
          throw new Refusal('invalid', `${field} is required.`, INVALID_REQUEST)
        }
        const sessionToken = grant === 'refresh_token' ? secret : await builtIn.devices.redeem(secret)
        return {
          access_token: await accessToken(request, sessionToken),
          token_type: 'Bearer',
          expires_in: TOKEN_SECONDS,
          refresh_token: sessionToken,
        }
      },
    )

    app.post('/revoke', bodyOf({ client_id: ClientId, token: Secret }), async (request) => {
      await countAttempt(services, request, 'deviceToken')
      await builtIn.devices.endSession(request.body.token)
      return {}
    })
  }

  /** Exchanges a session token for an access token. */
  async function accessToken(request: FastifyRequest, sessionToken: string): Promise<string> {
    const { body } = await builtIn
      .call({
        method: 'GET',
        path: '/token',
        cookie: undefined,
        deviceToken: sessionToken,
        userAgent: request.headers['user-agent'],
        address: request.ip,
      })
      .catch((error: unknown) => {
        const isEnded = error instanceof Refusal && error.kind === 'unauthorized'
        throw isEnded
          ? new Refusal('invalid', 'This session has ended. Sign in again.', INVALID_GRANT)
          : error
      })
    const { token }: { token?: unknown } = typeof body === 'object' && body !== null ? body : {}
    if (typeof token !== 'string') throw notSignedInError()
    return token
  }
}

const INVALID_REQUEST = { detail: 'invalid_request' }
const INVALID_GRANT = { detail: 'invalid_grant' }

/** Returns a hook that rejects pages of other origins. Programs do not send `Origin`. */
function rejectOtherOrigins(baseUrl: string) {
  const requireOwn = requireOwnOrigin(baseUrl)
  return async (request: FastifyRequest): Promise<void> => {
    if (request.headers.origin !== undefined) await requireOwn(request)
  }
}

/** Reads forms, as OAuth requires. A field must not occur twice (RFC 6749, section 3.2). */
function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    async (_request: FastifyRequest, body: string) => {
      const fields = [...new URLSearchParams(body)]
      if (new Set(fields.map(([name]) => name)).size === fields.length) return Object.fromEntries(fields)
      throw new Refusal('invalid', 'A form field must not occur twice.', INVALID_REQUEST)
    },
  )
}

function bodyOf<Fields extends Parameters<typeof Type.Object>[0]>(fields: Fields) {
  return {
    bodyLimit: BODY_BYTES_MAX,
    config: { readsAnonymousBody: true },
    schema: { hide: true, body: Type.Object(fields) },
  }
}
