import type { Big } from 'big.js'
import { decimalOf, decimalOrZero, formatAmount, formatExact, roundAmount, sumOf } from '../../decimal.ts'
import type { DecimalValue } from '../../model/fields.ts'
import type { Invoice, Totals } from '../../model/invoice.ts'
import { forInvoice, type Problem, type Rule } from '../rule.ts'

/** Total with its formula. The rule applies if the total is present. */
interface Formula {
  readonly id: string
  readonly term: string
  readonly field: keyof Totals
  readonly described: string
  readonly calculate: (invoice: Invoice, totals: Totals) => Big
  /** Requires the total if this list has items. */
  readonly requiredBy?: 'allowances' | 'charges'
  readonly isExcluded?: (invoice: Invoice) => boolean
}

const amountsOf = (items: readonly { amount?: DecimalValue }[] | undefined): Big =>
  sumOf((items ?? []).map(({ amount }) => amount))

const FORMULAS: readonly Formula[] = [
  {
    id: 'BR-CO-10',
    term: 'BT-106',
    field: 'lineNetTotal',
    described: 'the net amounts of the lines (BT-131) add up to',
    calculate: ({ lines = [] }) => sumOf(lines.map(({ netAmount }) => netAmount)),
  },
  {
    id: 'BR-CO-11',
    term: 'BT-107',
    field: 'allowanceTotal',
    described: 'the document allowances (BT-92) add up to',
    calculate: ({ allowances }) => amountsOf(allowances),
    requiredBy: 'allowances',
  },
  {
    id: 'BR-CO-12',
    term: 'BT-108',
    field: 'chargeTotal',
    described: 'the document charges (BT-99) add up to',
    calculate: ({ charges }) => amountsOf(charges),
    requiredBy: 'charges',
  },
  {
    id: 'BR-CO-13',
    term: 'BT-109',
    field: 'netTotal',
    described: 'the lines (BT-106) minus allowances (BT-107) plus charges (BT-108) are',
    calculate: (_, { lineNetTotal, allowanceTotal, chargeTotal }) =>
      decimalOrZero(lineNetTotal).minus(decimalOrZero(allowanceTotal)).plus(decimalOrZero(chargeTotal)),
  },
  {
    id: 'BR-CO-14',
    term: 'BT-110',
    field: 'vatTotal',
    described: 'the tax amounts of the VAT breakdown (BT-117) add up to',
    calculate: ({ vatBreakdown = [] }) => sumOf(vatBreakdown.map(({ taxAmount }) => taxAmount)),
    isExcluded: ({ vatBreakdown }) => vatBreakdown === undefined,
  },
  {
    id: 'BR-CO-15',
    term: 'BT-112',
    field: 'grossTotal',
    described: 'the total without VAT (BT-109) plus the total VAT amount (BT-110) is',
    calculate: (_, { netTotal, vatTotal }) => sumOf([netTotal, vatTotal]),
  },
  {
    id: 'BR-CO-16',
    term: 'BT-115',
    field: 'amountDue',
    described:
      'the total with VAT (BT-112) minus the paid amount (BT-113) plus the rounding amount (BT-114) is',
    calculate: (_, { grossTotal, paidAmount, roundingAmount }) =>
      decimalOrZero(grossTotal).minus(decimalOrZero(paidAmount)).plus(decimalOrZero(roundingAmount)),
  },
]

/** Describes an amount that differs from the result of its formula. */
export function mismatch(path: string, actual: Big, described: string, expected: Big): Problem {
  return {
    path,
    message: `is ${formatExact(actual)}, but ${described} ${formatAmount(expected)}. Correct the amount, or omit it to have it calculated.`,
  }
}

/** Sums and totals of the document: BR-CO-10 to BR-CO-16. */
export const totalRules: readonly Rule[] = FORMULAS.map(
  ({ id, term, field, described, calculate, requiredBy, isExcluded }) => ({
    id,
    term,
    check: forInvoice(({ invoice }) => {
      const { totals } = invoice
      if (!totals || (isExcluded?.(invoice) ?? false)) return undefined
      const actual = decimalOf(totals[field])
      const path = `totals.${field}`
      if (!actual) {
        const items = requiredBy ? (invoice[requiredBy]?.length ?? 0) : 0
        return items > 0 ? { path, message: 'is missing. Add the total, or omit all totals.' } : undefined
      }
      const expected = roundAmount(calculate(invoice, totals))
      return actual.eq(expected) ? undefined : mismatch(path, actual, described, expected)
    }),
  }),
)
