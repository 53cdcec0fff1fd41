import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/** Name of the variable with the path of the migrated PostgreSQL folder. */
export const CLUSTER_FILES = 'TEST_CLUSTER_FILES'
/** Name of the variable with the URL of the shared PostgreSQL, at the database from which others are created. */
export const TEMPLATE_SERVER = 'TEST_TEMPLATE_SERVER'

const TEMPLATE = 'postgres'

const run = promisify(execFile)

/** A database of the shared PostgreSQL. Disposing it drops it and closes all connections to it. */
export interface TestDatabase extends AsyncDisposable {
  url: string
}

/** Returns true in a run of `npm test`. In benchmarks and generators, services start a PostgreSQL of their own. */
export function hasSharedPostgres(): boolean {
  return process.env[TEMPLATE_SERVER] !== undefined
}

/** Clones the template: migrated, with the tables of the job queue, and empty. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[TEMPLATE_SERVER]
  if (server === undefined)
    throw new Error('Run tests with "npm test", or one file with "npm test -- <file>".')
  const name = `test_${randomBytes(8).toString('hex')}`
  await manage(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    [Symbol.asyncDispose]: () => manage(server, `drop database ${name} with (force)`),
  }
}

/** Creates an empty folder for a service. */
export async function newDataFolder(prefix: string): Promise<string> {
  return await mkdtemp(join(tmpdir(), prefix))
}

/** Creates a folder for a service that starts a PostgreSQL of its own. In a run, it holds a migrated database. */
export async function newClusterFolder(prefix: string): Promise<string> {
  const folder = await newDataFolder(prefix)
  // `fs.cp` would not keep the owner, and PostgreSQL may run as another user.
  const files = process.env[CLUSTER_FILES]
  if (files !== undefined) await run('cp', ['-a', files, join(folder, 'postgres')])
  return folder
}

async function manage(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
