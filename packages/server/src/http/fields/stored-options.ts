import { Refusal } from '@platen/template/refusal'
import { PDF_OPTIONS_BYTES_MAX } from '@platen/template/template-limits'
import { parseJsonText } from '../bodies/json-texts.ts'

/** Options that are not stored and not applied in previews: secrets, and the signature of a preview. */
const CALL_ONLY = ['password', 'ownerPassword', 'permissions', 'sign'] as const

/**
 * Checks PDF options that are stored with a template, and returns the text as its author wrote it. The editor's preview
 * checks the values.
 * @throws {Refusal} `invalid` for a text that is not a JSON object, and for options that only calls may have.
 */
export function readStoredOptions(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return text?.trim()
  const options = parseJsonText(text, 'pdfOptions', PDF_OPTIONS_BYTES_MAX)
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new Refusal('invalid', 'pdfOptions must be a JSON object.')
  rejectCallOptions(options, 'pdfOptions')
  return text
}

/**
 * @param field that has the options, for the error.
 * @throws {Refusal} `invalid` for an option that previews do not apply.
 */
export function rejectCallOptions(options: object, field = 'options'): void {
  const name = CALL_ONLY.find((each) => Object.hasOwn(options, each))
  if (name === undefined) return
  throw new Refusal(
    'invalid',
    `${field}.${name} is only allowed in calls: a preview has no password and no signature. Remove it.`,
  )
}
