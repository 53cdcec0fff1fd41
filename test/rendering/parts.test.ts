import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assemblePdf, combinePdfs, splitPdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { linksOf, openPdf, outlineOf, type PdfDocument, tagsOf, textOf } from './documents.ts'
import { owner, sharedPrinter } from './printers.ts'

/** Headings, links outside and inside, a table with header cells, a list, and a picture. */
const document = (n: number, sheets = 1) =>
  `<!doctype html><html lang="en"><head><title>No. ${n}</title></head><body><h1 id="top">Element ${n}</h1>
  <p><a href="https://example.com/${n}">Outside</a>${sheets > 1 ? ' <a href="#top">Top</a>' : ''}</p>
  <table><tr><th id="h" scope="col">Name</th></tr><tr><td headers="h">Cell ${n}</td></tr></table>
  <ul><li>One</li><li lang="de">Zwei</li></ul>
  <img alt="Dot" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=">
  ${'<div style="break-before: page"><h2>More</h2></div>'.repeat(sheets - 1)}</body></html>`
const DOCUMENTS = [document(1), document(2), document(3), document(4, 2), document(5), document(6)]

describe('PDFs that are merged in two steps, or split', () => {
  let printer: Printer
  before(async () => void (printer = await sharedPrinter()))
  after(() => printer[Symbol.asyncDispose]())

  const print = async (documents: string[]) =>
    await printBatch(printer, documents, {
      owner: owner('a'),
      parallel: 2,
      signal: AbortSignal.timeout(300_000),
    })
  const contentOf = async (pdf: PdfDocument) => ({
    outline: await outlineOf(pdf),
    sheets: await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, index) => ({
        text: await textOf(pdf, index + 1),
        links: await linksOf(pdf, index + 1),
      })),
    ),
  })
  /** Returns the tags within the documents: each merge adds one element around them. */
  const tagsIn = async (pdf: PdfDocument, sheet: number) => {
    let tags = await tagsOf(pdf, sheet)
    while (tags.length === 1 && tags[0]?.role === 'Document') tags = tags[0].children
    return tags
  }

  it('are the same as when they are merged at once', async () => {
    const parts = (await print(DOCUMENTS)).map(({ pdf }) => pdf)
    const [first, ...rest] = parts
    assert.ok(first && rest.length > 0)
    const atOnce = await openPdf(assemblePdf(parts))
    const inSteps = await openPdf(assemblePdf([combinePdfs([first]), combinePdfs([combinePdfs(rest)])]))
    assert.equal(atOnce.numPages, 7)
    assert.deepEqual(await contentOf(inSteps), await contentOf(atOnce))
    for (let sheet = 1; sheet <= atOnce.numPages; sheet += 1)
      assert.deepEqual(await tagsIn(inSteps, sheet), await tagsIn(atOnce, sheet), `sheet ${sheet}`)
  })

  it('have the content of single prints after a split, and a limit on their size', async () => {
    const documents = [1, 2, 3].map((n) => document(n))
    const [combined, ...others] = await printBatch(printer, documents, {
      owner: owner('a'),
      parallel: 1,
      signal: AbortSignal.timeout(300_000),
    })
    assert.ok(combined && others.length === 0, 'the documents are combined')
    const split = splitPdf(combined.pdf, [1, 1, 1])
    for (const [index, html] of documents.entries()) {
      const [single] = await print([html])
      const [one, other] = [
        await openPdf(split[index] ?? Buffer.alloc(0)),
        await openPdf(assemblePdf([single?.pdf ?? Buffer.alloc(0)])),
      ]
      assert.deepEqual(await contentOf(one), await contentOf(other))
      assert.deepEqual(await tagsIn(one, 1), await tagsIn(other, 1))
    }
    const bytes = split.reduce((sum, { length }) => sum + length, 0)
    assert.equal(splitPdf(combined.pdf, [1, 1, 1], undefined, bytes).length, 3)
    assert.throws(() => splitPdf(combined.pdf, [1, 1, 1], undefined, bytes - 1), { kind: 'invalid' })
  })
})
