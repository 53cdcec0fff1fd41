import type { Version } from '../api/versions.ts'

/** Returns the label of the author of a saved version. */
export function authorLabel(author: Version['savedBy']): string {
  if (author === null) return 'an unknown author'
  if (author.kind === 'person') return author.name ?? 'a deleted account'
  return author.name === null ? 'a deleted key' : `key “${author.name}”`
}
