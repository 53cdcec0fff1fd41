/** Why a request is not let out, or is ended. For the log; pages and accounts are told by `told`. */
export type EgressReason = keyof typeof REASONS

// Nobody learns from these what a name leads to, or whether there is one inside: the two cases have one text.
const REASONS = {
  unreadable: 'not an address',
  'network-off': 'the network is switched off',
  scheme: 'only http and https',
  'not-encrypted': 'only https',
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
  /** The reason in words, for whoever caused the request. */
  readonly told: string

  constructor(reason: EgressReason) {
    super(`The request is refused: ${reason}`)
    this.reason = reason
    this.told = REASONS[reason]
  }
}
