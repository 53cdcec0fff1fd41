import { Refusal } from '../../errors.ts'
import { refuseOverLimits } from './json-bodies.ts'

/**
 * What a text of JSON says that is kept as its author wrote it.
 * @throws {Refusal} `invalid` for what is no JSON, too long, or more than a body may hold.
 */
export function jsonFrom(text: string, what: string, bytesMax: number): unknown {
  if (!text.isWellFormed()) throw new Refusal('invalid', `${what} holds half of a character.`)
  if (Buffer.byteLength(text) > bytesMax) {
    throw new Refusal('invalid', `${what} is larger than ${bytesMax.toLocaleString('en')} bytes.`)
  }
  const data = parse(text, what)
  refuseOverLimits(data, what)
  return data
}

/** A value as a text that people read, where there is room for that. */
export function textOf(value: unknown, bytesMax: number): string {
  const text = JSON.stringify(value, undefined, 2)
  return Buffer.byteLength(text) <= bytesMax ? text : JSON.stringify(value)
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(String(error))?.[0]
    throw new Refusal('invalid', `${what} is not valid JSON${position ? ` ${position}` : ''}.`, {
      cause: error,
    })
  }
}
