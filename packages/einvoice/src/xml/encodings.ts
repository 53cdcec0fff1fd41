import { Big } from 'big.js'
import type { DecimalValue } from '../model/fields.ts'
import type { Context } from './codec.ts'
import type { Element } from './element.ts'

/** Converts a value of the model to the text and attributes of an element. */
export interface Encoding {
  encode(value: DecimalValue, context: Context): { text: string; attributes?: Record<string, string> }
  decode(element: Element): string
  /** Selects the elements to read. */
  matches?(element: Element, context: Context): boolean
}

/** Returns a value as text: a number without exponent. */
function textOf(value: DecimalValue): string {
  return typeof value === 'number' ? new Big(value).toFixed() : value
}

const decode = ({ text }: Element) => text.trim()

/** Text or decimal without attributes. */
export const plain: Encoding = { encode: (value) => ({ text: textOf(value) }), decode }

/** Text that keeps its white space, such as payment terms of several lines. */
export const multiline: Encoding = {
  encode: (value) => ({ text: String(value) }),
  decode: ({ text }) => (text.trim() === '' ? '' : text),
}

/** Amount with the attribute `currencyID` of the invoice currency. */
export const money: Encoding = {
  encode: (value, { currency }) => ({ text: textOf(value), attributes: { currencyID: currency } }),
  decode,
}

/** Date of UN/CEFACT: `20260131` with the format 102. */
export const compactDate: Encoding = {
  encode: (value) => ({ text: String(value).replaceAll('-', ''), attributes: { format: '102' } }),
  decode: ({ text }) => text.trim().replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
}

/** Date of XML Schema. A time zone is not read. */
export const isoDate: Encoding = {
  encode: (value) => ({ text: String(value) }),
  decode: ({ text }) => text.trim().replace(/^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$/, '$1'),
}

/** Encoding with a fixed attribute, which also selects the elements to read. */
export function tagged(name: string, value: string): Encoding {
  return {
    encode: (text) => ({ text: textOf(text), attributes: { [name]: value } }),
    decode,
    matches: ({ attributes }) => attributes[name] === value,
  }
}

/** Encoding that maps codes. Codes without an entry stay unchanged. */
export function mapped(codes: Record<string, string>): Encoding {
  const reversed = Object.fromEntries(Object.entries(codes).map(([from, to]) => [to, from]))
  return {
    encode: (value) => ({ text: codes[String(value)] ?? String(value) }),
    decode: ({ text }) => reversed[text.trim()] ?? text.trim(),
  }
}
