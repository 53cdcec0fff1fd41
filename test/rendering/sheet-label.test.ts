import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { draftOf, setEntries, sheetsIn } from '../../packages/renderer/src/pdf/objects/draft.ts'
import { mergePdfs } from '../../packages/renderer/src/pdf/merge/merge.ts'
import { addSheetLabel, type SheetLabel } from '../../packages/renderer/src/pdf/finish/sheet-label.ts'
import { readPdf } from '../../packages/renderer/src/pdf/objects/read.ts'
import type { Value } from '../../packages/renderer/src/pdf/objects/syntax.ts'
import { writePdf } from '../../packages/renderer/src/pdf/objects/write.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { contentsOf } from '../pdf.ts'
import { flat, openPdf, tagsOf } from './documents.ts'
import { type Picture, type Pictures, sharedPictures } from './images.ts'
import { owner, sharedPrinter } from './printers.ts'

const LIMIT_MS = 60_000
/** Side of the square into which a drawn sheet fits. In pixels. */
const DRAWN_SIDE = 800
/** Largest share of the sides of a sheet that the label with its margin takes, on the smallest sheets. */
const CORNER = 0.62

const TEMPLATES: Record<string, { html: string; sheets?: number }> = {
  'a plain document': { html: '<p>Hello' },
  'an empty document': { html: '<style>@page { size: A6 }</style>' },
  'a black layer above everything': {
    html: '<style>@page { margin: 0 } b { position: fixed; inset: 0; z-index: 2147483647; background: #000 }</style><b></b>',
  },
  'content below everything': {
    html: '<style>i { position: absolute; inset: 0; z-index: -2147483648; background: red }</style><i></i>',
  },
  'a clipped, scaled, transparent page': {
    html: '<style>html { clip-path: inset(40%); transform: scale(.5); opacity: .1; filter: blur(3px) }</style><p>x',
  },
  'rotated pages': {
    html:
      '<style>@page { size: A5; page-orientation: rotate-left } @page :first { page-orientation: rotate-right }' +
      ' p { break-before: page }</style><h1>one</h1><p>two',
    sheets: 2,
  },
  'a sheet of 20 mm': { html: '<style>@page { size: 20mm 20mm; margin: 0 }</style>x' },
  'a sheet of 20 by 300 mm': { html: '<style>@page { size: 20mm 300mm; margin: 0 }</style>x' },
  'a sheet of 300 by 20 mm': { html: '<style>@page { size: 300mm 20mm; margin: 0 }</style>x' },
  'a sheet of two metres': { html: '<style>@page { size: 2000mm 1500mm }</style>x' },
}

describe('the label of sheets', () => {
  let printer: Printer
  let pictures: Pictures
  before(async () => {
    printer = await sharedPrinter()
    pictures = await sharedPictures()
  })
  after(async () => {
    await printer[Symbol.asyncDispose]()
    await pictures[Symbol.asyncDispose]()
  })
  /** Asserts that two PDFs with this number of sheets differ only by the label. */
  const assertAllMarked = async (plain: Buffer, marked: Buffer, sheets: number) => {
    const [before, after] = [await pictures.draw(plain, DRAWN_SIDE), await pictures.draw(marked, DRAWN_SIDE)]
    assert.deepEqual([before.length, after.length], [sheets, sheets])
    for (const [index, picture] of after.entries()) assertMarked(before[index] ?? picture, picture)
  }
  const drawn = async (pdf: Buffer) => (await pictures.draw(pdf, DRAWN_SIDE))[0] ?? assert.fail('No sheet')
  const print = async (html: string) =>
    (await printer.print(`<!doctype html>${html}`, owner('a'), AbortSignal.timeout(LIMIT_MS))).pdf

  for (const [name, { html, sheets = 1 }] of Object.entries(TEMPLATES)) {
    it(`is visible in the top right corner of every sheet: ${name}`, async () => {
      const printed = await print(html)
      const marked = assemblePdf([printed], MARKED)
      assert.equal((await openPdf(marked)).numPages, sheets)
      await assertAllMarked(assemblePdf([printed]), marked, sheets)
    })
  }

  it('has the text TEST on a PDF of a test call', async () => {
    const printed = await print('<style>@page { size: A6 }</style><p>Hello')
    const marked = assemblePdf([printed], { options: {}, label: 'TEST' })
    await assertAllMarked(assemblePdf([printed]), marked, 1)
    assert.notDeepEqual((await drawn(marked)).data, (await drawn(assemblePdf([printed], MARKED))).data)
  })

  it('is on every sheet of several documents, and is stored once', async () => {
    const parts = [await print('<p>one'), await print('<p>two<p style="break-before:page">three')]
    const [plain, marked] = [assemblePdf(parts), assemblePdf(parts, MARKED)]
    await assertAllMarked(plain, marked, 3)
    assert.equal(contentsOf(marked).match(/\/Subtype \/Form/g)?.length, 1)
  })

  it('is in the visible corner of cropped sheets and of sheets with /Rotate', async () => {
    const printed = await print('<style>@page { size: 300pt 200pt; margin: 0 }</style><p>x')
    for (const entries of [
      { '/Rotate': '90' },
      { '/Rotate': '180' },
      { '/Rotate': '-90' },
      { '/CropBox': ['40', '60', '180', '150'] },
      { '/CropBox': ['-100', '60', '900', '150'], '/Rotate': '270' },
    ] satisfies Record<string, Value>[])
      await assertAllMarked(changed(printed, entries, false), changed(printed, entries, true), 1)
  })

  it('is an artifact and does not change the tags', async () => {
    const printed = await print('<h1>Title</h1><p>Text')
    const roles = async (pdf: Buffer) => flat(await tagsOf(await openPdf(pdf), 1)).map(({ role }) => role)
    assert.deepEqual(await roles(assemblePdf([printed], MARKED)), await roles(assemblePdf([printed])))
    assert.match(
      contentsOf(assemblePdf([printed], MARKED)),
      /\/Artifact <<[^>]*>> BDC\nq\n\/PlatenLabelState gs/,
    )
  })

  it('shows differences of the content below it', async () => {
    const page = (colour: string) =>
      `<style>@page { size: 100pt 100pt; margin: 0 } html { background: ${colour} }</style>&nbsp;`
    const [white, black] = [await print(page('#fff')), await print(page('#000'))]
    const plain = [await drawn(assemblePdf([white])), await drawn(assemblePdf([black]))] as const
    const marked = [
      await drawn(assemblePdf([white], MARKED)),
      await drawn(assemblePdf([black], MARKED)),
    ] as const
    let hidden = 0
    for (let at = 0; at < marked[0].data.length; at += 1) {
      const [before, after] = [plain, marked].map(([one, other]) => byteAt(one, at) - byteAt(other, at))
      if (before === 255 && Number(after) < SHOWN_DIFFERENCE) hidden += 1
    }
    assert.equal(hidden, 0)
  })
})

/** Smallest difference per channel that the dashboard shows when it compares two versions. */
const SHOWN_DIFFERENCE = 16

const CHANNELS = 4

const MARKED = { options: {}, label: 'PREVIEW' as SheetLabel }

/** Returns a printed PDF with further entries in the dictionary of its sheet. */
function changed(printed: Buffer, entries: Record<string, Value>, isMarked: boolean): Buffer {
  const draft = draftOf(mergePdfs([readPdf(printed)]))
  for (const sheet of sheetsIn(draft)) setEntries(draft, sheet, entries)
  if (isMarked) addSheetLabel(draft, 'PREVIEW')
  return writePdf(draft.objects, draft)
}

function byteAt({ data }: Picture, index: number): number {
  return Number(data[index])
}

/** Asserts that two images differ only in the top right corner, and that the label there is legible. */
function assertMarked(plain: Picture, marked: Picture): void {
  assert.deepEqual([marked.width, marked.height], [plain.width, plain.height])
  const { width, height } = marked
  let [changes, left, bottom] = [0, width, 0]
  let [lightest, darkest] = [0, 255]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * CHANNELS
      if (byteAt(plain, at) === byteAt(marked, at) && byteAt(plain, at + 1) === byteAt(marked, at + 1))
        continue
      changes += 1
      left = Math.min(left, x)
      bottom = Math.max(bottom, y)
      lightest = Math.max(lightest, byteAt(marked, at + 1))
      darkest = Math.min(darkest, byteAt(marked, at + 1))
    }
  }
  assert.ok(changes > 30, `${changes} pixels are marked`)
  assert.ok(
    left >= width * (1 - CORNER) && bottom <= height * CORNER,
    `from ${left}, to ${bottom} of ${width} × ${height}`,
  )
  assert.ok(lightest - darkest > 90, `from ${darkest} to ${lightest}`)
}
