import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addCredits } from '../../packages/server/src/accounts/credits.ts'
import { beginAttempt, nextRows } from '../../packages/server/src/batches/attempts.ts'
import { renderRows } from '../../packages/server/src/batches/render.ts'
import { findPrintable } from '../../packages/server/src/templates/template-data.ts'
import { type Platen, startPlaten } from '../harness.ts'
import { batchWith, postBatch } from './batch.ts'

const SOURCE =
  '<p>{{name}}</p>{{#if broken}}{{nope 1}}{{/if}}' +
  '{{#if slow}}<script>window.platen = { ready: new Promise(() => {}) }</script>{{/if}}'
const CSV = 'name,broken,slow\nFirst,,\nAda,,\nBo,yes,\nCy,,\nDi,,\nSlow,,yes\n'

describe('attempts at batches', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  /** Returns a batch without a job that has completed its first row. */
  const batchOf = async () => {
    const caller = await platen.account({ credits: 1 })
    const templateId = await caller.upload(SOURCE)
    const { body } = await postBatch(caller, { templateId, output: 'zip' }, CSV)
    const { batchId } = body.batch
    await batchWith(caller, batchId, ['paused'])
    const { services } = platen.app
    const { database } = services
    await addCredits(database, { accountId: caller.accountId, credits: 20, reference: randomUUID() })
    await sql`update batches set status = 'queued' where batch_id = ${batchId}`.execute(database)
    const template = await findPrintable(database, caller.accountId, templateId)
    const begin = async (count: number) => {
      const batch = await beginAttempt(database, batchId)
      assert.ok(batch)
      return { batch, template, rows: await nextRows(database, batchId, count) }
    }
    const counts = async () => {
      const { batch } = (await caller.call('GET', `/v1/batches/${batchId}`)).body
      return [batch.rowsCompleted, batch.rowsFailed]
    }
    return { services, begin, counts }
  }
  const admit = async () => true
  const { signal } = new AbortController()

  it('end after a minute, when some rows are stored or have failed', async () => {
    const { services, begin, counts } = await batchOf()
    let time = 0
    const now = () => (time += 61_000)
    await renderRows(services, { ...(await begin(4)), admit, now }, signal)
    // The first half has a broken row, so only its first row was rendered.
    assert.deepEqual(await counts(), [2, 0])
    await renderRows(services, { ...(await begin(3)), admit }, signal)
    assert.deepEqual(await counts(), [4, 1])
  })

  it('end when further rows are not admitted, and continue with one row', async () => {
    const { services, begin, counts } = await batchOf()
    const requested: number[] = []
    const refuse = async (count: number) => {
      requested.push(count)
      return false
    }
    const first = await begin(4)
    assert.equal(first.batch.rowsAtOnce, 50)
    await renderRows(services, { ...first, admit: refuse }, signal)
    assert.deepEqual([requested, await counts()], [[2], [1, 0]])
    const second = await begin(1)
    assert.equal(second.batch.rowsAtOnce, 1)
    await renderRows(services, { ...second, admit }, signal)
    assert.equal((await begin(1)).batch.rowsAtOnce, 2)
  })

  it('end when several rows exceed the time limit, and continue with one row', async () => {
    const { services, begin, counts } = await batchOf()
    const short = { ...services, settings: { ...services.settings, asyncLimitMs: 3_000 } }
    const rows = (await begin(5)).rows.slice(3)
    await renderRows(short, { ...(await begin(5)), rows, admit }, signal)
    assert.deepEqual(await counts(), [1, 0])
    assert.equal((await begin(1)).batch.rowsAtOnce, 1)
    await renderRows(short, { ...(await begin(5)), rows: rows.slice(1), admit }, signal)
    assert.deepEqual(await counts(), [1, 1])
  })
})
