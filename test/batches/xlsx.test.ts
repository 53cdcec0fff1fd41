import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readXlsx } from '../../packages/server/src/batches/files/xlsx.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { batchWith, postBatch } from './batch.ts'
import { partsOf, writeXlsx } from './xlsx.ts'

const TYPE = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
const ROWS =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>sum.total</t></is></c><c r="C1" t="inlineStr"><is><t>day</t></is></c></row>' +
  '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>12.5</v></c><c r="C2" s="1"><v>46353</v></c></row>' +
  '<row r="4"><c r="B4"><v>3</v></c></row>'

describe('XLSX files of batches', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 10 })
    templateId = await caller.upload('<p>{{name}} {{sum.total}} {{day}}</p>')
  })
  after(() => platen[Symbol.asyncDispose]())

  const rejected = async (file: Buffer) => {
    const { status, body } = await postBatch(caller, { templateId }, file, TYPE)
    assert.equal(status, 400, JSON.stringify(body))
    return String(body.message)
  }

  it('become documents, with numbers and dates', async () => {
    const file = await writeXlsx(partsOf(ROWS))
    const table = await readXlsx(file)
    assert.deepEqual(table, {
      columns: ['name', 'sum.total', 'day'],
      rows: [
        ['Ada & Bo', 12.5, '2026-11-27'],
        [null, 3],
      ],
    })
    const { body } = await postBatch(caller, { templateId, name: 'list.xlsx' }, file, TYPE)
    const batch = await batchWith(caller, body.batch.batchId)
    assert.equal(batch.results[0].fileName, 'list.pdf')
    assert.deepEqual(await downloadedTexts(batch.results[0].url), ['Ada & Bo 12.5 2026-11-27', '3'])
  })

  it('are rejected when they are damaged, or decompress to too much', async () => {
    const file = await writeXlsx(partsOf(ROWS))
    assert.match(await rejected(file.subarray(0, file.length - 200)), /^The XLSX file cannot be read/)
    assert.match(await rejected(Buffer.from('PK\u0003\u0004nonsense')), /^The XLSX file cannot be read/)
    assert.match(await rejected(await writeXlsx({ 'other.xml': '<a/>' })), /^The XLSX file cannot be read/)
    const bomb = { ...partsOf(ROWS), 'xl/media/bomb.xml': Buffer.alloc(140 * 1024 * 1024) }
    assert.match(await rejected(await writeXlsx(bomb)), /more than 128 MiB of content/)
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${index}.bin`, '']))
    assert.match(
      await rejected(await writeXlsx({ ...partsOf(ROWS), ...many })),
      /more than 128 MiB of content, 2,000 parts or/,
    )
    assert.match(await rejected(await writeXlsx(partsOf('<row r="1"></row>'))), /The file is empty/)
  })

  it('are rejected when rows share a large text', async () => {
    const shared = partsOf(
      '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' +
        Array.from({ length: 2_000 }, (_, index) => {
          const row = index + 2
          return `<row r="${row}"><c r="A${row}" t="s"><v>1</v></c></row>`
        }).join(''),
    )
    const strings = String(shared['xl/sharedStrings.xml']).replace('Ada &amp; Bo', 'x'.repeat(200_000))
    assert.match(
      await rejected(await writeXlsx({ ...shared, 'xl/sharedStrings.xml': strings })),
      /^The rows have more than 64,000,000 characters in total/,
    )
  })

  it('are rejected when their sizes are wrong, and the service continues', async () => {
    const file = await writeXlsx({ ...partsOf(ROWS), 'xl/media/bomb.xml': Buffer.alloc(200_000_000) })
    // Sets the size of the part to 100 bytes, in its header and in the directory.
    const size = Buffer.alloc(4)
    size.writeUInt32LE(200_000_000)
    const small = Buffer.alloc(4)
    small.writeUInt32LE(100)
    for (let at = file.indexOf(size); at >= 0; at = file.indexOf(size, at)) small.copy(file, at)
    assert.match(await rejected(file), /^The XLSX file cannot be read/)
    // A cell at the last row and column, which a table of all cells could not hold.
    const far =
      '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    assert.match(await rejected(await writeXlsx(partsOf(far))), /or 10,000,000 cells/)
    const elsewhere = (rows: string) => {
      const { 'xl/worksheets/sheet1.xml': sheet = '', ...parts } = partsOf(rows)
      const links = 'xl/_rels/workbook.xml.rels'
      return writeXlsx({
        ...parts,
        [links]: String(parts[links]).replace('worksheets/', 'other/'),
        'xl/other/sheet1.xml': sheet,
      })
    }
    assert.match(await rejected(await elsewhere(far)), /or 10,000,000 cells/)
    const [first = '', last = ''] = far.split('</row>', 2)
    for (const hidden of [
      last.replace('<c r="XFD1048576"', "<c t='n' x:r = 'XFD1048576'"),
      last.replace('XFD1048576', 'XFD1'),
    ]) {
      const file = await writeXlsx(partsOf(`${first}</row>${hidden}</row>`))
      assert.match(await rejected(file), /or 10,000,000 cells/, hidden)
    }
    const entity = far.replace('XFD1048576', '&#88;FD1048576')
    assert.match(await rejected(await writeXlsx(partsOf(entity))), /cannot be read/)
    const utf16 = {
      'xl/worksheets/sheet1.xml': Buffer.from(String(partsOf(ROWS)['xl/worksheets/sheet1.xml']), 'utf16le'),
    }
    assert.match(await rejected(await writeXlsx({ ...partsOf(ROWS), ...utf16 })), /cannot be read/)
    // As LibreOffice writes it.
    const empty = '<row r="1048576" ht="12.8"></row>'
    assert.equal((await readXlsx(await writeXlsx(partsOf(ROWS + empty)))).rows.length, 2)
    const { status } = await postBatch(
      caller,
      { templateId, dryRun: 'true' },
      await writeXlsx(partsOf(ROWS)),
      TYPE,
    )
    assert.equal(status, 200)
  })
})
