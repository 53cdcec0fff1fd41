import { Big } from 'big.js'
import type { Region } from '../messages.ts'
import type { SourcePosition } from '@platen/template/refusal'

/** Arguments of a helper: positional values, and `name=value` pairs. */
export interface Call {
  values: unknown[]
  hash: Record<string, unknown>
  region?: Region | undefined
  /** The URLs of the account's assets by name, if any. */
  assets?: AssetUrls | undefined
}

/** Returns URLs of assets, and records which were requested. */
export interface AssetUrls {
  /** @returns `undefined` when the asset does not exist */
  urlOf(name: string): string | undefined
}

/** A helper: a pure function of its call. Its result is escaped unless it is `Markup`. */
export type Helper = (call: Call) => unknown

/** HTML of a helper that is printed without escaping. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

/** A call that a helper rejects. The message follows the helper's name, and the template's author sees it. */
export class HelperError extends Error {
  override name = 'HelperError'
  /** Position of the helper call in the source, once known. */
  readonly position: SourcePosition | undefined

  constructor(message: string, options: { position?: SourcePosition | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.position = options.position
  }
}

/** Converts a value to a finite number. Strings are parsed, since JSON often contains amounts as text. */
export function numberFrom(value: unknown, label = 'value'): number {
  return decimalFrom(value, label).toNumber()
}

/**
 * Converts a value to a decimal with all its digits.
 *
 * @throws {HelperError} for a value that is not a finite number
 */
export function decimalFrom(value: unknown, label = 'value'): Big {
  if (typeof value === 'bigint') return new Big(value.toString())
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw new HelperError(`${label} must be a number, not ${describeValue(value)}`)
  const isDecimal = typeof value === 'string' && value.length <= DECIMAL_LENGTH_MAX && DECIMAL.test(value)
  return new Big(isDecimal ? value : number)
}

/** A double has at most 309 digits before its decimal point. */
const DECIMAL_LENGTH_MAX = 400
/** A decimal without an exponent, which can have more digits than a number. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * Converts a value to text; a missing value becomes ''.
 *
 * @throws {HelperError} for objects and texts that are too long
 */
export function textFrom(value: unknown, lengthMax: number, label = 'value'): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw new HelperError(`${label} must be a text, not ${describeValue(value)}`)
  const text =
    typeof value === 'bigint' ? value.toString() : typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= lengthMax) return text
  const [length, max] = [text.length.toLocaleString('en'), lengthMax.toLocaleString('en')]
  throw new HelperError(`${label} has ${length} characters, more than the limit of ${max}`)
}

/** Returns a numeric option within bounds, or `fallback` when it is missing. */
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

/** Returns a text option, or `undefined` when it is missing. */
export function textOption({ hash }: Call, name: string): string | undefined {
  const value = hash[name]
  return value === undefined || value === null ? undefined : textFrom(value, 100, name)
}

/** Returns the form of a value for error messages. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
