import { type Call, describeValue, type Helper, HelperError } from './arguments.ts'

/**
 * Comparisons and logic, for use in `{{#if (gt total 100)}}`. Numbers compare as numbers, texts as texts; `eq` is
 * strict. Empty values (false, null, "", 0, an empty array) count as false, as for `if`.
 */
export const logic: Record<string, Helper> = {
  eq: (call) => pair(call, 'eq').every((value, _, [first]) => value === first),
  ne: (call) => !logic['eq']?.(call),
  lt: (call) => compare(call, 'lt') < 0,
  lte: (call) => compare(call, 'lte') <= 0,
  gt: (call) => compare(call, 'gt') > 0,
  gte: (call) => compare(call, 'gte') >= 0,
  and: ({ values }) => values.every(isTrue),
  or: ({ values }) => values.some(isTrue),
  not: ({ values: [value] }) => !isTrue(value),
  default: ({ values }) => values.find((value) => value !== undefined && value !== null && value !== ''),
}

function pair({ values }: Call, name: string): unknown[] {
  if (values.length === 2) return values
  throw new HelperError(`needs two values: (${name} a b)`)
}

function compare(call: Call, name: string): number {
  const [left, right] = pair(call, name)
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right)
  if (isNumber(left) && isNumber(right)) return left < right ? -1 : Number(left > right)
  throw new HelperError(
    `needs two numbers or two texts, not ${describeValue(left)} and ${describeValue(right)}`,
  )
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
