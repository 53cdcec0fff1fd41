import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCluster } from '../packages/server/src/database/cluster.ts'
import { connect, type Connections } from '../packages/server/src/database/database.ts'
import { findServer } from '../packages/server/src/database/embedded.ts'
import { createLogger } from '../packages/server/src/log.ts'
import { findFreePort } from '../packages/server/src/operations/tcp-port.ts'
import { createAccount } from '../packages/server/src/accounts/accounts.ts'
import { createKey } from '../packages/server/src/accounts/keys.ts'
import { createTestDatabase, hasSharedPostgres, newClusterFolder, newDataFolder } from './databases.ts'
import { base64, eventually, send } from './harness.ts'
import { programVariables } from './variables.ts'

// The default of the service.
const WELCOME_CREDITS = 10
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The service as a process, as `npm start` runs it, and the command-line tool. */
export interface ServiceProcess extends AsyncDisposable {
  url: string
  dataDir: string
  child: ChildProcess
  /** Returns the log so far. */
  logs(): string
  /** Returns its standard error so far. */
  complaints(): string
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again on the same folder. @returns the time until it is ready, in milliseconds. */
  start(): Promise<number>
  platen(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>
  databaseUrl(): Promise<string>
}

/** User that a process runs as, if it is another one than the user of the tests. */
interface User {
  uid: number
  gid: number
}

export interface ProcessOptions {
  user?: User
  /** Program that starts the service, relative to the root of the repository. */
  program?: string | undefined
  /** Starts a PostgreSQL of its own, for a test that ends it or inspects its files. */
  ownPostgres?: boolean
}

/** Starts the service on an empty folder. */
export async function startProcess(
  environment: NodeJS.ProcessEnv = {},
  { user, program = 'packages/server/src/main.ts', ownPostgres = false }: ProcessOptions = {},
): Promise<ServiceProcess> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await (ownPostgres && !user ? newClusterFolder : newDataFolder)('platen-process-')
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  if (user) await chown(dataDir, user.uid, user.gid)
  // The files of the migrated PostgreSQL belong to another user, so the service creates its own.
  const hasDatabase =
    ownPostgres || user !== undefined || environment['DATABASE_URL'] !== undefined || !hasSharedPostgres()
  const database = hasDatabase ? undefined : stack.use(await createTestDatabase())
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const variables: NodeJS.ProcessEnv = {
    ...programVariables(),
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url }),
    PORT: String(port),
    EGRESS: 'none',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '100000',
    ...environment,
  }
  let logged = ''
  let complained = ''
  const launch = () => {
    const child = spawn(process.execPath, [join(ROOT, program)], {
      ...user,
      env: variables,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complained += chunk
      process.stderr.write(chunk)
    })
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (logged += chunk))
    return child
  }
  const started: ServiceProcess = {
    url,
    dataDir,
    child: launch(),
    logs: () => logged,
    complaints: () => complained,
    async kill() {
      started.child.kill('SIGKILL')
      await once(started.child, 'exit')
    },
    async start() {
      const begun = performance.now()
      started.child = launch()
      await ready()
      return performance.now() - begun
    },
    platen: (...args) => runTool(args, variables, user),
    databaseUrl: async () => variables['DATABASE_URL'] ?? (await embeddedDatabaseUrl(dataDir)),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
  stack.defer(async () => {
    if (started.child.exitCode !== null || started.child.signalCode !== null) return
    started.child.kill('SIGTERM')
    await once(started.child, 'exit')
  })
  const ready = () =>
    eventually(async () => {
      if (started.child.exitCode !== null) throw new Error('The service ended')
      return (await send(`${url}/health/ready`, 'GET').catch(() => undefined))?.status === 200
    }, 60_000)
  await ready()
  const parts = stack.move()
  return started
}

/** Creates an account with a key. */
export async function callerOf(service: ServiceProcess, email = 'ada@example.com') {
  await using connections = await databaseOf(service)
  const { database } = connections
  const options = {
    email,
    plan: 'default',
    identityPrefix: 'local',
    welcomeCredits: WELCOME_CREDITS,
  } as const
  const account = await createAccount(database, options)
  const { key } = await createKey(database, { accountId: account.accountId, name: 'x', expiresAt: undefined })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(service.url + path, method, body, { 'x-api-key': key, ...headers })
  return {
    userId: account.userId,
    call,
    upload: async (source: string) =>
      String(
        (
          await call('POST', '/v1/templates/upload', {
            name: 'x',
            content: base64(source),
            contentEncoding: 'base64',
          })
        ).body.templateId,
      ),
    credits: async (): Promise<{ credits: number; reserved: number }> =>
      (await call('GET', '/v1/credits')).body,
  }
}

/** Connects to the database of a service. */
export async function databaseOf(service: ServiceProcess): Promise<Connections & { url: string }> {
  const url = await service.databaseUrl()
  return { ...connect({ url, poolSize: 2, log: createLogger('silent') }), url }
}

async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const server = await findServer(await openCluster({ dataDir, cacheDir: dataDir }))
  if (!server) throw new Error(`No PostgreSQL runs on ${dataDir}`)
  return server.url
}

/** Runs the command-line tool to its end, in a process of its own. */
export async function runTool(
  args: string[],
  environment: NodeJS.ProcessEnv,
  user?: User,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'packages/cli/src/bin.ts'), ...args],
      { ...user, env: { ...programVariables(), ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
}
