import { calculateLineAmount } from '../../complete/lines.ts'
import { decimalOf, percentageOf } from '../../decimal.ts'
import type { DecimalValue } from '../../model/fields.ts'
import { groupsAt } from '../paths.ts'
import { forEach, type Problem, type Rule } from '../rule.ts'
import { periodProblem } from './document.ts'
import { mismatch } from './totals.ts'

const notNegative = (id: string, term: string, field: 'net' | 'gross'): Rule => ({
  id,
  term,
  check: forEach(
    ({ lines }) => lines,
    'lines',
    ({ price }, path) =>
      decimalOf(price?.[field])?.lt(0)
        ? {
            path: `${path}.price.${field}`,
            message: `is ${price?.[field]}. A price is not negative: use a negative quantity for a return.`,
          }
        : undefined,
  ),
})

/** Rules of EN 16931 about lines. */
export const lineRules: readonly Rule[] = [
  notNegative('BR-27', 'BT-146', 'net'),
  notNegative('BR-28', 'BT-148', 'gross'),
  {
    id: 'BR-30',
    term: 'BT-135',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      ({ period }, path) => periodProblem(period, `${path}.period`),
    ),
  },
]

/** Own rules that leave no tolerance: a change of one cent in a line, allowance or charge is refused. */
export const exactRules: readonly Rule[] = [
  {
    id: 'PLATEN-LINE-NET',
    term: 'BT-131',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      (line, path, { isExact }) => {
        const actual = decimalOf(line.netAmount)
        const expected = isExact ? calculateLineAmount(line) : undefined
        if (!actual || !expected || actual.eq(expected)) return undefined
        return mismatch(
          `${path}.netAmount`,
          actual,
          'quantity × net price ÷ base quantity, plus charges, minus allowances is',
          expected,
        )
      },
    ),
  },
  {
    id: 'PLATEN-PRICE',
    term: 'BT-146',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      ({ price }, path, { isExact }) => {
        const [net, gross] = [decimalOf(price?.net), decimalOf(price?.gross)]
        const expected = gross?.minus(decimalOf(price?.discount) ?? 0)
        if (!isExact || !net || !expected || net.eq(expected)) return undefined
        return {
          path: `${path}.price.net`,
          message: `is ${net.toFixed()}, but the gross price (BT-148) minus the discount (BT-147) is ${expected.toFixed()}. Correct one of them.`,
        }
      },
    ),
  },
  {
    id: 'PLATEN-PERCENTAGE',
    term: 'BT-92',
    *check({ invoice, isExact }) {
      if (!isExact) return
      for (const { path, value } of ALLOWANCES.flatMap((pattern) => groupsAt(invoice, pattern))) {
        const problem = percentageProblem(value, path)
        if (problem) yield problem
      }
    },
  },
]

/** Patterns of all allowances and charges. */
export const ALLOWANCES = ['allowances[]', 'charges[]', 'lines[].allowances[]', 'lines[].charges[]'] as const

function percentageProblem(
  value: { amount?: DecimalValue; baseAmount?: DecimalValue; percentage?: DecimalValue },
  path: string,
): Problem | undefined {
  const [amount, base, percentage] = [
    decimalOf(value.amount),
    decimalOf(value.baseAmount),
    decimalOf(value.percentage),
  ]
  if (!amount || !base || !percentage) return undefined
  const expected = percentageOf(base, percentage)
  if (amount.eq(expected)) return undefined
  return mismatch(`${path}.amount`, amount, `${percentage.toFixed()} % of ${base.toFixed()} is`, expected)
}
