import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { deleteUnverifiedUser, readMailLink } from './mail-links.ts'
import type { SignInMailQueue } from './auth-server.ts'
import { createDeviceGrant } from './devices.ts'
import { type Identity, notSignedInError } from './identity.ts'
import { verifyToken } from './tokens.ts'

/** Path of the built-in identity's routes, below BASE_URL. */
export const BUILT_IN_PATH = '/dashboard/auth'

/** Issuer stored for users of the built-in identity. A URL would change with BASE_URL. */
export const BUILT_IN_ISSUER = 'built-in'

// A token may name a key that is newer than the cached ones. This limits the reads that such tokens cause.
const KEYS_READ_EVERY_MS = 1_000

/**
 * Creates the identity that needs no provider: e-mail address and password, stored in our database by better-auth. Its
 * sessions are cookies of its own routes. The dashboard receives a token of 5 minutes, created from a session.
 */
export function createBuiltInIdentity(options: {
  database: Database
  queue: SignInMailQueue
  log: Log
  /** Without a trailing slash. */
  baseUrl: string
  secret: Buffer
}): Identity {
  const { database, baseUrl } = options
  const issuer = baseUrl + BUILT_IN_PATH
  const secret = options.secret.toString('base64url')
  const keys = publishedKeys(database)
  // Loaded at the first sign-in. Workers, commands and services with a provider save its 30 MB.
  const load = async () => (await import('./auth-server.ts')).createAuthServer({ ...options, issuer, secret })
  let server: ReturnType<typeof load> | undefined
  return {
    provider: { kind: 'built-in' },
    async verify(token) {
      const claims = await verifyToken(token, keys, {
        issuer,
        audience: baseUrl,
        algorithms: ['ES256'],
        kind: 'access',
        authorizedParty: undefined,
      })
      if (claims.sessionId === undefined) throw notSignedInError()
      return { ...claims, issuer: BUILT_IN_ISSUER }
    },
    builtIn: {
      async call(call) {
        server ??= load()
        return await (await server).call(call)
      },
      deleteUnverified: (email) => deleteUnverifiedUser(database, email),
      readMailLink: (token, browserSecret) => readMailLink(database, { token, browserSecret, secret }),
      devices: createDeviceGrant({ database, secret }),
    },
  }
}

/** Resolves public keys from the database. Reads them again when a token names an unknown key. */
function publishedKeys(database: Database): JWTVerifyGetKey {
  let cached = createLocalJWKSet({ keys: [] })
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  const read = async () => {
    cached = createLocalJWKSet({ keys: await readKeys(database) })
    readAt = performance.now()
  }
  return async (header, token) => {
    try {
      return await cached(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (!reading && performance.now() - readAt < KEYS_READ_EVERY_MS) throw error
      // A page sends several calls at once. The first ones with a new key wait for the same read.
      reading ??= read().finally(() => (reading = undefined))
      await reading
      return await cached(header, token)
    }
  }
}

async function readKeys(database: Database): Promise<JWK[]> {
  const { rows } = await sql<{ id: string; alg: string; publicKey: JWK }>`
    select id, alg, public_key::json as "publicKey" from identity_keys`.execute(database)
  return rows.map(({ id, alg, publicKey }) => ({ ...publicKey, kid: id, alg }))
}
