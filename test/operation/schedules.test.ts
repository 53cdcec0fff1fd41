import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { jobKinds } from '../../packages/server/src/jobs/kinds.ts'
import { eventually, startPlaten } from '../harness.ts'
import { startReplicas } from '../replicas.ts'

describe('scheduled jobs', () => {
  it('run in workers only, one at a time', async () => {
    await using replicas = await startReplicas({})
    const { database } = replicas
    const environment = { DATABASE_URL: replicas.databaseUrl, DATA_DIR: replicas.dataDir }
    const schedules = async () => {
      const { rows } = await sql<{ name: string; cron: string; missed: string }>`
        select name, cron, options->>'missed' as missed from pgboss.schedule order by name`.execute(database)
      return rows
    }
    await using api = await startPlaten({ environment: { ...environment, ROLE: 'api' } })
    assert.deepEqual(await schedules(), [])

    const send = () => api.app.services.queue.send('sweep', database, [{ data: {} }, { data: {} }])
    await Promise.all([send(), send(), send()])
    const jobs = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from pgboss.job where name = 'sweep'`.execute(database)
      return rows.map(({ state }) => state)
    }
    assert.deepEqual(await jobs(), ['created'])

    await using stack = new AsyncDisposableStack()
    stack.use(await startPlaten({ environment: { ...environment, ROLE: 'worker' } }))
    const expected = Object.entries(jobKinds()).flatMap(([name, { cron }]) =>
      cron === undefined ? [] : [{ name, cron, missed: 'once' }],
    )
    assert.deepEqual(
      await schedules(),
      expected.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    )
    await eventually(async () => (await jobs()).includes('completed'))
    await send()
    await eventually(async () => (await jobs()).filter((state) => state === 'completed').length >= 2)
  })
})
