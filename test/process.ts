import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openCluster } from '../server/database/cluster.ts'
import { connect, type Connections } from '../server/database/database.ts'
import { findServer } from '../server/database/embedded.ts'
import { createLogger } from '../server/log.ts'
import { freePort } from '../server/ports.ts'
import { newDataFolder } from './data-folder.ts'
import { base64, eventually, send } from './harness.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The service as a process of its own, as `npm start` runs it, and the tool beside it. */
export interface ServiceProcess extends AsyncDisposable {
  url: string
  dataDir: string
  child: ChildProcess
  /** What it has logged so far. */
  logs(): string
  /** What it has written to its standard error so far. */
  complaints(): string
  /** Ends it in no orderly way, and at once. */
  kill(): Promise<void>
  /** Starts it again on the same folder. @returns milliseconds until it was ready. */
  start(): Promise<number>
  platen(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>
}

/** Whom a process runs as, where that is not oneself. */
interface User {
  uid: number
  gid: number
}

/** Starts the service on an empty folder. @param program that starts it, where that is one of a test's own. */
export async function startProcess(
  environment: NodeJS.ProcessEnv = {},
  user?: User,
  program = 'server/main.ts',
): Promise<ServiceProcess> {
  // A user of a test's own makes everything as their own; whoever is told of a database needs none.
  const makesNone = user !== undefined || environment['DATABASE_URL'] !== undefined
  const dataDir = await (makesNone
    ? mkdtemp(join(tmpdir(), 'platen-process-'))
    : newDataFolder('platen-process-'))
  if (user) await chown(dataDir, user.uid, user.gid)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const variables = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    CACHE_DIR: process.env['CACHE_DIR'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: dataDir,
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
    async [Symbol.asyncDispose]() {
      if (started.child.exitCode === null && started.child.signalCode === null) {
        started.child.kill('SIGTERM')
        await once(started.child, 'exit')
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  const ready = () =>
    eventually(async () => {
      if (started.child.exitCode !== null) throw new Error('The service ended')
      return (await send(`${url}/health/ready`, 'GET').catch(() => undefined))?.status === 200
    }, 60_000)
  await ready()
  return started
}

/** An account of the service with a key, as its programs use it. */
export async function callerOf(service: ServiceProcess, email = 'ada@example.com') {
  const account = JSON.parse((await service.platen('accounts', 'create', '--email', email, '--json')).stdout)
  const { key } = JSON.parse(
    (await service.platen('create-token', '--name', 'x', '--account', account.userId, '--json')).stdout,
  )
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(service.url + path, method, body, { 'x-api-key': key, ...headers })
  return {
    userId: String(account.userId),
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

/** Connects to the PostgreSQL that a service has started. */
export async function databaseOf({ dataDir }: ServiceProcess): Promise<Connections & { url: string }> {
  const server = await findServer(await openCluster({ dataDir, cacheDir: dataDir }))
  if (!server) throw new Error(`No PostgreSQL runs on ${dataDir}`)
  return { ...connect({ url: server.url, poolSize: 2, log: createLogger('silent') }), url: server.url }
}

/** Runs the command-line tool to its end. */
export async function runTool(
  args: string[],
  environment: NodeJS.ProcessEnv,
  user?: User,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'server/cli.ts'), ...args],
      { ...user, env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
}

/** The processes whose command line names `text`. */
export async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(text)) found.push(Number(entry))
  }
  return found
}

/** A service's processes whose command line names `text`; other tests have such processes, too. */
export async function ownProcesses(service: ServiceProcess, text: string): Promise<number[]> {
  const own = await descendantsOf(service.child.pid ?? 0)
  return (await processesNaming(text)).filter((pid) => own.includes(pid)).toSorted((a, b) => a - b)
}

/** Every process that was started by process `pid`, or by one of those. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '')
    parents.set(Number(entry), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))
  }
  const found = new Set([pid])
  for (let before = 0; before !== found.size;) {
    before = found.size
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child)
  }
  found.delete(pid)
  return [...found]
}

/** The template hosts among the descendants of process `pid`. */
export async function hostsOf(pid: number): Promise<number[]> {
  const hosts: number[] = []
  for (const child of await descendantsOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('fill/host.ts')) hosts.push(child)
  }
  return hosts.toSorted((one, other) => one - other)
}

/** Whether a process does anything any more; one that only waits to be reaped does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  return status !== undefined && !/^State:\s+[ZX]/m.test(status)
}

/** How long the processes of Chromium's pages have worked so far, in hundredths of a second, by process. */
export async function workOfPages(): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const pid of await descendantsOf(process.pid)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes('--type=renderer')) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
    counts.set(pid, (user ?? 0) + (system ?? 0))
  }
  return counts
}

/** What the heap of this process holds when all that nobody needs is gone. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
