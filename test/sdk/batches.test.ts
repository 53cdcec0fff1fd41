import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Batch, BadRequest, Conflict, NotFound, Platen } from '../../packages/client/src/index.ts'
import { type Platen as Service, startPlaten } from '../harness.ts'
import { textsOf } from '../pdf.ts'

describe('batches of the client', () => {
  let service: Service
  before(async () => void (service = await startPlaten()))
  after(() => service[Symbol.asyncDispose]())

  it('starts, follows, downloads and lists batches', async () => {
    const caller = await service.account({ credits: 10 })
    const { batches } = new Platen({ apiKey: caller.key, baseUrl: service.url, retries: 0 })
    const templateId = await caller.upload('<p>{{customer.name}}</p>')
    const rows = ['Ada', 'Bo'].map((name) => ({ customer: { name } }))
    const checked = await batches.check({ templateId, rows })
    assert.deepEqual([checked.rows, checked.firstRows[0]?.data], [2, rows[0]])

    const idempotencyKey = 'one'
    const started = await batches.create({ templateId, rows, name: 'guests' }, { idempotencyKey })
    const repeated = await batches.create({ templateId, rows, name: 'guests' }, { idempotencyKey })
    assert.equal(repeated.batchId, started.batchId)
    const statuses: Batch['status'][] = []
    const ended = await batches.wait(started.batchId, {
      pollMs: 20,
      onProgress: ({ status }) => statuses.push(status),
    })
    assert.deepEqual([ended.status, ended.rowsCompleted, statuses.at(-1)], ['completed', 2, 'completed'])
    const [result] = batches.downloads(ended)
    assert.equal(result?.fileName, 'guests.pdf')
    assert.deepEqual(await textsOf((await result?.download()) ?? new Uint8Array()), ['Ada', 'Bo'])

    const csv = { bytes: new TextEncoder().encode('Who,n\nAda,x\nBo,2\n'), format: 'csv' } as const
    const mapping = { Who: 'customer.name', n: { path: 'n', type: 'number' } } as const
    const second = await batches.create({ templateId, rows: csv, mapping, output: 'zip', fileName: '{Who}' })
    await batches.wait(second.batchId, { pollMs: 20 })
    assert.match(await batches.failedRows(second.batchId), /^Who,n,error\r\nAda,x,/)
    const page = await batches.list({ limit: 1 })
    assert.deepEqual(
      [page.batches.map(({ batchId }) => batchId), page.nextCursor !== null],
      [[second.batchId], true],
    )
    assert.equal((await batches.get(second.batchId)).rowsFailed, 1)
    await assert.rejects(batches.cancel(second.batchId), Conflict)
    await assert.rejects(batches.resume(second.batchId), Conflict)
    await assert.rejects(batches.get(templateId), NotFound)
    await assert.rejects(batches.create({ templateId, rows: [] }), BadRequest)
  })
})
