import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  createKey,
  deleteKey,
  KEY_SCOPES,
  KEY_STATUSES,
  listKeys,
  OVERLAP_HOURS_MAX,
  rotateKey,
  setKeyActive,
} from '../../accounts/keys.ts'
import type { Services } from '../../services.ts'
import { timeFrom } from '../fields/times.ts'
import { failures, noPrototypeKeys, Nullable, Timestamp, Uuid, UuidParameter } from '../schemas/schemas.ts'

const KeyParams = Type.Object({ tokenId: UuidParameter })

const Scopes = Type.Array(Type.Enum([...KEY_SCOPES]), {
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  description: 'Calls that the key may make: read content, render documents, change content.',
})

const Key = Type.Object(
  {
    tokenId: Uuid,
    name: Type.String(),
    lastFour: Type.String({
      description: 'The last four characters of the key. The whole key is not stored.',
    }),
    isTest: Type.Boolean({
      description: 'True for a key that renders with a TEST label on every sheet, at no cost.',
    }),
    scopes: Scopes,
    status: Type.Enum([...KEY_STATUSES]),
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
    expiresAt: Nullable(Timestamp),
  },
  { title: 'ApiKey' },
)

const CreatedKey = Type.Object({
  ...Key.properties,
  key: Type.String({ description: 'The whole key. It is returned only here.' }),
})

const NewKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    isTest: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
    scopes: Type.Optional(Scopes),
    expiresAt: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  },
  noPrototypeKeys,
)

const Rotation = Type.Object(
  {
    overlapHours: Type.Integer({
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: 'Time in which the old key stays valid, in hours.',
    }),
  },
  noPrototypeKeys,
)

/** Routes `/keys`: the API keys of the account. Changes apply from the next call on. */
export function keyRoutes({ database }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/keys',
      {
        config: { permission: 'keys:read' },
        schema: {
          summary: 'List all API keys, oldest first',
          response: { 200: Type.Object({ keys: Type.Array(Key) }) },
        },
      },
      async ({ accountId }) => ({ keys: await listKeys(database, accountId) }),
    )

    app.post(
      '/keys',
      {
        config: { permission: 'keys:write' },
        schema: { summary: 'Create an API key', body: NewKey, response: { 201: CreatedKey } },
      },
      async ({ accountId, body: { expiresAt, ...key } }, reply) =>
        await reply
          .status(201)
          .header('cache-control', 'no-store')
          .send(
            await createKey(database, {
              ...key,
              accountId,
              expiresAt: expiresAt === undefined ? undefined : timeFrom('expiresAt', expiresAt),
            }),
          ),
    )

    app.post(
      '/keys/:tokenId/rotate',
      {
        config: { permission: 'keys:write' },
        schema: {
          summary: 'Replace an API key by a new one',
          description:
            'The new key has the same name, scopes and lifetime. The old key stays valid for `overlapHours`.',
          params: KeyParams,
          body: Rotation,
          response: { 201: CreatedKey, ...failures(409) },
        },
      },
      async ({ accountId, params: { tokenId }, body: { overlapHours } }, reply) =>
        await reply
          .status(201)
          .header('cache-control', 'no-store')
          .send(await rotateKey(database, { accountId, tokenId, overlapHours })),
    )

    for (const [action, active] of [
      ['deactivate', false],
      ['activate', true],
    ] as const) {
      app.post(
        `/keys/:tokenId/${action}`,
        {
          config: { permission: 'keys:write' },
          schema: {
            summary: active ? 'Activate an API key' : 'Deactivate an API key until it is activated again',
            params: KeyParams,
            response: { 200: Key },
          },
        },
        async ({ accountId, params: { tokenId } }) =>
          await setKeyActive(database, { accountId, tokenId, active }),
      )
    }

    app.delete(
      '/keys/:tokenId',
      {
        config: { permission: 'keys:write' },
        schema: {
          summary: 'Delete an API key permanently',
          params: KeyParams,
          response: { 200: Type.Object({ message: Type.String(), tokenId: Uuid }) },
        },
      },
      async ({ accountId, params: { tokenId } }) => {
        await deleteKey(database, tokenId, accountId)
        return { message: 'The key was deleted.', tokenId }
      },
    )
  }
}
