import { readFileSync } from 'node:fs'

/**
 * Reads `vocabulary.txt`.
 *
 * @returns {[phrase: string, replacement?: string][]} The phrases that texts do not use, with what to write instead.
 */
export function readVocabulary() {
  return readFileSync(new URL('./vocabulary.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /** @type {[string, string?]} */ (line.split(' > ', 2)))
}
