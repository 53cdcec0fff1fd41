import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  completeInvoice,
  FORMATS,
  PROFILES,
  type Target,
  writeInvoice,
} from '../../packages/einvoice/src/index.ts'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { HARD_DOCUMENTS } from '../archive/sources.ts'
import { basicInvoice, INVOICES } from '../einvoice/samples.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { conformingFiles, invalidInvoices, missingJava } from './validators.ts'

const EXAMPLES = new URL('../../examples/', import.meta.url)
const STANDARD = '3b'

/** Options of a PDF in each combination that changes its objects. */
const OPTIONS: Record<string, object> = {
  plain: {},
  full: {
    watermark: { text: 'ENTWURF 10:30 +3-4 (A) 2x3 草稿 مسودة 😀', opacity: 0.4 },
    attachments: [{ name: 'Größe 日本.csv', content: 'YSxi', mimeType: 'text/csv', relationship: 'Source' }],
    metadata: {
      title: 'Titel',
      author: 'Ada & Söhne',
      subject: 'Exam',
      keywords: ['a', 'b'],
      language: 'de-AT',
      createdAt: '2026-11-20T12:00:00Z',
    },
  },
  behind: { watermark: { text: 'Copy', layer: 'behind' }, pageRanges: '1' },
}

const TARGETS: readonly Target[] = [
  ...PROFILES.map((profile) => ({ format: 'facturx', profile }) as const),
  ...FORMATS.filter((format) => format !== 'facturx').map((format) => ({ format })),
]

describe('validators of others', { skip: await missingJava() }, () => {
  let platen: Platen
  let caller: Caller
  let testKey: string
  let folder: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 10_000 })
    const { database } = platen.app.services
    testKey = (await createKey(database, { accountId: caller.accountId, name: 'test', isTest: true })).key
    folder = await mkdtemp(join(tmpdir(), 'platen-exam-'))
  })
  after(async () => {
    await platen?.[Symbol.asyncDispose]()
    if (folder) await rm(folder, { recursive: true })
  })

  /** Makes a PDF, and writes it to a file. @returns the file. */
  const write = async (name: string, body: object, key = caller.key) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/pdf' }
    const answer = await fetch(`${platen.url}/v1/pdf/generate`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.status, 200, `${name}: ${bytes.toString().slice(0, 1_000)}`)
    const file = join(folder, `${name}.pdf`)
    await writeFile(file, bytes)
    return file
  }
  const readExample = async (name: string) => {
    const read = (file: string) => readFile(new URL(`${name}/${file}`, EXAMPLES), 'utf8')
    return {
      templateId: await caller.upload(await read('template.hbs')),
      data: JSON.parse(await read('data.json')),
    }
  }

  const examples = async () => {
    const folders = (await readdir(EXAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory())
    return Object.fromEntries(
      await Promise.all(folders.map(async ({ name }) => [name, await readExample(name)] as const)),
    )
  }

  it('call every example and every difficult document PDF/A-3b, with all options (veraPDF)', async (test) => {
    const files: string[] = []
    for (const [name, example] of Object.entries(await examples())) {
      for (const [kind, more] of Object.entries(OPTIONS)) {
        const options = { ...more, pdfa: '3b' }
        files.push(await write(`${name}-${kind}`, { ...example, options }))
      }
      files.push(await write(`${name}-test`, { ...example, options: { pdfa: '3b' } }, testKey))
    }
    for (const [name, html] of Object.entries(HARD_DOCUMENTS)) {
      const templateId = await caller.upload(html)
      files.push(await write(`hard-${name}`, { templateId, data: {}, options: { pdfa: '3b' } }))
    }
    const invoice = await write('no-archive', { ...(await readExample('invoice')) })
    const conforming = await conformingFiles(STANDARD, [...files, invoice])
    assert.deepEqual(
      files.filter((file) => !conforming.has(file)),
      [],
    )
    assert.ok(!conforming.has(invoice), 'a PDF without the option is not one')
    test.diagnostic(`veraPDF: ${files.length} files`)
  })

  it('call every example PDF/UA-1, and PDF/A-3a with it (veraPDF)', async (test) => {
    const accessible: string[] = []
    const archive: string[] = []
    const source = await readFile(new URL('accessible.html', import.meta.url), 'utf8')
    const sources = {
      accessible: { templateId: await caller.upload(source), data: {} },
      ...(await examples()),
    }
    for (const [name, body] of Object.entries(sources)) {
      for (const [kind, more] of Object.entries(OPTIONS)) {
        const options = { ...more, pdfua: true }
        accessible.push(await write(`${name}-${kind}-ua`, { ...body, options }))
      }
      archive.push(await write(`${name}-3a`, { ...body, options: { ...OPTIONS['full'], pdfa: '3a' } }))
      accessible.push(await write(`${name}-test-ua`, { ...body, options: { pdfua: true } }, testKey))
    }
    const plain = await write('no-accessibility', { ...sources.accessible })
    const conforming = await conformingFiles('ua1', [...accessible, ...archive, plain])
    assert.deepEqual(
      [...accessible, ...archive].filter((file) => !conforming.has(file)),
      [],
    )
    assert.ok(!conforming.has(plain), 'a PDF without the option is not one')
    const inArchive = await conformingFiles('3a', archive)
    assert.deepEqual(
      archive.filter((file) => !inArchive.has(file)),
      [],
    )
    test.diagnostic(
      `veraPDF: ${accessible.length + archive.length} PDFs of PDF/UA-1, ${archive.length} of PDF/A-3a`,
    )
  })

  it('accept every e-invoice in XML that Platen makes, and none with another cent (Mustang)', async (test) => {
    const valid: string[] = []
    const wrong: string[] = []
    for (const [name, sample] of Object.entries(INVOICES)) {
      for (const target of TARGETS) {
        const { status, body } = await caller.call('POST', '/v1/einvoices', { ...target, invoice: sample() })
        if (status === 400) continue
        assert.equal(status, 200, JSON.stringify(body))
        const file = join(folder, `${name}-${target.profile ?? target.format}.xml`.replaceAll(' ', '-'))
        await writeFile(file, body.xml)
        valid.push(file)
        const complete = completeInvoice(sample(), target)
        const totals = {
          ...complete.totals,
          amountDue: (Number(complete.totals?.amountDue) + 0.01).toFixed(2),
        }
        await writeFile(`${file}.wrong.xml`, writeInvoice({ ...complete, totals }, target))
        wrong.push(`${file}.wrong.xml`)
      }
    }
    const invalid = await invalidInvoices([...valid, ...wrong])
    assert.deepEqual(
      valid.filter((file) => invalid.has(file)).map((file) => [file, invalid.get(file)]),
      [],
    )
    assert.deepEqual(
      wrong.filter((file) => !invalid.has(file)),
      [],
    )
    test.diagnostic(`Mustang: ${valid.length} XML files`)
    assert.ok(valid.length >= 25, `${valid.length} files`)
  })

  it('accept every PDF with an e-invoice, also as PDF/UA-1 (veraPDF and Mustang)', async (test) => {
    const files: string[] = []
    const french = await readExample('e-invoice-fr')
    const option = { format: 'facturx', profile: 'EN 16931', invoice: french.data.einvoice }
    const body = { templateId: french.templateId, data: {}, options: { einvoice: option, pdfua: true } }
    files.push(await write('pdf-french-ua', body))
    const { templateId, data } = await readExample('e-invoice')
    for (const profile of PROFILES) {
      const invoice = profile.startsWith('BASIC') ? basicInvoice() : data.einvoice
      const options = { einvoice: { format: 'facturx', profile, invoice }, ...OPTIONS['full'] }
      const name = `pdf-${profile.replaceAll(' ', '-')}`
      files.push(await write(name, { templateId, data: {}, options }))
      files.push(await write(`${name}-ua`, { templateId, data: {}, options: { ...options, pdfua: true } }))
    }
    const conforming = await conformingFiles(STANDARD, files)
    assert.deepEqual(
      files.filter((file) => !conforming.has(file)),
      [],
    )
    const accessible = files.filter((file) => file.endsWith('-ua.pdf'))
    assert.equal((await conformingFiles('ua1', accessible)).size, accessible.length)
    assert.deepEqual([...(await invalidInvoices(files))], [])
    test.diagnostic(`veraPDF and Mustang: ${files.length} PDFs`)
  })
})
