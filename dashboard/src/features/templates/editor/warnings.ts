import { WARNINGS } from '../../jobs/states.ts'
import type { Preview } from '../queries.ts'

/** A warning in words for the template's author. */
export function wordsForWarning({ kind, subject, count }: Preview['warnings'][number]): string {
  const times = count > 1 ? ` (${count} times)` : ''
  return `${WARNINGS[kind] ?? kind}: ${subject}${times}`
}
