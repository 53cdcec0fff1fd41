import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { findAccountByUserId } from '../../packages/server/src/accounts/accounts.ts'
import { addCredits, auditCredits } from '../../packages/server/src/accounts/credits.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { skipHeartbeatLimit } from '../crash/waits.ts'
import { eventually } from '../harness.ts'
import { downloadedTexts, textsOf } from '../pdf.ts'
import { callerOf, databaseOf, startProcess } from '../process.ts'
import { scaled } from '../scale.ts'
import { batchWith, downloadedZip, postBatch } from './batch.ts'

const ROWS = scaled({ short: 300, long: 10_000 })
const KILLS = scaled({ short: 2, long: 20 })
const END_LIMIT_MS = scaled({ short: 120_000, long: 1_800_000 })
/** Every 97th row fails. */
const FAILED_EVERY = 97
const TEMPLATE = '<p>Row {{n}}.</p>{{#if fails}}{{nope 1}}{{/if}}'

describe('a service that is killed with SIGKILL while batches run', () => {
  it('completes and charges each row exactly once, and loses none', async (test) => {
    await using service = await startProcess({ THUMBNAILS: 'off' })
    const caller = await callerOf(service, 'batches@example.com')
    await using connections = await databaseOf(service)
    const { database } = connections
    const { accountId } = await findAccountByUserId(database, caller.userId)
    await addCredits(database, { accountId, credits: 2 * ROWS, reference: 'batches' })
    const { credits } = await caller.credits()
    const templateId = await caller.upload(TEMPLATE)
    const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
    const good = numbers.filter((n) => n % FAILED_EVERY !== 0)
    const csv = ['n,fails', ...numbers.map((n) => `${n},${n % FAILED_EVERY === 0 ? 'yes' : ''}`)].join('\n')
    const begun = performance.now()
    const [pdf, zip] = await Promise.all(
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
    const ended = await Promise.all(
      [pdf, zip].map((batchId) =>
        batchWith(caller, batchId ?? '', ['completed', 'failed', 'paused'], END_LIMIT_MS),
      ),
    )
    const seconds = Math.round((performance.now() - begun) / 1_000)
    test.diagnostic(`${KILLS} kills; 2 batches of ${ROWS} rows took ${seconds} s`)
    for (const { status, message, rowsCompleted, rowsFailed } of ended)
      assert.deepEqual(
        [status, message, rowsCompleted, rowsFailed],
        ['completed', null, good.length, ROWS - good.length],
      )
    const expected = good.map((n) => `Row ${n}.`)
    assert.deepEqual(await downloadedTexts(ended[0].results[0].url), expected)
    const files = await downloadedZip(ended[1].results[0].url)
    assert.deepEqual(
      files.map(({ name }) => name),
      good.map((n) => `${n}.pdf`),
    )
    const texts: string[] = []
    for (const { bytes } of files) texts.push(...(await textsOf(bytes)))
    assert.deepEqual(texts, expected)
    const left = await caller.credits()
    assert.deepEqual([left.credits, left.reserved], [credits - 2 * good.length, 0])
    assert.deepEqual(await auditCredits(database), [])
    const { rows } = await sql`
      select generation_id from batch_rows join batches using (batch_id)
      where output = 'zip' and batch_rows.status = 'completed' group by generation_id having count(*) > 1`.execute(
      database,
    )
    assert.deepEqual(rows, [])
    const failed = String((await caller.call('GET', `/v1/batches/${pdf}/failed-rows`)).body)
    assert.equal(failed.trim().split('\r\n').length - 1, ROWS - good.length)
  })
})

async function completedRows(database: Database): Promise<number> {
  const { rows } = await sql<{ completed: number }>`
    select coalesce(sum(rows_completed), 0)::int as completed from batches`.execute(database)
  return rows[0]?.completed ?? 0
}
