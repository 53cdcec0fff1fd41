import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Log } from '../log.ts'
import { connect, type Database } from './database.ts'

/** The applied migrations of the database do not match the migrations of this program. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Folder with the migrations of the service. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

interface Migration {
  name: string
  text: string
  checksum: string
}

// Arbitrary number of the advisory lock, used for nothing else.
const LOCK = 7_526_836
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Applies the pending `.sql` files of `folder` in the order of their numbers, each in its own transaction. Processes
 * that start at the same time wait for each other.
 * @returns the names of the files applied by this call.
 * @throws {MigrationError} when an applied file was edited or removed. There are no down migrations.
 */
export async function migrate(url: string, folder: string, log: Log): Promise<string[]> {
  const migrations = await readMigrations(folder)
  // Waiting for the lock has no time limit, and a migration may exceed the statement time limit.
  await using unlimited = connect({ url, poolSize: 1, log, unlimited: true })
  return await unlimited.database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await applyPending(connection, migrations)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const invalid = names.find((name) => !FILE_NAME.test(name))
  if (invalid !== undefined)
    throw new MigrationError(
      `${invalid} is not a valid name of a migration. Expected: 0001-name-of-the-change.sql`,
    )
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyPending(connection: Database, migrations: Migration[]): Promise<string[]> {
  await sql`
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    connection,
  )
  const { rows: applied } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migrations order by name`.execute(connection)
  refuseMismatch(applied, migrations)
  const pending = migrations.slice(applied.length)
  for (const { name, text, checksum } of pending) {
    await connection.transaction().execute(async (transaction) => {
      await sql.raw(text).execute(transaction)
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(transaction)
    })
  }
  return pending.map(({ name }) => name)
}

function refuseMismatch(applied: { name: string; checksum: string }[], migrations: Migration[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const migration = migrations[index]
    if (!migration)
      throw new MigrationError(
        `The database is newer than this program: it has the migration ${name}. Start a newer release.`,
      )
    if (migration.name !== name) {
      throw new MigrationError(
        `The database has the migration ${name} where this program has ${migration.name}. Start the release that applied ${name}.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `${name} was changed after it was applied. Restore it and write a new migration.`,
      )
    }
  }
}
