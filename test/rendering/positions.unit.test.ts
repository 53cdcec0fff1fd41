import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { positionsIn } from '../../packages/renderer/src/print/accessibility/positions.ts'

type Element = Parameters<ReturnType<typeof positionsIn>>[0]
const element = (name: string, attributes: Record<string, string> = {}, text = ''): Element => ({
  name,
  attributes: Object.entries(attributes),
  text,
})

describe('positions of elements in a template', () => {
  it('are found by the name, the attributes and the text', () => {
    const find = positionsIn(
      [
        '<h1>{{title}}</h1>',
        '{{#each items}}',
        '  <img src="{{asset "a > b.png"}}" class=logo>',
        '  <IMG alt="x" src="b.png">',
        '{{/each}}',
        '<h3 class="{{#if a}}x{{/if}}">Terms of {{name}}</h3>',
        '<h3>Payment</h3><p {{attributes}}>x</p>',
      ].join('\n'),
    )
    assert.equal(find(element('h1', {}, 'Anything')), 'line 1, column 0')
    assert.equal(find(element('img', { src: 'https://assets/a', class: 'logo' })), 'line 3, column 2')
    assert.equal(find(element('img', { src: 'b.png', alt: 'x' })), 'line 4, column 2')
    assert.equal(find(element('h3', { class: 'x' }, 'Terms of use')), 'line 6, column 0')
    assert.equal(find(element('h3', {}, 'Payment')), 'line 7, column 0')
    assert.equal(find(element('p', { id: 'any' }, 'x')), 'line 7, column 16')
  })

  it('are not found for elements that no tag or too many tags may have created', () => {
    const find = positionsIn('<p>{{a}}</p>\n<p>b</p> <p>b</p>\n<header>h</header>')
    assert.equal(find(element('p', {}, 'b')), 'lines 1 or 2')
    assert.equal(find(element('p', {}, 'c')), 'line 1, column 0')
    assert.equal(find(element('p', { class: 'x' }, 'b')), '')
    assert.equal(find(element('h', {}, '')), '')
    assert.equal(positionsIn('<b>x</b>'.repeat(4))(element('b', {}, 'x')), '')
    assert.equal(positionsIn('{{unclosed <b>')(element('b')), '')
    assert.equal(positionsIn('<b class="unclosed>')(element('b')), '')
  })

  it('compare values that are cut off', () => {
    const value = 'x'.repeat(150)
    const find = positionsIn(`<img src="${value}">\n<img src="${value.slice(0, 99)}">`)
    assert.equal(find(element('img', { src: value.slice(0, 100) })), 'line 1, column 0')
  })

  it('are searched in a limited part of a hostile source', () => {
    const tags = positionsIn(`${'<img a="'.repeat(600_000)}">\n<b>x</b>`)
    assert.equal(tags(element('img', { b: '' })), '')
    assert.equal(tags(element('b', {}, 'x')), '')
    const lines = positionsIn(`${'\n'.repeat(5_000_000)}<b>x</b>`)
    assert.match(lines(element('b', {}, 'x')), /^line 20000, /)
  })
})
