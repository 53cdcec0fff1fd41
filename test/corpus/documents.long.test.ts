import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Printed } from '../../packages/renderer/src/print/tab.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { textsOf } from '../pdf.ts'
import { openPdf, placedTexts } from '../rendering/documents.ts'
import { type Pictures, sharedPictures } from '../rendering/images.ts'
import { owner, sharedPrinter } from '../rendering/printers.ts'
import { differenceOf } from './compare.ts'
import { BLANK_END } from './differences.ts'
import { type Document, installPackages, readDocuments } from './documents.ts'
import { type Reference, startReference } from './reference.ts'

/** Smallest number of templates with data. */
const DOCUMENTS_MIN = 60
const ELEMENTS = 10
const FLOW = '<meta name="page-overflow" content="flow">'
const PRINT_LIMIT_MS = 120_000
/** Smallest scale of `fit`. */
const SCALE_MIN = 0.85
/** Sizes of texts are rounded to this share of their size. */
const SIZE_TOLERANCE = 0.01

describe('public templates', () => {
  let printer: Printer
  let pictures: Pictures
  let reference: Reference
  let folder: string
  let documents: Document[]
  before(async () => {
    const { cacheDir } = readConfig({ CACHE_DIR: process.env['CACHE_DIR'] })
    folder = await mkdtemp(join(tmpdir(), 'platen-corpus-'))
    await installPackages(folder)
    documents = await readDocuments(folder)
    printer = await sharedPrinter()
    pictures = await sharedPictures()
    reference = await startReference(cacheDir)
  })
  after(async () => {
    await reference?.[Symbol.asyncDispose]()
    await pictures?.[Symbol.asyncDispose]()
    await printer?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const signal = () => AbortSignal.timeout(PRINT_LIMIT_MS)
  const print = (html: string) => printer.print(html, owner('corpus'), signal())

  it('are as many as the corpus promises, and their permissive licences are known', () => {
    assert.ok(documents.length >= DOCUMENTS_MIN, String(documents.length))
  })

  it('look as in Chromium and have the same text (flow), and fit only changes their scale', async (context) => {
    const counts: Record<string, number> = { sheets: 0, none: 0, fit: 0, flow: 0 }
    const different: string[] = []
    for (const { name, fill } of documents) {
      const html = fill(1)
      const flowing = withFlow(html)
      const flow = await print(flowing)
      counts['sheets'] = (counts['sheets'] ?? 0) + flow.sheets
      const difference = await differenceOf(pictures, flow.pdf, await reference.print(flowing))
      if (difference !== (BLANK_END[name] ?? '')) different.push(`${name}: ${difference}`)
      const fitted = await print(html)
      const { overflow = 'none' } = fitted.pages[0] ?? {}
      counts[overflow] = (counts[overflow] ?? 0) + 1
      const change =
        overflow === 'fit'
          ? await scaleDifference(flow, fitted)
          : await differenceOf(pictures, flow.pdf, fitted.pdf)
      if (change !== '') different.push(`${name}, ${overflow}: ${change}`)
    }
    context.diagnostic(`${documents.length} templates: ${JSON.stringify(counts)}`)
    assert.deepEqual(different, [])
  })

  it('are the same in an array of ten as alone', async (context) => {
    let combined = 0
    const different: string[] = []
    for (const { name, fill } of documents) {
      const htmls = Array.from({ length: ELEMENTS }, (_, element) => fill(element + 1))
      const options = { owner: owner('corpus'), parallel: 2, signal: signal() }
      const batch = await printBatch(printer, htmls, options)
      if (batch.length < ELEMENTS) combined += 1
      const singles: Printed[] = []
      for (const html of htmls) singles.push(await print(html))
      const [pages, alone] = [batch, singles].map((prints) => prints.flatMap((one) => one.pages))
      assert.deepEqual(pages, alone, name)
      if (batch.every(({ pdf }, part) => isSamePrint(pdf, singles[part]?.pdf))) continue
      const [together, apart] = [batch, singles].map((prints) => assemblePdf(prints.map(({ pdf }) => pdf)))
      if (!together || !apart) continue
      const difference = await differenceOf(pictures, together, apart)
      if (difference !== '') different.push(`${name}: ${difference}`)
    }
    context.diagnostic(`${combined} of ${documents.length} templates are printed as combined documents`)
    assert.deepEqual(different, [])
  })
})

function withFlow(html: string): string {
  const flowing = html.replace(/<head\b[^>]*>/i, (head) => head + FLOW)
  assert.notEqual(flowing, html)
  return flowing
}

/** Returns whether two PDFs of Chromium are the same, except for their dates. */
function isSamePrint(one: Buffer, other: Buffer | undefined): boolean {
  const withoutDates = (pdf: Buffer) => pdf.toString('latin1').replace(/\(D:\d{14}[^)]*\)/g, '')
  return other !== undefined && withoutDates(one) === withoutDates(other)
}

/** Returns the first difference, besides the scale, of a document at full size and on one sheet. '' when there is none. */
async function scaleDifference(full: Printed, fitted: Printed): Promise<string> {
  const scale = fitted.pages[0]?.scale ?? 0
  if (fitted.sheets !== 1 || scale < SCALE_MIN || scale >= 1) return `${fitted.sheets} sheets at ${scale}`
  // Lines break elsewhere, so spaces are not compared.
  const letters = async ({ pdf }: Printed) => (await textsOf(pdf)).join('').replace(/\s/g, '')
  if ((await letters(full)) !== (await letters(fitted))) return 'the text'
  const [sizes, scaled] = [await fontSizes(full), await fontSizes(fitted)]
  const areEqual =
    sizes.length === scaled.length &&
    sizes.every((size, index) => Math.abs((scaled[index] ?? 0) / size / scale - 1) < SIZE_TOLERANCE)
  return areEqual ? '' : `the font sizes ${sizes.join(' ')}, at ${scale} ${scaled.join(' ')}`
}

/** Returns the font sizes of a PDF, each once, in points. */
async function fontSizes({ pdf, sheets }: Printed): Promise<number[]> {
  const document = await openPdf(pdf)
  const sizes = new Set<number>()
  for (let sheet = 1; sheet <= sheets; sheet += 1)
    for (const { size } of await placedTexts(document, sheet)) sizes.add(Math.round(size * 100) / 100)
  return [...sizes].toSorted((one, other) => one - other)
}
