import { spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { findFreePort } from '../operations/tcp-port.ts'
import { type Cluster, openCluster } from './cluster.ts'

/** The built-in PostgreSQL server on `DATA_DIR/postgres`, shared by all processes that use this folder. */
export interface EmbeddedPostgres extends AsyncDisposable {
  url: string
  /** True when the server was already running: another process uses it, or a killed process left it behind. */
  adopted: boolean
}

const START_LIMIT_MS = 30_000
const ANSWER_LIMIT_MS = 2_000
const STOP_LIMIT_MS = 15_000
const POLL_EVERY_MS = 50
const RESTART_PAUSE_MS = 1_000

const USER = 'platen'
const GUARD = 'platen-guard'

/**
 * Connects to the PostgreSQL server that runs on this folder, or starts one. Each process that uses the server holds
 * one guard connection. The process that closes the last guard connection stops the server. The command-line tool can
 * therefore work beside the service, and a new process can use the server that a killed process left behind.
 * @throws an Error with the remedy when the server cannot be started.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  cacheDir: string
  log: Log
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options)
  const { log } = options
  const first = await connectOrStart(cluster, undefined)
  const { url, adopted } = first
  const port = Number(new URL(url).port)
  let { guard, pid } = first
  let closing = false
  log.info(
    { postgresPid: pid, adopted },
    adopted ? 'connected to the running PostgreSQL' : 'started PostgreSQL',
  )
  guard.once('end', () => void restart())
  return {
    url,
    adopted,
    async [Symbol.asyncDispose]() {
      closing = true
      await release(guard, pid)
    },
  }

  /** Restarts a server that was killed, on the same port, because the other processes connect to that port. */
  async function restart(): Promise<void> {
    if (closing) return
    log.error({ postgresPid: pid }, 'PostgreSQL ended unexpectedly; restarting it')
    try {
      const restarted = await connectOrStart(cluster, port)
      guard = restarted.guard
      pid = restarted.pid
      guard.once('end', () => void restart())
      log.info({ postgresPid: pid }, 'restarted PostgreSQL')
    } catch (error) {
      log.error({ err: error }, 'cannot restart PostgreSQL')
      await delay(RESTART_PAUSE_MS)
      await restart()
    }
  }
}

/** Connects to the running server, or starts it first. @throws an Error with the end of the server's log. */
async function connectOrStart(cluster: Cluster, port: number | undefined) {
  const deadline = Date.now() + START_LIMIT_MS
  let adopted = true
  while (Date.now() < deadline) {
    const server = await findServer(cluster)
    const guard = server && (await connectGuard(server.url))
    if (guard) return { ...server, guard, adopted }
    if (!server) {
      adopted = false
      await launch(cluster, port ?? (await findFreePort()), deadline)
    }
    await delay(POLL_EVERY_MS)
  }
  throw new Error(`PostgreSQL did not start within ${START_LIMIT_MS / 1000} s. ${await endOfLog(cluster)}`)
}

/** Returns the running server that the lock file names, or `undefined`. Removes the lock file of a dead server. */
export async function findServer(cluster: Cluster): Promise<{ pid: number; url: string } | undefined> {
  const lockFile = join(cluster.data, 'postmaster.pid')
  const text = await readFile(lockFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (pid > 0 && (await isPostgres(pid))) {
    return { pid, url: `postgres://${USER}:${cluster.password}@127.0.0.1:${port}/postgres` }
  }
  // After a restart of the machine or container, another program may have this process id. PostgreSQL would take that
  // program for a running server.
  await rm(lockFile, { force: true })
  return undefined
}

async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined)
  return command === undefined || command.trim() === 'postgres'
}

async function connectGuard(url: string): Promise<pg.Client | undefined> {
  const guard = new pg.Client({
    connectionString: url,
    application_name: GUARD,
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    keepAlive: true,
  })
  // The connection breaks when the server stops. The event `end` handles that.
  guard.on('error', () => {})
  try {
    await guard.connect()
    return guard
  } catch {
    await guard.end().catch(() => {})
    return undefined
  }
}

/** Starts the server. Resolves when it is ready, when it has ended or at the deadline. */
async function launch(cluster: Cluster, port: number, deadline: number): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '64MB',
    // The text of a statement may contain data of customers, so it is not logged.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
  }
  // A file, not a pipe: a full pipe without a reader would block the server.
  const log = await open(cluster.log, 'w', 0o600)
  const server = spawn(
    cluster.programs.postgres,
    ['-D', cluster.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...cluster.user,
      env: cluster.environment,
      cwd: '/',
      // In its own process group, so that Ctrl-C at the terminal reaches only this process.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  )
  const ended = new Promise<void>(
    (resolve) => void server.once('exit', () => resolve()).once('error', () => resolve()),
  )
  server.unref()
  await log.close()
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (!hasEnded && Date.now() < deadline && !(await isReady(cluster))) await delay(POLL_EVERY_MS)
}

/** Returns true when the last line of the lock file, which holds the state of the server, is "ready". */
async function isReady(cluster: Cluster): Promise<boolean> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')[7]?.trim() === 'ready'
}

/** Closes the guard connection. Stops the server and waits for its end when no other guard connection is open. */
async function release(guard: pg.Client, pid: number): Promise<void> {
  const others = await guard
    .query('select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [GUARD])
    .then(({ rows }) => rows.length)
    .catch(() => 0)
  await guard.end().catch(() => {})
  if (others > 0 || !(await isPostgres(pid))) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_LIMIT_MS
  while (isAlive(pid) && Date.now() < deadline) await delay(POLL_EVERY_MS)
  // An immediate stop loses no committed data: the next start replays the write-ahead log.
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
}

async function endOfLog(cluster: Cluster): Promise<string> {
  const text = await readFile(cluster.log, 'utf8').catch(() => '')
  return text.trim() === ''
    ? `Its log ${cluster.log} is empty.`
    : `The end of its log: ${text.trim().slice(-500)}`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
