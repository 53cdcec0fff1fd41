import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import type { PdfOptions } from '../../packages/renderer/src/pdf/finish/finish.ts'
import { watermarkDocument } from '../../packages/renderer/src/print/watermark.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { owner, sharedHosts, sharedPrinter } from '../rendering/printers.ts'
import { pdfaProblems } from './pdfa.ts'
import { uncompressed } from './qpdf.ts'
import { HARD_DOCUMENTS } from './sources.ts'

const ARCHIVE: PdfOptions = { isArchive: true }
const EXAMPLES = [
  'certificate',
  'e-invoice',
  'e-invoice-fr',
  'invoice',
  'letter',
  'report',
  'shipping-label',
  'ticket',
]
const MARK = { text: 'ENTWURF 草稿 مسودة 😀', colour: '#ff0000', opacity: 0.4, angle: 30, isBehind: false }
const fixture = (name: string) => readFile(new URL(`../rendering/fixtures/${name}.pdf`, import.meta.url))

describe('PDF/A-3b', () => {
  let printer: Printer
  let hosts: TemplateHosts
  before(async () => {
    printer = await sharedPrinter()
    hosts = await sharedHosts()
  })
  after(async () => {
    await hosts[Symbol.asyncDispose]()
    await printer[Symbol.asyncDispose]()
  })
  const print = async (html: string) =>
    (await printer.print(html, owner('test'), AbortSignal.timeout(20_000))).pdf

  it('is produced for every example with a watermark and an attachment', async () => {
    const mark = await print(watermarkDocument(MARK))
    for (const name of EXAMPLES) {
      const read = (file: string) =>
        readFile(new URL(`../../examples/${name}/${file}`, import.meta.url), 'utf8')
      const elements = JSON.stringify([JSON.parse(await read('data.json'))].flat().slice(0, 2))
      const source = await read('template.hbs')
      const request = { tenant: 'test', source, contentVersion: name, elements }
      const htmls = await hosts.fill(request, AbortSignal.timeout(10_000))
      const options: PdfOptions = {
        ...ARCHIVE,
        watermark: MARK,
        metadata: { author: 'Ada & Söhne', keywords: ['a', 'b'], createdAt: '2026-11-20T12:00:00.000Z' },
        attachments: [
          {
            name: 'Größe 日本.csv',
            content: 'YSxi',
            mimeType: 'text/csv',
            relationship: 'Source',
            modifiedAt: '2026-11-20T12:00:00.000Z',
          },
        ],
      }
      const pdf = assemblePdf(await Promise.all(htmls.map(print)), { options, watermarkPdf: mark })
      assert.deepEqual(await pdfaProblems(pdf), [], name)
    }
  })

  it('is produced for documents with difficult features', async () => {
    for (const [name, html] of Object.entries(HARD_DOCUMENTS)) {
      const pdf = assemblePdf([await print(html)], { options: ARCHIVE })
      assert.deepEqual(await pdfaProblems(pdf), [], name)
    }
  })

  it('rejects a document with characters that no font has', async () => {
    const parts = [await print('<p>A\u{10FFFD}B'), await print('<svg><text y=20>\u{10FFFD}</text></svg>')]
    for (const part of parts)
      assert.throws(() => assemblePdf([part], { options: ARCHIVE }), /character that none of its fonts has/)
  })

  it('rejects a document with names, texts or sheets beyond the limits of the standard', async () => {
    const id = 'i'.repeat(200)
    const cases: [string, RegExp][] = [
      [`<a href="#${id}">a</a><h1 id="${id}">b</h1>`, /a name of more than 127 bytes/],
      [
        `<a href="https://example.com/${'x'.repeat(40_000)}">a</a>`,
        /text of more than 32,767 bytes\. Shorten it/,
      ],
      ['<style>@page{size:1px 200px;margin:0}</style>', /side of less than 3 points/],
    ]
    for (const [html, expected] of cases) {
      const part = await print(html)
      assert.throws(() => assemblePdf([part], { options: ARCHIVE }), expected)
    }
  })

  it('rejects features that the standard forbids and later versions of Chromium may write', async () => {
    const cases: [string, string, string, RegExp][] = [
      ['images', '/DeviceGray', '/DeviceCMYK', /CMYK/],
      ['invoice', '/Subtype /Link', '/Subtype /Text', /a form field or media/],
      ['invoice', '/F 4', '/F 2', /a link that is not printed/],
      ['invoice', '/S /URI\n', '/S /Hide', /an action other than opening an address/],
      ['invoice', '/FontFile2', '/FontFileX', /font that may not be embedded/],
      ['invoice', '/BM /Normal', '/TR2 /Ident', /transfer function/],
    ]
    for (const [name, from, to, expected] of cases) {
      const part = replaced(await fixture(name), from, to)
      assert.throws(() => assemblePdf([part], { options: ARCHIVE }), expected)
    }
  })

  it('is checked by checks that detect each violation', async () => {
    const options: PdfOptions = {
      ...ARCHIVE,
      metadata: { title: 'Titel', createdAt: '2026-11-20T12:00:00.000Z' },
      attachments: [
        {
          name: 'a.csv',
          content: 'YQ==',
          mimeType: 'text/csv',
          relationship: 'Data',
          modifiedAt: '2026-11-20T12:00:00Z',
        },
      ],
    }
    const html = `${HARD_DOCUMENTS['links']}<p style="opacity:.5">half<img src="${PICTURE}" style="width:9px">`
    const plain = await uncompressed(assemblePdf([await print(html)], { options }))
    assert.deepEqual(await pdfaProblems(plain), [])
    const cases: [clause: string, from: string, to: string][] = [
      ['6.1.2', '%PDF-1.7', '%PDF-2.0'],
      ['6.1.3', '  /ID [', '  /IX ['],
      ['6.1.7', '/Type /EmbeddedFile', '/FFilter /Embedded1'],
      ['6.2.3', '/GTS_PDFA1', '/GTS_PDFX1'],
      ['6.2.3', 'mntrRGB ', 'scnrRGB '],
      ['6.2.3', 'acsp', 'acsq'],
      ['6.2.2', '\nET\n', '\nEt\n'],
      ['6.2.2', '\nQ\n', '\nq\n'],
      ['6.2.2', '\n/G3 gs\n', '\n/G9 gs\n'],
      ['6.2.4', '/DeviceGray', '/DeviceCMYK'],
      ['6.2.5', '/BM /Normal', '/BM /Normel'],
      ['6.2.5', '/BM /Normal', '/TR2 /Ident'],
      ['6.2.8', '/Height 2', '/OPI 12 3'],
      ['6.2.11', '/FontFile2', '/FontFileX'],
      ['6.2.11', '/CIDToGIDMap /Identity', '/CIDToGIDMap /Identitx'],
      ['6.2.11', '/W [', '/X ['],
      ['6.3', '/F 4', '/F 6'],
      ['6.4', '/MarkInfo', '/AcroForm'],
      ['6.5.1', '/S /URI', '/S /URX'],
      ['6.6.2.1', '/Subtype /XML', '/Subtype /XMK'],
      ['6.6.2.3', 'dc:format>', 'dc:farmat>'],
      ['6.6.3', '/Title (Titel)', '/Title (Tutel)'],
      ['6.6.4', '<pdfaid:part>3', '<pdfaid:part>2'],
      ['6.8', '/AFRelationship', '/AFRelationshiq'],
      ['6.8', '/Subtype /text#2fcsv', '/Subtype /text#20csv'],
    ]
    for (const [clause, from, to] of cases) {
      const problems = await pdfaProblems(replaced(plain, from, to))
      assert.ok(
        problems.some((problem) => problem.startsWith(clause)),
        `${clause} with ${to}: ${problems.join('; ')}`,
      )
    }
  })
})

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVQIW2P8z8BQz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC'

/** Returns a PDF with a text replaced by another of the same length, so that all offsets stay the same. */
function replaced(pdf: Buffer, from: string, to: string): Buffer {
  const text = pdf.toString('latin1')
  assert.equal(from.length, to.length, to)
  assert.ok(text.includes(from), `The PDF does not contain ${from}`)
  return Buffer.from(text.replaceAll(from, to), 'latin1')
}
