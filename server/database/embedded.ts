import { spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { findFreePort } from '../operations/tcp-port.ts'
import { type Cluster, openCluster } from './cluster.ts'

/** A PostgreSQL of our own on `DATA_DIR/postgres`, shared by all processes that work on this folder. */
export interface EmbeddedPostgres extends AsyncDisposable {
  url: string
  /** It was running already: another process of ours uses it, or one was killed and left it behind. */
  adopted: boolean
}

const START_LIMIT_MS = 30_000
const ANSWER_LIMIT_MS = 2_000
const STOP_LIMIT_MS = 15_000
const LOOK_EVERY_MS = 50
const REVIVE_PAUSE_MS = 1_000

const USER = 'platen'
const GUARD = 'platen-guard'

/**
 * Takes over the PostgreSQL that runs on this folder, or starts one. Every process that uses it holds one
 * connection as a sign of life, and whoever leaves last stops the server: so the command-line tool works beside
 * the service, and a service that was killed leaves nothing that its successor could not simply go on with.
 * @throws an Error that says what to do when it cannot be started.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  cacheDir: string
  log: Log
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options)
  const { log } = options
  const first = await joinServer(cluster, undefined)
  const { url, adopted } = first
  const port = Number(new URL(url).port)
  let { guard, pid } = first
  let leaving = false
  log.info({ postgresPid: pid, adopted }, adopted ? 'found PostgreSQL running' : 'started PostgreSQL')
  guard.once('end', () => void revive())
  return {
    url,
    adopted,
    async [Symbol.asyncDispose]() {
      leaving = true
      await leave(guard, pid)
    },
  }

  /** A server that was killed comes back on its own port, where everybody looks for it. */
  async function revive(): Promise<void> {
    if (leaving) return
    log.error({ postgresPid: pid }, 'PostgreSQL ended unexpectedly; starting it again')
    try {
      const again = await joinServer(cluster, port)
      guard = again.guard
      pid = again.pid
      guard.once('end', () => void revive())
      log.info({ postgresPid: pid }, 'PostgreSQL is back')
    } catch (error) {
      log.error({ err: error }, 'PostgreSQL does not start')
      await delay(REVIVE_PAUSE_MS)
      await revive()
    }
  }
}

/** Connects to the running server, or to the one that it starts. @throws an Error with the server's last words. */
async function joinServer(cluster: Cluster, port: number | undefined) {
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
    await delay(LOOK_EVERY_MS)
  }
  throw new Error(`PostgreSQL did not start within ${START_LIMIT_MS / 1000} s. ${await lastWords(cluster)}`)
}

/** The running server, as its own lock file names it; a lock file of a dead one is cleared away. */
export async function findServer(cluster: Cluster): Promise<{ pid: number; url: string } | undefined> {
  const lockFile = join(cluster.data, 'postmaster.pid')
  const text = await readFile(lockFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (pid > 0 && (await isPostgres(pid))) {
    return { pid, url: `postgres://${USER}:${cluster.password}@127.0.0.1:${port}/postgres` }
  }
  // After a restart of the machine or container the number may be another program's, and PostgreSQL would
  // believe that this program is itself.
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
  // It breaks when the server is stopped under us; the pool notices that for everybody.
  guard.on('error', () => {})
  try {
    await guard.connect()
    return guard
  } catch {
    await guard.end().catch(() => {})
    return undefined
  }
}

/** Starts the server; returns when it has said that it is ready, or has ended. */
async function launch(cluster: Cluster, port: number, deadline: number): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '64MB',
    // A statement's text may hold a customer's data, so it is kept out of the log.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
  }
  // A file, not a pipe: a pipe that nobody reads any more would one day stop the server.
  const log = await open(cluster.log, 'w', 0o600)
  const server = spawn(
    cluster.programs.postgres,
    ['-D', cluster.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...cluster.user,
      env: cluster.environment,
      cwd: '/',
      // In a session of its own: a Ctrl-C at the terminal is for us to handle first.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  )
  const ended = new Promise<void>(
    (resolve) => void server.once('exit', () => resolve()).once('error', () => resolve()),
  )
  server.unref()
  await log.close()
  let over = false
  void ended.then(() => (over = true))
  while (!over && Date.now() < deadline && !(await isReady(cluster))) await delay(LOOK_EVERY_MS)
}

/** PostgreSQL notes its state in the last line of its lock file. */
async function isReady(cluster: Cluster): Promise<boolean> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')[7]?.trim() === 'ready'
}

/** Gives up our sign of life; if nobody else's is left, the server is stopped and waited for. */
async function leave(guard: pg.Client, pid: number): Promise<void> {
  const others = await guard
    .query('select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [GUARD])
    .then(({ rows }) => rows.length)
    .catch(() => 0)
  await guard.end().catch(() => {})
  if (others > 0 || !(await isPostgres(pid))) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_LIMIT_MS
  while (isAlive(pid) && Date.now() < deadline) await delay(LOOK_EVERY_MS)
  // An immediate stop loses nothing that was committed: the next start replays the log.
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
}

async function lastWords(cluster: Cluster): Promise<string> {
  const text = await readFile(cluster.log, 'utf8').catch(() => '')
  return text.trim() === '' ? `Its log is ${cluster.log}.` : `Its last words: ${text.trim().slice(-500)}`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
