import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requireAssetName } from '../../packages/template/src/library-names.ts'
import { assetNameOf } from '../../packages/dashboard/src/api/asset-name.ts'
import { scopeIn } from '../../packages/dashboard/src/features/templates/code/fields.ts'
import { logoChange } from '../../packages/dashboard/src/features/templates/images/logo.ts'
import { insertionPoint } from '../../packages/dashboard/src/features/templates/snippets/insertion-point.ts'
import { SNIPPETS, type SnippetKind } from '../../packages/dashboard/src/features/templates/snippets/kinds.ts'
import { imageText, snippetText } from '../../packages/dashboard/src/features/templates/snippets/snippets.ts'

const DATA = {
  number: 'R-1',
  issued: '2026-11-20T10:00:00Z',
  total: 12.5,
  'pay at': 'https://example.com/1',
  url: 'https://example.com/2',
  lines: [{ item: 'Ink', unitPrice: 7, tags: ['a'], 'odd name': 1 }, { discount: 2 }],
}

describe('snippets', () => {
  const text = (kind: SnippetKind, data: unknown = DATA, hasMargins = true) =>
    snippetText(kind, { scope: scopeIn(data, []), hasMargins })

  it('use the fields of the data that fit', () => {
    assert.equal(text('currency'), '{{formatCurrency ${1:total} currency="${2:EUR}"}}')
    assert.equal(text('date'), '{{formatDate ${1:issued} dateStyle="${2:long}"}}')
    assert.equal(text('qrCode'), '{{qrCode ${1:url} size=${2:30}}}')
    assert.match(imageText('brand.svg'), /^<img src="\{\{asset "brand\.svg"\}\}" alt="\$\{1:Logo\}"/)
    assert.equal(text('currency', [{ amount: 1 }]), '{{formatCurrency ${1:amount} currency="${2:EUR}"}}')
  })

  it('make a table with a column for each simple field of a list', () => {
    const table = text('table')
    assert.match(table, /\{\{#each \$\{1:lines\}\}\}/)
    assert.match(
      table,
      /<th scope="col">Item<\/th><th scope="col" style="text-align: right">Unit price<\/th>/,
    )
    assert.match(table, /<td>\{\{item\}\}<\/td><td style="text-align: right">\{\{unitPrice\}\}<\/td>/)
    assert.match(table, /\{\{discount\}\}/)
    assert.doesNotMatch(table, /tags|odd name/)
  })

  it('have placeholders without data', () => {
    for (const kind of Object.keys(SNIPPETS) as SnippetKind[]) assert.notEqual(text(kind, {}), '')
    assert.match(text('table', { lines: [] }), /each \$\{1:lines\}\}\}/)
  })

  it('add margins to the header only when the sheets have none', () => {
    assert.match(text('header', {}, false), /margin: 20mm 18mm/)
    assert.doesNotMatch(text('header'), /margin/)
  })
})

describe('insertionPoint', () => {
  it('moves the cursor out of tags, mustaches, comments, styles and the head', () => {
    for (const marked of [
      'ab|*c',
      '<!doctype html>|\n<html><head><style>a{}</style></head><body class="a">*<p>',
      '<html><head></head>*|<p>x',
      '<p>a<style>a{|}</style>*b',
      '<p |class="x">*b',
      '<p>{{#if a|}}*b',
      '<p>{{{a|}}}*b',
      '<!-- | <p> -->*b',
      '<p>{{!-- | {{x}} --}}*b',
      '<script>1 < |2</script>*',
      '<style>|',
      '<body>a*</body></html>\n|',
      '<p>*|{{a}}',
    ]) {
      const source = marked.replace(/[|*]/g, '')
      const cursor = marked.replace('*', '').indexOf('|')
      const star = marked.replace('|', '').indexOf('*')
      assert.equal(insertionPoint(source, cursor), star === -1 ? source.length : star, marked)
    }
  })
})

describe('assetNameOf', () => {
  it('returns a valid name that ends with the extension of the file', () => {
    for (const [fileName, name] of [
      ['My logo (1).png', 'My-logo-1.png'],
      ['Bild "}} {{x.png', 'Bild-x.png'],
      ['_a..b_.svg', 'a.b.svg'],
      ['標誌.png', 'file.png'],
      ['.png', 'file.png'],
      ['…', 'file'],
    ] as const) {
      assert.equal(assetNameOf(fileName), name)
      requireAssetName(name)
    }
  })
})

describe('logoChange', () => {
  const replaced = (source: string) => {
    const change = logoChange(source, 'brand.png')
    return change && source.slice(0, change.from) + change.insert + source.slice(change.to)
  }
  const IMAGE = 'id="logo" src="{{asset "brand.png"}}"'

  it('replaces an svg, and keeps its label, class and style', () => {
    for (const [source, expected] of [
      ['<p><svg id="logo" viewBox="0 0 1 1"><g><path d="M0"/></g></svg>x', `<p><img ${IMAGE} alt="Logo">x`],
      ['<svg role="img" id="logo" aria-label="{{a.b}}"></svg>', `<img ${IMAGE} alt="{{a.b}}">`],
      [
        '<svg id="logo" class="a b" aria-hidden="true" style="x: 1"></svg>',
        `<img ${IMAGE} alt="" class="a b" style="x: 1">`,
      ],
      [
        '<!-- <svg id="logo"></svg> --><SVG\nid="logo"></svg>',
        `<!-- <svg id="logo"></svg> --><img ${IMAGE} alt="Logo">`,
      ],
      [
        '{{!-- <img id="logo" src="{{asset "x"}}"> --}}<svg id="logo"></svg>',
        `{{!-- <img id="logo" src="{{asset "x"}}"> --}}<img ${IMAGE} alt="Logo">`,
      ],
      ['{{! <svg id="logo"> }}<svg id="logo"></SVG>', `{{! <svg id="logo"> }}<img ${IMAGE} alt="Logo">`],
      ['<svg id="logo"/><p>x</p><svg></svg>', `<img ${IMAGE} alt="Logo"><p>x</p><svg></svg>`],
      ['<svg id="logo"><svg x="1"/><svg><g/></svg></svg>x', `<img ${IMAGE} alt="Logo">x`],
      [
        '<svg id="logo" data-aria-label="n" aria-label="{{t "logo"}}" class="{{#if a "b"}}c{{/if}}"></svg>',
        `<img ${IMAGE} alt="{{t "logo"}}" class="{{#if a "b"}}c{{/if}}">`,
      ],
    ] as const)
      assert.equal(replaced(source), expected)
  })

  it('replaces the source of an image only', () => {
    for (const [source, expected] of [
      [
        '<img id="logo" src="{{asset "a.png"}}" alt="A">',
        '<img src="{{asset "brand.png"}}" id="logo" alt="A">',
      ],
      [
        '<img alt="A" src="data:image/png;base64,AA" id="logo">',
        '<img src="{{asset "brand.png"}}" alt="A" id="logo">',
      ],
      ['<img data-src="b" id="logo">', '<img src="{{asset "brand.png"}}" data-src="b" id="logo">'],
    ] as const)
      assert.equal(replaced(source), expected)
  })

  it('changes nothing in a template without a logo', () => {
    for (const source of [
      '<svg id="other"></svg>',
      '<p id="logo">x</p>',
      '<svg id="logo">',
      '<svg id="logo"><svg></svg>',
      '<svg data-id="logo"></svg>',
      '<!-- <svg id="logo"></svg>',
    ])
      assert.equal(logoChange(source, 'brand.png'), undefined, source)
  })
})
