import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { mayCombine } from '../../packages/renderer/src/print/batch.ts'
import type { Printer } from '../../packages/renderer/src/print/printer.ts'
import { openPdf, textOf } from './documents.ts'
import { type Pictures, sharedPictures } from './images.ts'
import { scaled } from '../scale.ts'
import { owner, sharedPrinter } from './printers.ts'

const page = (style: string, body: string) =>
  `<!doctype html><html lang="en"><head><style>@page { size: 60mm 40mm } body { margin: 0 } ${style}</style></head><body><p>For NAME</p>${body}</body></html>`

/** Content that differs in each element. The shape reveals it through any reference. */
const SECRET = '<text y="30" font-size="24">NAME</text>'
const TARGETS: Record<string, string> = {
  pattern: `<pattern id="p" width="1" height="1">${SECRET}</pattern>`,
  gradient: '<linearGradient id="p"><stop stop-color="COLOUR"/></linearGradient>',
  filter: '<filter id="p"><feFlood flood-color="COLOUR"/></filter>',
  mask: `<mask id="p"><g fill="#fff">${SECRET}</g></mask>`,
  clip: `<clipPath id="p">${SECRET}</clipPath>`,
  marker: `<marker id="p" markerWidth="90" markerHeight="90" overflow="visible">${SECRET}</marker>`,
  path: '<path id="p" d="M0 WIDTH L90 WIDTH"/>',
  group: `<g id="p">${SECRET}</g>`,
}

const PROPERTIES: Record<string, string> = {
  fill: 'pattern',
  stroke: 'gradient',
  filter: 'filter',
  '-webkit-filter': 'filter',
  'backdrop-filter': 'filter',
  mask: 'mask',
  'mask-image': 'mask',
  '-webkit-mask': 'mask',
  '-webkit-mask-image': 'mask',
  'mask-border-source': 'mask',
  '-webkit-mask-box-image': 'mask',
  'clip-path': 'clip',
  '-webkit-clip-path': 'clip',
  marker: 'marker',
  'marker-start': 'marker',
  'marker-mid': 'marker',
  'marker-end': 'marker',
  'offset-path': 'path',
  'shape-outside': 'path',
  'background-image': 'group',
  'border-image-source': 'group',
  'list-style-image': 'group',
  content: 'group',
  cursor: 'group',
}

/** References to the element `p` in every spelling that CSS supports or may support. */
const SPELLINGS = [
  'url(#p)',
  'URL(#p)',
  'uRl( #p )',
  "url( '#p' )",
  'url(&quot;#p&quot;)',
  'u\\72l(#p)',
  '\\75\\72\\6c(#p)',
  'url(\\23p)',
  'url(#\\70)',
  'url(#%70)',
  '/**/url(#p)',
  'url(#p) #fff',
  "src('#p')",
  "url('#p' crossorigin(anonymous))",
  'image-set(url(#p) 1x)',
  "-webkit-image-set('#p' 1x)",
  'url(http://document.invalid/#p)',
  'url(?#p)',
]

/** The same, as an address in an attribute. */
const ADDRESSES = [
  '#p',
  ' #p',
  '#p\n',
  '&#35;p',
  '#%70',
  '?#p',
  'http://document.invalid/#p',
  '//document.invalid#p',
]

const SHAPE = (attributes: string, target: string) =>
  `<svg width="200" height="90"><defs>${TARGETS[target]}</defs><path d="M0 40 L40 40 L90 40 V60 H0z" ${attributes}/></svg>`

/** Documents with one reference each, named by it. */
function* references(): Generator<[string, string]> {
  for (const [property, target] of Object.entries(PROPERTIES)) {
    for (const [index, spelling] of SPELLINGS.entries()) {
      // Every spelling in one property, and every property in four spellings.
      if (property !== 'fill' && ![1, 3, 5, 9].includes(index)) continue
      const css = spelling.replaceAll('&quot;', '"')
      yield [`${property}="${spelling}"`, page('', SHAPE(`${property}="${spelling}"`, target))]
      yield [`style="${property}: ${spelling}"`, page('', SHAPE(`style="${property}: ${spelling}"`, target))]
      yield [`{ ${property}: ${css} }`, page(`path { ${property}: ${css} }`, SHAPE('', target))]
      yield [
        `${property}: var() of ${css}`,
        page(`:root { --r: ${css} } path { ${property}: var(--r) }`, SHAPE('', target)),
      ]
      yield [
        `${property}: ${css} of HTML`,
        page(
          `div { height: 40px; background: #888; ${property}: ${css} }`,
          `<svg width="0" height="0">${TARGETS[target]}</svg><div>x</div>`,
        ),
      ]
    }
    yield [
      `${property} of an HTML element`,
      page(
        `div { ${property}: url(#p) } path { ${property}: url(#p) }`,
        `<p id="p">NAME</p><div>x</div>${SHAPE('', 'gradient').replace('id="p"', '')}`,
      ),
    ]
  }
  for (const address of ADDRESSES) {
    for (const name of ['href', 'HREF', 'xlink:href', 'xlink:HREF']) {
      const drawn = (body: string) => page('', `<svg width="200" height="90">${body}</svg>`)
      const link = `${name}="${address}"`
      yield [`use ${link}`, drawn(`<defs>${TARGETS['group']}</defs><use ${link}/>`)]
      yield [`use ${link} of a symbol`, drawn(`<symbol id="p">${SECRET}</symbol><use ${link}/>`)]
      yield [
        `textPath ${link}`,
        drawn(`<defs>${TARGETS['path']}</defs><text><textPath ${link}>along</textPath></text>`),
      ]
      yield [
        `linearGradient ${link}`,
        drawn(
          `<defs>${TARGETS['gradient']}<linearGradient id="q" ${link}/></defs><rect width="90" height="90" fill="url(#q)"/>`,
        ),
      ]
      yield [
        `pattern ${link}`,
        drawn(
          `<defs>${TARGETS['pattern']}<pattern id="q" ${link}/></defs><rect width="90" height="90" fill="url(#q)"/>`,
        ),
      ]
      yield [
        `feImage ${link}`,
        drawn(
          `<defs>${TARGETS['group']}</defs><filter id="q"><feImage ${link}/></filter><rect width="90" height="90" filter="url(#q)"/>`,
        ),
      ]
      yield [
        `mpath ${link}`,
        drawn(
          `<defs>${TARGETS['path']}</defs><rect width="9" height="9"><animateMotion dur="1s"><mpath ${link}/></animateMotion></rect>`,
        ),
      ]
      yield [
        `animate ${link}`,
        drawn(
          `<g id="p" fill="COLOUR">${SECRET}</g><animate ${link} attributeName="fill" to="#00f" fill="freeze"/>`,
        ),
      ]
    }
    yield [`a href="${address}"`, page('', `<a href="${address}">to</a><p id="p">NAME</p>`)]
    yield [
      `an image map of ${address}`,
      page(
        '',
        `<img usemap="${address}" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs="><map name="p"><area href="https://NAME.test/" coords="0,0,9,9" shape="rect"></map>`,
      ),
    ]
  }
  yield [
    'an id of HTML before one of a drawing',
    page('', `{{second}}<div id="p"></div>{{/second}}${SHAPE('fill="url(#p)"', 'gradient')}`),
  ]
  yield [
    'an id that one element lacks',
    page(
      '',
      `<svg width="200" height="90"><defs>{{first}}<linearGradient id="p"/>{{/first}}</defs><rect width="90" height="90" fill="url(#p)"/></svg>`,
    ),
  ]
  yield [
    'a shadow tree',
    page(
      '',
      `{{first}}<div><template shadowrootmode="closed"><p style="margin-top: 30mm">NAME</p></template></div>{{/first}}`,
    ),
  ]
  yield ['sibling-index()', page('body { padding-left: calc(20px * sibling-index()) }', '')]
  yield [
    'sibling-count()',
    page(':root { --n: sib\\6cing-count() } body { padding-left: calc(20px * var(--n)) }', ''),
  ]
  yield [
    'an anchor',
    page(
      '.a { position: absolute; left: WIDTHpx; top: 0; anchor-name: --a } .b { position: absolute; left: anchor(--a right); top: 20px } body { position: relative; height: 30mm }',
      '<div class="a">a</div><div class="b">b</div>',
    ),
  ]
  for (const [name, content] of [
    ['a variable', 'var(--c)'],
    ['Roman numbers', 'counter(page) "/" counter(pages, lower-roman)'],
    ['counters()', 'counters(page, ".") "/" counters(pages, ".")'],
    ['a variable within', '"x" var(--c)'],
  ])
    yield [
      `page counters by ${name}`,
      page(
        `:root { --c: counter(page) "/" counter(pages) } @page { margin: 10mm; @top-left { content: ${content} } }`,
        '',
      ),
    ]
}

/** The documents of this run, in parts of a size that takes seconds. A short run takes every tenth. */
const CHOSEN = chunked(
  [...references()].filter((_, index) => index % scaled({ short: 10, long: 1 }) === 0),
  25,
)

/** Ways to move an element by the distance `X`. */
const MOVES = [
  'position: absolute; top: X',
  'position: fixed; top: X',
  'position: relative; top: X',
  'margin-top: X',
  'transform: translateY(X)',
  'translate: 0 X',
  'box-shadow: 0 X 0 red',
]
/** Distances around the height of a sheet, 40 mm. */
const FAR = ['-30mm', '-39.9mm', '-41mm', '-80mm', '39.9mm', '40.1mm', '41mm', '80mm', '400mm'].filter(
  (_, index) => index % scaled({ short: 2, long: 1 }) === 0,
)
/** Styles of the parent of the element. */
const HOLDERS = [
  '',
  'position: relative',
  'overflow: hidden; height: 5mm',
  'columns: 2',
  'display: flex',
].slice(0, scaled({ short: 2, long: 5 }))

const NAMES = ['ALICE', 'BOB']

function chunked<Item>(items: Item[], size: number): Item[][] {
  return items.flatMap((_, index) => (index % size === 0 ? [items.slice(index, index + size)] : []))
}

function filled(source: string): string[] {
  return NAMES.map((name, index) =>
    source
      .replace(/\{\{first\}\}(.*?)\{\{\/first\}\}/, index === 0 ? '$1' : '')
      .replace(/\{\{second\}\}(.*?)\{\{\/second\}\}/, index === 1 ? '$1' : '')
      .replaceAll('NAME', name)
      .replaceAll('COLOUR', ['#f00', '#0a0'][index] ?? '')
      .replaceAll('WIDTH', String(20 + index * 20)),
  )
}

describe('elements of an array', () => {
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
  const signal = () => AbortSignal.timeout(30_000)

  /**
   * Prints documents combined when the printer does, and compares their texts and images with single prints.
   *
   * @returns true if they were combined
   */
  async function isTogether(name: string, documents: string[]): Promise<boolean> {
    if (!mayCombine(documents)) return false
    const together = await printer.printCombined(documents, owner('a'), signal())
    if (!together) return false
    const single = await Promise.all(documents.map((html) => printer.print(html, owner('a'), signal())))
    const [one, other] = [[together], single].map((printed) => assemblePdf(printed.map(({ pdf }) => pdf)))
    assert.ok(one && other)
    const [first, second] = [await openPdf(one), await openPdf(other)]
    for (let sheet = 1; sheet <= second.numPages; sheet += 1)
      assert.equal(await textOf(first, sheet), await textOf(second, sheet), name)
    for (const { differing, total } of await pictures.differences(one, other))
      assert.ok(differing / total < 0.0001, `${name}: ${differing} of ${total}`)
    return true
  }

  for (const [part, sources] of CHOSEN.entries())
    it(`show nothing of each other through references in any spelling, part ${part + 1}`, async () => {
      const failed: string[] = []
      for (const [name, source] of sources)
        await isTogether(name, filled(source)).catch((error: unknown) => failed.push(String(error)))
      assert.deepEqual(failed, [])
    })

  it('are combined with references of their own', async () => {
    const cell = '<table><tr><th id="a">NAME<td headers="b a">x</table>'
    const image = (attribute: string) =>
      `<p id="a">NAME</p><svg role="img" width="9" height="9" ${attribute}><rect width="9" height="9"/></svg>`
    for (const [name, document] of [
      ['headers of a cell', page('', cell)],
      ['a label', page('', '<label for="a">NAME</label><output id="a">x</output>')],
      ['aria-labelledby', page('', image('aria-labelledby="a"'))],
      ['an attribute of the future', page('', image('aria-something=" #a "'))],
      [
        'the title by its id',
        page('', image('aria-labelledby="t"')).replace('<head>', '<head><title id="t">NAME</title>'),
      ],
      ['the body by its id', page('', image('aria-labelledby="b"')).replace('<body>', '<body id="b">')],
      ['a gradient', page('', SHAPE('fill="URL(#p)" stroke="u\\72l(#p)"', 'gradient'))],
      ['a pattern', page('path { fill: url(#p) }', SHAPE('', 'pattern'))],
    ])
      assert.ok(await isTogether(name ?? '', filled(document ?? '')), name)
  })

  for (const move of MOVES)
    it(`draw nothing on the sheets of each other with ${move}`, async () => {
      const failed: string[] = []
      for (const style of FAR.map((x) => move.replace('X', x)))
        for (const holder of HOLDERS)
          await isTogether(
            style,
            filled(page(`b { display: block; ${style} }`, `<div style="${holder}"><b>NAME</b></div>`)),
          ).catch((error: unknown) => failed.push(`${holder}: ${String(error)}`))
      assert.deepEqual(failed, [])
    })

  it('leave no colours, language or policy for the next document', async () => {
    const plain = page('p { color: red }', '<p lang="">NAME')
    const print = (html: string) => printer.print(html, owner('state'), signal())
    const first = await print(plain)
    for (const meta of [
      'name="color-scheme" content="dark"',
      'http-equiv="content-language" content="de"',
      'http-equiv="Content-Security-Policy" content="style-src none"',
    ]) {
      await print(plain.replace('<style>', `<meta ${meta}><style>`))
      const next = await print(plain)
      assert.deepEqual(
        await pictures.differences(first.pdf, next.pdf),
        await pictures.differences(first.pdf, first.pdf),
      )
      assert.equal(languageOf(next.pdf), languageOf(first.pdf))
    }
  })
})

/** Returns the language of a PDF from Chromium. */
function languageOf(pdf: Buffer): string | undefined {
  return /\/Lang \(([^)]*)/.exec(pdf.toString('latin1'))?.[1]
}
