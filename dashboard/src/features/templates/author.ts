import type { Version } from './queries.ts'

/** Who saved something, in words. */
export function wordsForAuthor(author: Version['savedBy']): string {
  if (author === null) return 'nobody knows who'
  if (author.kind === 'person') return author.name ?? 'somebody'
  return author.name === null ? 'a deleted key' : `key “${author.name}”`
}
