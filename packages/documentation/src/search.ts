import type { Passage } from './markdown.ts'
import type { Page } from './site.ts'

const RESULTS_MAX = 30
const EXCERPT_LENGTH = 180
const WORDS_MAX = 8

/** A passage that contains all words of a search. */
export interface SearchResult {
  page: Page
  passage: Passage
  /** Part of the passage around the first of the words. */
  excerpt: string
}

/** Search index: the passages of all pages, with their texts in lower case. */
export type SearchIndex = readonly IndexEntry[]

interface IndexEntry {
  page: Page
  passage: Passage
  title: string
  heading: string
  words: string
}

/** Builds the search index of pages. */
export function indexOf(pages: readonly Page[]): SearchIndex {
  return pages.flatMap((page) =>
    page.passages.map((passage) => ({
      page,
      passage,
      title: page.title.toLowerCase(),
      heading: passage.heading.text.toLowerCase(),
      words: passage.words.toLowerCase(),
    })),
  )
}

/** Returns the passages that contain each word, those with the words in their headings first. */
export function searchIndex(query: string, index: SearchIndex): SearchResult[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return index
    .map((entry) => ({ entry, rank: rank(words, entry) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, RESULTS_MAX)
    .map(({ entry: { page, passage, words: text } }) => ({
      page,
      passage,
      excerpt: excerpt(words, passage.words, text),
    }))
}

/** Returns the words of a query in lower case. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
}

function rank(words: readonly string[], { title, heading, words: text }: IndexEntry): number {
  let sum = 0
  for (const word of words) {
    const rank = heading.includes(word) ? 10 : title.includes(word) ? 3 : text.includes(word) ? 1 : 0
    if (rank === 0) return 0
    sum += rank
  }
  return sum
}

/** Returns the part of a text around the first of the words. @param lowerText the text in lower case. */
function excerpt(words: readonly string[], text: string, lowerText: string): string {
  const positions = words.map((word) => lowerText.indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, (positions.length > 0 ? Math.min(...positions) : 0) - EXCERPT_LENGTH / 3)
  const piece = text.slice(from, from + EXCERPT_LENGTH).trim()
  return `${from > 0 ? '… ' : ''}${piece}${from + EXCERPT_LENGTH < text.length ? ' …' : ''}`
}
