import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { type ApiKey, createKey, listKeys, deleteKey, keyState, setKeyActive } from '../../accounts/keys.ts'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import { failures, noPrototypeKeys, Nullable, Timestamp, Uuid, UuidParameter } from '../schemas/schemas.ts'

const KeyParams = Type.Object({ tokenId: UuidParameter })

const Key = Type.Object(
  {
    tokenId: Uuid,
    name: Type.String(),
    lastFour: Type.String({
      description: 'The last four characters of the key. The whole key is not stored.',
    }),
    state: Type.Union([Type.Literal('active'), Type.Literal('deactivated'), Type.Literal('expired')]),
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
    expiresAt: Nullable(Timestamp),
  },
  { title: 'ApiKey' },
)

const NewKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    expiresAt: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  },
  noPrototypeKeys,
)

/** Routes `/keys`: the API keys of the account. Changes apply from the next call on. */
export function keyRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  return async (app) => {
    app.get(
      '/keys',
      {
        schema: {
          operationId: 'listKeys',
          summary: 'List all API keys, oldest first',
          tags: ['keys'],
          response: { 200: Type.Object({ keys: Type.Array(Key) }), ...failures() },
        },
      },
      async (request) => ({ keys: (await listKeys(database, request.accountId)).map(keyResponse) }),
    )

    app.post(
      '/keys',
      {
        schema: {
          operationId: 'createKey',
          summary: 'Create an API key',
          tags: ['keys'],
          body: NewKey,
          response: {
            201: Type.Object({
              ...Key.properties,
              key: Type.String({ description: 'The whole key. It is returned only here.' }),
            }),
            ...failures(),
          },
        },
      },
      async (request, reply) => {
        const { name, expiresAt } = request.body
        const newKey = { accountId: request.accountId, name, expiresAt: timeFrom(expiresAt) }
        const { key, ...created } = await createKey(database, newKey)
        return await reply
          .status(201)
          .header('cache-control', 'no-store')
          .send({ ...keyResponse(created), key })
      },
    )

    for (const [action, active] of [
      ['deactivate', false],
      ['activate', true],
    ] as const) {
      app.post(
        `/keys/:tokenId/${action}`,
        {
          schema: {
            operationId: `${action}Key`,
            summary: active ? 'Activate an API key' : 'Deactivate an API key until it is activated again',
            tags: ['keys'],
            params: KeyParams,
            response: { 200: Key, ...failures(404) },
          },
        },
        async ({ accountId, params: { tokenId } }) =>
          keyResponse(await setKeyActive(database, { accountId, tokenId, active })),
      )
    }

    app.delete(
      '/keys/:tokenId',
      {
        schema: {
          operationId: 'removeKey',
          summary: 'Delete an API key permanently',
          tags: ['keys'],
          params: KeyParams,
          response: { 200: Type.Object({ message: Type.String(), tokenId: Uuid }), ...failures(404) },
        },
      },
      async ({ accountId, params: { tokenId } }) => {
        await deleteKey(database, tokenId, accountId)
        return { message: 'The key was deleted.', tokenId }
      },
    )
  }
}

function keyResponse(key: ApiKey) {
  return {
    tokenId: key.tokenId,
    name: key.name,
    lastFour: key.lastFour,
    state: keyState(key),
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
  }
}

// PostgreSQL can store larger years, but other programs cannot read them.
const LATEST_YEAR = 9_999

function timeFrom(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isFinite(time.getTime()) && time.getUTCFullYear() <= LATEST_YEAR) return time
  throw new Refusal(
    'invalid',
    'expiresAt must be a date and time in the format of RFC 3339, for example 2027-01-31T12:00:00Z.',
  )
}
