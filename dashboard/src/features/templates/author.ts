import type { Version } from './queries.ts'

/** The author of a saved version, in words. */
export function wordsForAuthor(author: Version['savedBy']): string {
  if (author === null) return 'an unknown author'
  if (author.kind === 'person') return author.name ?? 'a deleted account'
  return author.name === null ? 'a deleted key' : `key “${author.name}”`
}
