import { Refusal } from '../../errors.ts'

/** As long as names of templates give; a signed URL has room for no more. */
const LETTERS_MAX = 80
// What leads elsewhere, what some system has another use for, and what shows a name as another one than it is.
const FORBIDDEN = /[/\\:*?"<>|]|\p{Cc}|(?![\u200C\u200D])\p{Cf}|\p{Zl}|\p{Zp}|[\uFFFE\uFFFF]/u
const DEVICES = /^(?:CON|PRN|AUX|NUL|COM\d|LPT\d)(?:\.|$)/i

/**
 * A name under which a file can be saved anywhere, as its sender wrote it.
 * @param ending added where it is missing.
 * @throws {Refusal} `invalid`, naming the field, for one that is none.
 */
export function sanitizeFileName(given: string, field: string, ending = ''): string {
  const name = given.normalize('NFC')
  const invalid = (what: string) => new Refusal('invalid', `${field} ${what}.`)
  if (!name.isWellFormed()) throw invalid('holds half of a character')
  if (FORBIDDEN.test(name))
    throw invalid(String.raw`may not hold / \ : * ? " < > | or characters that do not show`)
  if (/^[\s.]|[\s.]$/.test(name)) throw invalid('may not begin or end with a space or a dot')
  if (DEVICES.test(name)) throw invalid('is the name of a device on Windows')
  const whole = name.toLowerCase().endsWith(ending) ? name : name + ending
  const letters = Array.from(whole).length - ending.length
  if (letters > LETTERS_MAX) throw invalid(`may be at most ${LETTERS_MAX} characters long`)
  if (letters === 0) throw invalid('is only an ending')
  return whole
}
