import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  createAccount,
  findAccount,
  findAccountByUserId,
  type Plan,
  type Role,
} from '../packages/server/src/accounts/accounts.ts'
import { addCredits } from '../packages/server/src/accounts/credits.ts'
import { createKey } from '../packages/server/src/accounts/keys.ts'
import { type App, type Overrides, startApp } from '../packages/server/src/app.ts'
import { type Config, readConfig } from '../packages/server/src/config.ts'
import type { Database } from '../packages/server/src/database/database.ts'
import { findOrCreateSecret } from '../packages/server/src/database/secrets.ts'
import { sessionTokenHash } from '../packages/server/src/identity/session-tokens.ts'
import { createLogger } from '../packages/server/src/log.ts'
import { createTemplate } from '../packages/server/src/templates/save.ts'
import { createTestDatabase, hasSharedPostgres, newClusterFolder, newDataFolder } from './databases.ts'
import { sharedRenderer, USUAL_RENDERING } from './shared.ts'

/**
 * A complete service in this process, with a folder, a database and a port of its own. It shares PostgreSQL and, with the
 * usual settings, the renderer with other test files.
 */
export interface Platen extends AsyncDisposable {
  url: string
  /** URL of its database, for a second process. */
  databaseUrl: string
  app: App
  config: Config
  /** Creates an account with a key. */
  account(options?: { credits?: number; plan?: Plan }): Promise<Caller>
  /** Creates a user with a verified address and a session of the dashboard. A known address gives the same user. */
  person(options?: { email?: string; name?: string; role?: Role; credits?: number }): Promise<Person>
}

/** A signed-in user of the dashboard. */
export interface Person {
  accountId: string
  userId: string
  email: string
  name: string
  /** The session's cookie, as `name=value`; its path is /dashboard/auth. */
  cookie: string
  /** A token that is good for the next minutes. */
  token(): Promise<string>
  /** Calls a route of the dashboard with the token. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** An account with an API key. */
export interface Caller {
  accountId: string
  userId: string
  email: string
  key: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Stores a source without a check, also where the limits of calls are short. @returns the template's id. */
  upload(source: string, name?: string): Promise<string>
  generate(templateId: string, data: unknown, more?: object): Promise<Answer>
  /** Available credits and reserved credits. */
  credits(): Promise<{ credits: number; reserved: number }>
}

export interface Answer {
  status: number
  headers: Headers
  // Tests assert the fields that they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface PlatenOptions {
  /** Added to the usual variables. */
  environment?: NodeJS.ProcessEnv
  overrides?: Overrides
  /** Starts a PostgreSQL of its own, for a test that ends it. */
  ownPostgres?: boolean
}

/** Limits that only an endless task reaches, on a busy machine too. A test of a limit sets the limit itself. */
const LONG_LIMITS: Overrides = { databaseTimeoutFactor: 10, syncLimitMs: 300_000, thumbnailLimitMs: 300_000 }

/** Starts a service. */
export async function startPlaten(options: PlatenOptions = {}): Promise<Platen> {
  await using stack = new AsyncDisposableStack()
  const { ownPostgres = false, environment } = options
  const dataDir = await (ownPostgres ? newClusterFolder : newDataFolder)('platen-test-')
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const hasDatabase = ownPostgres || environment?.['DATABASE_URL'] !== undefined || !hasSharedPostgres()
  const config = readConfig({
    CACHE_DIR: process.env['CACHE_DIR'],
    DATA_DIR: dataDir,
    DATABASE_URL: hasDatabase ? undefined : stack.use(await createTestDatabase()).url,
    PORT: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
    ...USUAL_RENDERING,
    THUMBNAILS: 'off',
    RATE_LIMIT_PER_MINUTE: '1000000',
    // A test names the accounts that are operators.
    FIRST_ACCOUNT_ROLE: 'member',
    FIRST_ACCOUNT_CREDITS: '0',
    ...environment,
  })
  const renderer = options.overrides?.network ? undefined : sharedRenderer(config)
  const overrides = { ...LONG_LIMITS, ...options.overrides, ...(renderer && { renderer }) }
  const app = stack.use(await startApp(config, createLogger(config.logLevel), overrides))
  const parts = stack.move()
  return {
    url: app.url,
    get databaseUrl() {
      if (config.database.kind !== 'external') throw new Error('It has a PostgreSQL of its own')
      return config.database.url
    },
    app,
    config,
    account: (options) => createCaller(app, config, options),
    person: (options) => createPerson(app, options),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Waits until `query` returns a value. @throws after `limitMs`. */
export async function eventually<Value>(
  query: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 60_000,
): Promise<Value> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const result = await query()
    if (result !== undefined && result !== false) return result
    if (Date.now() > deadline) throw new Error(`The condition was not met within ${limitMs} ms`)
    await delay(20)
  }
}

/** Reads a table of test cases. */
export async function cases<Row>(name: string): Promise<Row[]> {
  return JSON.parse(await readFile(new URL(`cases/${name}.json`, import.meta.url), 'utf8'))
}

/** Encodes a source for the API. */
export function base64(source: string): string {
  return Buffer.from(source).toString('base64')
}

let accounts = 0

async function createCaller(
  app: App,
  config: Config,
  options: { credits?: number; plan?: Plan } = {},
): Promise<Caller> {
  accounts += 1
  const { database } = app.services
  const account = await createAccount(database, {
    email: `caller-${accounts}@example.com`,
    plan: options.plan ?? 'default',
    identityPrefix: config.accounts.identityPrefix,
    welcomeCredits: options.credits ?? config.accounts.welcomeCredits,
  })
  const { accountId, userId, email } = account
  const { key, tokenId } = await createKey(database, { accountId, name: 'test', expiresAt: undefined })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(app.url + path, method, body, { 'x-api-key': key, ...headers })
  return {
    accountId,
    userId,
    email,
    key,
    call,
    async upload(source, name = 'Test') {
      const content = { name, source, description: '', author: { tokenId } }
      const { templateId } = await createTemplate(app.services, accountId, content)
      return templateId
    },
    generate: (templateId, data, more = {}) =>
      call('POST', '/v1/pdf/generate', { templateId, data, ...more }),
    async credits() {
      const { credits, reserved } = await findAccount(database, accountId)
      return { credits, reserved }
    },
  }
}

let people = 0
// Tokens are good for five minutes.
const TOKEN_KEPT_MS = 240_000

/** Creates the session in the database: the mails and the password hash of a sign-up take time. */
async function createPerson(
  app: App,
  options: { email?: string; name?: string; role?: Role; credits?: number } = {},
): Promise<Person> {
  people += 1
  const { email = `person-${people}@example.com`, name = `Person ${people}`, role, credits } = options
  const { database } = app.services
  const { settings } = app.services
  const cookie = await startSession(database, settings.baseUrl, { email, name })
  let token: { text: string; madeAt: number } | undefined
  const currentToken = async () => {
    if (token && performance.now() - token.madeAt < TOKEN_KEPT_MS) return token.text
    const answer = await send(`${app.url}/dashboard/auth/token`, 'GET', undefined, { cookie })
    if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${JSON.stringify(answer.body)}`)
    token = { text: String(answer.body.token), madeAt: performance.now() }
    return token.text
  }
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(app.url + path, method, body, { authorization: `Bearer ${await currentToken()}`, ...headers })
  const { userId } = (await call('GET', '/dashboard/api/me')).body.account
  const account = await findAccountByUserId(database, userId)
  const { accountId } = account
  if (role) await sql`update accounts set role = ${role} where account_id = ${accountId}`.execute(database)
  if (credits !== undefined && credits !== account.credits) {
    await addCredits(database, { accountId, credits: credits - account.credits, reference: randomUUID() })
  }
  return { accountId, userId, email, name, cookie, token: currentToken, call }
}

/** Creates a session like the one that a sign-in creates. @returns its cookie. */
export async function startSession(
  database: Database,
  baseUrl: string,
  { email, name }: { email: string; name: string },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await sql`
    with person as (
      insert into identity_users (email, name, email_verified) values (lower(${email}), ${name}, true)
      on conflict (email) do update set name = excluded.name returning id)
    insert into identity_sessions (user_id, token_hash, expires_at)
    select id, ${sessionTokenHash(token)}, now() + interval '1 day' from person`.execute(database)
  const secret = (await findOrCreateSecret(database, 'identity')).toString('base64url')
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const prefix = baseUrl.startsWith('https:') ? '__Secure-' : ''
  return `${prefix}platen.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Sends one HTTP request. A string or bytes are sent unchanged, anything else as JSON. */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return {
    status: answer.status,
    headers: answer.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
}
