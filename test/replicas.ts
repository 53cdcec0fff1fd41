import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createAccount, findAccount } from '../packages/server/src/accounts/accounts.ts'
import { createKey } from '../packages/server/src/accounts/keys.ts'
import { connect, type Database } from '../packages/server/src/database/database.ts'
import { createTestDatabase, newDataFolder } from './databases.ts'
import { type Answer, base64, send } from './harness.ts'
import { type ServiceProcess, startProcess } from './process.ts'

/** Processes of the service on one PostgreSQL and one object store, as on several machines. */
export interface Replicas extends AsyncDisposable {
  database: Database
  databaseUrl: string
  /** The folder that they share, with objects and mails. */
  dataDir: string
  /**
   * Starts one more process.
   *
   * @param program that starts it, when it is not the usual one
   */
  start(environment: NodeJS.ProcessEnv, program?: string): Promise<ServiceProcess>
  /** Creates an account. Call it after a process has created the tables. */
  account(credits: number): Promise<ReplicaCaller>
}

/** An account whose calls go to a process of the caller's choice. */
export interface ReplicaCaller {
  accountId: string
  email: string
  headers: { 'x-api-key': string }
  call(
    url: string,
    method: string,
    path: string,
    body?: unknown,
    more?: Record<string, string>,
  ): Promise<Answer>
  upload(url: string, source: string): Promise<string>
  credits(): Promise<{ credits: number; reserved: number }>
}

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/** Creates the shared database and folder. `environment` applies to all processes. */
export async function startReplicas(environment: NodeJS.ProcessEnv = {}): Promise<Replicas> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await newDataFolder('platen-replicas-')
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url: databaseUrl } = stack.use(await createTestDatabase())
  const { database } = stack.use(connect({ url: databaseUrl, poolSize: 3, log: QUIET }))
  const parts = stack.move()
  const shared = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...environment }
  return {
    database,
    databaseUrl,
    dataDir,
    start: async (own, program) => parts.use(await startProcess({ ...shared, ...own }, { program })),
    async account(credits) {
      const email = `${randomUUID()}@example.com`
      const options = { email, plan: 'enterprise', identityPrefix: 'local' } as const
      const { accountId } = await createAccount(database, { ...options, welcomeCredits: credits })
      const { key } = await createKey(database, { accountId, name: 'test', expiresAt: undefined })
      const headers = { 'x-api-key': key }
      const call: ReplicaCaller['call'] = (url, method, path, body, more) =>
        send(url + path, method, body, { ...headers, ...more })
      return {
        accountId,
        email,
        headers,
        call,
        async upload(url, source) {
          const template = { name: 'Test', content: base64(source), contentEncoding: 'base64' }
          const { body } = await call(url, 'POST', '/v1/templates/upload', template)
          return String(body.templateId)
        },
        async credits() {
          const { credits, reserved } = await findAccount(database, accountId)
          return { credits, reserved }
        },
      }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
