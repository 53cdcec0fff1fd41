import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addCredits } from '../../packages/server/src/accounts/credits.ts'
import { type Database, inTransaction } from '../../packages/server/src/database/database.ts'
import { pauseBatchJob } from '../../packages/server/src/jobs/handlers/batches.ts'
import { eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { batchWith, postBatch } from './batch.ts'

const NAME = '<p>{{name}}</p>'
const ROWS = 'name\nAda\nGrace'

describe('retries of batches', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  it('merge the rows of a cancelled batch when it is resumed after failures', async () => {
    const caller = await platen.account({ credits: 1 })
    const templateId = await caller.upload(NAME)
    const { body } = await postBatch(caller, { templateId }, ROWS)
    const { batchId } = body.batch
    await batchWith(caller, batchId, ['paused'])
    const { services } = platen.app
    // As after the last failed attempt of the job that merges.
    await sql`
      update batches set status = 'cancelled', ended_at = now(), paused_at = null, message = null
      where batch_id = ${batchId}`.execute(services.database)
    await pauseBatchJob(services, batchId)
    const { batch } = (await caller.call('GET', `/v1/batches/${batchId}`)).body
    assert.deepEqual([batch.status, batch.results], ['cancelled', []])
    assert.match(batch.message, /Resume the batch/)
    const resumed = await caller.call('POST', `/v1/batches/${batchId}/resume`)
    assert.deepEqual(
      [resumed.status, resumed.body.batch.status, resumed.body.batch.message],
      [200, 'cancelled', null],
    )
    const merged = await eventually(async () => {
      const { batch } = (await caller.call('GET', `/v1/batches/${batchId}`)).body
      return batch.results.length > 0 && batch
    })
    assert.equal((await downloadedTexts(merged.results[0].url)).length, 1)
    assert.equal((await caller.call('POST', `/v1/batches/${batchId}/resume`)).status, 409)
  })

  it('are all available again after each attempt that stores rows', async () => {
    const caller = await platen.account({ credits: 1 })
    const templateId = await caller.upload(NAME)
    const { body } = await postBatch(caller, { templateId }, ROWS)
    const { batchId } = body.batch
    await batchWith(caller, batchId, ['paused'])
    const { database, queue } = platen.app.services
    await addCredits(database, { accountId: caller.accountId, credits: 1, reference: randomUUID() })
    const jobs = async (connection: Database) => {
      const { rows } = await sql<{ id: string; retryLimit: number; retryDelay: number }>`
        select id, retry_limit, retry_delay from pgboss.job
        where name = 'batch' and data->>'batchId' = ${batchId}`.execute(connection)
      return rows
    }
    const before = await jobs(database)
    const failedBefore = await inTransaction(database, async (transaction) => {
      await sql`update batches set status = 'queued', paused_at = null where batch_id = ${batchId}`.execute(
        transaction,
      )
      await queue.send('batch', transaction, [{ data: { batchId }, accountId: caller.accountId }])
      const added = (await jobs(transaction)).find(({ id }) => !before.some((job) => job.id === id))
      await sql`update pgboss.job set retry_count = 20 where id = ${added?.id}`.execute(transaction)
      return added ?? assert.fail()
    })
    await batchWith(caller, batchId, ['completed'])
    const next = (await jobs(database)).filter(
      ({ id }) => id !== failedBefore.id && !before.some((job) => job.id === id),
    )
    assert.ok(next.length > 0)
    for (const { retryLimit, retryDelay } of next)
      assert.deepEqual([retryLimit, retryDelay], [failedBefore.retryLimit, failedBefore.retryDelay])
  })
})
