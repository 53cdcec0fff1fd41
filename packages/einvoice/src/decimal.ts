import { Big } from 'big.js'
import type { DecimalValue } from './model/fields.ts'

/** Digits of a decimal. Amounts of real invoices have at most 15. */
const DIGITS_MAX = 40
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/** Decimals of amounts. */
const AMOUNT_DECIMALS = 2

/** Zero. */
export const ZERO = new Big(0)

/** Parses a decimal of the model. `undefined` if the value is missing or is not a decimal. */
export function decimalOf(value: DecimalValue | undefined): Big | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? new Big(value) : undefined
  if (value.length > DIGITS_MAX || !DECIMAL.test(value)) return undefined
  return new Big(value.startsWith('+') ? value.slice(1) : value)
}

/** Parses a decimal of the model. Zero if the value is missing or is not a decimal. */
export function decimalOrZero(value: DecimalValue | undefined): Big {
  return decimalOf(value) ?? ZERO
}

/** Rounds to two decimals, half away from zero. */
export function roundAmount(value: Big): Big {
  return value.round(AMOUNT_DECIMALS, Big.roundHalfUp)
}

/** Adds decimals of the model. */
export function sumOf(values: readonly (DecimalValue | undefined)[]): Big {
  return values.reduce((sum: Big, value) => sum.plus(decimalOrZero(value)), ZERO)
}

/** Formats an amount with two decimals. */
export function formatAmount(value: Big): string {
  return roundAmount(value).toFixed(AMOUNT_DECIMALS)
}

/** Formats an amount of a caller with all its decimals, at least two. */
export function formatExact(value: Big): string {
  const decimals = value.c.length - value.e - 1
  return value.toFixed(Math.max(AMOUNT_DECIMALS, decimals))
}

/** Calculates a percentage of an amount, rounded to two decimals. */
export function percentageOf(base: Big, percentage: Big): Big {
  return roundAmount(base.times(percentage).div(100))
}
