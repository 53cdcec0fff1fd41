import type { Big } from 'big.js'
import { decimalOf, decimalOrZero, formatAmount, percentageOf, ZERO } from '../decimal.ts'
import type { DecimalValue } from '../model/fields.ts'
import type { Invoice, VatBreakdownEntry } from '../model/invoice.ts'

/** Taxable amount of one VAT category and rate. */
export interface VatGroup {
  readonly category: string
  readonly rate: DecimalValue | undefined
  readonly taxableAmount: Big
}

/** Exemption codes that follow from the category. */
const EXEMPTION_CODES: Record<string, string> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

/** Returns a text that is equal for equal categories and rates: `S 19` for 19, "19" and "19.00". */
export function vatKey(category: string, rate: DecimalValue | undefined): string {
  return category === 'O' ? 'O' : `${category} ${decimalOf(rate)?.toFixed() ?? ''}`
}

/** Adds up the taxable amounts of the lines, allowances and charges by VAT category and rate. */
export function groupByVat(invoice: Invoice): Map<string, VatGroup> {
  const groups = new Map<string, VatGroup>()
  const add = (category: string | undefined, rate: DecimalValue | undefined, amount: Big) => {
    if (category === undefined) return
    const key = vatKey(category, rate)
    const before = groups.get(key)
    groups.set(key, { category, rate, taxableAmount: (before?.taxableAmount ?? ZERO).plus(amount) })
  }
  for (const { vat, netAmount } of invoice.lines ?? [])
    add(vat?.category, vat?.rate, decimalOrZero(netAmount))
  for (const { vatCategory, vatRate, amount } of invoice.charges ?? [])
    add(vatCategory, vatRate, decimalOrZero(amount))
  for (const { vatCategory, vatRate, amount } of invoice.allowances ?? [])
    add(vatCategory, vatRate, decimalOrZero(amount).neg())
  return groups
}

/**
 * Completes the VAT breakdown. An entry without amounts receives them. Missing entries are added, unless all entries
 * of the caller have amounts.
 */
export function completeVatBreakdown(invoice: Invoice): VatBreakdownEntry[] {
  const groups = groupByVat(invoice)
  const existing = (invoice.vatBreakdown ?? []).map((entry) => completeEntry(entry, groups))
  const isFinal = existing.length > 0 && (invoice.vatBreakdown ?? []).every(hasAmounts)
  if (isFinal) return existing
  const keys = new Set(existing.map(({ category = '', rate }) => vatKey(category, rate)))
  const added = [...groups]
    .filter(([key]) => !keys.has(key))
    .map(([, { category, rate }]) =>
      completeEntry({ category, ...(rate === undefined ? {} : { rate }) }, groups),
    )
  return [...existing, ...added]
}

function hasAmounts({ taxableAmount, taxAmount }: VatBreakdownEntry): boolean {
  return taxableAmount !== undefined && taxAmount !== undefined
}

function completeEntry(entry: VatBreakdownEntry, groups: Map<string, VatGroup>): VatBreakdownEntry {
  const category = entry.category ?? ''
  const completed: VatBreakdownEntry = { ...entry }
  const candidates = [...groups.values()].filter((item) => item.category === category)
  const only = candidates.length === 1 ? candidates[0]?.rate : undefined
  if (completed.rate === undefined && only !== undefined) completed.rate = only
  const taxable =
    decimalOf(entry.taxableAmount) ?? groups.get(vatKey(category, completed.rate))?.taxableAmount ?? ZERO
  completed.taxableAmount ??= formatAmount(taxable)
  completed.taxAmount ??= formatAmount(percentageOf(taxable, decimalOrZero(completed.rate)))
  const exemptionCode = EXEMPTION_CODES[category]
  if (exemptionCode !== undefined && entry.exemptionReason === undefined)
    completed.exemptionReasonCode ??= exemptionCode
  return completed
}
