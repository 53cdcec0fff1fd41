import type { Passage } from './markdown.ts'
import type { Page } from './site.ts'

const FOUND_MAX = 30
const EXCERPT_LENGTH = 180
const WORDS_MAX = 8

/** A place at which all words of a search stand. */
export interface Found {
  page: Page
  passage: Passage
  /** Some of what stands there, around the first of the words. */
  excerpt: string
}

/** The passages in which every word is found, those with the words in their headings first. */
export function find(query: string, pages: readonly Page[]): Found[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return pages
    .flatMap((page) => page.passages.map((passage) => ({ page, passage, rank: rank(words, page, passage) })))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, FOUND_MAX)
    .map(({ page, passage }) => ({ page, passage, excerpt: excerpt(words, passage.words) }))
}

/** What is looked for: the words of a query in small letters. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
}

function rank(words: readonly string[], page: Page, { heading, words: text }: Passage): number {
  const [title, own, below] = [page.title, heading.text, text].map((part) => part.toLowerCase())
  const ranks = words.map((word) => {
    if (own?.includes(word)) return 10
    if (title?.includes(word)) return 3
    return below?.includes(word) ? 1 : 0
  })
  return ranks.includes(0) ? 0 : ranks.reduce((sum: number, one) => sum + one, 0)
}

function excerpt(words: readonly string[], text: string): string {
  const small = text.toLowerCase()
  const places = words.map((word) => small.indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, (places.length > 0 ? Math.min(...places) : 0) - EXCERPT_LENGTH / 3)
  const piece = text.slice(from, from + EXCERPT_LENGTH).trim()
  return `${from > 0 ? '… ' : ''}${piece}${from + EXCERPT_LENGTH < text.length ? ' …' : ''}`
}
