import { Big } from 'big.js'
import type { Region } from '../messages.ts'
import type { SourceLocation } from '../../../errors.ts'

/** What a helper is called with: the values of its call, and its `name=value` pairs. */
export interface Call {
  values: unknown[]
  hash: Record<string, unknown>
  region?: Region | undefined
  /** The assets of the account, where there are any: the address of each in a document, by its name. */
  assets?: AssetAddresses | undefined
}

/** Knows the addresses of assets, and notes whose was asked for. */
export interface AssetAddresses {
  /** @returns undefined where there is no such asset. */
  addressOf(name: string): string | undefined
}

/** A helper of ours: a pure function of its call. What it returns is escaped unless it is `Markup`. */
export type Helper = (call: Call) => unknown

/** HTML that a helper has made itself and that is printed as it is. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

/** A value that a helper cannot work with. Its author reads the message. */
export class HelperError extends Error {
  override name = 'HelperError'
  /** Where in the source the helper is called, once that is known. */
  readonly place: SourceLocation | undefined

  constructor(message: string, options: { place?: SourceLocation | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.place = options.place
  }
}

/** Converts a value to a finite number. A string is read as one, since JSON often carries amounts as text. */
export function numberFrom(value: unknown, what = 'value'): number {
  return decimalFrom(value, what).toNumber()
}

/** Converts a value to a decimal with all its digits. @throws {HelperError} for what is not a finite number. */
export function decimalFrom(value: unknown, what = 'value'): Big {
  if (typeof value === 'bigint') return new Big(value.toString())
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw new HelperError(`${what} must be a number, not ${shown(value)}`)
  const isDecimal = typeof value === 'string' && value.length <= DECIMAL_LENGTH_MAX && DECIMAL.test(value)
  return new Big(isDecimal ? value : number)
}

/** A double has at most 309 digits before its point. */
const DECIMAL_LENGTH_MAX = 400
/** A decimal without an exponent, which alone can have more digits than a number. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** `value` as text; nothing at all becomes the empty text. @throws {HelperError} for objects and over-long text. */
export function textFrom(value: unknown, lengthMax: number, what = 'value'): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw new HelperError(`${what} must be a text, not ${shown(value)}`)
  const text =
    typeof value === 'bigint' ? value.toString() : typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length > lengthMax) throw new HelperError(`${what} may be at most ${lengthMax} characters long`)
  return text
}

/** A number of the hash within bounds, or `fallback` where it is not given. */
export function numberOption(
  { hash }: Call,
  name: string,
  range: { fallback: number; min: number; max: number },
): number {
  const value = hash[name]
  if (value === undefined || value === null) return range.fallback
  const number = numberFrom(value, name)
  if (number >= range.min && number <= range.max) return number
  throw new HelperError(`${name} must be from ${range.min} to ${range.max}, not ${number}`)
}

/** A text of the hash, or undefined where it is not given. */
export function textOption({ hash }: Call, name: string): string | undefined {
  const value = hash[name]
  return value === undefined || value === null ? undefined : textFrom(value, 100, name)
}

/** Returns the form of a value that messages quote. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
