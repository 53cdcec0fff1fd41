import { Refusal } from '@platen/template/refusal'
import { checkRowCount, type TableLimits } from './table.ts'

/** One line of a JSON Lines file. */
export interface JsonLine {
  /** The line as it is in the file. */
  text: string
  /** The object. `undefined` when the line is not a valid object. */
  value: object | undefined
  /** Reason why the line is not valid. */
  error: string | undefined
}

const DEPTH_MAX = 64

/** Reads JSON Lines: one JSON object per line, UTF-8. Empty lines are skipped. @throws {Refusal} `invalid`. */
export function readJsonLines(bytes: Uint8Array, limits: TableLimits): JsonLine[] {
  const lines = decode(bytes)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  checkRowCount(lines.length, limits)
  return lines.map(readLine)
}

function readLine(text: string): JsonLine {
  const invalid = (error: string) => ({ text, value: undefined, error })
  if (depthOf(text) > DEPTH_MAX) return invalid(`The line is nested more than ${DEPTH_MAX} levels deep.`)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { text, value, error: undefined }
    }
    return invalid('The line is not a JSON object.')
  } catch {
    return invalid('The line is not valid JSON.')
  }
}

/** Returns the number of open brackets at the deepest place outside of strings. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '"') isString = !isString
    // The escaped character may be a quote.
    else if (character === '\\') at += 1
    else if (isString) continue
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1))
    else if (character === '}' || character === ']') depth -= 1
  }
  return deepest
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Refusal('invalid', 'The file is not UTF-8.', { cause: error })
  }
}
