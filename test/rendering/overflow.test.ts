import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { printBatch } from '../../packages/renderer/src/print/batch.ts'
import type { Page, Printer } from '../../packages/renderer/src/print/printer.ts'
import { owner, sharedPrinter } from './printers.ts'

const NUMBERS = '@page { @bottom-right { content: "Page " counter(page) " of " counter(pages) } }'
const BREAK = '<p style="break-before: page">Next</p>'

const page = (style: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>x</title>${head}<style>@page { size: A4; margin: 20mm } body { margin: 0; font: 12pt/1.4 Inter } p { margin: 0 } ${style}</style></head><body>${body}</body></html>`
const lines = (count: number) => '<p>Line</p>'.repeat(count)
const meta = (overflow: string) => `<meta name="page-overflow" content="${overflow}">`

/** Lines that take slightly more than one sheet, so that they may be scaled. */
const SLIGHTLY_TOO_LONG = lines(46)

const FLOWING: Record<string, [style: string, body: string, reason: string]> = {
  'a page number in a margin box': [NUMBERS, SLIGHTLY_TOO_LONG, 'page-counter'],
  'only the number of pages': [
    '@page { @top-left { content: counter(pages) } }',
    SLIGHTLY_TOO_LONG,
    'page-counter',
  ],
  'a page number as Roman number': [
    '@page { @top-left { content: counters(page, ".", lower-roman) } }',
    SLIGHTLY_TOO_LONG,
    'page-counter',
  ],
  'a page number in a variable': [
    ':root { --n: "p. " counter(page) } @page { @top-left { content: var(--n) } }',
    SLIGHTLY_TOO_LONG,
    'page-counter',
  ],
  'a page number in a print style': [`@media print { ${NUMBERS} }`, SLIGHTLY_TOO_LONG, 'page-counter'],
  'a first page': ['@page :first { margin-top: 30mm }', SLIGHTLY_TOO_LONG, 'page-selector'],
  'left pages': ['@media print { @page :left { margin-left: 30mm } }', SLIGHTLY_TOO_LONG, 'page-selector'],
  'right pages with a name': ['@page x:right { margin-left: 30mm }', SLIGHTLY_TOO_LONG, 'page-selector'],
  'a break before an element': ['', `<p>Text</p>${BREAK}`, 'forced-break'],
  'a break after an element': [
    'h1 { page-break-after: always }',
    '<h1>Cover</h1><p>Text</p>',
    'forced-break',
  ],
  'a break in a style sheet for print': [
    '@media print { h2 { break-before: right } }',
    '<p>Text</p><h2>Chapter</h2>',
    'forced-break',
  ],
  'a break after a picture': [
    'svg { display: block; break-after: page }',
    '<svg width="9" height="9"></svg><p>Text</p>',
    'forced-break',
  ],
  'elements of a sheet each': [
    'section { break-after: page }',
    '<section>One</section><section>Two</section>',
    'forced-break',
  ],
  'a named page': ['.wide { page: wide }', '<p>Text</p><p class="wide">Table</p>', 'named-page'],
  'two named pages': [
    '.a { page: a } .b { page: b }',
    '<p class="a">Text</p><p class="b">Table</p>',
    'named-page',
  ],
  'no sign of sheets, and too long': ['', lines(70), 'too-long'],
  'no sign of sheets, and much too long': ['', lines(300), 'too-long'],
}

const FITTED: Record<string, [style: string, body: string]> = {
  'no sign of sheets': ['', SLIGHTLY_TOO_LONG],
  'a counter named page in the content': [
    'p { counter-increment: page } p::before { content: counter(page) }',
    SLIGHTLY_TOO_LONG,
  ],
  'the word counter(page) in a margin box': [
    String.raw`@page { @top-left { content: "counter(page) \" counter(page)" } }`,
    SLIGHTLY_TOO_LONG,
  ],
  'another counter in a margin box': [
    '@page { counter-increment: page-like; @top-left { content: counter(page-like) } }',
    SLIGHTLY_TOO_LONG,
  ],
  'page numbers for the screen': [`@media screen { ${NUMBERS} }`, SLIGHTLY_TOO_LONG],
  'a break that no element has': ['.chapter { break-before: page }', SLIGHTLY_TOO_LONG],
  'a break at its start': ['div { break-before: page }', `<div>${SLIGHTLY_TOO_LONG}</div>`],
  'a break at its end': ['div { break-after: page }', `<div>${SLIGHTLY_TOO_LONG}</div>\n<p></p>`],
  'a break of a hidden element': ['', `<p hidden>${BREAK}</p>${SLIGHTLY_TOO_LONG}`],
  'a break of an element in a line': [
    '',
    `${SLIGHTLY_TOO_LONG}<p>a<span style="break-before: page">b</span></p>`,
  ],
  'a break of a positioned element': [
    '',
    `${SLIGHTLY_TOO_LONG}<p style="break-before: page; position: absolute; top: 0">Stamp</p>`,
  ],
  'one named page': ['body { page: invoice } @page invoice { margin: 20mm }', SLIGHTLY_TOO_LONG],
  'sections of one named page': [
    'section { page: invoice }',
    `<section>Head</section><section>${SLIGHTLY_TOO_LONG}</section>`,
  ],
  'page numbers, but fit requested': [NUMBERS, meta('fit') + SLIGHTLY_TOO_LONG],
  'a first page, but fit requested': ['@page :first { margin-top: 20mm }', meta(' FIT ') + SLIGHTLY_TOO_LONG],
}

describe('the overflow of a page', () => {
  let printer: Printer
  before(async () => {
    printer = await sharedPrinter()
  })
  after(async () => await printer[Symbol.asyncDispose]())

  const signal = () => AbortSignal.timeout(25_000)
  const pageOf = async (html: string): Promise<Page> => {
    const { pages } = await printer.print(html, owner('a'), signal())
    const [first, ...others] = pages
    assert.ok(first && others.length === 0)
    return first
  }

  it('is none when the content fits on one sheet, whatever the document shows or requests', async () => {
    const documents = [
      page('', lines(10)),
      page(`${NUMBERS} @page :first { margin-top: 30mm }`, lines(10)),
      page('', lines(10), meta('flow')),
      page('div { width: 220mm }', `<div>${lines(10)}</div>`),
    ]
    for (const html of documents) {
      const { sheets, overflow, reason } = await pageOf(html)
      assert.deepEqual({ sheets, overflow, reason }, { sheets: 1, overflow: 'none', reason: undefined }, html)
    }
  })

  it('is flow at full size when a document shows that it is written for several sheets', async () => {
    for (const [name, [style, body, reason]] of Object.entries(FLOWING)) {
      const { sheets, ...rest } = await pageOf(page(style, body))
      assert.deepEqual(rest, { scale: 1, overflow: 'flow', reason }, name)
      assert.ok(sheets > 1, name)
    }
  })

  it('is fit when nothing in use shows it, or the template requests fit', async () => {
    for (const [name, [style, body]] of Object.entries(FITTED)) {
      const { scale, ...rest } = await pageOf(page(style, body))
      assert.deepEqual(rest, { sheets: 1, overflow: 'fit' }, name)
      assert.ok(scale < 1 && scale >= 0.85, `${name}: ${scale}`)
    }
  })

  it('is flow when the template requests it', async () => {
    const { sheets, ...rest } = await pageOf(page('', SLIGHTLY_TOO_LONG, meta('flow')))
    assert.deepEqual([sheets, rest], [2, { scale: 1, overflow: 'flow', reason: 'requested' }])
  })

  it('reads breaks that a script sets, and elements named like DOM properties', async () => {
    const script = `<p id="b">Next</p><script>document.getElementById('b').style.breakBefore = 'page'</script>`
    assert.equal((await pageOf(page('', `<p>Text</p>${script}`))).reason, 'forced-break')
    const named = '<form><img name="body"><input name="childElementCount"><p>Text</p></form>'
    assert.equal((await pageOf(page('', named + BREAK))).reason, 'forced-break')
    const hiding = ['styleSheets', 'querySelector', 'querySelectorAll', 'createRange', 'createTreeWalker']
      .map((name) => `<img name="${name}">`)
      .join('')
    assert.equal((await pageOf(page(NUMBERS, hiding + SLIGHTLY_TOO_LONG))).reason, 'page-counter')
    assert.equal((await pageOf(page('', `${hiding}<p>Text</p>${BREAK}`))).reason, 'forced-break')
    const requested = page('', hiding + SLIGHTLY_TOO_LONG, meta('flow'))
    assert.equal((await pageOf(requested)).reason, 'requested')
    const walked =
      '<form><input name="parentElement"><input name="getBoundingClientRect"><input name="matches"><p>Text</p>'
    assert.equal((await pageOf(page('', `${walked}${BREAK}</form>`))).reason, 'forced-break')
  })

  it('is decided for each element of an array', async () => {
    const documents = [
      page('', lines(10)),
      page('', SLIGHTLY_TOO_LONG),
      page('', lines(70)),
      page('', `${lines(3)}${BREAK}`),
    ]
    const printed = await printBatch(printer, documents, { owner: owner('a'), parallel: 2, signal: signal() })
    assert.deepEqual(
      printed.flatMap(({ pages }) =>
        pages.map(({ overflow, reason = '' }) => `${overflow} ${reason}`.trim()),
      ),
      ['none', 'fit', 'flow too-long', 'flow forced-break'],
    )
  })
})
