import { Big } from 'big.js'
import { groupByVat, vatKey } from '../../complete/vat.ts'
import { decimalOf, decimalOrZero, percentageOf, roundAmount, ZERO } from '../../decimal.ts'
import type { Invoice } from '../../model/invoice.ts'
import { forEach, type Problem, type Rule, type RuleContext } from '../rule.ts'
import { mismatch } from './totals.ts'
import type { VatCategory } from './vat-categories.ts'
import { vatItemsOf } from './vat-items.ts'

/** Tolerance of the official rules for the tax amount: BR-CO-17 includes it, the rules of a category exclude it. */
const TAX_TOLERANCE = new Big(1)

/** Returns the rule that requires an entry of the breakdown for a category: -01. */
export function entryRule({ prefix, code, name, entries }: VatCategory): Rule {
  return {
    id: `${prefix}-01`,
    term: 'BT-118',
    check({ invoice, isExact }) {
      const items = vatItemsOf(invoice).filter(({ category }) => category === code)
      const existing = (invoice.vatBreakdown ?? []).filter(({ category }) => category === code)
      const [item] = items
      if (item === undefined) {
        if (existing.length === 0 || entries === 'one') return []
        return isExact ? [unusedEntry(invoice, code, name)] : []
      }
      if (existing.length === 0)
        return [
          {
            path: 'vatBreakdown',
            message: `has no entry for the VAT category ${code} (${name}) of \`invoice.${item.path}\`. Add it.`,
          },
        ]
      if (entries === 'one')
        return existing.length > 1
          ? [
              {
                path: 'vatBreakdown',
                message: `has ${existing.length} entries for the VAT category ${code} (${name}). Join them to one.`,
              },
            ]
          : []
      return isExact ? missingRates(invoice, code) : []
    },
  }
}

function unusedEntry(invoice: Invoice, code: string, name: string): Problem {
  const index = (invoice.vatBreakdown ?? []).findIndex(({ category }) => category === code)
  return {
    path: `vatBreakdown[${index}].category`,
    message: `is ${code} (${name}), which no line, allowance or charge has. Remove the entry.`,
  }
}

function missingRates(invoice: Invoice, code: string): Problem[] {
  const keys = new Set((invoice.vatBreakdown ?? []).map(({ category = '', rate }) => vatKey(category, rate)))
  return vatItemsOf(invoice)
    .filter(({ category, rate }) => category === code && !keys.has(vatKey(code, rate)))
    .map(({ ratePath, rate }) => ({
      path: ratePath,
      message: `is ${rate ?? 'missing'}, but the VAT breakdown has no entry for the category ${code} with this rate. Add the entry.`,
    }))
}

/** Returns the rules of the amounts and the exemption of an entry: -08, -09 and -10. */
export function entryRules(category: VatCategory): Rule[] {
  const { prefix, code } = category
  return [
    { id: `${prefix}-08`, term: 'BT-116', check: taxableAmountCheck(category) },
    {
      id: `${prefix}-09`,
      term: 'BT-117',
      check: forEach(
        ({ vatBreakdown }) => vatBreakdown,
        'vatBreakdown',
        (entry, path, { isExact }) => {
          const tax = decimalOf(entry.taxAmount)
          if (entry.category !== code || !tax) return undefined
          const taxable = decimalOrZero(entry.taxableAmount)
          const isTaxed = category.rate === 'positive' || category.rate === 'notNegative'
          const expected = isTaxed ? percentageOf(taxable, decimalOrZero(entry.rate)) : ZERO
          const isWrong = isTaxed ? isDifferent(tax, expected, isExact) : !tax.eq(0)
          if (!isWrong) return undefined
          const described = isTaxed
            ? `${decimalOrZero(entry.rate).toFixed()} % of the taxable amount ${taxable.toFixed()} is`
            : `the tax of the VAT category ${code} is`
          return mismatch(`${path}.taxAmount`, tax, described, expected)
        },
      ),
    },
    { id: `${prefix}-10`, term: 'BT-120', check: exemptionCheck(category) },
  ]
}

function isDifferent(actual: Big, expected: Big, isExact: boolean, isIncluded = false): boolean {
  const difference = actual.abs().minus(expected.abs()).abs()
  if (isExact) return !actual.eq(expected)
  return isIncluded ? difference.gt(TAX_TOLERANCE) : difference.gte(TAX_TOLERANCE)
}

function taxableAmountCheck({ code, entries }: VatCategory): Rule['check'] {
  return function* ({ invoice }: RuleContext) {
    if (invoice.lines === undefined && invoice.allowances === undefined && invoice.charges === undefined)
      return
    const groups = groupByVat(invoice)
    for (const [index, entry] of (invoice.vatBreakdown ?? []).entries()) {
      const actual = decimalOf(entry.taxableAmount)
      if (entry.category !== code || !actual) continue
      const expected =
        entries === 'perRate'
          ? (groups.get(vatKey(code, entry.rate))?.taxableAmount ?? ZERO)
          : [...groups.values()]
              .filter(({ category }) => category === code)
              .reduce((sum, { taxableAmount }) => sum.plus(taxableAmount), ZERO)
      if (!actual.eq(roundAmount(expected)))
        yield mismatch(
          `vatBreakdown[${index}].taxableAmount`,
          actual,
          'the lines plus charges minus allowances of this VAT category and rate are',
          expected,
        )
    }
  }
}

function exemptionCheck({ code, name, exemption }: VatCategory): Rule['check'] {
  return forEach(
    ({ vatBreakdown }) => vatBreakdown,
    'vatBreakdown',
    ({ category, exemptionReason, exemptionReasonCode }, path) => {
      if (category !== code) return undefined
      const hasReason = exemptionReason !== undefined || exemptionReasonCode !== undefined
      if (exemption === 'required' && !hasReason)
        return {
          path: `${path}.exemptionReason`,
          message: `is missing. The VAT category ${code} (${name}) needs the reason (BT-120) or its code (BT-121).`,
        }
      if (exemption === 'forbidden' && hasReason)
        return {
          path: `${path}.${exemptionReason === undefined ? 'exemptionReasonCode' : 'exemptionReason'}`,
          message: `is present, but the VAT category ${code} (${name}) is not exempt. Omit it.`,
        }
      return undefined
    },
  )
}

/** Tax amount of each entry of the breakdown, whatever its category: BR-CO-17. */
export const taxAmountRule: Rule = {
  id: 'BR-CO-17',
  term: 'BT-117',
  check: forEach(
    ({ vatBreakdown }) => vatBreakdown,
    'vatBreakdown',
    ({ taxableAmount, taxAmount, rate }, path, { isExact }) => {
      const tax = decimalOf(taxAmount)
      const taxable = decimalOf(taxableAmount)
      if (!tax || !taxable) return undefined
      const percentage = decimalOrZero(rate)
      const expected = percentageOf(taxable, percentage)
      if (!isDifferent(tax, expected, isExact, true)) return undefined
      return mismatch(
        `${path}.taxAmount`,
        tax,
        `${percentage.toFixed()} % of the taxable amount ${taxable.toFixed()} is`,
        expected,
      )
    },
  ),
}
