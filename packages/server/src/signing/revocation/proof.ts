/** Signed data about the status of a certificate. */
export interface Proof {
  kind: 'ocsp' | 'list'
  der: Buffer
  /** The issuer has revoked the certificate at this time. `undefined` when it has not. */
  revokedAt: Date | undefined
  /** End of its validity. */
  until: Date
  /** Certificate of the signer of the data in DER, if that is not the issuer. */
  signer?: Buffer
}

/** Reason for which data prove nothing. */
export class UnusableProof extends Error {
  override name = 'UnusableProof'
}

/** Difference between clocks that is accepted. */
const CLOCK_SKEW_MS = 5 * 60_000
/** Validity of data that name no end: newer data are always available. */
const WITHOUT_END_MS = 3_600_000

/** Returns the end of a validity. @throws {UnusableProof} outside of it. */
export function endOfValidity(from: Date, to: Date | undefined, now: Date): Date {
  if (from.getTime() > now.getTime() + CLOCK_SKEW_MS) throw new UnusableProof('it is not valid yet')
  const until = to ?? new Date(from.getTime() + WITHOUT_END_MS)
  if (until.getTime() < now.getTime()) throw new UnusableProof('it has expired')
  return until
}
