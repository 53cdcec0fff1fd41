import type { EgressRefusal } from '../../egress/refusals.ts'

/** Rejected requests of one kind, with their number. */
export interface Refused {
  /** The URL without its path, and the reason. */
  subject: string
  count: number
}

const SUBJECTS_MAX = 20
const OTHERS = 'other addresses'

/** Counts the rejected requests of a document. Memory use is bounded. */
export function createRefusals() {
  const counts = new Map<string, number>()
  return {
    add(target: string, refusal: EgressRefusal): void {
      const named = `${originOf(target)}: ${refusal.explanation}`
      const subject = counts.has(named) || counts.size < SUBJECTS_MAX ? named : OTHERS
      counts.set(subject, (counts.get(subject) ?? 0) + 1)
    },
    list: (): Refused[] => Array.from(counts, ([subject, count]) => ({ subject, count })),
  }
}

function originOf(target: string): string {
  const url = URL.parse(target)
  return url && url.host !== '' ? `${url.protocol}//${url.host}` : 'an address'
}
