import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openCluster } from '../server/database/cluster.ts'
import { startEmbeddedPostgres } from '../server/database/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { createLogger } from '../server/log.ts'

// Where a whole run keeps a database that everybody begins with: making one takes longer than all else in a start.
const MADE = 'TEST_DATABASE_FILES'
const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')

const run = promisify(execFile)

/** An empty folder for a service; in a run of all tests its database is there already, migrated and empty. */
export async function newDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  const made = process.env[MADE]
  // Not by `fs.cp`, which gives the files to ourselves; PostgreSQL may be another user's.
  if (made !== undefined) await run('cp', ['-a', made, join(folder, 'postgres')])
  return folder
}

/** Before a run of all tests: makes what each of them would make anew. Its disposal, after the run, removes it. */
export async function makeDataFolder(): Promise<AsyncDisposable> {
  const compiledIn = await mkdtemp(join(tmpdir(), 'platen-test-compiled-'))
  const madeIn = await mkdtemp(join(tmpdir(), 'platen-test-database-'))
  const options = { dataDir: madeIn, cacheDir: madeIn, log: createLogger('silent') }
  await openCluster(options)
  {
    await using postgres = await startEmbeddedPostgres(options)
    await migrate(postgres.url, MIGRATIONS, options.log)
    await dropSpareDatabase(postgres.url)
  }
  // The processes of the tests are given them.
  process.env['NODE_COMPILE_CACHE'] = compiledIn
  process.env[MADE] = join(madeIn, 'postgres')
  return {
    async [Symbol.asyncDispose]() {
      for (const folder of [madeIn, compiledIn]) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A third of the files, which each service is given a copy of, is for databases that are made anew; ours is not. */
async function dropSpareDatabase(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("update pg_database set datistemplate = false where datname = 'template0'")
  await client.query('drop database template0')
  await client.end()
}
