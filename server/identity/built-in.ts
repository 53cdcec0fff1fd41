import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { forgetUnverified, readMailLink } from './mail-links.ts'
import { createDevices } from './devices.ts'
import { type Identity, notSignedIn } from './identity.ts'
import { createMailOutbox } from './mail-outbox.ts'
import { verifyToken } from './tokens.ts'

/** Path of the built-in identity's routes below BASE_URL. */
export const BUILT_IN_PATH = '/dashboard/auth'

/** Issuer of the users of the built-in identity. A URL would change with BASE_URL. */
export const BUILT_IN_ISSUER = 'built-in'

// An unknown key may be new. The database is read at most once per interval for unknown keys.
const KEYS_LOOK_EVERY_MS = 1_000

/**
 * The identity without a provider: e-mail address and password, in the service's database by better-auth. Its sessions
 * are cookies of its own routes; the dashboard sends five-minute tokens that are issued for a session.
 */
export function createBuiltInIdentity(options: {
  database: Database
  mailer: Mailer
  log: Log
  /** Without a trailing slash. */
  baseUrl: string
  secret: Buffer
}): Identity {
  const { database, baseUrl } = options
  const issuer = baseUrl + BUILT_IN_PATH
  const secret = options.secret.toString('base64url')
  const keys = publishedKeys(database)
  const post = createMailOutbox(options)
  // Loaded at the first sign-in: workers, commands and services with a provider do not need its 30 MB.
  const load = async () =>
    (await import('./auth-server.ts')).createAuthServer({ ...options, issuer, secret, post })
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
      if (claims.sessionId === undefined) throw notSignedIn()
      return { ...claims, issuer: BUILT_IN_ISSUER }
    },
    builtIn: {
      async ask(call) {
        server ??= load()
        return await (await server).ask(call)
      },
      forgetUnverified: (email) => forgetUnverified(database, email),
      readMailLink: (token, browser) => readMailLink(database, { token, browser, secret }),
      devices: createDevices({ database, secret }),
    },
    [Symbol.asyncDispose]: () => post[Symbol.asyncDispose](),
  }
}

/** Returns the public keys in the database, which are read again when a token names an unknown one. */
function publishedKeys(database: Database): JWTVerifyGetKey {
  let known = createLocalJWKSet({ keys: [] })
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  const read = async () => {
    known = createLocalJWKSet({ keys: await readKeys(database) })
    readAt = performance.now()
  }
  return async (header, token) => {
    try {
      return await known(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (!reading && performance.now() - readAt < KEYS_LOOK_EVERY_MS) throw error
      // A page sends several calls at a time, and the first ones with a new key share one query.
      reading ??= read().finally(() => (reading = undefined))
      await reading
      return await known(header, token)
    }
  }
}

async function readKeys(database: Database): Promise<JWK[]> {
  const { rows } = await sql<{ id: string; alg: string; publicKey: JWK }>`
    select id, alg, public_key::json as "publicKey" from identity_keys`.execute(database)
  return rows.map(({ id, alg, publicKey }) => ({ ...publicKey, kid: id, alg }))
}
