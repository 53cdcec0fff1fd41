import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  connect,
  type Database,
  inTransaction,
  isOutcomeUnknown,
} from '../../packages/server/src/database/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../packages/server/src/database/embedded.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { eventually } from '../harness.ts'
import { describeSchema } from '../schema.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const MIGRATIONS = new URL('../../packages/server/migrations/', import.meta.url).pathname

describe('the database', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'platen-database-'))
    postgres = await startEmbeddedPostgres({ dataDir, cacheDir: join(dataDir, 'cache'), log: QUIET })
  })
  after(async () => {
    await postgres[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })

  let databases = 0
  async function withDatabase(work: (database: Database, url: string) => Promise<void>): Promise<void> {
    databases += 1
    const name = `test_${databases}`
    await using server = connect({ url: postgres.url, poolSize: 1, log: QUIET })
    await sql`create database ${sql.id(name)}`.execute(server.database)
    const url = postgres.url.replace(/[^/]+$/, name)
    await using connections = connect({ url, poolSize: 5, log: QUIET })
    await work(connections.database, url)
  }

  async function folderOf(files: Record<string, string>): Promise<string> {
    const folder = await mkdtemp(join(dataDir, 'migrations-'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return folder
  }

  it('does not run as root, and a second process connects to the running server', async () => {
    const pid = Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
    assert.doesNotMatch(await readFile(`/proc/${pid}/status`, 'utf8'), /^Uid:\s+0/m)
    assert.doesNotMatch(await readFile(`/proc/${pid}/environ`, 'utf8'), /HOME=/)
    const second = await startEmbeddedPostgres({ dataDir, cacheDir: dataDir, log: QUIET })
    assert.deepEqual([second.adopted, second.url], [true, postgres.url])
    await second[Symbol.asyncDispose]()
    assert.match(await readFile(`/proc/${pid}/comm`, 'utf8'), /postgres/)
  })

  it('starts when the lock file has the process id of another program', async () => {
    const other = await mkdtemp(join(tmpdir(), 'platen-stale-'))
    const first = await startEmbeddedPostgres({ dataDir: other, cacheDir: other, log: QUIET })
    await first[Symbol.asyncDispose]()
    await writeFile(
      join(other, 'postgres/data/postmaster.pid'),
      `${process.pid}\n${other}\n0\n5432\n\n127.0.0.1\n`,
    )
    const second = await startEmbeddedPostgres({ dataDir: other, cacheDir: other, log: QUIET })
    assert.equal(second.adopted, false)
    await second[Symbol.asyncDispose]()
    await rm(other, { recursive: true, force: true })
  })

  it('starts one server when several processes start at once', async () => {
    const other = await mkdtemp(join(tmpdir(), 'platen-many-'))
    const all = await Promise.all(
      Array.from({ length: 4 }, () => startEmbeddedPostgres({ dataDir: other, cacheDir: other, log: QUIET })),
    )
    assert.equal(new Set(all.map(({ url }) => url)).size, 1)
    await Promise.all(all.map((one) => one[Symbol.asyncDispose]()))
    await rm(other, { recursive: true, force: true })
  })

  it('is migrated once when ten processes start at once, and matches schema.txt', async () => {
    await withDatabase(async (database, url) => {
      const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url, MIGRATIONS, QUIET)))
      assert.equal(applied.filter((names) => names.length > 0).length, 1)
      assert.deepEqual(await migrate(url, MIGRATIONS, QUIET), [])
      assert.equal(await describeSchema(database), await readFile(join(MIGRATIONS, 'schema.txt'), 'utf8'))
    })
  })

  it('rejects changed and missing migrations, and rolls back a failed one', async () => {
    await withDatabase(async (database, url) => {
      const one = { '0001-one.sql': 'create table one (x int)' }
      await migrate(url, await folderOf(one), QUIET)
      const two = await folderOf({ ...one, '0002-two.sql': 'create table two (x int)' })
      assert.deepEqual(await migrate(url, two, QUIET), ['0002-two.sql'])
      await assert.rejects(
        migrate(
          url,
          await folderOf({ '0001-one.sql': 'create table other (x int)', '0002-two.sql': '' }),
          QUIET,
        ),
        /0001-one\.sql was changed after it was applied/,
      )
      await assert.rejects(
        migrate(url, await folderOf(one), QUIET),
        /The database is newer than this program: it has the migration 0002-two\.sql/,
      )
      const broken = await folderOf({
        ...one,
        '0002-two.sql': 'create table two (x int)',
        '0003-broken.sql': 'create table three (x int); create nonsense',
      })
      await assert.rejects(migrate(url, broken, QUIET), /syntax error/)
      const { rows } = await sql`select 1 from pg_tables where tablename = 'three'`.execute(database)
      assert.deepEqual(rows, [])
      await assert.rejects(
        migrate(url, await folderOf({ 'one.sql': '' }), QUIET),
        /one\.sql is not a valid name of a migration/,
      )
    })
  })

  it('returns counts as numbers, limits statement time, and reconnects after its connections were cut', async () => {
    await withDatabase(async (database) => {
      const { rows } = await sql<{
        count: unknown
      }>`select count(*) as count from generate_series(1, 3)`.execute(database)
      assert.deepEqual(rows, [{ count: 3 }])
      await assert.rejects(
        sql`select 9007199254740993::int8 as big`.execute(database),
        /exceeds the largest safe integer/,
      )
      const { rows: settings } = await sql<{
        value: string
      }>`select current_setting('statement_timeout') as value`.execute(database)
      assert.deepEqual(settings, [{ value: '5s' }])
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        database,
      )
      await eventually(
        async () => (await sql`select 1`.execute(database).catch(() => undefined)) !== undefined,
      )
    })
  })

  it('is busy when no connection becomes free, and fails when PostgreSQL answers no statement', async () => {
    const queue = { silenceMs: 1_000, waitMs: 1_000 }
    await using connections = connect({ url: postgres.url, poolSize: 2, log: QUIET, queue })
    const { database } = connections
    const sleep = (seconds: number) => sql`select pg_sleep(${seconds}::float8)`.execute(database)
    const many = await Promise.allSettled(Array.from({ length: 60 }, () => sleep(0.15)))
    const errors = many.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    // Two begin at once. A busy machine completes few others.
    assert.ok(errors.length > 0 && errors.length <= 58, String(errors.length))
    for (const error of errors) {
      assert.ok(error instanceof Refusal && error.kind === 'busy' && error.retryAfter === 2)
      assert.equal(isOutcomeUnknown(error), false)
    }

    const [first, second, third] = await Promise.allSettled([sleep(4), sleep(4), sleep(0)])
    assert.deepEqual([first.status, second.status], ['fulfilled', 'fulfilled'])
    assert.match(
      String(third.status === 'rejected' && third.reason),
      /^Error: PostgreSQL has answered no statement/,
    )
    await Promise.all([sleep(0), sleep(0), sleep(0)])
  })

  it('survives a connection that is cut between two statements of a transaction', async () => {
    await withDatabase(async (database) => {
      const cut = inTransaction(database, async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
        const pid = rows[0]?.pid
        await sql`select pg_terminate_backend(${pid})`.execute(database)
        await eventually(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(database)
          return rows.length === 0
        })
        await sql`select 1`.execute(transaction)
      })
      await assert.rejects(cut)
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database)
      assert.deepEqual(rows, [{ one: 1 }])
    })
  })

  it('retries a transaction after a deadlock', async () => {
    await withDatabase(async (database) => {
      await sql`create table t (id int primary key, n int)`.execute(database)
      await sql`insert into t values (1, 0), (2, 0)`.execute(database)
      const add = (first: number, second: number) =>
        inTransaction(database, async (transaction) => {
          await sql`update t set n = n + 1 where id = ${first}`.execute(transaction)
          await sql`select pg_sleep(0.05)`.execute(transaction)
          await sql`update t set n = n + 1 where id = ${second}`.execute(transaction)
        })
      await Promise.all([add(1, 2), add(2, 1)])
      const { rows } = await sql`select n from t`.execute(database)
      assert.deepEqual(rows, [{ n: 2 }, { n: 2 }])
    })
  })
})
