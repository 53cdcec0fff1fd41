import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect, type Database } from '../../packages/server/src/database/database.ts'
import { electLeader } from '../../packages/server/src/operations/leader-election.ts'
import { createTestDatabase } from '../databases.ts'
import { eventually } from '../harness.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const POLL_EVERY_MS = 20
const ATTEMPTS = 10

describe('leader election', () => {
  it('elects another process when the leader ends or loses its connection', async () => {
    await using testDatabase = await createTestDatabase()
    await using connections = connect({ url: testDatabase.url, poolSize: 1, log: QUIET })
    const { database } = connections
    const leaders: string[] = []
    let elections = 0
    const elect = (name: string) =>
      electLeader(
        { databaseUrl: testDatabase.url, log: QUIET },
        async (signal) => {
          elections += 1
          leaders.push(name)
          await once(signal, 'abort')
          leaders.splice(leaders.indexOf(name), 1)
        },
        { pollEveryMs: POLL_EVERY_MS },
      )
    const names = ['one', 'two', 'three']
    await using stack = new AsyncDisposableStack()
    const candidates = new Map(names.map((name) => [name, stack.use(elect(name))]))
    const first = await eventually(() => leaders[0])
    // Each failed attempt of the other processes opens a connection.
    const before = await connectionsTo(database)
    await eventually(async () => (await connectionsTo(database)) >= before + ATTEMPTS)
    assert.deepEqual([leaders, elections], [[first], 1], 'the attempts of the others fail')

    await candidates.get(first)?.[Symbol.asyncDispose]()
    assert.ok(!leaders.includes(first))
    await eventually(() => elections === 2)
    assert.equal(leaders.length, 1)

    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      database,
    )
    await eventually(() => elections === 3 && leaders.length === 1)
    await stack.disposeAsync()
    assert.deepEqual(leaders, [])
  })
})

/** Returns the number of connections that the database has accepted. */
async function connectionsTo(database: Database): Promise<number> {
  const { rows } = await sql<{ sessions: number }>`
    select sessions::int from pg_stat_database where datname = current_database()`.execute(database)
  return rows[0]?.sessions ?? 0
}
