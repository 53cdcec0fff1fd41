import type { EgressRefusal } from '../egress/refusals.ts'

/** Rejected requests to one host for one reason. */
export interface RefusedRequests {
  /** The URL without its path, and the reason. */
  subject: string
  count: number
}

/** Subjects that are listed by name. Further ones are counted as `OTHERS`. */
const SUBJECTS_MAX = 20
const OTHERS = 'other addresses'

/** Creates a counter of the rejected requests of a session, with bounded memory. */
export function createRefusalCounter() {
  const counts = new Map<string, number>()
  return {
    add(target: string, refusal: EgressRefusal): void {
      const name = `${originOf(target)}: ${refusal.explanation}`
      const subject = counts.has(name) || counts.size < SUBJECTS_MAX ? name : OTHERS
      counts.set(subject, (counts.get(subject) ?? 0) + 1)
    },
    list: (): RefusedRequests[] => Array.from(counts, ([subject, count]) => ({ subject, count })),
  }
}

/** Returns the scheme and host of a URL. */
function originOf(target: string): string {
  const url = URL.parse(target)
  return url && url.host !== '' ? `${url.protocol}//${url.host}` : 'an address'
}
