import { decimalOrZero, formatAmount, sumOf } from '../decimal.ts'
import type { Invoice, Totals } from '../model/invoice.ts'

/** Fills in the missing totals of an invoice whose lines and VAT breakdown are complete. */
export function completeTotals(invoice: Invoice): Totals {
  const totals: Totals = { ...invoice.totals }
  const { lines = [], allowances = [], charges = [], vatBreakdown = [] } = invoice
  totals.lineNetTotal ??= formatAmount(sumOf(lines.map(({ netAmount }) => netAmount)))
  if (allowances.length > 0) totals.allowanceTotal ??= formatAmount(sumOf(allowances.map(amountOf)))
  if (charges.length > 0) totals.chargeTotal ??= formatAmount(sumOf(charges.map(amountOf)))
  totals.netTotal ??= formatAmount(
    decimalOrZero(totals.lineNetTotal)
      .minus(decimalOrZero(totals.allowanceTotal))
      .plus(decimalOrZero(totals.chargeTotal)),
  )
  totals.vatTotal ??= formatAmount(sumOf(vatBreakdown.map(({ taxAmount }) => taxAmount)))
  totals.grossTotal ??= formatAmount(sumOf([totals.netTotal, totals.vatTotal]))
  totals.amountDue ??= formatAmount(
    decimalOrZero(totals.grossTotal)
      .minus(decimalOrZero(totals.paidAmount))
      .plus(decimalOrZero(totals.roundingAmount)),
  )
  return totals
}

const amountOf = ({ amount }: { amount?: string | number }) => amount
