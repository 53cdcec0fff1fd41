/** Page of the search index, as the browser loads it. */
export interface IndexedPage {
  title: string
  /** Path of the page on the service. */
  address: string
  /** Pages for contributors to Platen come after others with the same words. */
  forContributors: boolean
  passages: readonly IndexedPassage[]
}

/** Text below a heading. */
export interface IndexedPassage {
  heading: string
  /** Fragment of its URL, without the #. */
  anchor: string
  text: string
}

/** Passage that contains all words of a search. */
export interface SearchResult extends IndexedPassage {
  title: string
  address: string
  /** Part of the text around the first of the words. */
  excerpt: string
}

/** Returns the passages that contain all words, the best first. A word that no page contains is replaced by a similar one. */
export function rankPassages(query: string, pages: readonly IndexedPage[]): SearchResult[]

/** Returns the words of a query in lower case, at most 8. */
export function wordsOf(query: string): string[]

/** Splits a text at the words of a search. Each second part is a word. */
export function splitAtWords(text: string, words: readonly string[]): string[]
