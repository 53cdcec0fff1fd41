import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { openPdf, placedTexts, type PlacedText } from './documents.ts'
import { owner, sharedPrinter } from './printers.ts'

const POINTS_PER_MM = 72 / 25.4
const A4_WIDTH = 210 * POINTS_PER_MM
const FLOW = '<meta name="page-overflow" content="flow">'
const MARGIN_BOX = '@top-left { content: "HEADER"; font: 10pt Inter }'

const page = (style: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>x</title>${head}<style>body { margin: 0; font: 12pt/1.4 Inter } p { margin: 0 } ${style}</style></head><body>${body}</body></html>`
const lines = (count: number) => '<p>Line</p>'.repeat(count)

/** Returns a document with a page area of 180 mm and a table that is `width` mm wide. */
const table = (width: number, head = '', more = '') =>
  page(
    `@page { size: A4; margin: 15mm; ${MARGIN_BOX} } table { border-collapse: collapse; width: ${width}mm } td { border: 1px solid }`,
    `<h1>Invoice</h1><table class="lines"><tr><td>Item<td style="text-align: right">Amount</table>${more}`,
    head,
  )

/** Returns a page of a fixed width that is too tall for its sheet. END is at its right edge. */
const fixedPage = (style: string, body = '') =>
  page(
    `@page { size: A4; margin: 0 } .page { width: 210mm; padding: 20mm; box-sizing: border-box } .end { text-align: right } ${style}`,
    `<div class="page"><p class="end">END</p>${lines(48)}</div>${body}`,
  )

describe('fit', () => {
  let printer: Printer
  before(async () => {
    printer = await sharedPrinter()
  })
  after(async () => await printer[Symbol.asyncDispose]())

  const signal = () => AbortSignal.timeout(25_000)
  const print = (html: string) => printer.print(html, owner('a'), signal())

  /** Prints a document and asserts that it takes one sheet. */
  async function printSheet(html: string) {
    const { pdf, pages, warnings } = await print(html)
    assert.deepEqual(
      pages.map(({ sheets }) => sheets),
      [1],
    )
    const scale = pages[0]?.scale ?? 0
    const texts = await placedTexts(await openPdf(pdf), 1)
    const find = (text: string): PlacedText => {
      const match = texts.find((one) => one.text.includes(text))
      assert.ok(match, `${text} is not on the sheet`)
      return match
    }
    return { scale, warnings, texts, find }
  }

  it('scales the content but not the page margins and their boxes', async () => {
    const letter = (count: number) => page(`@page { size: A4; margin: 25mm; ${MARGIN_BOX} }`, lines(count))
    const [short, long] = [await printSheet(letter(10)), await printSheet(letter(45))]
    assert.equal(short.scale, 1)
    assert.ok(long.scale < 0.95 && long.scale > 0.8, String(long.scale))
    assert.deepEqual(long.find('HEADER'), short.find('HEADER'))
    assert.ok(Math.abs(long.find('Line').left - 25 * POINTS_PER_MM) < 0.5)
    assert.ok(Math.abs(long.find('Line').size - 12 * long.scale) < 0.3)
    assert.deepEqual(long.warnings, [])
  })

  it('scales content with its own zoom and lengths in rem and vh', async () => {
    const style =
      '@page { size: A4 } body { zoom: 0.9 } div { font-size: 1rem; height: 120vh; background: #eee }'
    const { scale, find } = await printSheet(page(style, '<div>Line</div>'))
    assert.ok(scale < 0.95, String(scale))
    assert.ok(Math.abs(find('Line').size - 12 * 0.9 * scale) < 0.3, String(find('Line').size))
  })

  it('keeps a page of a fixed width centred on its sheet', async () => {
    const styles = {
      'a child': '',
      'a child with automatic margins': '.page { margin: 0 auto }',
      'a child with margins of its own': '.page { margin: 5mm; width: 200mm }',
      'a child that is at most so wide': '.page { width: auto; max-width: 210mm }',
      'the body': 'body { width: 210mm } .page { width: auto }',
    }
    for (const [name, style] of Object.entries(styles)) {
      const { scale, find } = await printSheet(fixedPage(style))
      assert.ok(scale < 0.9, name)
      const [left, right] = [find('Line').left, A4_WIDTH - find('END').right]
      assert.ok(Math.abs(left - right) < 2, `${name}: ${left} pt at the left, ${right} pt at the right`)
    }
  })

  it('keeps the left margin of a page with unequal margins', async () => {
    const margins = { 'as DIN 5008': [25, 20], 'only at the left': [25, 0], 'only at the right': [0, 20] }
    for (const [name, [left = 0, right = 0]] of Object.entries(margins)) {
      const width = 210 - left - right
      const style = `.page { width: ${width}mm; margin-left: ${left}mm; margin-right: ${right}mm; padding: 0 }`
      const { scale, find } = await printSheet(fixedPage(style))
      assert.equal(scale, 1, name)
      const long = await printSheet(fixedPage(`${style} .page { line-height: 1.6 }`))
      assert.ok(long.scale < 1, name)
      const at = left * POINTS_PER_MM * long.scale
      assert.ok(Math.abs(long.find('Line').left - at) < 1, `${name}: ${long.find('Line').left} pt, not ${at}`)
      assert.ok(Math.abs(find('Line').left - left * POINTS_PER_MM) < 1, name)
    }
  })

  it('keeps the position of content that is narrower than its sheet or has no fixed width', async () => {
    const column = await printSheet(fixedPage('.page { width: 120mm }'))
    assert.ok(Math.abs(column.find('Line').left - 20 * POINTS_PER_MM * column.scale) < 1)
    const fluid = await printSheet(fixedPage('.page { width: auto }'))
    assert.ok(Math.abs(A4_WIDTH - fluid.find('END').right - 20 * POINTS_PER_MM * fluid.scale) < 1)
    const two = await printSheet(fixedPage('', '<p>beside</p>'))
    assert.ok(Math.abs(two.find('beside').left) < 1)
  })

  it('shrinks content that is too wide, with a warning, and reports the scale in the PDF', async () => {
    assert.deepEqual((await printSheet(table(180))).warnings, [])
    for (const width of [190, 240, 255]) {
      const { scale, warnings, find } = await printSheet(table(width))
      assert.ok(Math.abs(scale - 180 / width) < 0.005, `${width} mm: ${scale}`)
      assert.ok(Math.abs(find('Item').size - 12 * scale) < 0.1, `${width} mm: ${find('Item').size} pt`)
      assert.ok(find('Amount').right < 195 * POINTS_PER_MM)
      assert.ok(Math.abs(find('HEADER').size - 10) < 0.05)
      const subject = `table.lines: ${width} mm wide, 180 mm on the sheet, printed at ${Math.round(scale * 100)} %`
      assert.deepEqual(warnings, [{ kind: 'content-shrunk', subject, count: 1 }])
    }
    const both = await printSheet(table(200, '', lines(45)))
    assert.ok(both.scale < 0.9, String(both.scale))
    assert.ok(both.find('Amount').right < 195 * POINTS_PER_MM)
    assert.deepEqual(both.warnings, [])
  })

  it('warns when content is shrunk because it is too wide', async () => {
    const warningOf = (width: number, percent: number) => ({
      kind: 'content-shrunk',
      subject: `table.lines: ${width} mm wide, 180 mm on the sheet, printed at ${percent} %`,
      count: 1,
    })
    assert.deepEqual((await printSheet(table(184, FLOW))).warnings, [warningOf(184, 98)])
    const flowing = await printSheet(table(240, FLOW))
    assert.ok(Math.abs(flowing.scale - 0.75) < 0.005)
    assert.deepEqual(flowing.warnings, [warningOf(240, 75)])
    assert.ok(flowing.find('Amount').right < 195 * POINTS_PER_MM)
    assert.deepEqual((await printSheet(table(264))).warnings, [warningOf(264, 68)])
    const long = await print(table(190, '', lines(120)))
    assert.deepEqual([long.sheets > 1, long.warnings], [true, [warningOf(190, 95)]])
  })

  it('warns about the print at full size when no scale fits', async () => {
    const style = '@page { size: A4 } div { width: 230mm; margin: 0 -10mm; border: 1px solid }'
    const { sheets, warnings } = await print(page(style, `<div>${lines(120)}</div>`))
    assert.ok(sheets > 1)
    const subject = 'div: 221 mm wide, 210 mm on the sheet, printed at 95 %'
    assert.deepEqual(warnings, [{ kind: 'content-shrunk', subject, count: 1 }])
  })

  it('warns when a part of the content is cut off', async () => {
    const wide = /^table\.lines: 300 mm wide, 180 mm on the sheet, printed at 67 %$/
    const documents: [string, string, RegExp][] = [
      ['a table', table(300), wide],
      ['a table that flows', table(300, FLOW), wide],
      ['a table that is too tall as well', table(300, '', lines(60)), wide],
      ['a word', page('@page { size: A5 }', `<p id="word">${'W'.repeat(100)}</p>`), /^p#word: \d+ mm wide/],
      ['a picture', page('@page { size: A5 }', '<svg width="300mm" height="10mm"></svg>'), /^svg: 300 mm/],
      [
        'a border',
        page('@page { size: A5 } p { width: 100%; padding: 10mm; border: 1px solid }', lines(1)),
        /^p: \d+ mm wide, 148 mm on the sheet/,
      ],
    ]
    for (const [name, html, subject] of documents) {
      const { pages, warnings } = await print(html)
      assert.deepEqual([warnings.length, warnings[0]?.kind], [1, 'content-cut'], name)
      assert.match(warnings[0]?.subject ?? '', subject, name)
      assert.ok((pages[0]?.scale ?? 1) < 0.97, name)
    }
  })

  it('warns when a part of a right-to-left document is cut off', async () => {
    const document = (width: number) => table(width).replace('<html', '<html dir="rtl"')
    const { scale, warnings } = await printSheet(document(240))
    assert.deepEqual(
      [scale, warnings],
      [
        1,
        [
          {
            kind: 'content-cut',
            subject: 'table.lines: 240 mm wide, 180 mm on the sheet, printed at 100 %',
            count: 1,
          },
        ],
      ],
    )
    assert.deepEqual((await printSheet(document(180))).warnings, [])
  })

  it('detects a direction that comes from the text, and ignores similar words', async () => {
    const style = '@page { size: A5 } p { width: 300mm; white-space: nowrap }'
    const hebrew = page(style, `<p>${'שלום '.repeat(90)}</p>`).replace('<body', '<body dir="auto"')
    assert.deepEqual(
      (await print(hebrew)).warnings.map(({ kind }) => kind),
      ['content-cut'],
    )
    const clipped = page(`${style} div { overflow: hidden } `, `<p class="rtl">${'word '.repeat(90)}</p>`)
    const fixed = clipped.replace('<body>', '<body style="position: fixed; width: 100%">')
    assert.deepEqual((await print(fixed)).warnings, [])
  })

  it('does not warn about content that the body clips', async () => {
    const warningsWith = async (overflow: string) => {
      const html = page(`@page { size: A5 } ${overflow} p { width: 300mm }`, `<p>${'Word '.repeat(90)}</p>`)
      const rightToLeft = html.replace('<html', '<html dir="rtl"')
      const printed = [await print(html), await print(rightToLeft)]
      return printed.map(({ warnings }) => warnings.map(({ kind }) => kind))
    }
    assert.deepEqual(await warningsWith('html, body { overflow: hidden }'), [[], []])
    // The rule is on one of html and body only: Chromium does not clip the content in print.
    for (const element of ['html', 'body'])
      assert.deepEqual(await warningsWith(`${element} { overflow: hidden }`), [
        ['content-cut'],
        ['content-cut'],
      ])
  })

  it('keeps the widths in warnings about elements with long names', async () => {
    const html = page('@page { size: A5 } p { width: 200mm }', `<p id="${'i'.repeat(150)}">Line</p>`, FLOW)
    const [warning] = (await print(html)).warnings
    assert.match(warning?.subject ?? '', /^p#i{78}…: 200 mm wide, 148 mm on the sheet, printed at 74 %$/)
  })

  it('does not warn about content that is intentionally beside the sheet, or that loses nothing', async () => {
    const documents = {
      'at the left': page('p { position: absolute; left: -9999px }', lines(1)),
      'an indented text': page('p { text-indent: -9999px }', lines(1)),
      clipped: page('div { overflow: hidden; width: 100% } p { width: 400mm }', `<div>${lines(1)}</div>`),
      'as wide as the sheet': page('p { width: 100vw; border: 1px solid; box-sizing: border-box }', lines(1)),
    }
    for (const [name, html] of Object.entries(documents))
      assert.deepEqual((await print(html)).warnings, [], name)
    const shrunk = {
      'beside the sheet on purpose': page('p { position: absolute; left: 9999px }', `Text${lines(1)}`),
      'only a background over the edge': page('p { width: 105%; background: #eee }', lines(1)),
    }
    for (const [name, html] of Object.entries(shrunk)) {
      const { warnings } = await print(html)
      assert.deepEqual(
        warnings.map(({ kind }) => kind),
        ['content-shrunk'],
        name,
      )
    }
  })

  it('reports the scale when the PDF has no text that shows it', async () => {
    const sheet = '@page { size: A4; margin: 15mm }'
    const square = '<rect width="50" height="50" fill="red"/>'
    const documents: [string, string, number][] = [
      ['a drawing', page(sheet, `<svg viewBox="0 0 100 100" width="90mm">${square}</svg>`), 1],
      ['a wide drawing', page(sheet, `<svg viewBox="0 0 100 100" width="225mm">${square}</svg>`), 0.8],
      ['a transparent body', page(`${sheet} body { opacity: 0.5 }`, lines(1)), 1],
      ['a scaled body', page(`${sheet} body { transform: scale(0.8); transform-origin: 0 0 }`, lines(1)), 1],
      ['a wide transparent body', page(`${sheet} body { opacity: 0.5 } p { width: 225mm }`, lines(1)), 0.8],
      [
        'a turned sheet',
        page('@page { size: A4; margin: 15mm; page-orientation: rotate-left } p { width: 225mm }', lines(1)),
        0.8,
      ],
      ['an empty page', page(sheet, ''), 1],
    ]
    for (const [name, html, expected] of documents) {
      const { scale } = await printSheet(html)
      assert.ok(Math.abs(scale - expected) < 0.005, `${name}: ${scale}`)
    }
  })

  it('measures the scale independently of styles of the document', async () => {
    const sheet = '@page { size: A4; margin: 15mm }'
    const drawing = (width: number) => `<svg viewBox="0 0 9 9" width="${width}mm"><path d="M0 0h9v9z"/></svg>`
    const links = 'a[href]::after { content: " (" attr(href) ")" } *::before { content: "x"; display: block }'
    const positioned = 'html { position: relative; max-width: 100mm }'
    const SUBJECT_80 = 'svg: 225 mm wide, 180 mm on the sheet, printed at 80 %'
    const documents: [string, string, number, string[]][] = [
      ['content after links', page(`${sheet} ${links}`, drawing(225)), 0.8, [SUBJECT_80]],
      ['a zoomed root element', page(`${sheet} html { zoom: 0.8 }`, drawing(90)), 1, []],
      // Zoom of the root element also applies to the margins: the page area is 186 mm, for 281 mm at 80 %.
      [
        'a zoomed root element, wide',
        page(`${sheet} html { zoom: 0.8 }`, drawing(281)),
        186 / 225,
        ['svg: 225 mm wide, 186 mm on the sheet, printed at 83 %'],
      ],
      [
        'a root element with a position and a width',
        page(`${sheet} ${positioned}`, drawing(225), FLOW),
        0.8,
        [SUBJECT_80],
      ],
    ]
    for (const [name, html, expected, subjects] of documents) {
      const { scale, warnings } = await printSheet(html)
      assert.ok(Math.abs(scale - expected) < 0.005, `${name}: ${scale}`)
      assert.deepEqual(
        warnings.map(({ subject }) => subject),
        subjects,
        name,
      )
    }
  })

  it('ignores a ruler that a script has changed, and removes it from the document', async () => {
    const drawing = '<svg viewBox="0 0 9 9" width="150mm" height="30mm"><path d="M0 0h9v9z"/></svg><br>'
    const changes = {
      'a tiny ruler': `style.setProperty('zoom', '0.001', 'important')`,
      'a low ruler': `style.setProperty('height', '1px', 'important')`,
      'a huge ruler': `style.cssText = 'position: absolute; display: block; width: 30000000px; height: 12px'`,
      'a ruler elsewhere': `setAttribute('id', 'moved'); document.body.prepend(document.getElementById('moved'))`,
    }
    for (const [name, change] of Object.entries(changes)) {
      const script = `new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes) if (node.localName !== 'body') node.${change}
      }).observe(document.documentElement, { childList: true })`
      const html = page('@page { size: A4; margin: 15mm }', `${drawing.repeat(9)}<script>${script}</script>`)
      const { pages, pdf, warnings } = await print(html)
      assert.deepEqual(warnings, [], name)
      const scale = pages[0]?.scale ?? 0
      assert.ok(scale > 0.9 && scale <= 1, `${name}: ${scale}`)
      assert.ok(!pdf.includes('ruler.platen'), name)
    }
  })

  it('scales a document whose elements are named like DOM properties', async () => {
    const names = '<form><img name="body"><input name="children"><input name="style"></form>'
    const html = page(
      '@page { size: A4; margin: 25mm } form { height: 0; overflow: hidden }',
      names + lines(45),
    )
    const { scale } = await printSheet(html)
    assert.ok(scale < 0.95, String(scale))
    const flowing = page(
      '@page { size: A5 } p { width: 200mm }',
      '<form><img name="body"><input name="id"><input name="childNodes"><p>Line</p></form>',
      FLOW,
    )
    assert.deepEqual(
      (await print(flowing)).warnings.map(({ subject }) => subject),
      ['p: 200 mm wide, 148 mm on the sheet, printed at 74 %'],
    )
  })

  it('scales each element of an array separately, with its own warnings', async () => {
    const documents = [100, 240, 180, 300, 100].map((width) => table(width))
    const printed = await printBatch(printer, documents, { owner: owner('a'), parallel: 2, signal: signal() })
    const pages = printed.flatMap((part) => part.pages)
    assert.deepEqual(
      pages.map(({ sheets, scale }) => [sheets, Math.round(scale * 100)]),
      [100, 75, 100, 67, 100].map((percent) => [1, percent]),
    )
    assert.deepEqual(
      printed.flatMap(({ warnings }) => warnings.map(({ kind }) => kind)),
      ['content-shrunk', 'content-cut'],
    )
  })
})
