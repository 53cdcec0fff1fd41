/** Why a request is not let out, or is ended. For the log; pages and accounts are told by `REASONS`. */
export type EgressReason = keyof typeof REASONS

// Nobody learns from these what a name leads to, or whether there is one inside: the two cases have one text.
const REASONS = {
  unreadable: 'not an address',
  'network-off': 'the network is switched off',
  scheme: 'only http and https',
  'user-name': 'no user names in addresses',
  port: 'only ports 80 and 443',
  'host-name': 'not a host name',
  'not-allowed': 'this host is not allowed',
  unresolved: 'no public address',
  'not-public': 'no public address',
  upgrade: 'no upgrades',
  unreachable: 'does not answer',
  'too-large': 'too large',
  'too-slow': 'too slow',
  'too-many-requests': 'too many requests',
  'too-many-hosts': 'too many hosts',
  'too-much': 'too much in all',
  'too-late': 'the print has ended',
} as const

/** A request that is not let out. */
export class EgressRefusal extends Error {
  override name = 'EgressRefusal'
  readonly reason: EgressReason

  constructor(reason: EgressReason) {
    super(`The request is refused: ${reason}`)
    this.reason = reason
  }
}

/** What was refused, and how often. */
export interface Refused {
  /** The address without its path, and the reason. */
  subject: string
  count: number
}

const SUBJECTS_MAX = 20
const OTHERS = 'other addresses'

/** Counts what one document was refused, however much of it there is. */
export function createRefusals() {
  const counts = new Map<string, number>()
  return {
    add(target: string, reason: EgressReason): void {
      const named = `${originOf(target)}: ${REASONS[reason]}`
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
