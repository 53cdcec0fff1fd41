import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { textsOf } from '../pdf.ts'
import { type Pictures, sharedPictures } from './images.ts'
import { owner, sharedPrinter } from './printers.ts'

/** Page rules with the size of their sheet, in points. */
const PAGES: [string, number, number][] = [
  ['', 595, 842],
  ['size: A5', 420, 595],
  ['size: A5 landscape; margin: 1cm', 595, 420],
  ['size: A3 portrait; margin: 0.5in 20mm', 842, 1191],
  ['size: letter; margin: 10%', 612, 792],
  ['size: legal landscape; margin: 36pt', 1008, 612],
  ['size: 80mm 200mm; margin: 3mm', 227, 567],
  ['size: 4in 6in; margin: 12px 1pc', 288, 432],
  ['size: 210mm; margin: 40q', 595, 595],
  ['size: A6', 298, 420],
  ['margin: 1cm; size: landscape C6 !important', 459, 323],
  ['size: /* a postcard */ JIS-B6', 363, 516],
]

/** Documents that fit on one sheet of any size. */
const ONE_SHEET: Record<string, string> = {
  'as high as the sheet': '<body style="margin:0;min-height:100vh">x',
  'a pixel more': '<body style="margin:0"><div style="height:calc(100vh + 1px)">x</div>',
  'two pixels more': '<body style="margin:0"><div style="height:calc(100vh + 2px)">x</div>',
  'a margin more': '<body style="margin:8px;min-height:100vh">x',
  'a fifth more': '<body style="margin:0"><div style="height:120vh">x</div>',
  'placed at its end': '<body style="margin:0"><p style="position:absolute;bottom:0;right:0;margin:0">x</p>',
  'fixed at its end': '<body style="margin:0"><p style="position:fixed;bottom:0;margin:0">x</p>',
  'a float as high': '<body style="margin:0"><div style="float:left;height:100vh;width:50%">x</div>',
  'a grid as high':
    '<body style="margin:0"><div style="display:grid;grid-template-rows:auto 1fr auto;height:100vh"><p>x<p></p><p></div>',
  'a column as high':
    '<body style="margin:0;display:flex;flex-direction:column;min-height:100vh"><p>x</p><p style="margin-top:auto">',
  'a table as high':
    '<body style="margin:0"><table style="height:100vh"><thead><tr><th>x</thead><tr><td></table>',
  'a picture as high':
    '<body style="margin:0"><img alt="" style="height:100vh;max-width:100%;display:block" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=">x',
  'a break after it': '<body style="margin:0"><p style="break-after:page">x</p>',
  'two breaks after it':
    '<body style="margin:0"><p style="break-after:page">x</p><p style="break-after:page"></p>',
}

const HEADER_AND_FOOTER =
  '@page { margin: 20mm; @top-center { content: "Header" } @bottom-center { content: "Footer" } }'

/** Documents of two sheets, of which the second shows no element: styles, and the content after a first paragraph. */
const SECOND_SHEETS: Record<string, [string, string]> = {
  'a back cover by a named page': ['@page back { background: #036 } div { page: back }', '<div></div>'],
  'a back cover as high as the sheet': [
    '@page back { background: #036 } div { page: back; height: 100vh }',
    '<div></div>',
  ],
  'a named page of another size': ['@page back { size: A6 landscape } div { page: back }', '<div></div>'],
  'a background of the body': ['body { background: #fde } div { break-before: page }', '<div></div>'],
  'a background of html': ['html { background: #fde } div { break-before: page }', '<div></div>'],
  'a background of the page': ['@page { background: #fde } div { break-before: page }', '<div></div>'],
  'notes below a header': [`${HEADER_AND_FOOTER} div { break-before: page }`, '<div></div>'],
  'notes as high as the sheet': [
    `${HEADER_AND_FOOTER} div { break-before: page; height: 100vh }`,
    '<div></div>',
  ],
  'a header that the first sheet lacks': [
    `${HEADER_AND_FOOTER} @page :first { @top-center { content: none } } p { break-after: page }`,
    '<div></div>',
  ],
  'a border of the page': [
    '@page { margin: 1cm; border: 1pt solid } div { break-before: page }',
    '<div></div>',
  ],
  'an empty sheet for the back of a leaf': ['div { break-before: page; height: 100vh }', '<div></div>'],
  'hidden text': ['div { break-before: page; visibility: hidden }', '<div>hidden</div>'],
  'generated content': ['body::after { break-before: page; display: block; height: 50mm; content: "" }', ''],
}

/** Documents for which Chromium adds a blank sheet although no content follows: styles, body. */
const NOTHING_FOLLOWS: Record<string, [string, string]> = {
  'a break before an empty element': ['div { break-before: page }', '<p>x</p><div></div>'],
  'a break before an empty element in others': [
    'section { break-before: page }',
    '<main><p>x</p><section><div></div></section></main>',
  ],
  'a break before an empty paragraph with its margins': [
    '.x { break-after: page }',
    '<p class="x">x</p><p></p>',
  ],
  'a break before an empty table': ['p { break-after: page }', '<p>x</p><table></table>'],
  'a break before a clearing element': [
    'p { break-after: page } .end::after { content: ""; display: table; clear: both }',
    '<p>x</p><div class="end"></div>',
  ],
  'two breaks': ['p { break-after: page }', '<p>x</p><p></p>'],
  'a break below a header': [`${HEADER_AND_FOOTER} .x { break-after: page }`, '<p class="x">x</p><p></p>'],
  'a break after others on a coloured background': [
    'body { background: #fde } main { break-after: page }',
    '<main><section><p>x</p></section></main>\n<div><p></p></div>',
  ],
  'a break on a white background': [
    'body { background: white } div { break-before: page }',
    '<p>x</p><div></div>',
  ],
  'a body with a margin below the sheet': ['body { margin: 8px; min-height: 100vh }', '<p>x</p>'],
  'a white body with a padding below the sheet': [
    'body { margin: 0; padding: 2cm; min-height: 100vh; background: #fff }',
    '<p>x</p>',
  ],
  'an element as high as the sheet and a margin': [
    'body { margin: 8px } div { height: 100vh }',
    '<div>x</div>',
  ],
}

/** Returns the width and height of each sheet of a PDF, in points. */
function boxesOf(pdf: Buffer): number[][] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)
  return Array.from(boxes, (box) => box.slice(1).map(Number))
}

/** Returns the width and height of each sheet of a PDF, in millimetres. */
function sizesOf(pdf: Buffer): number[][] {
  return boxesOf(pdf).map((box) => box.map((points) => (points / 72) * 25.4))
}

describe('sheets', () => {
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
  const signal = () => AbortSignal.timeout(25_000)
  const print = (html: string) => printer.print(html, owner('a'), signal())
  const textsOfArray = async (documents: string[]) => {
    const printed = await printBatch(printer, documents, { owner: owner('a'), parallel: 2, signal: signal() })
    return await textsOf(assemblePdf(printed.map(({ pdf }) => pdf)))
  }

  it('are one for content that fits on one, with every size and margin', async () => {
    for (const [rule, width, height] of PAGES) {
      for (const [name, body] of Object.entries(ONE_SHEET)) {
        const { pdf, sheets } = await print(`<!doctype html><style>@page { ${rule} }</style>${body}`)
        const boxes = boxesOf(pdf)
        const areRight = boxes.flatMap(([w = 0, h = 0]) => [
          Math.abs(w - width) <= 1,
          Math.abs(h - height) <= 1,
        ])
        assert.deepEqual(
          [sheets, ...areRight],
          [1, true, true],
          `${name}, @page { ${rule} }: ${sheets} sheets, ${boxes.join('; ')}`,
        )
      }
    }
  })

  it('are kept at the end when they have a background, margin boxes or an invisible element', async () => {
    for (const rule of ['fit', 'flow']) {
      for (const [name, [style, end]] of Object.entries(SECOND_SHEETS)) {
        const document = (end: string) =>
          `<!doctype html><meta name="page-overflow" content="${rule}"><style>${style}</style><p>x</p>${end}`
        const printed = await print(document(end))
        const reason = rule === 'flow' ? 'requested' : 'too-long'
        assert.deepEqual(
          printed.pages,
          [{ sheets: 2, scale: 1, overflow: 'flow', reason }],
          `${rule}: ${name}`,
        )
        if (!end.includes('><')) continue
        const shown = await print(document(end.replace('><', '>&nbsp;<')))
        assert.deepEqual(
          (await pictures.differences(printed.pdf, shown.pdf)).map(({ differing }) => differing),
          [0, 0],
          `${rule}: ${name}`,
        )
      }
    }
  })

  it('are not added at the end when no content follows', async () => {
    for (const rule of ['fit', 'flow']) {
      for (const [name, [style, body]] of Object.entries(NOTHING_FOLLOWS)) {
        const { pages } = await print(
          `<!doctype html><meta name="page-overflow" content="${rule}"><style>${style}</style>${body}`,
        )
        assert.deepEqual(pages, [{ sheets: 1, scale: 1, overflow: 'none' }], `${rule}: ${name}`)
      }
    }
  })

  it('have the right page counters, however a template counts', async () => {
    const roman = ['', 'i', 'ii']
    for (const [counting, counts] of [
      ['@page { @top-left { content: counter(pages, lower-roman) } }', [1, 2]],
      ['@page { @top-left { content: counters(pages, ".") } }', [1, 2]],
      [':root { --n: counter(pages) } @page { @top-left { content: var(--n) } }', [1, 2]],
      ['@page :first { @top-left { content: counter(pages) } }', [2, 2]],
    ] as const) {
      const ends = ['.x { break-after: page }', 'div { break-before: page }']
      for (const [index, style] of ends.entries()) {
        const { pdf, sheets } = await print(
          `<!doctype html><meta name="page-overflow" content="flow"><style>@page { margin: 2cm } ${counting} ${style}</style><p class="x">x</p><div></div>`,
        )
        const number = counting.includes('roman') ? roman[sheets] : sheets
        assert.equal(sheets, counts[index], counting + style)
        assert.equal((await textsOf(pdf))[0], `${number} x`, counting + style)
      }
    }
  })

  it('repeat the header of a long table, each with its number', async () => {
    for (const size of ['A5', 'A5 landscape', '100mm 80mm']) {
      const rows = Array.from({ length: 60 }, (_, n) => `<tr><td>row ${n}`).join('')
      const { pdf, sheets } = await print(
        `<!doctype html><meta name="page-overflow" content="flow"><style>@page { size: ${size}; margin: 15mm; @bottom-center { content: counter(page) "/" counter(pages) } }</style><table><thead><tr><th>HEAD</thead>${rows}</table>`,
      )
      const texts = await textsOf(pdf)
      assert.ok(sheets > 2 && texts.length === sheets, size)
      for (const [at, text] of texts.entries()) {
        assert.match(text, /HEAD/)
        assert.ok(text.includes(`${at + 1}/${sheets}`), text)
      }
      for (let row = 0; row < 60; row += 1) assert.ok(texts.some((text) => text.includes(`row ${row}`)))
    }
  })

  it('have the sizes of their named pages', async () => {
    const { pdf, sheets } = await print(
      '<meta name="page-overflow" content="flow"><style>@page { size: A5 } @page wide { size: A4 landscape } table { page: wide }</style><p>one<table><tr><td>two</table>',
    )
    assert.equal(sheets, 2)
    assert.deepEqual(
      boxesOf(pdf).map((box) => box.map(Math.round)),
      [
        [420, 595],
        [842, 595],
      ],
    )
  })

  it('are as high as their content when the page has only a width', async () => {
    const receipt = (rule: string, millimetres: number) =>
      `<!doctype html><meta name="page-overflow" content="${rule}"><style>@page { size: 58mm auto; margin: 3mm 2mm 4mm } body { margin: 0; min-height: 100vh }</style><div style="height:${millimetres}mm">x</div>`
    for (const rule of ['fit', 'flow']) {
      for (const millimetres of [20, 100, 900]) {
        const { pdf, pages, warnings } = await print(receipt(rule, millimetres))
        const [width, height] = sizesOf(pdf)[0] ?? []
        assert.deepEqual([pages, warnings], [[{ sheets: 1, scale: 1, overflow: 'none' }], []])
        assert.ok(Math.abs((width ?? 0) - 58) < 0.5, `${width} mm wide`)
        assert.ok(Math.abs((height ?? 0) - millimetres - 7) < 0.5, `${height} mm high for ${millimetres} mm`)
      }
    }
    const hiding = '<img alt="" name="documentElement" hidden><img alt="" name="createElement" hidden>'
    const hidden = await print(receipt('fit', 100) + hiding)
    assert.ok(Math.abs((sizesOf(hidden.pdf)[0]?.[1] ?? 0) - 107) < 0.5, 'elements that hide the root')
    const array = [30, 60, 30].map((millimetres) => receipt('fit', millimetres))
    const printed = await printBatch(printer, array, { owner: owner('a'), parallel: 2, signal: signal() })
    const heights = printed.flatMap(({ pdf }) => sizesOf(pdf)).map(([, height = 0]) => Math.round(height))
    assert.deepEqual(heights, [37, 67, 37])
  })

  it('are A4 when their size is invalid, with a warning that quotes it', async () => {
    for (const size of ['210mm 297mm landscape', 'auto 58mm', 'A6 A5', 'tabloid', '58mm 100%', '0', 'A11']) {
      const { pdf, warnings } = await print(`<style>@page { margin: 1cm; size: ${size} }</style><p>x`)
      assert.deepEqual(warnings, [{ kind: 'page-size-ignored', subject: size, count: 1 }])
      assert.deepEqual(sizesOf(pdf)[0]?.map(Math.round), [210, 297], size)
    }
  })

  it('have no warning for text that looks like a page size', async () => {
    const { pdf, warnings } = await print(
      '<style>@page { /* size: none; */ size: A5; @top-left { content: "size: none; }"; size: none } } p { size: none; background-size: 1px }</style><pre>@page { size: A6 }</pre>',
    )
    assert.deepEqual(warnings, [])
    assert.match((await textsOf(pdf)).join(), /size: none; \}\s*@page \{ size: A6 \}/)
    assert.deepEqual(sizesOf(pdf)[0]?.map(Math.round), [148, 210])
  })

  it('are counted per element of an array, without the blank one at its end', async () => {
    const style =
      '<!doctype html><style>@page { size: A5; margin: 15mm; @bottom-center { content: "p" counter(page) "of" counter(pages) } } p { margin: 0 }</style>'
    const [short, long] = [
      `${style}<p>short`,
      `${style}<p style="break-after:page">one</p><p style="break-after:page">two</p>`,
    ]
    assert.deepEqual(await textsOfArray([short, short, short]), ['p1of1 short', 'p1of1 short', 'p1of1 short'])
    assert.deepEqual(await textsOfArray([short, long, short]), [
      'p1of1 short',
      'p1of2 one',
      'p2of2 two',
      'p1of1 short',
    ])
  })

  it('are counted again when a document without its blank sheets is scaled to fit', async () => {
    const { pdf, sheets } = await print(
      '<!doctype html><meta name="page-overflow" content="fit"><style>@page { size: A5; margin: 15mm; @bottom-center { content: counter(page) "of" counter(pages) } } body { margin: 0 }</style><div style="height:110vh;background:#eee;break-after:page">tall</div>',
    )
    assert.equal(sheets, 1)
    assert.match((await textsOf(pdf)).join(), /1of1/)
  })

  it('are one per element when each can be scaled to fit, down to 85 %', async () => {
    const tall = (percent: number) =>
      `<!doctype html><style>@page { size: A5 }</style><body style="margin:0"><div style="height:${percent}vh;background:#eee">${percent}</div>`
    assert.deepEqual(await textsOfArray([100, 105, 110, 116].map(tall)), ['100', '105', '110', '116'])
    assert.equal((await textsOfArray([100, 120, 100].map(tall))).length, 4)
  })

  it('include images that load late and web fonts', async () => {
    const { pdf, sheets, warnings } = await print(
      `<!doctype html><body style="margin:0"><p>x</p><script>
        const canvas = document.createElement('canvas')
        canvas.width = canvas.height = 10
        canvas.getContext('2d').fillRect(0, 0, 10, 10)
        addEventListener('load', () => {
          const image = document.body.appendChild(new Image())
          platen.ready = new Promise((resolve) => setTimeout(() => { image.src = canvas.toDataURL(); resolve() }, 200))
        })
      </script>`,
    )
    assert.deepEqual([sheets, warnings], [1, []])
    assert.match(pdf.toString('latin1'), /\/Subtype \/Image/)
  })
})
