/**
 * Reason for which a request was blocked or ended, for the log. Warnings and answers use `EgressRefusal.explanation`.
 */
export type EgressReason = keyof typeof REASONS

// A name that does not exist and one with a private address have the same text, so that neither is revealed.
const REASONS = {
  unreadable: 'not an address',
  'network-off': 'network access is disabled',
  scheme: 'only http and https',
  'not-encrypted': 'only https',
  'user-name': 'user names in URLs are not allowed',
  port: 'only ports 80 and 443',
  'host-name': 'not a host name',
  'not-allowed': 'this host is not allowed',
  unresolved: 'no public address',
  'not-public': 'no public address',
  upgrade: 'protocol upgrades are not allowed',
  unreachable: 'does not answer',
  'too-large': 'too large',
  'too-slow': 'too slow',
  'too-many-requests': 'too many requests',
  'too-many-hosts': 'too many hosts',
  'too-much': 'the total size is too large',
  'too-late': 'the print has ended',
} as const

/** Error of a blocked request. */
export class EgressRefusal extends Error {
  override name = 'EgressRefusal'
  readonly reason: EgressReason
  /** The reason as text, for the account that caused the request. */
  readonly explanation: string

  constructor(reason: EgressReason) {
    super(`The request was blocked: ${reason}`)
    this.reason = reason
    this.explanation = REASONS[reason]
  }
}
