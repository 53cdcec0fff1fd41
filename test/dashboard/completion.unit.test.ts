import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mustachesIn, openBlocks } from '../../packages/dashboard/src/features/templates/code/mustaches.ts'
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

describe('completion in the template editor', () => {
  /** Returns the labels of the suggestions of one kind at the end of `before`. */
  const labels = (before: string, kind = 'field', data: unknown = DATA) =>
    suggestionsAt(before, data, [...HELPER_DESCRIPTIONS])
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
      assert.equal(suggestionsAt(before, DATA, []), undefined, before)
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
    assert.equal(suggestionsAt('a {{customer.na', DATA, [])?.from, 13)
    assert.equal(suggestionsAt('a {{cu', DATA, [])?.from, 4)
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
