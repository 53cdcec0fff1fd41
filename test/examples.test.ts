import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { decode } from 'fast-png'
import { type Caller, type Platen, startPlaten } from './harness.ts'
import { downloadedTexts } from './pdf.ts'

const EXAMPLES = new URL('../examples/', import.meta.url)

describe('the examples', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 100 })
  })
  after(() => platen[Symbol.asyncDispose]())

  it('print the expected number of sheets without a warning', async () => {
    const expected: Record<string, [number, RegExp]> = {
      certificate: [1, /Amélie Moreau-Lindqvist.*13 November 2026/],
      'e-invoice': [1, /Rechnung RE-2026-0118.*Zahlbetrag 3\.600,43/],
      invoice: [1, /Invoice.*Total €22,575\.17/],
      letter: [1, /Welcome aboard.*今天.*日本語.*오늘/],
      report: [4, /Page 1 of 4.*River Monitoring 2026/],
      'shipping-label': [1, /Express 24.*PL8402117735DE/],
      ticket: [3, /Doors 18:45.*The Paper Lanterns.*19:30/],
    }
    const folders = (await readdir(EXAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory())
    assert.deepEqual(folders.map(({ name }) => name).toSorted(), Object.keys(expected))
    for (const [name, [sheets, text]] of Object.entries(expected)) {
      const source = await readFile(new URL(`${name}/template.hbs`, EXAMPLES), 'utf8')
      const data: unknown = JSON.parse(await readFile(new URL(`${name}/data.json`, EXAMPLES), 'utf8'))
      const { status, headers, body } = await caller.generate(await caller.upload(source, name), data)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(
        [headers.get('x-platen-sheets'), headers.get('x-platen-warnings')],
        [String(sheets), '0'],
        name,
      )
      assert.match((await downloadedTexts(body.pdfUrl)).join(' '), text)
      const picture = await readFile(new URL(`${name}/picture.png`, EXAMPLES))
      assert.ok(decode(picture).width > 100, `npm run pictures draws ${name} for the gallery`)
    }
  })

  it('include an e-invoice that is valid as ZUGFeRD and XRechnung', async () => {
    const source = await readFile(new URL('e-invoice/template.hbs', EXAMPLES), 'utf8')
    const { einvoice } = JSON.parse(await readFile(new URL('e-invoice/data.json', EXAMPLES), 'utf8'))
    for (const profile of ['EN 16931', 'XRECHNUNG']) {
      const options = { einvoice: { format: 'facturx', profile, invoice: einvoice } }
      const { status, body } = await caller.generate(await caller.upload(source), {}, { options })
      assert.equal(status, 200, JSON.stringify(body))
    }
  })
})
