import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect, type Database } from '../../server/database/database.ts'
import { electLeader } from '../../server/operations/leader-election.ts'
import { createTestDatabase } from '../databases.ts'
import { eventually } from '../harness.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const LOOK_EVERY_MS = 20
const ATTEMPTS = 10

describe('leader election', () => {
  it('elects another process when the leader ends, or loses its connection', async () => {
    await using testDatabase = await createTestDatabase()
    await using connections = connect({ url: testDatabase.url, poolSize: 1, log: QUIET })
    const { database } = connections
    const atWork: string[] = []
    let begun = 0
    const take = (name: string) =>
      electLeader(
        { databaseUrl: testDatabase.url, log: QUIET },
        async (signal) => {
          begun += 1
          atWork.push(name)
          await once(signal, 'abort')
          atWork.splice(atWork.indexOf(name), 1)
        },
        { lookEveryMs: LOOK_EVERY_MS },
      )
    const names = ['one', 'two', 'three']
    await using stack = new AsyncDisposableStack()
    const duties = new Map(names.map((name) => [name, stack.use(take(name))]))
    const first = await eventually(() => atWork[0])
    // Each attempt of the others is a connection.
    const before = await connectionsTo(database)
    await eventually(async () => (await connectionsTo(database)) >= before + ATTEMPTS)
    assert.deepEqual([atWork, begun], [[first], 1], 'the attempts of the others fail')

    await duties.get(first)?.[Symbol.asyncDispose]()
    assert.ok(!atWork.includes(first))
    await eventually(() => begun === 2)
    assert.equal(atWork.length, 1)

    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      database,
    )
    await eventually(() => begun === 3 && atWork.length === 1)
    await stack.disposeAsync()
    assert.deepEqual(atWork, [])
  })
})

/** Counts the connections that this database has had. */
async function connectionsTo(database: Database): Promise<number> {
  const { rows } = await sql<{ sessions: number }>`
    select sessions::int from pg_stat_database where datname = current_database()`.execute(database)
  return rows[0]?.sessions ?? 0
}
