import { Refusal } from '@platen/template/refusal'

const BYTES_MAX = 127

/**
 * Encodes a password for PDF 2.0: SASLprep (RFC 4013), then UTF-8. SASLprep makes different keyboard inputs of the same
 * text equal.
 * @throws {Refusal} `invalid` for characters that SASLprep prohibits, and for a password that is too long.
 */
export function passwordBytes(input: string, field: string): Buffer {
  const invalid = (what: string) => new Refusal('invalid', `${field} ${what}.`)
  if (!input.isWellFormed()) throw invalid('contains an unpaired UTF-16 surrogate')
  const password = input
    .replace(/(?! )\p{Zs}/gu, ' ')
    .replace(MAPPED_TO_NOTHING, '')
    .normalize('NFKC')
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(password))
    throw invalid('contains a character that is not allowed in passwords (RFC 4013)')
  const bytes = Buffer.from(password)
  if (input !== '' && bytes.length === 0) throw invalid('is empty')
  if (bytes.length > BYTES_MAX) throw invalid(`must have at most ${BYTES_MAX} bytes in UTF-8`)
  return bytes
}

/** Characters that SASLprep removes (RFC 3454, table B.1). */
const MAPPED_TO_NOTHING =
  /\u00AD|\u034F|\u1806|[\u180B-\u180D]|[\u200B-\u200D]|\u2060|[\uFE00-\uFE0F]|\uFEFF/gu
