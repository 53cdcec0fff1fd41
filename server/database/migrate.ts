import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Log } from '../log.ts'
import { connect, type Database } from './database.ts'

/** A database and a set of migrations that do not go together. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

interface Migration {
  name: string
  text: string
  checksum: string
}

// Any number will do, as long as nobody else takes the same one.
const LOCK = 7_526_836
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Applies the numbered `.sql` files of `folder` that the database has not seen, in order, each in a transaction
 * of its own. Processes that start at the same time wait for each other.
 * @returns the names of those applied now.
 * @throws {MigrationError} when an applied file was edited or removed: forward is the only way.
 */
export async function migrate(url: string, folder: string, log: Log): Promise<string[]> {
  const migrations = await readMigrations(folder)
  // The lock is waited for as long as it takes, and a migration may run longer than a call's statement.
  await using unlimited = connect({ url, poolSize: 1, log, unlimited: true })
  return await unlimited.database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await applyMissing(connection, migrations)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const wrong = names.find((name) => !FILE_NAME.test(name))
  if (wrong !== undefined)
    throw new MigrationError(`${wrong} is not a migration's name: 0001-what-it-does.sql`)
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyMissing(connection: Database, migrations: Migration[]): Promise<string[]> {
  await sql`
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    connection,
  )
  const { rows: applied } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migrations order by name`.execute(connection)
  refuseMismatch(applied, migrations)
  const missing = migrations.slice(applied.length)
  for (const { name, text, checksum } of missing) {
    await connection.transaction().execute(async (transaction) => {
      await sql.raw(text).execute(transaction)
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(transaction)
    })
  }
  return missing.map(({ name }) => name)
}

function refuseMismatch(applied: { name: string; checksum: string }[], migrations: Migration[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const migration = migrations[index]
    if (!migration) throw new MigrationError(`The database is newer than this program: it has seen ${name}.`)
    if (migration.name !== name) {
      throw new MigrationError(`The database has seen ${name} where this program has ${migration.name}.`)
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `${name} was changed after it had been applied. Write a new migration instead.`,
      )
    }
  }
}
