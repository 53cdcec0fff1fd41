// @ts-check
// Ranks the passages of a search. The service and the pages of the documentation use the same functions.

/** @import { IndexedPage, IndexedPassage, SearchResult } from './ranking.js' */
/**
 * @typedef {object} SearchedPassage
 * @property {IndexedPage} page
 * @property {IndexedPassage} passage
 * @property {{ title: string, heading: string, text: string }} lower Its texts in lower case.
 */

const RESULTS_MAX = 30
const EXCERPT_LENGTH = 180
const WORDS_MAX = 8
const WORD_LENGTH_MAX = 40
const CONTRIBUTOR_FACTOR = 0.2
/** Shortest word that may have a typing error. */
const SIMILAR_LENGTH_MIN = 4
/** @type {WeakMap<readonly IndexedPage[], readonly SearchedPassage[]>} */
const passagesByIndex = new WeakMap()

/**
 * @param {string} query
 * @param {readonly IndexedPage[]} pages
 * @returns {SearchResult[]}
 */
export function rankPassages(query, pages) {
  const typed = wordsOf(query)
  if (typed.length === 0) return []
  const passages = passagesOf(pages)
  const words = typed.map((word) => knownWord(word, passages))
  const phrase = words.join(' ')
  const ranked = passages.flatMap(({ page, passage, lower }) => {
    const rank = rankOf(words, phrase, lower) * (page.forContributors ? CONTRIBUTOR_FACTOR : 1)
    return rank > 0 ? [{ rank, result: { title: page.title, address: page.address, ...passage } }] : []
  })
  return ranked
    .sort((one, other) => other.rank - one.rank)
    .slice(0, RESULTS_MAX)
    .map(({ result }) => ({ ...result, excerpt: excerptOf(words, result.text) }))
}

/**
 * @param {string} query
 * @returns {string[]}
 */
export function wordsOf(query) {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, WORD_LENGTH_MAX))
}

/**
 * @param {string} text
 * @param {readonly string[]} words
 * @returns {string[]}
 */
export function splitAtWords(text, words) {
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  // oxlint-disable-next-line patterns/linear -- the words are escaped, and the text is a line of the documentation
  return pattern === '' ? [text] : text.split(new RegExp(`(${pattern})`, 'gi'))
}

/**
 * Returns the passages with their texts in lower case, which are computed once for an index.
 * @param {readonly IndexedPage[]} pages
 * @returns {readonly SearchedPassage[]}
 */
function passagesOf(pages) {
  const known = passagesByIndex.get(pages)
  if (known) return known
  const passages = pages.flatMap((page) =>
    page.passages.map((passage) => ({
      page,
      passage,
      lower: {
        title: page.title.toLowerCase(),
        heading: passage.heading.toLowerCase(),
        text: passage.text.toLowerCase(),
      },
    })),
  )
  passagesByIndex.set(pages, passages)
  return passages
}

/**
 * Returns 0 if a word is missing.
 * @param {readonly string[]} words
 * @param {string} phrase
 * @param {SearchedPassage['lower']} passage
 */
function rankOf(words, phrase, { title, heading, text }) {
  let sum = 0
  for (const word of words) {
    const rank = rankIn(heading, word) * 10 || rankIn(title, word) * 3 || rankIn(text, word)
    if (rank === 0) return 0
    sum += rank
  }
  if (heading === phrase) return sum + 40
  if (heading.includes(phrase)) return sum + 15
  return text.includes(phrase) ? sum + 3 : sum
}

/**
 * Returns 2 for a text with a word that begins with `word`, 1 for a text that contains it elsewhere, otherwise 0. A
 * plural also finds its singular.
 * @param {string} text
 * @param {string} word
 */
function rankIn(text, word) {
  const stem = word.length > SIMILAR_LENGTH_MIN ? word.replace(/s$/, '') : word
  const at = text.indexOf(stem)
  if (at === -1) return 0
  return at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 2 : 1
}

/**
 * Returns the word, or the most similar word of a title or heading if no passage contains it.
 * @param {string} word
 * @param {readonly SearchedPassage[]} passages
 */
function knownWord(word, passages) {
  if (word.length < SIMILAR_LENGTH_MIN) return word
  const isKnown = passages.some(({ lower: { title, heading, text } }) =>
    [heading, title, text].some((part) => rankIn(part, word) > 0),
  )
  if (isKnown) return word
  const candidates = new Set(
    passages.flatMap(({ lower: { title, heading } }) => `${title} ${heading}`.match(/[\p{L}\p{N}]+/gu) ?? []),
  )
  let [best, least] = [word, word.length < 8 ? 2 : 3]
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const edits = editsBetween(word, candidate)
    if (edits < least) [best, least] = [candidate, edits]
  }
  return best
}

/**
 * Returns the Damerau-Levenshtein distance (optimal string alignment).
 * @param {string} one
 * @param {string} other
 */
function editsBetween(one, other) {
  /** @type {number[]} */
  let beforeLast = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}

/**
 * @param {readonly string[]} words
 * @param {string} text
 */
function excerptOf(words, text) {
  const lower = text.toLowerCase()
  const positions = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, (positions.length > 0 ? Math.min(...positions) : 0) - EXCERPT_LENGTH / 3)
  const piece = text.slice(from, from + EXCERPT_LENGTH).trim()
  return `${from > 0 ? '… ' : ''}${piece}${from + EXCERPT_LENGTH < text.length ? ' …' : ''}`
}
