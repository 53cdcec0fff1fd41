import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { germanInvoice } from '../einvoice/samples.ts'
import { type Platen, startPlaten } from '../harness.ts'
import { createTool, type Tool } from './tool.ts'

describe('platen einvoices', () => {
  let platen: Platen
  let tool: Tool
  before(async () => {
    platen = await startPlaten()
    const { key } = await platen.account()
    tool = await createTool(platen.url, { PLATEN_API_KEY: key })
  })
  after(async () => {
    await tool?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  const file = (name: string) => join(String(tool.environment['HOME']), name)

  it('creates, checks and reads an invoice', async () => {
    await writeFile(file('invoice.json'), JSON.stringify(germanInvoice()))
    const created = await tool.run(
      'einvoices',
      'create',
      file('invoice.json'),
      '-f',
      'xrechnung-ubl',
      '-o',
      file('invoice.xml'),
    )
    assert.deepEqual([created.code, created.stdout], [0, `Wrote ${file('invoice.xml')}.\n`])
    const checked = await tool.run('einvoices', 'check', file('invoice.xml'))
    assert.deepEqual([checked.code, checked.stdout], [0, 'The invoice is valid (xrechnung-ubl).\n'])
    const xml = await readFile(file('invoice.xml'), 'utf8')
    assert.equal((await tool.run('einvoices', 'extract', file('invoice.xml'))).stdout.trim(), xml.trim())
    const { value } = await tool.json('einvoices', 'extract', file('invoice.xml'))
    assert.deepEqual([value.syntax, value.invoice.number], ['ubl', 'RE-2026-0042'])
  })

  it('exits with 1 and names the rules that an invoice breaks', async () => {
    const { number: _, ...invoice } = germanInvoice()
    await writeFile(file('wrong.json'), JSON.stringify(invoice))
    const checked = await tool.run('einvoices', 'check', file('wrong.json'), '-f', 'peppol-bis-3')
    assert.equal(checked.code, 1)
    assert.match(checked.stdout, /^The invoice is not valid \(peppol-bis-3\): 1 broken rule\.\n✗ BR-02: /)
    const { code, error } = await tool.json('einvoices', 'create', file('wrong.json'), '-f', 'facturx')
    assert.deepEqual([code, error.problems[0].rule], [1, 'BR-02'])
    const { value } = await tool.json('einvoices', 'create', file('invoice.json'), '-f', 'facturx')
    assert.deepEqual([value.profile, value.invoice.totals.paidAmount], ['EN 16931', '5.00'])
  })

  it('rejects files and options that do not fit', async () => {
    await writeFile(file('page.html'), '<html></html>')
    await writeFile(file('list.json'), '[]')
    for (const [args, code, message] of [
      [['check', file('wrong.json')], 2, /--format is required for a JSON file/],
      [['check', file('list.json'), '-f', 'facturx'], 1, /must contain a JSON object/],
      [['check', file('none.xml')], 1, /the file does not exist/],
      [['extract', file('page.html')], 1, /The XML begins with <html>/],
      [['create', file('wrong.json')], 2, /--format/],
      [['create', file('wrong.json'), '-f', 'edifact'], 2, /--format must be one of/],
    ] as const) {
      const result = await tool.run('einvoices', ...args)
      assert.equal(result.code, code, result.stderr)
      assert.match(result.stderr, message)
    }
  })
})
