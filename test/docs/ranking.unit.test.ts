import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type IndexedPage,
  rankPassages,
  splitAtWords,
  wordsOf,
} from '../../packages/documentation/src/page/ranking.js'

const PAGES: readonly IndexedPage[] = [
  page('Tour', [['Tickets', 'The ticket has the number T-40211. Its rate is not limited.']]),
  page('Errors', [
    ['402 Insufficient credits', 'The account has too few credits.'],
    ['429 Too many requests', 'A rate limit is reached.'],
  ]),
  page('Signatures', [['Signatures', 'A signature shows who made the PDF.']]),
  page('Decision 18: signatures', [['Signatures', 'We sign with our own code.']], true),
]

describe('rankPassages', () => {
  it('puts words of headings before words of texts, and whole words before parts', () => {
    assert.deepEqual(headingsFor('402'), ['402 Insufficient credits', 'Tickets'])
    assert.equal(headingsFor('rate limit')[0], '429 Too many requests')
    assert.equal(headingsFor('ticket')[0], 'Tickets')
  })

  it('finds only passages with all words', () => {
    assert.deepEqual(headingsFor('rate signature'), [])
    assert.deepEqual(headingsFor('  '), [])
  })

  it('finds the singular of a plural', () => {
    assert.ok(headingsFor('tickets numbers').includes('Tickets'))
  })

  it('replaces an unknown word by a similar one', () => {
    assert.ok(headingsFor('signiture').length > 0)
    assert.ok(headingsFor('insuficient').includes('402 Insufficient credits'))
    assert.ok(headingsFor('tikcets').includes('Tickets'))
    assert.deepEqual(headingsFor('zzzzzzzz'), [])
  })

  it('puts pages for contributors last', () => {
    const titles = rankPassages('signatures', PAGES).map(({ title }) => title)
    assert.deepEqual(titles, ['Signatures', 'Decision 18: signatures'])
  })

  it('returns the part of the text around the first word', () => {
    const [result] = rankPassages('needle', [
      page('Long', [['Text', `${'word '.repeat(100)}needle ${'word '.repeat(100)}`]]),
    ])
    assert.match(result?.excerpt ?? '', /^… word .*needle.* …$/)
  })
})

describe('wordsOf', () => {
  it('returns at most 8 words in lower case, of at most 40 characters', () => {
    assert.deepEqual(wordsOf(' QR  code '), ['qr', 'code'])
    assert.equal(wordsOf('a '.repeat(20)).length, 8)
    assert.equal(wordsOf('a'.repeat(100))[0]?.length, 40)
  })
})

describe('splitAtWords', () => {
  it('splits at literal words', () => {
    assert.deepEqual(splitAtWords('Use (a) or A.', ['(a)']), ['Use ', '(a)', ' or A.'])
    assert.deepEqual(splitAtWords('Text', []), ['Text'])
  })
})

function headingsFor(query: string): string[] {
  return rankPassages(query, PAGES).map(({ heading }) => heading)
}

function page(
  title: string,
  passages: [heading: string, text: string][],
  forContributors = false,
): IndexedPage {
  const address = `/docs/${title.toLowerCase()}`
  return {
    title,
    address,
    forContributors,
    passages: passages.map(([heading, text]) => ({ heading, anchor: 'a', text })),
  }
}
