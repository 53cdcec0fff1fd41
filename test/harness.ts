import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccount, findAccount, type Plan } from '../server/accounts/accounts.ts'
import { createKey } from '../server/accounts/keys.ts'
import { type App, type Overrides, startApp } from '../server/app.ts'
import { type Config, readConfig } from '../server/config.ts'
import { openCluster } from '../server/database/cluster.ts'
import { findServer } from '../server/database/embedded.ts'
import { createLogger } from '../server/log.ts'

/** A whole service for one test file: its own folder, database, Chromium and port; real HTTP. */
export interface Platen extends AsyncDisposable {
  url: string
  app: App
  config: Config
  /** A new account with a key. */
  account(options?: { credits?: number; plan?: Plan }): Promise<Caller>
}

/** An account as its programs use it. */
export interface Caller {
  accountId: string
  userId: string
  email: string
  key: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Uploads a source and gives the template's id. */
  upload(source: string, name?: string): Promise<string>
  generate(templateId: string, data: unknown, more?: object): Promise<Answer>
  /** What is left to spend, and what is reserved. */
  credits(): Promise<{ credits: number; reserved: number }>
}

export interface Answer {
  status: number
  headers: Headers
  // What a test reads of it, it asserts.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/** Starts a service; `environment` adds to its variables. */
export async function startPlaten(
  options: { environment?: NodeJS.ProcessEnv; overrides?: Overrides } = {},
): Promise<Platen> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-test-'))
  const config = readConfig({
    CACHE_DIR: process.env['CACHE_DIR'],
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    EGRESS: 'none',
    THUMBNAILS: 'off',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...options.environment,
  })
  const app = await startApp(config, createLogger(config.logLevel), options.overrides)
  return {
    url: app.url,
    app,
    config,
    account: (wanted) => createCaller(app, config, wanted),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** How a second process finds the database of a service that started its own. */
export async function databaseUrlOf({ config: { dataDir } }: Platen): Promise<string> {
  const server = await findServer(await openCluster({ dataDir, cacheDir: dataDir }))
  if (!server) throw new Error(`No PostgreSQL runs on ${dataDir}`)
  return server.url
}

/** Waits until `look` finds something. Fails after `limitMs`. */
export async function eventually<Value>(
  look: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 15_000,
): Promise<Value> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`Nothing found within ${limitMs} ms`)
    await delay(20)
  }
}

/** The rows of a table of cases. */
export async function cases<Row>(name: string): Promise<Row[]> {
  return JSON.parse(await readFile(new URL(`cases/${name}.json`, import.meta.url), 'utf8'))
}

/** A source as the contract wants it. */
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
  const { key } = await createKey(database, { accountId, name: 'test', expiresAt: undefined })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(app.url + path, method, body, { 'x-api-key': key, ...headers })
  return {
    accountId,
    userId,
    email,
    key,
    call,
    async upload(source, name = 'Test') {
      const answer = await call('POST', '/v1/templates/upload', {
        name,
        content: base64(source),
        contentEncoding: 'base64',
      })
      if (answer.status !== 201)
        throw new Error(`The upload was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return String(answer.body.templateId)
    },
    generate: (templateId, data, more = {}) =>
      call('POST', '/v1/pdf/generate', { templateId, data, ...more }),
    async credits() {
      const { credits, reserved } = await findAccount(database, accountId)
      return { credits, reserved }
    },
  }
}

/** One HTTP call; a string is sent as it is, anything else as JSON. */
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
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}
