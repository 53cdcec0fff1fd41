import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { createTool, type Tool } from './tool.ts'

describe('platen batches', () => {
  let platen: Platen
  let caller: Caller
  let tool: Tool
  let templateId: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 5 })
    templateId = await caller.upload('<p>{{customer.name}}</p>', 'Badge')
    tool = await createTool(platen.url, { PLATEN_API_KEY: caller.key })
  })
  after(async () => {
    await tool?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  const fileAt = (name: string) => join(String(tool.environment['HOME']), name)
  const write = async (name: string, content: string) => {
    await writeFile(fileAt(name), content)
    return fileAt(name)
  }

  it('starts a batch with a mapping, waits, and writes its PDF and its failed rows', async () => {
    const empty = await tool.run('batches', 'list')
    assert.match(empty.stdout, /^No batches yet\. To start one: platen batches create/)
    const file = await write('guests.csv', 'Guest,Seat\nAda,1\nBo,x\nCy,3\n')
    const mapping = await write(
      'mapping.json',
      '{"Guest":"customer.name","Seat":{"path":"seat","type":"number"}}',
    )
    const create = ['batches', 'create', file, '-t', 'Badge', '--mapping', mapping]
    const checked = await tool.run(...create, '--dry-run')
    assert.match(
      checked.stdout,
      /^Rows {6}3, 1 not valid\nColumns {3}Guest, Seat\nRow 2: The column "Seat" must be a number/,
    )
    assert.match(checked.stdout, /Data of row 1:\n\{"customer":\{"name":"Ada"\},"seat":1\}/)
    const output = fileAt('all.pdf')
    const created = await tool.run(...create, '-o', output)
    assert.equal(created.code, 0, created.stderr)
    assert.match(
      created.stdout,
      /all\.pdf: 2 documents\. 1 row failed: platen batches failed-rows [0-9a-f-]{36}\n$/,
    )
    assert.deepEqual(await textsOf(await readFile(output)), ['Ada', 'Cy'])
    const { value } = await tool.json('batches', 'list')
    const { batchId } = value.batches[0]
    assert.match(
      (await tool.run('batches', 'list')).stdout,
      /BATCH ID +STATUS.*\n.*completed .* 2 of 3 +1 +pdf +guests\.csv/,
    )
    assert.match(
      (await tool.run('batches', 'get', batchId)).stdout,
      /Rows {6}3: 2 completed, 1 failed, 0 waiting/,
    )
    assert.match((await tool.run('batches', 'failed-rows', batchId)).stdout, /^Guest,Seat,error\r?\nBo,x,/)
    const csv = fileAt('failed.csv')
    await tool.run('batches', 'failed-rows', batchId, '-o', csv)
    assert.match(await readFile(csv, 'utf8'), /^Guest,Seat,error\r\nBo,x,/)
    const again = await tool.json('batches', 'cancel', batchId)
    assert.deepEqual([again.code, again.error.status], [1, 409])
  })

  it('exits with 1 and names the next step when the batch is paused', async () => {
    const file = await write('many.jsonl', '{"customer":{"name":"Ada"}}\n'.repeat(6))
    const started = await tool.run('batches', 'create', file, '-t', templateId, '--as', 'zip')
    assert.match(
      started.stdout,
      /^Started a batch of 6 rows\.\nBatch ID: ([0-9a-f-]{36})\nWait for it: platen batches wait/,
    )
    const batchId = /Batch ID: (\S+)/.exec(started.stdout)?.[1] ?? ''
    const paused = await tool.run('batches', 'wait', batchId)
    assert.equal(paused.code, 1)
    assert.match(paused.stderr, /The batch is paused\. No credits are left\./)
    assert.match(paused.stderr, new RegExp(`platen batches resume ${batchId}`))
    const resumed = await tool.json('batches', 'resume', batchId)
    // The service may have begun, or have paused the batch again.
    assert.equal(resumed.code, 0)
    assert.ok(['queued', 'running', 'paused'].includes(resumed.value.status), resumed.value.status)
    await tool.run('batches', 'wait', batchId)
    const cancelled = await tool.json('batches', 'cancel', batchId)
    assert.deepEqual([cancelled.value.status, cancelled.value.rowsCompleted], ['cancelled', 3])
  })

  it('rejects options that do not match', async () => {
    const text = await write('rows.txt', 'x')
    const wrong = await tool.run('batches', 'create', text, '-t', templateId)
    assert.match(wrong.stderr, /must end in \.csv, \.xlsx, \.jsonl or \.ndjson/)
    const mail = await tool.run('batches', 'create', text, '-t', templateId, '--as', 'mail', '-o', 'x.pdf')
    assert.match(mail.stderr, /--output is only for --as pdf and --as zip/)
    const terminal = await tool.run('batches', 'wait', templateId, '-o', '-')
    assert.match(terminal.stderr, /--output must be a file/)
    const unknown = await tool.json('batches', 'get', templateId)
    assert.deepEqual([unknown.code, unknown.error.status], [1, 404])
  })
})
