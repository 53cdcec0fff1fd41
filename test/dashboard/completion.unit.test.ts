import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mustachesIn, openBlocks } from '../../packages/dashboard/src/features/templates/code/mustaches.ts'
import { helperCallAt } from '../../packages/dashboard/src/features/templates/code/helper-call.ts'
import { helperSnippet } from '../../packages/dashboard/src/features/templates/code/helper-snippet.ts'
import { suggestionsAt } from '../../packages/dashboard/src/features/templates/code/suggestions.ts'
import { comparePictures } from '../../packages/dashboard/src/features/templates/versions/compare-pictures.ts'
import { HELPER_DESCRIPTIONS } from '../../packages/template/src/helper-descriptions.ts'

const DATA = {
  customer: { name: 'Grace', address: { city: 'Galway' } },
  lines: [
    { item: 'Ink', price: 7, tags: [{ word: 'blue' }] },
    { item: 'Pen', discount: 1 },
  ],
}

const NAMES = {
  data: DATA,
  helpers: HELPER_DESCRIPTIONS,
  partials: ['letterhead', 'footer_2'],
  assets: [{ name: 'logo.png', contentType: 'image/png' }],
}

describe('completion in the template editor', () => {
  /** Returns the labels of the suggestions of one kind at the end of `before`. */
  const labels = (before: string, kind = 'field', data: unknown = DATA) =>
    suggestionsAt(before, { ...NAMES, data })
      ?.options.filter((option) => option.kind === kind)
      .map(({ label }) => label)

  it('suggests names inside mustaches only, not in strings or comments', () => {
    for (const before of [
      '',
      '<p',
      'a {{x}}',
      '{{{x}}}',
      '\\{{x',
      '{{!-- a',
      '{{! a',
      '{{eq a "b',
      "{{eq a 'b",
    ]) {
      assert.equal(suggestionsAt(before, NAMES), undefined, before)
    }
    for (const before of ['{{', '{{{', '{{~', 'a}} {{c', '{{eq "a" ', '{{#if (eq cu', '{{!x}}{{']) {
      assert.ok(labels(before)?.includes('customer'), before)
    }
  })

  it('suggests the fields of the data in the context of the enclosing blocks', () => {
    assert.deepEqual(labels('{{'), ['customer', 'lines'])
    assert.deepEqual(labels('{{customer.'), ['name', 'address'])
    assert.deepEqual(labels('{{customer.address.ci'), ['city'])
    assert.deepEqual(labels('{{#each lines}}{{'), ['item', 'price', 'tags', 'discount'])
    assert.deepEqual(labels('{{#each lines}}{{this.'), ['item', 'price', 'tags', 'discount'])
    assert.deepEqual(labels('{{#each lines}}{{../'), ['customer', 'lines'])
    assert.deepEqual(labels('{{#each lines}}{{../customer.'), ['name', 'address'])
    assert.deepEqual(labels('{{#each lines}}{{@root.'), ['customer', 'lines'])
    assert.deepEqual(labels('{{#each lines}}{{#each tags}}{{'), ['word'])
    assert.deepEqual(labels('{{#each lines}}{{#if price}}{{'), ['item', 'price', 'tags', 'discount'])
    assert.deepEqual(labels('{{#with customer}}{{'), ['name', 'address'])
    assert.deepEqual(labels('{{#each lines}}x{{/each}}{{'), ['customer', 'lines'])
    assert.deepEqual(labels('{{#each lines as |line|}}{{line.'), ['item', 'price', 'tags', 'discount'])
    assert.deepEqual(labels('{{', 'field', [DATA, { more: 1 }]), ['customer', 'lines', 'more'])
    assert.deepEqual(labels('{{nothing.'), [])
    assert.deepEqual(labels('{{', 'field', null), [])
    assert.equal(suggestionsAt('a {{customer.na', NAMES)?.from, 13)
    assert.equal(suggestionsAt('a {{cu', NAMES)?.from, 4)
  })

  it('suggests block helpers after #, all helpers in call position, and none among arguments', () => {
    assert.deepEqual(labels('{{#', 'helper'), ['if', 'unless', 'each', 'with'])
    assert.ok(labels('{{form', 'helper')?.includes('formatDate'))
    assert.ok(labels('{{#if (g', 'helper')?.includes('gte'))
    assert.deepEqual(labels('{{formatDate d', 'helper'), [])
    assert.deepEqual(labels('{{#each lines}}{{#if price}}{{/', 'keyword'), ['if'])
    assert.ok(labels('{{#each lines}}{{', 'keyword')?.includes('@index'))
    assert.ok(labels('{{#if a}}{{', 'keyword')?.includes('else'))
  })

  it('suggests partials after {{> and assets in the text of asset', () => {
    for (const before of ['{{> ', '{{>', '{{~> let', '{{#> ', '{{#each lines}}{{> '])
      assert.deepEqual(labels(before, 'partial'), ['letterhead', 'footer_2'], before)
    assert.equal(suggestionsAt('a {{> let', NAMES)?.from, 6)
    assert.deepEqual(labels('{{> letterhead c', 'partial'), [])
    assert.ok(labels('{{> letterhead c')?.includes('customer'))
    for (const before of ['<img src="{{asset "', "{{asset 'lo", '{{#if (asset "'])
      assert.deepEqual(labels(before, 'asset'), ['logo.png'], before)
    assert.equal(suggestionsAt('{{asset "lo', NAMES)?.from, 9)
    assert.equal(labels('{{upper "lo', 'asset'), undefined)
    assert.equal(labels('{{assets "lo', 'asset'), undefined)
  })

  it('inserts helpers with the arguments of their example', () => {
    const snippets = Object.fromEntries(
      HELPER_DESCRIPTIONS.map((helper) => [helper.name, helperSnippet(helper)]),
    )
    assert.equal(
      snippets['formatCurrency'],
      'formatCurrency ${1:1234.5} currency="${2:EUR}" locale="${3:de}"',
    )
    assert.equal(snippets['and'], 'and ${1:a} ${2:b}')
    assert.equal(snippets['asset'], 'asset "${1:logo.png}"')
    assert.equal(snippets['json'], 'json ${1:data}')
    assert.equal(snippets['each'], 'each ${1:lines}}}\n  ${}\n{{/each}}')
    assert.equal(snippets['cssString'], 'cssString ${1:title}')
    for (const [name, text] of Object.entries(snippets)) assert.match(text, /\$\{1:/, name)
  })

  it('finds the helper call at a position', () => {
    const nameAt = (marked: string) => helperCallAt(marked.replace('|', ''), marked.indexOf('|'))?.name
    assert.equal(nameAt('a {{form|atDate day}}'), 'formatDate')
    assert.equal(nameAt('{{#if| (and a b)}}'), 'if')
    assert.equal(nameAt('{{#if (an|d a b)}}'), 'and')
    assert.equal(nameAt('{{{|json x}}}'), 'json')
    for (const text of [
      'a| {{if}}',
      '{{upper na|me}}',
      '{{!-- if| --}}',
      '{{a}} up|per',
      '{{upper "lo|wer"}}',
    ])
      assert.equal(nameAt(text), undefined, text)
  })

  it('parses mustaches of every kind', () => {
    const source =
      'a {{x}} {{{y}}} {{!-- {{z}} --}} {{#each a as |b c|}}{{else}}{{^}}{{/each}} {{> p}} {{~#if d~}}'
    assert.deepEqual(
      [...mustachesIn(source)].map(({ kind }) => kind),
      ['value', 'value', 'comment', 'open', 'else', 'else', 'close', 'value', 'open'],
    )
    assert.deepEqual(openBlocks('{{#each a as |b c|}}{{#if d}}'), [
      { name: 'each', path: 'a', names: ['b', 'c'] },
      { name: 'if', path: 'd', names: [] },
    ])
  })
})

describe('comparePictures', () => {
  const picture = (...greys: number[]) => ({
    data: Uint8ClampedArray.from(greys.flatMap((grey) => [grey, grey, grey, 255])),
    width: greys.length,
    height: 1,
  })

  it('marks removed pixels red and added pixels green, and fades the rest', () => {
    const { data, changed } = comparePictures(picture(255, 0, 255, 0), picture(255, 0, 0, 255))
    const colours = Array.from({ length: 4 }, (_, at) => Array.from(data.slice(at * 4, at * 4 + 3)))
    assert.equal(changed, 2)
    assert.deepEqual(colours, [
      [255, 255, 255],
      [191, 191, 191],
      [22, 130, 72],
      [214, 48, 49],
    ])
  })

  it('ignores differences of font smoothing', () => {
    assert.equal(comparePictures(picture(100), picture(110)).changed, 0)
  })
})
