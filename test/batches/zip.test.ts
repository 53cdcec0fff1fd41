import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { openZip } from '../../packages/server/src/batches/results.ts'
import { eventually, type Platen, startPlaten } from '../harness.ts'
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

  it('fails when a PDF cannot be read to its end, and closes the PDF of an aborted download', async () => {
    const caller = await platen.account({ credits: 5 })
    const templateId = await caller.upload('<p>{{name}}</p>')
    const { body } = await postBatch(caller, { templateId, output: 'zip' }, 'name\nAda\nBo\n')
    const { batchId } = body.batch
    await batchWith(caller, batchId)
    const { database, storage } = platen.app.services
    const opened: Readable[] = []
    const openWith = async (first: () => Readable | Promise<Readable>) =>
      await openZip(
        {
          database,
          storage: {
            ...storage,
            readStream: async () => {
              const stream = await first()
              opened.push(stream)
              return { stream, size: 1 }
            },
          },
        },
        batchId,
      )
    const failing = await openWith(() =>
      Readable.from(
        (async function* () {
          yield Buffer.from('%PDF')
          throw new Error('The store failed')
        })(),
      ),
    )
    await assert.rejects(buffer(failing.stream), /The store failed/)
    assert.equal(opened.length, 1)
    const endless = await openWith(() => new Readable({ read() {} }))
    await eventually(async () => opened.length === 2)
    endless.stream.destroy()
    await eventually(async () => opened[1]?.destroyed === true)
    // Aborted while the object is opened.
    const gate = Promise.withResolvers<void>()
    const late = await openWith(async () => {
      await gate.promise
      return new Readable({ read() {} })
    })
    late.stream.destroy()
    gate.resolve()
    await eventually(async () => opened[2]?.destroyed === true)
    assert.equal(opened.length, 3)
  })
})
