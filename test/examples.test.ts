import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { decode } from 'fast-png'
import { type Caller, type Platen, startPlaten } from './harness.ts'
import { downloadedTexts } from './pdf.ts'
import { EXAMPLES as EXAMPLE_LIST, readExample } from '../packages/server/src/templates/examples.ts'

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
      'e-invoice-fr': [1, /Facture.*40 €.*livraison de biens et prestation de services.*débits.*RCS Lyon/],
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

  it('include e-invoices that are valid as ZUGFeRD, XRechnung and Factur-X', async () => {
    for (const [name, profile] of [
      ['e-invoice', 'EN 16931'],
      ['e-invoice', 'XRECHNUNG'],
      ['e-invoice-fr', 'EN 16931'],
      ['e-invoice-fr', 'EXTENDED'],
    ]) {
      const source = await readFile(new URL(`${name}/template.hbs`, EXAMPLES), 'utf8')
      const { einvoice } = JSON.parse(await readFile(new URL(`${name}/data.json`, EXAMPLES), 'utf8'))
      const options = { pdfua: true, einvoice: { format: 'facturx', profile, invoice: einvoice } }
      const { status, body } = await caller.generate(await caller.upload(source), {}, { options })
      assert.equal(status, 200, JSON.stringify(body))
    }
  })

  it('have no warning for their authors, as accessibility problems', async () => {
    for (const { name } of EXAMPLE_LIST) {
      const { source, sampleData } = await readExample(name)
      const dryRun = await caller.generate(await caller.upload(source), JSON.parse(sampleData), {
        dryRun: true,
      })
      assert.deepEqual([dryRun.status, dryRun.body.warnings], [200, []], name)
    }
  })
})
