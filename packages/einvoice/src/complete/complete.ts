import { BILLING_PROCESS, isPeppol, isXRechnung, specificationOf, type Target } from '../formats.ts'
import type { Invoice } from '../model/invoice.ts'
import { completeAmount, completeLine, isZeroRated } from './lines.ts'
import { completeTotals } from './totals.ts'
import { completeVatBreakdown } from './vat.ts'

/**
 * Returns the invoice with all amounts that follow from others: net amounts of lines, VAT breakdown and totals. Values
 * of the caller stay unchanged: `validateInvoice` checks them. With a target it also sets the specification and, for
 * XRechnung and Peppol, the business process.
 */
export function completeInvoice(invoice: Invoice, target?: Target): Invoice {
  const completed: Invoice = { ...invoice, typeCode: invoice.typeCode ?? '380' }
  if (target) {
    completed.specification ??= specificationOf(target)
    if (isPeppol(target) || isXRechnung(target)) completed.businessProcess ??= BILLING_PROCESS
  }
  if (invoice.lines) completed.lines = invoice.lines.map(completeLine)
  if (invoice.allowances) completed.allowances = invoice.allowances.map(completeOnDocument)
  if (invoice.charges) completed.charges = invoice.charges.map(completeOnDocument)
  const vatBreakdown = completeVatBreakdown(completed)
  if (vatBreakdown.length > 0) completed.vatBreakdown = vatBreakdown
  completed.totals = completeTotals(completed)
  return completed
}

function completeOnDocument(item: NonNullable<Invoice['charges']>[number]): typeof item {
  const completed = completeAmount(item)
  const isRateMissing = item.vatRate === undefined && isZeroRated(item.vatCategory ?? '')
  return isRateMissing ? { ...completed, vatRate: '0' } : completed
}
