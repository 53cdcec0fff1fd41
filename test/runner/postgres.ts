// The databases of a test run: a migrated PostgreSQL folder to copy, and a PostgreSQL with a template to clone.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openCluster } from '../../packages/server/src/database/cluster.ts'
import { connect } from '../../packages/server/src/database/database.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/database/embedded.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { createJobQueue } from '../../packages/server/src/jobs/queue.ts'
import { createLogger } from '../../packages/server/src/log.ts'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { CLUSTER_FILES, TEMPLATE_SERVER } from '../databases.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'packages/server/migrations')
const QUIET = createLogger('silent')
const START_LIMIT_MS = 60_000
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // A service holds up to 20 connections; a worker may run several services at a time.
  max_connections: 400,
  shared_buffers: '128MB',
  // In the folder of the run. Segments in /dev/shm would stay after an immediate shutdown.
  dynamic_shared_memory_type: 'mmap',
  // No data outlives the run, and the tests of crashes start a PostgreSQL of their own.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // "fatal" would report each connection that comes while it starts.
  log_min_messages: 'panic',
}

// A password would take some milliseconds of processor time for each of the 3,000 connections.
const ACCESS = 'host all all 127.0.0.1/32 trust\n'

const run = promisify(execFile)

/** Creates the migrated folder and starts the shared PostgreSQL. @returns the variables through which tests find them. */
export async function startDatabases(): Promise<AsyncDisposable & { variables: Record<string, string> }> {
  await using stack = new AsyncDisposableStack()
  const migrated = await temporaryFolder(stack)
  await makeMigrated(migrated)
  const copied = await temporaryFolder(stack)
  await run('cp', ['-a', join(migrated, 'postgres'), copied])
  const server = stack.use(await startServer(copied))
  const parts = stack.move()
  return {
    variables: { [CLUSTER_FILES]: join(migrated, 'postgres'), [TEMPLATE_SERVER]: server.url },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Each of the two has its own, because the user of PostgreSQL cannot enter a common parent folder. */
async function temporaryFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-test-database-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function makeMigrated(dataDir: string): Promise<void> {
  const options = { dataDir, cacheDir: dataDir, log: QUIET }
  await openCluster(options)
  await using postgres = await startEmbeddedPostgres(options)
  await migrate(postgres.url, MIGRATIONS, QUIET)
  await makeQueueTables(postgres.url)
  await dropSpareDatabase(postgres.url)
}

/** The job queue creates its tables when it starts. */
async function makeQueueTables(databaseUrl: string): Promise<void> {
  await using connections = connect({ url: databaseUrl, poolSize: 1, log: QUIET })
  const { database } = connections
  const queue = await createJobQueue({ databaseUrl, database, works: false, log: QUIET })
  await queue[Symbol.asyncDispose]()
}

/** An unused template is a third of the files that some services get a copy of. */
async function dropSpareDatabase(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("update pg_database set datistemplate = false where datname = 'template0'")
  await client.query('drop database template0')
  await client.end()
}

/** Starts PostgreSQL with settings for tests. @returns the URL of a database from which others are managed. */
async function startServer(dataDir: string): Promise<AsyncDisposable & { url: string }> {
  const cluster = await openCluster({ dataDir, cacheDir: dataDir })
  await writeFile(join(cluster.data, 'pg_hba.conf'), ACCESS)
  const port = await findFreePort()
  const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(cluster.programs.postgres, ['-D', cluster.data, ...settings], {
    ...cluster.user,
    env: cluster.environment,
    cwd: '/',
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(server, 'exit')
  const url = `postgres://platen:${cluster.password}@127.0.0.1:${port}/template1`
  await answering(url)
  return {
    url,
    async [Symbol.asyncDispose]() {
      // "Immediate shutdown": there is no data to keep.
      server.kill('SIGQUIT')
      await ended
    },
  }
}

async function answering(url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(50)
    }
  }
}
