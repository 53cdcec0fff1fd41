import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { findAccountByUserId } from '../../packages/server/src/accounts/accounts.ts'
import { addCredits, auditCredits } from '../../packages/server/src/accounts/credits.ts'
import type { Connections, Database } from '../../packages/server/src/database/database.ts'
import { skipHeartbeatLimit } from '../crash/waits.ts'
import { eventually } from '../harness.ts'
import { downloadedTexts, textsOf } from '../pdf.ts'
import { callerOf, databaseOf, type ServiceProcess, startProcess } from '../process.ts'
import { scaled } from '../scale.ts'
import { batchWith, downloadedZip, postBatch } from './batch.ts'

const ROWS = scaled({ short: 150, long: 10_000 })
const KILLS = scaled({ short: 2, long: 20 })
const END_LIMIT_MS = scaled({ short: 120_000, long: 1_800_000 })
/** Every 97th row fails. */
const FAILED_EVERY = 97
const TEMPLATE = '<p>Row {{n}}.</p>{{#if fails}}{{nope 1}}{{/if}}'
/** PDFs of the ZIP whose text is read. Reading all would take longer than the batches. */
const READ_MAX = 300

const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
const good = numbers.filter((n) => n % FAILED_EVERY !== 0)

/** The tests run in order on one service. */
describe('a service that is killed with SIGKILL while batches run', () => {
  let service: ServiceProcess
  let connections: Connections
  let caller: Awaited<ReturnType<typeof callerOf>>
  const results: Record<string, string> = {}
  before(async () => {
    service = await startProcess({ THUMBNAILS: 'off' })
    caller = await callerOf(service, 'batches@example.com')
    connections = await databaseOf(service)
  })
  after(async () => {
    await connections?.[Symbol.asyncDispose]()
    await service?.[Symbol.asyncDispose]()
  })

  it('completes and charges each row exactly once, and loses none', async (test) => {
    const { database } = connections
    const { accountId } = await findAccountByUserId(database, caller.userId)
    await addCredits(database, { accountId, credits: 2 * ROWS, reference: 'batches' })
    const { credits } = await caller.credits()
    const templateId = await caller.upload(TEMPLATE)
    const csv = ['n,fails', ...numbers.map((n) => `${n},${n % FAILED_EVERY === 0 ? 'yes' : ''}`)].join('\n')
    const begun = performance.now()
    const batchIds = await Promise.all(
      ['pdf', 'zip'].map(async (output) => {
        const { status, body } = await postBatch(caller, { templateId, output }, csv)
        assert.equal(status, 202, JSON.stringify(body))
        return String(body.batch.batchId)
      }),
    )
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Kills at another point of the work each time.
      const target = Math.floor((kill / (KILLS + 1)) * good.length * 2)
      await eventually(async () => (await completedRows(database)) >= target, END_LIMIT_MS)
      await delay(37 * kill)
      await service.kill()
      await service.start()
      await skipHeartbeatLimit(database)
    }
    for (const batchId of batchIds) {
      const batch = await batchWith(caller, batchId, ['completed', 'failed', 'paused'], END_LIMIT_MS)
      const { status, message, rowsCompleted, rowsFailed, output } = batch
      assert.deepEqual(
        [status, message, rowsCompleted, rowsFailed],
        ['completed', null, good.length, ROWS - good.length],
      )
      results[output] = batch.results[0].url
      const failed = String((await caller.call('GET', `/v1/batches/${batchId}/failed-rows`)).body)
      assert.equal(failed.trim().split('\r\n').length - 1, ROWS - good.length)
    }
    test.diagnostic(
      `${KILLS} kills; 2 batches of ${ROWS} rows took ${Math.round((performance.now() - begun) / 1_000)} s`,
    )
    const left = await caller.credits()
    assert.deepEqual([left.credits, left.reserved], [credits - 2 * good.length, 0])
    assert.deepEqual(await auditCredits(database), [])
    const { rows } = await sql`
      select generation_id from batch_rows join batches using (batch_id)
      where output = 'zip' and batch_rows.status = 'completed'
      group by generation_id having count(*) > 1`.execute(database)
    assert.deepEqual(rows, [])
  })

  it('has each row once in the PDF, in order', async () => {
    assert.deepEqual(
      await downloadedTexts(results['pdf'] ?? ''),
      good.map((n) => `Row ${n}.`),
    )
  })

  it('has each row once in the ZIP', async () => {
    const files = await downloadedZip(results['zip'] ?? '')
    assert.deepEqual(
      files.map(({ name }) => name),
      good.map((n) => `${n}.pdf`),
    )
    const hashes = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
    assert.equal(new Set(hashes).size, files.length)
    const every = Math.ceil(files.length / READ_MAX)
    for (const [index, { bytes }] of files.entries())
      if (index % every === 0) assert.deepEqual(await textsOf(bytes), [`Row ${good[index]}.`])
  })
})

async function completedRows(database: Database): Promise<number> {
  const { rows } = await sql<{ completed: number }>`
    select coalesce(sum(rows_completed), 0)::int as completed from batches`.execute(database)
  return rows[0]?.completed ?? 0
}
