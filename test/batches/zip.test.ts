import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Platen, startPlaten } from '../harness.ts'
import { batchWith, downloadedZip, postBatch } from './batch.ts'

/** So many that the directory of the ZIP has more than 64 KB. */
const ROWS = 1_500

describe('the ZIP of a batch', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  it('has all PDFs, also if there are many, and ends with an error when one is missing', async () => {
    const caller = await platen.account({ credits: 5 })
    const templateId = await caller.upload('<p>{{name}}</p>')
    const { body } = await postBatch(caller, { templateId, output: 'zip' }, 'name\nAda\n')
    const { batchId } = body.batch
    const { results } = await batchWith(caller, batchId)
    const { database } = platen.app.services
    // Further rows with the same PDF, which take no time to render.
    await sql`alter table generations drop constraint generations_file_id_key`.execute(database)
    await sql`
      with copy as (
        insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages, is_test,
          reserved_until, completed_at, file_id, file_name, size, batch_id)
        select gen_random_uuid(), account_id, template_id, template_name, true, 'completed', 1, true, now(), now(),
          file_id, number || '.pdf', size, batch_id
        from generations cross join generate_series(2, ${ROWS}) number where batch_id = ${batchId}
        returning generation_id, split_part(file_name, '.', 1)::int as number)
      insert into batch_rows (batch_id, number, status, generation_id)
      select ${batchId}, number, 'completed', generation_id from copy`.execute(database)
    const files = await downloadedZip(results[0].url)
    assert.deepEqual(
      files.map(({ name }) => name),
      Array.from({ length: ROWS }, (_, index) => `${index + 1}.pdf`),
    )
    await sql`
      update generations set file_id = ${randomUUID()} where batch_id = ${batchId} and file_name = '700.pdf'`.execute(
      database,
    )
    await assert.rejects(downloadedZip(results[0].url))
  })
})
