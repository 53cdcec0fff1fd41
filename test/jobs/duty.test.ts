import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Connections } from '../../server/database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/database/embedded.ts'
import { takeDuty } from '../../server/jobs/duty.ts'
import { eventually } from '../harness.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const LOOK_EVERY_MS = 50

describe('a duty that one process does for all', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres
  let connections: Connections
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'platen-duty-'))
    postgres = await startEmbeddedPostgres({ dataDir, cacheDir: dataDir, log: QUIET })
    connections = connect({ url: postgres.url, poolSize: 1, log: QUIET })
  })
  after(async () => {
    await connections[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('falls to another when its process ends, or its connection breaks', async () => {
    const atWork: string[] = []
    let begun = 0
    const take = (name: string) =>
      takeDuty(
        { databaseUrl: postgres.url, log: QUIET },
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
    await delay(10 * LOOK_EVERY_MS)
    assert.deepEqual([atWork, begun], [[first], 1], 'the others look, and leave it')

    await duties.get(first)?.[Symbol.asyncDispose]()
    assert.ok(!atWork.includes(first))
    await eventually(() => begun === 2)
    assert.equal(atWork.length, 1)

    await sql`
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`.execute(
      connections.database,
    )
    await eventually(() => begun === 3 && atWork.length === 1)
    await stack.disposeAsync()
    assert.deepEqual(atWork, [])
  })
})
