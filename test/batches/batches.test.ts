import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts, textsOf } from '../pdf.ts'
import { batchWith, downloadedZip, postBatch } from './batch.ts'

const GREETING = '<p>Hello {{customer.name}}{{#each lines}}, {{text}}{{/each}}</p>'

describe('batches', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  it('renders each row of a CSV file to one PDF, in order, and charges one credit per row', async () => {
    const caller = await platen.account({ credits: 100 })
    const templateId = await caller.upload(GREETING)
    const rows = Array.from(
      { length: 60 },
      (_, index) => `Ada ${index + 1},first,${index % 2 ? 'second' : ''}`,
    )
    const csv = ['customer.name,lines[0].text,lines[1].text', ...rows].join('\r\n')
    const started = await postBatch(caller, { templateId, name: 'guests.csv' }, csv)
    assert.equal(started.status, 202, JSON.stringify(started.body))
    const { batchId } = started.body.batch
    assert.equal(started.headers.get('location'), `/v1/batches/${batchId}`)
    const batch = await batchWith(caller, batchId)
    assert.deepEqual(
      [batch.status, batch.rows, batch.rowsCompleted, batch.rowsFailed, batch.rowsWaiting, batch.cost],
      ['completed', 60, 60, 0, 0, 60],
    )
    assert.equal(batch.results.length, 1)
    assert.equal(batch.results[0].fileName, 'guests.pdf')
    assert.equal(batch.expiresIn, '5 days')
    const texts = await downloadedTexts(batch.results[0].url)
    assert.deepEqual(
      texts,
      rows.map((_, index) => `Hello Ada ${index + 1}, first${index % 2 ? ', second' : ''}`),
    )
    assert.deepEqual(await caller.credits(), { credits: 40, reserved: 0 })
  })

  it('makes a ZIP with one PDF per row, named from columns', async () => {
    const caller = await platen.account({ credits: 100 })
    const templateId = await caller.upload('<p>{{name}}</p>')
    const csv = 'name,number\nAda,1\nBo,2\nAda,1\n../x=1,3\n'
    const { body } = await postBatch(
      caller,
      { templateId, output: 'zip', fileName: '{name} {number}', name: 'list.csv' },
      csv,
    )
    const batch = await batchWith(caller, body.batch.batchId)
    assert.equal(batch.results[0].fileName, 'list.zip')
    const files = await downloadedZip(batch.results[0].url)
    assert.deepEqual(
      files.map(({ name }) => name),
      ['Ada 1.pdf', 'Bo 2.pdf', 'Ada 1-2.pdf', 'x 1 3.pdf'],
    )
    assert.deepEqual(await Promise.all(files.map(async ({ bytes }) => (await textsOf(bytes)).join())), [
      'Ada',
      'Bo',
      'Ada',
      '../x=1',
    ])
    assert.deepEqual(await caller.credits(), { credits: 96, reserved: 0 })
  })
})
