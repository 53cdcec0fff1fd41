import { Refusal } from '../../errors.ts'

const BYTES_MAX = 127

/**
 * A password as PDF 2.0 takes it: by SASLprep (RFC 4013), so that it is the same however it was typed, in UTF-8.
 * @throws {Refusal} `invalid` for one that cannot be typed everywhere.
 */
export function passwordBytes(given: string, field: string): Buffer {
  const invalid = (what: string) => new Refusal('invalid', `${field} ${what}.`)
  if (!given.isWellFormed()) throw invalid('holds half of a character')
  const password = given
    .replace(/(?! )\p{Zs}/gu, ' ')
    .replace(MAPPED_TO_NOTHING, '')
    .normalize('NFKC')
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(password))
    throw invalid('holds a character that passwords may not have (RFC 4013)')
  const bytes = Buffer.from(password)
  if (given !== '' && bytes.length === 0) throw invalid('is empty')
  if (bytes.length > BYTES_MAX) throw invalid(`may be at most ${BYTES_MAX} bytes of UTF-8`)
  return bytes
}

/** RFC 3454, table B.1. */
const MAPPED_TO_NOTHING =
  /\u00AD|\u034F|\u1806|[\u180B-\u180D]|[\u200B-\u200D]|\u2060|[\uFE00-\uFE0F]|\uFEFF/gu
