import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect, type Database } from '../../packages/server/src/database/database.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/database/embedded.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const MIGRATIONS = join(import.meta.dirname, '..', '..', 'packages/server/migrations')
const [COLUMNS, ACCOUNTS, SUMS, LATER] = ['0028', '0029', '0030', '0031']

describe('the migrations that sum stored bytes', () => {
  const stack = new AsyncDisposableStack()
  const [full, empty] = [randomUUID(), randomUUID()]
  const [templateId, otherId] = [randomUUID(), randomUUID()]
  let database: Database
  let migrateTo: (name: string | undefined) => Promise<void>

  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-sums-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const options = { dataDir: folder, cacheDir: join(folder, 'cache'), log: QUIET }
    const { url } = stack.use(await startEmbeddedPostgres(options))
    migrateTo = async (name) => {
      await migrate(url, await migrationsBefore(name, folder), QUIET)
    }
    await migrateTo(COLUMNS)
    database = stack.use(connect({ url, poolSize: 2, log: QUIET })).database
    for (const id of [full, empty])
      await sql`insert into accounts (account_id, user_id, email) values (${id}, ${id}, ${`${id}@example.com`})`.execute(
        database,
      )
    for (const id of [templateId, otherId]) await insertTemplate(id)
    await insertVersion(templateId, 1, 10_000)
    await insertVersion(templateId, 2, 10)
    await insertVersion(otherId, 1, 7_000)
    await insertPartialAndAsset()
  })
  after(() => stack.disposeAsync())

  const insertTemplate = (id: string) =>
    sql`insert into templates (template_id, account_id, name, storage_key, object_key, file_size, content_version,
        created_at, updated_at)
      values (${id}, ${full}, 'x', 'x', ${randomUUID()}, 10, 'x', now(), now())`.execute(database)
  const insertVersion = (id: string, number: number, bytes: number) =>
    sql`insert into template_versions (template_id, number, object_key, file_size, content_version, created_at)
      values (${id}, ${number}, ${randomUUID()}, ${bytes}, 'x', now())`.execute(database)
  const insertPartialAndAsset = async () => {
    await sql`insert into partials (account_id, name, object_key, file_size, content_version, version, created_at, updated_at)
      values (${full}, 'p', 'p', 20, 'x', 1, now(), now())`.execute(database)
    await sql`insert into partial_versions (account_id, name, number, object_key, file_size, content_version, created_at)
      values (${full}, 'p', 1, 'p1', 5000, 'x', now())`.execute(database)
    await sql`insert into assets (account_id, name, object_key, file_size, content_type, content_version, created_at, updated_at)
      values (${full}, 'a', 'a', 30000, 'image/png', 'x', now(), now())`.execute(database)
  }
  const storedBytes = async () => {
    const { rows } = await sql<{ id: string; bytes: number }>`
      select account_id as id, stored_bytes as bytes from accounts`.execute(database)
    return Object.fromEntries(rows.map(({ id, bytes }) => [id, bytes]))
  }

  /** Runs a migration, returns the tables that it locks exclusively, and rolls it back. */
  const exclusiveLocks = async (number: string) => {
    const name = (await readdir(MIGRATIONS)).find((other) => other.startsWith(number)) ?? assert.fail()
    const text = await readFile(join(MIGRATIONS, name), 'utf8')
    const transaction = await database.startTransaction().execute()
    await sql.raw(text).execute(transaction)
    const { rows } = await sql<{ table: string }>`
      select relname as table from pg_locks join pg_class on pg_class.oid = relation
      where pid = pg_backend_pid() and mode = 'AccessExclusiveLock' and relkind = 'r'`.execute(transaction)
    await transaction.rollback().execute()
    return rows.map(({ table }) => table)
  }

  it('sum the rows from before and all later changes, and block no reads while they work on rows', async () => {
    await migrateTo(ACCOUNTS)
    // A process of the older release continues between two migrations.
    await insertVersion(otherId, 2, 6_000)
    await sql`update template_versions set object_key = 'replaced' where template_id = ${otherId} and number = 1`.execute(
      database,
    )
    assert.deepEqual(await exclusiveLocks(ACCOUNTS), [])
    await migrateTo(SUMS)
    const { rows: unknown } = await sql`select from template_versions where account_id is null`.execute(
      database,
    )
    assert.equal(unknown.length, 0)
    assert.deepEqual(await exclusiveLocks(SUMS), [])
    await migrateTo(LATER)
    const sum = 10_000 + 4_096 + 7_000 + 6_000 + 5_000 + 30_000
    assert.deepEqual(await storedBytes(), { [full]: sum, [empty]: 0 })
    await insertVersion(templateId, 3, 8_000)
    await sql`delete from templates where template_id = ${otherId}`.execute(database)
    assert.deepEqual(await storedBytes(), { [full]: sum + 8_000 - 13_000, [empty]: 0 })
  })

  it('keep the sums when templates, partials and assets become contents', async () => {
    const before = await storedBytes()
    await migrateTo(undefined)
    assert.deepEqual(await storedBytes(), { ...before, [full]: (before[full] ?? 0) + 4_096 })
    const { rows } = await sql<{
      kind: string
      name: string
      version: number
      number: number
      bytes: number
    }>`
      select kind, name, version, number, file_size as bytes
      from contents join content_versions using (content_id) order by kind, number`.execute(database)
    assert.deepEqual(rows, [
      { kind: 'asset', name: 'a', version: 1, number: 1, bytes: 30_000 },
      { kind: 'partial', name: 'p', version: 1, number: 1, bytes: 5_000 },
      { kind: 'template', name: 'x', version: 4, number: 1, bytes: 10_000 },
      { kind: 'template', name: 'x', version: 4, number: 2, bytes: 10 },
      { kind: 'template', name: 'x', version: 4, number: 3, bytes: 8_000 },
      // The current source of a template that had no version.
      { kind: 'template', name: 'x', version: 4, number: 4, bytes: 10 },
    ])
    await sql`update content_versions set file_size = 9000 where number = 3`.execute(database)
    await sql`delete from contents where kind = 'asset'`.execute(database)
    assert.equal((await storedBytes())[full], (before[full] ?? 0) + 4_096 + 1_000 - 30_000)
  })
})

/** Creates a folder with the migrations before a number, or with all for `undefined`. */
async function migrationsBefore(number: string | undefined, folder: string): Promise<string> {
  const earlier = join(folder, 'migrations')
  const names = (await readdir(MIGRATIONS)).filter(
    (name) => name.endsWith('.sql') && (number === undefined || name < number),
  )
  for (const name of names) await cp(join(MIGRATIONS, name), join(earlier, name))
  return earlier
}
