import { Big } from 'big.js'
import { calculateUnroundedLineAmount } from '../../complete/lines.ts'
import { decimalOf } from '../../decimal.ts'
import type { DecimalValue } from '../../model/fields.ts'
import type { Invoice } from '../../model/invoice.ts'
import { ALLOWANCES } from '../core/lines.ts'
import { mismatch } from '../core/totals.ts'
import { groupsAt } from '../paths.ts'
import { required } from '../presence.ts'
import { forEach, forInvoice, type Rule } from '../rule.ts'

/** Tolerance of calculated amounts. Amounts of the currency HUF have no decimals. */
const toleranceOf = ({ currency }: Invoice) => new Big(currency === 'HUF' ? '0.5' : '0.02')

interface Allowance {
  amount?: DecimalValue
  baseAmount?: DecimalValue
  percentage?: DecimalValue
}

const allowancesOf = (invoice: Invoice) =>
  ALLOWANCES.flatMap((pattern) => groupsAt(invoice, pattern)) as { path: string; value: Allowance }[]

const allowanceRules: readonly Rule[] = [
  {
    id: 'PEPPOL-EN16931-R040',
    term: 'BT-92',
    *check({ invoice }) {
      for (const { path, value } of allowancesOf(invoice)) {
        const [base, percentage] = [decimalOf(value.baseAmount), decimalOf(value.percentage)]
        if (!base || !percentage) continue
        const actual = decimalOf(value.amount) ?? new Big(0)
        const expected = base.times(percentage).div(100)
        if (actual.minus(expected).abs().gt(toleranceOf(invoice)))
          yield mismatch(
            `${path}.amount`,
            actual,
            `${percentage.toFixed()} % of ${base.toFixed()} is`,
            expected,
          )
      }
    },
  },
  {
    id: 'PEPPOL-EN16931-R041',
    term: 'BT-93',
    *check({ invoice }) {
      for (const { path, value } of allowancesOf(invoice))
        if (value.percentage !== undefined && value.baseAmount === undefined)
          yield { path: `${path}.baseAmount`, message: 'is missing. A percentage needs its base amount.' }
    },
  },
  {
    id: 'PEPPOL-EN16931-R042',
    term: 'BT-94',
    *check({ invoice }) {
      for (const { path, value } of allowancesOf(invoice))
        if (value.baseAmount !== undefined && value.percentage === undefined)
          yield { path: `${path}.percentage`, message: 'is missing. A base amount needs its percentage.' }
    },
  },
]

const lineRules: readonly Rule[] = [
  {
    id: 'PEPPOL-EN16931-R046',
    term: 'BT-146',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      ({ price }, path) => {
        const [net, gross] = [decimalOf(price?.net), decimalOf(price?.gross)]
        const expected = gross?.minus(decimalOf(price?.discount) ?? 0)
        if (!net || !expected || net.eq(expected)) return undefined
        return {
          path: `${path}.price.net`,
          message: `is ${net.toFixed()}, but the gross price (BT-148) minus the discount (BT-147) is ${expected.toFixed()}.`,
        }
      },
    ),
  },
  {
    id: 'PEPPOL-EN16931-R110',
    term: 'BT-134',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      (line, path, { invoice }) =>
        (line.period?.start ?? '9') < (invoice.period?.start ?? '')
          ? {
              path: `${path}.period.start`,
              message: `is before the start of the invoicing period, ${invoice.period?.start}.`,
            }
          : undefined,
    ),
  },
  {
    id: 'PEPPOL-EN16931-R111',
    term: 'BT-135',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      (line, path, { invoice }) =>
        (line.period?.end ?? '') > (invoice.period?.end ?? '9')
          ? {
              path: `${path}.period.end`,
              message: `is after the end of the invoicing period, ${invoice.period?.end}.`,
            }
          : undefined,
    ),
  },
  {
    id: 'PEPPOL-EN16931-R120',
    term: 'BT-131',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      (line, path, { invoice }) => {
        const actual = decimalOf(line.netAmount)
        const expected = calculateUnroundedLineAmount(line)
        if (!actual || !expected || actual.minus(expected).abs().lte(toleranceOf(invoice))) return undefined
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
    id: 'PEPPOL-EN16931-R121',
    term: 'BT-149',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      ({ price }, path) =>
        decimalOf(price?.baseQuantity)?.lte(0)
          ? { path: `${path}.price.baseQuantity`, message: 'must be above 0.' }
          : undefined,
    ),
  },
  {
    id: 'PEPPOL-EN16931-R130',
    term: 'BT-150',
    check: forEach(
      ({ lines }) => lines,
      'lines',
      ({ price, unit }, path) =>
        price?.baseUnit !== undefined && unit !== undefined && price.baseUnit !== unit
          ? {
              path: `${path}.price.baseUnit`,
              message: `is ${price.baseUnit}, but the unit of the quantity (BT-130) is ${unit}. Use the same unit.`,
            }
          : undefined,
    ),
  },
]

/** Rules of Peppol BIS Billing 3 that XRechnung has, too. */
export const peppolSharedRules: readonly Rule[] = [
  required(['PEPPOL-EN16931-R001', '', 'businessProcess']),
  {
    id: 'PEPPOL-EN16931-R005',
    term: 'BT-6',
    check: forInvoice(({ invoice: { currency, vatCurrency } }) =>
      vatCurrency !== undefined && vatCurrency === currency
        ? { path: 'vatCurrency', message: 'is the invoice currency. Omit it.' }
        : undefined,
    ),
  },
  required(['PEPPOL-EN16931-R010', 'buyer', 'electronicAddress.id']),
  required(['PEPPOL-EN16931-R020', 'seller', 'electronicAddress.id']),
  {
    id: 'PEPPOL-EN16931-R055',
    term: 'BT-111',
    check: forInvoice(({ invoice: { totals } }) => {
      const [vat, other] = [decimalOf(totals?.vatTotal), decimalOf(totals?.vatTotalInVatCurrency)]
      return vat && other && vat.times(other).lt(0)
        ? {
            path: 'totals.vatTotalInVatCurrency',
            message: 'and `invoice.totals.vatTotal` need the same sign.',
          }
        : undefined
    }),
  },
  {
    id: 'PEPPOL-EN16931-R061',
    term: 'BT-89',
    check: forEach(
      ({ payments }) => payments,
      'payments',
      ({ meansCode, directDebit }, path) =>
        (meansCode === '49' || meansCode === '59') && directDebit?.mandate === undefined
          ? {
              path: `${path}.directDebit.mandate`,
              message: 'is missing. Add the mandate reference (BT-89) of the direct debit.',
            }
          : undefined,
    ),
  },
  ...allowanceRules,
  ...lineRules,
]
