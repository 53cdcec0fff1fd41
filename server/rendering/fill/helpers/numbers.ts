import {
  type Call,
  type Helper,
  HelperError,
  numberFrom,
  numberOption,
  textFrom,
  textOption,
} from './arguments.ts'

const FIELD_LENGTH_MAX = 1_024

/**
 * Arithmetic on what JSON holds: 0.1 + 0.2 is 0.3 here, because every result is rounded to 12 significant
 * decimals, far beyond any amount of money and just short of where binary fractions show.
 */
export const numbers: Record<string, Helper> = {
  add: ({ values }) => exact(values.map((value) => numberFrom(value)).reduce((sum, value) => sum + value, 0)),
  sub: (call) => exact(two(call, 'sub', (left, right) => left - right)),
  mul: ({ values }) =>
    exact(values.map((value) => numberFrom(value)).reduce((product, value) => product * value, 1)),
  div: (call) =>
    exact(
      two(call, 'div', (left, right) => {
        if (right === 0) throw new HelperError('div cannot divide by 0')
        return left / right
      }),
    ),
  round: (call) => {
    const { values } = call
    const digits = numberOption({ values, hash: { digits: values[1] ?? call.hash['digits'] } }, 'digits', {
      fallback: 0,
      min: 0,
      max: 10,
    })
    return roundHalfUp(numberFrom(values[0]), digits)
  },
  sum: (call) => exact(summands(call).reduce((sum, value) => sum + value, 0)),
}

function two({ values }: Call, name: string, operate: (left: number, right: number) => number): number {
  if (values.length !== 2) throw new HelperError(`${name} takes two numbers: {{${name} a b}}`)
  return operate(numberFrom(values[0]), numberFrom(values[1]))
}

function exact(value: number): number {
  if (!Number.isFinite(value)) throw new HelperError('the result is too large')
  return Number(value.toPrecision(12))
}

/** Half a cent goes up, away from zero, as on paper: binary fractions make 1.005 a little less than it is. */
function roundHalfUp(value: number, digits: number): number {
  const shifted = Math.round(exact(Math.abs(value) * 10 ** digits))
  return exact((Math.sign(value) * shifted) / 10 ** digits)
}

/** `sum list`, `sum list "price"` or `sum list "quantity" "price"`: the numbers, a field, or a product of fields. */
function summands(call: Call): number[] {
  const [list, ...fields] = call.values
  const field = textOption(call, 'field')
  const names = [
    ...fields.map((name) => textFrom(name, FIELD_LENGTH_MAX, 'a field’s name')),
    ...(field === undefined ? [] : [field]),
  ]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new HelperError('sum takes an array: {{sum lines "amount"}}')
  return list.map((entry: unknown) =>
    names.length === 0
      ? numberFrom(entry)
      : names.reduce((product, name) => product * fieldOf(entry, name), 1),
  )
}

function fieldOf(entry: unknown, name: string): number {
  const value =
    typeof entry === 'object' && entry && Object.hasOwn(entry, name) ? Reflect.get(entry, name) : undefined
  return numberFrom(value, name)
}
