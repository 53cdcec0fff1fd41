import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { ConformanceError } from '../../packages/renderer/src/pdf/finish/conformance.ts'
import type { PdfOptions } from '../../packages/renderer/src/pdf/finish/finish.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { readDocument, record, textOf as textOfPdf } from '../archive/objects.ts'
import { HARD_DOCUMENTS } from '../archive/sources.ts'
import { flat, openPdf, tagsOf, textOf } from './documents.ts'
import { type Pictures, sharedPictures } from './images.ts'
import { owner, sharedPrinter } from './printers.ts'

const LIMIT_MS = 60_000
const SIDE = 800
const ACCESSIBLE: PdfOptions = { isAccessible: true, metadata: { title: 'Title', language: 'en' } }

describe('PDF/UA-1', () => {
  let printer: Printer
  let pictures: Pictures
  before(async () => {
    printer = await sharedPrinter()
    pictures = await sharedPictures()
  })
  after(async () => {
    await printer?.[Symbol.asyncDispose]()
    await pictures?.[Symbol.asyncDispose]()
  })
  const print = async (html: string) =>
    (await printer.print(html, owner('a'), AbortSignal.timeout(LIMIT_MS))).pdf
  const page = (html: string) => print(`<!doctype html><html lang=en><title>Title</title>${html}`)

  it('changes neither the look nor the text of a document', async () => {
    const accessible = await readFile(new URL('../exam/accessible.html', import.meta.url), 'utf8')
    const documents = { accessible, ...HARD_DOCUMENTS }
    const checked: string[] = []
    for (const [name, html] of Object.entries(documents)) {
      const printed = await print(html)
      const plain = assemblePdf([printed])
      const converted = convert(printed)
      if (!converted) continue
      checked.push(name)
      const [before, after] = [await pictures.draw(plain, SIDE), await pictures.draw(converted, SIDE)]
      assert.equal(after.length, before.length, name)
      for (const [index, picture] of after.entries())
        assert.ok(
          before[index] && Buffer.compare(picture.data, before[index].data) === 0,
          `${name}, ${index}`,
        )
      const [one, other] = [await openPdf(plain), await openPdf(converted)]
      for (let sheet = 1; sheet <= one.numPages; sheet += 1)
        assert.equal(await textOf(other, sheet), (await textOf(one, sheet)).replaceAll('\0', '\uFFFD'), name)
    }
    assert.deepEqual(checked, ['accessible', 'scripts', 'svg', 'tables', 'typography'])
  })

  it('puts the content of list items into bodies', async () => {
    const printed = await page('<ul><li>One<ol><li>Deep <b>bold</b></li></ol></li><li>Two</li></ul>')
    const roles = flat(await tagsOf(await openPdf(convert(printed) ?? assert.fail()), 1)).map(
      ({ role }) => role,
    )
    const expected = ['LI', 'Lbl', 'LBody', 'L', 'LI', 'Lbl', 'LBody']
    assert.deepEqual(roles.filter((role) => role.startsWith('L')).slice(1, 8), expected)
  })

  it('describes each link, and gives each table header its direction', async () => {
    const printed =
      await page(`<a href="https://example.com/q?a=1">out</a> <a href="#end">in</a><h1 id=end>End</h1>
      <table><thead><tr><th>Item<th scope=col>Price<tbody><tr><th scope=row>Lamp<td>1</table>`)
    const { objects, entries } = await readDocument(convert(printed) ?? assert.fail())
    const all = objects.map(({ value }) => record(value))
    const links = all.filter((object) => object['/Subtype'] === '/Link')
    assert.deepEqual(links.map((link) => textOfPdf(link['/Contents'])).toSorted(), [
      'end',
      'https://example.com/q?a=1',
    ])
    const headers = all.filter((object) => object['/S'] === '/TH')
    const scopes = headers.map((header) =>
      [header['/A']].flat().map((attributes) => entries(attributes)['/Scope']),
    )
    assert.deepEqual(scopes.flat().filter(Boolean), ['/Column', '/Column', '/Row'])
  })

  it('rejects what only the author can mend, with the reason', async () => {
    const cases: [html: string, expected: RegExp][] = [
      ['<p>x</p>', /has no title\. Add <title>/],
      ['<html lang=en><title>x</title>', /no text and no image with a tag/],
      [
        "<html lang=en><title>x</title><img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>\"><p>x",
        /no alternative text/,
      ],
      ['<html lang=en><title>x</title><h2>x</h2>', /A heading <h2> follows no other heading/],
      ['<html lang=en><title>x</title><h1>x</h1><h3>y</h3>', /A heading <h3> follows <h1>/],
      [
        '<html lang=en><title>x</title><div style="mask-image:linear-gradient(black,transparent)">x</div>',
        /is drawn twice/,
      ],
    ]
    for (const [html, expected] of cases) {
      const printed = await print(`<!doctype html>${html}`)
      assert.throws(
        () => assemblePdf([printed], { options: { isAccessible: true } }),
        (error) =>
          error instanceof ConformanceError && error.standard === 'PDF/UA-1' && expected.test(error.message),
        html,
      )
    }
  })
})

/** Converts a document. @returns `undefined` when it does not conform. */
function convert(printed: Buffer): Buffer | undefined {
  try {
    return assemblePdf([printed], { options: ACCESSIBLE })
  } catch (error) {
    if (error instanceof ConformanceError) return undefined
    throw error
  }
}
