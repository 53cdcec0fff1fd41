import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageRulesIn } from '../../packages/dashboard/src/features/templates/page-setup/page-rules.ts'
import {
  changePageSetup,
  type PageChange,
  readPageSetup,
} from '../../packages/dashboard/src/features/templates/page-setup/page-setup.ts'
import {
  customSize,
  parseLength,
  parseSize,
  sizeText,
} from '../../packages/dashboard/src/features/templates/page-setup/page-size.ts'

/** Applies a change to a source. */
function changed(source: string, change: PageChange): string | undefined {
  const edit = changePageSetup(source, change)
  return edit && source.slice(0, edit.from) + edit.insert + source.slice(edit.to)
}

describe('page setup of a template', () => {
  const page = (block: string) =>
    `<!doctype html>\n<style>\n  p { color: red }\n  @page {${block}}\n</style><p>`

  it('reads the size and the margins of each side', () => {
    for (const [block, size, margins] of [
      [' size: A4 landscape; margin: 18mm ', 'A4 landscape', '18mm 18mm 18mm 18mm'],
      ['margin:1mm 2mm', '', '1mm 2mm 1mm 2mm'],
      ['margin: 1mm 2mm 3mm; SIZE: A5', 'A5', '1mm 2mm 3mm 2mm'],
      ['margin: 1mm 2mm 3mm 4mm; margin-left: 5mm', '', '1mm 2mm 3mm 5mm'],
      ['margin-top: 5mm;', '', '5mm 0 0 0'],
      ['@top-left { content: "}"; margin: 9mm } size: 100mm 150mm /* size: A3 */', '100mm 150mm', '0 0 0 0'],
      ['@top-left { content: {{cssString title}} } margin: 7mm', '', '7mm 7mm 7mm 7mm'],
    ] as const) {
      const setup = readPageSetup(page(block))
      assert.equal(setup.kind, 'editable', block)
      if (setup.kind !== 'editable') continue
      assert.deepEqual([setup.size, Object.values(setup.margins).join(' ')], [size, margins], block)
    }
  })

  it('does not edit several rules, conditions and computed values', () => {
    for (const source of [
      page('size: A4') + page('margin: 1mm'),
      page('size: {{size}}'),
      page('margin: {{#if wide}}1mm{{else}}2mm{{/if}}'),
      page('margin: calc(1mm + 2mm)'),
      page('margin: var(--m)'),
      page('margin: 1mm !important'),
      page('margin: 1mm; margin: 2mm'),
      '<style>@media print { @page { margin: 1mm } }</style>',
      '<style media="print">@page { margin: 1mm }</style>',
    ]) {
      assert.equal(readPageSetup(source).kind, 'manual', source)
      assert.equal(changePageSetup(source, { property: 'size', value: 'A5' }), undefined, source)
    }
  })

  it('ignores rules in comments, in text and without size and margins', () => {
    for (const source of [
      '<p>@page { size: A5 }</p>',
      '<style>/* @page { size: A5 } */ p::after { content: "@page { size: A5 }" }</style>',
      '<!-- <style>@page { size: A5 }</style> -->',
      '<style>@page { @top-left { content: "x" } } @page-like { size: A5 }</style>',
      '<style',
      '<style>@page',
      '',
    ]) {
      assert.deepEqual(readPageSetup(source), { kind: 'none', others: [] }, source)
    }
  })

  it('lists rules of other sheets with their lines', () => {
    const setup = readPageSetup(
      `${page('size: A4')}\n<style>@page :first { margin: 0 }\n@page wide { size: A3 }`,
    )
    assert.deepEqual(
      setup.others.map(({ selector, line }) => [selector, line]),
      [
        [':first', 6],
        ['wide', 7],
      ],
    )
    assert.equal(setup.kind, 'editable')
  })

  it('changes one value and nothing else', () => {
    const size = { property: 'size', value: 'A5' } as const
    const left = { property: 'left', value: '9mm' } as const
    for (const [block, change, result] of [
      [' size: A4; margin: 1mm ', size, ' size: A5; margin: 1mm '],
      [' margin: 1mm ', size, ' size: A5; margin: 1mm '],
      ['@top-left{content:""}size:A4 portrait', size, '@top-left{content:""}size:A5'],
      ['margin: 1mm', left, 'margin: 1mm 1mm 1mm 9mm'],
      ['margin: 1mm 9mm 2mm 3mm', left, 'margin: 1mm 9mm 2mm'],
      ['margin: 9mm 9mm 9mm 3mm', left, 'margin: 9mm'],
      ['margin: 1mm 9mm 1mm 3mm', left, 'margin: 1mm 9mm'],
      ['margin: 1mm; margin-left: 2mm', left, 'margin: 1mm; margin-left: 9mm'],
      ['margin-left: 2mm; margin: 1mm', left, 'margin-left: 2mm; margin: 1mm 1mm 1mm 9mm'],
      ['margin-top: 2mm', left, ' margin-left: 9mm;margin-top: 2mm'],
      ['size: A4', left, ' margin: 0 0 0 9mm;size: A4'],
    ] as const) {
      assert.equal(changed(page(block), change), page(result), block)
    }
  })

  it('adds a rule to the first style element, or with a new one to the head', () => {
    const size = { property: 'size', value: 'A5' } as const
    for (const [source, result] of [
      [
        '<style media="x">a{}</style><style>p {}</style>',
        '<style media="x">a{}</style><style>\n  @page { size: A5 }p {}</style>',
      ],
      [
        '<head><title>x</title></head><p>',
        '<head><title>x</title><style>\n  @page { size: A5 }\n</style>\n</head><p>',
      ],
      ['<!doctype html>\n<p>', '<!doctype html>\n<style>\n  @page { size: A5 }\n</style>\n<p>'],
      [
        '<!DOCTYPE html><html lang="en"><body>',
        '<!DOCTYPE html><html lang="en"><style>\n  @page { size: A5 }\n</style>\n<body>',
      ],
      ['<p>', '<style>\n  @page { size: A5 }\n</style>\n<p>'],
      [
        '<style>@page { @top-left { content: "" } }</style>',
        '<style>\n  @page { size: A5 }@page { @top-left { content: "" } }</style>',
      ],
    ] as const) {
      assert.equal(changed(source, size), result)
      assert.equal(readPageSetup(result).kind, 'editable')
    }
  })

  it('reads long malformed sources', () => {
    for (const text of [
      '<style',
      '<!--',
      '<style>@page',
      '<style>@page{',
      '<style>/*',
      '<style>{{',
      '<style>"\\',
    ]) {
      assert.ok(pageRulesIn(text.repeat(20_000)).length <= 20_000)
    }
  })
})

describe('page size', () => {
  it('parses names, orientations and lengths', () => {
    assert.deepEqual(parseSize(''), { kind: 'named', name: 'A4', isLandscape: false })
    assert.deepEqual(parseSize('letter LANDSCAPE'), { kind: 'named', name: 'Letter', isLandscape: true })
    assert.deepEqual(parseSize('JIS-B5 portrait'), { kind: 'named', name: 'JIS-B5', isLandscape: false })
    assert.deepEqual(parseSize('100mm 6in'), { kind: 'custom', width: '100mm', height: '6in' })
    assert.deepEqual(parseSize('50mm'), { kind: 'custom', width: '50mm', height: '50mm' })
    for (const text of ['58mm auto', 'landscape', 'auto', '210mm 297mm landscape', 'A4 A5'])
      assert.deepEqual(parseSize(text), { kind: 'other', text })
  })

  it('writes the value of the size', () => {
    for (const text of ['A4', 'A5 landscape', '100mm 6in', '58mm auto'])
      assert.equal(sizeText(parseSize(text)), text)
    assert.equal(sizeText(customSize(parseSize('A5 landscape'))), '210mm 148mm')
  })

  it('accepts lengths, and numbers as millimetres', () => {
    assert.deepEqual(['20', ' 1.5cm ', '0', '12PT'].map(parseLength), ['20mm', '1.5cm', '0', '12PT'])
    for (const text of ['', '-1mm', '1em', '10 mm', '1;2', '5%']) assert.equal(parseLength(text), undefined)
  })
})
