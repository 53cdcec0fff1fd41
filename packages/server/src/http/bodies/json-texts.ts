import { Refusal } from '@platen/template/refusal'
import { checkLimits, parseJson } from './json-bodies.ts'

/**
 * Parses a JSON text that is stored as its author wrote it.
 * @param what start of the error message.
 * @throws {Refusal} `invalid` when it is not valid JSON, is too long, or exceeds the limits of a body.
 */
export function parseJsonText(text: string, what: string, bytesMax: number): unknown {
  if (!text.isWellFormed()) throw new Refusal('invalid', `${what} contains an unpaired UTF-16 surrogate.`)
  if (Buffer.byteLength(text) > bytesMax) {
    throw new Refusal('invalid', `${what} is larger than ${bytesMax.toLocaleString('en')} bytes.`)
  }
  const data = parseJson(text, what)
  checkLimits(data, what)
  return data
}

/** Formats a value as indented JSON, or as compact JSON when that is longer than `bytesMax`. */
export function formatJson(value: unknown, bytesMax: number): string {
  const text = JSON.stringify(value, undefined, 2)
  return Buffer.byteLength(text) <= bytesMax ? text : JSON.stringify(value)
}
