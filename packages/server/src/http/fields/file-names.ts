import { Refusal } from '@platen/template/refusal'

/** Limit of characters. Longer names do not fit into a signed URL. */
const CHARACTERS_MAX = 80
// Path separators, characters reserved by an operating system, and characters that make a name look like another one.
const FORBIDDEN = /[/\\:*?"<>|]|\p{Cc}|(?![\u200C\u200D])\p{Cf}|\p{Zl}|\p{Zp}|[\uFFFE\uFFFF]/u
const DEVICES = /^(?:CON|PRN|AUX|NUL|COM\d|LPT\d)(?:\.|$)/i

/**
 * Checks that a file name is valid on all operating systems. Returns it in Unicode form NFC.
 * @param ending file extension that is added when it is missing.
 * @throws {Refusal} `invalid`, with the name of the field.
 */
export function sanitizeFileName(input: string, field: string, ending = ''): string {
  const name = input.normalize('NFC')
  const invalid = (what: string) => new Refusal('invalid', `${field} ${what}.`)
  if (!name.isWellFormed()) throw invalid('contains an unpaired UTF-16 surrogate')
  if (FORBIDDEN.test(name))
    throw invalid(String.raw`must not contain / \ : * ? " < > | or invisible characters`)
  if (/^[\s.]|[\s.]$/.test(name)) throw invalid('must not begin or end with a space or a dot')
  if (DEVICES.test(name)) throw invalid('is a reserved device name on Windows')
  const fullName = name.toLowerCase().endsWith(ending) ? name : name + ending
  const characters = Array.from(fullName).length - ending.length
  if (characters > CHARACTERS_MAX) throw invalid(`must have at most ${CHARACTERS_MAX} characters`)
  if (characters === 0) throw invalid('has only a file extension')
  return fullName
}
