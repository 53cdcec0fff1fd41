import { Big } from 'big.js'
import {
  type Call,
  decimalFrom,
  type Helper,
  HelperError,
  numberOption,
  textFrom,
  textOption,
} from './arguments.ts'

const FIELD_LENGTH_MAX = 1_024
/** Significant digits of a quotient, which may have infinitely many: as many as a double has. */
const QUOTIENT_DIGITS = 15
/** Significant digits of a product, which limits the time of a product of thousands of factors. */
const PRODUCT_DIGITS = 40
/** The exponent of the largest double. */
const EXPONENT_MAX = 308

/** Decimal arithmetic: 0.1 + 0.2 is 0.3, and large amounts keep all digits. */
export const numbers: Record<string, Helper> = {
  add: ({ values }) => resultOf(total(values.map((value) => decimalFrom(value)))),
  sub: (call) => resultOf(binaryOperation(call, 'sub', (left, right) => left.minus(right))),
  mul: ({ values }) => resultOf(product(values.map((value) => decimalFrom(value)))),
  div: (call) => resultOf(binaryOperation(call, 'div', quotient)),
  round: (call) => {
    const { values } = call
    const digits = numberOption({ values, hash: { digits: values[1] ?? call.hash['digits'] } }, 'digits', {
      fallback: 0,
      min: 0,
      max: 10,
    })
    // Rounds half away from zero, as in commerce.
    return resultOf(decimalFrom(values[0]).round(Math.trunc(digits), Big.roundHalfUp))
  },
  sum: (call) => resultOf(total(summands(call))),
}

function total(decimals: Big[]): Big {
  return decimals.reduce((sum, decimal) => sum.plus(decimal), new Big(0))
}

function product(decimals: Big[]): Big {
  return decimals.reduce(
    (before, decimal) => refuseTooLarge(before.times(decimal).prec(PRODUCT_DIGITS)),
    new Big(1),
  )
}

function quotient(left: Big, right: Big): Big {
  if (right.eq(0)) throw new HelperError('the divisor is 0')
  const number = left.toNumber() / right.toNumber()
  if (!Number.isFinite(number)) throw new HelperError('the result is too large')
  return new Big(number.toPrecision(QUOTIENT_DIGITS))
}

function binaryOperation({ values }: Call, name: string, operate: (left: Big, right: Big) => Big): Big {
  if (values.length !== 2) throw new HelperError(`needs two numbers: {{${name} a b}}`)
  return operate(decimalFrom(values[0]), decimalFrom(values[1]))
}

/** Returns a number, or a BigInt for an integer that a number cannot hold. */
function resultOf(decimal: Big): number | bigint {
  const number = decimal.toNumber()
  if (!Number.isFinite(number)) throw new HelperError('the result is too large')
  const isInexactInteger = !Number.isSafeInteger(number) && decimal.round().eq(decimal)
  return isInexactInteger && !decimal.eq(number) ? BigInt(decimal.toFixed()) : number
}

function refuseTooLarge(decimal: Big): Big {
  if (decimal.e > EXPONENT_MAX) throw new HelperError('the result is too large')
  return decimal
}

/** `sum list`, `sum list "price"` or `sum list "quantity" "price"`: the numbers, a field, or a product of fields. */
function summands(call: Call): Big[] {
  const [list, ...fields] = call.values
  const field = textOption(call, 'field')
  const names = [
    ...fields.map((name) => textFrom(name, FIELD_LENGTH_MAX, 'a field’s name')),
    ...(field === undefined ? [] : [field]),
  ]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new HelperError('needs an array: {{sum lines "amount"}}')
  return list.map((entry: unknown) =>
    names.length === 0 ? decimalFrom(entry) : product(names.map((name) => fieldOf(entry, name))),
  )
}

function fieldOf(entry: unknown, name: string): Big {
  const value =
    typeof entry === 'object' && entry && Object.hasOwn(entry, name) ? Reflect.get(entry, name) : undefined
  return decimalFrom(value, name)
}
