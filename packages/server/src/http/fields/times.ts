import { Refusal } from '@platen/template/refusal'

// PostgreSQL can store larger years, but other programs cannot read them.
const LATEST_YEAR = 9_999

/** Parses a date and time of a request. @param field name for the error message. @throws {Refusal} `invalid`. */
export function timeFrom(field: string, text: string): Date {
  const time = new Date(text)
  if (Number.isFinite(time.getTime()) && time.getUTCFullYear() <= LATEST_YEAR) return time
  throw new Refusal(
    'invalid',
    `${field} must be a date and time in the format of RFC 3339, for example 2027-01-31T12:00:00Z.`,
  )
}
