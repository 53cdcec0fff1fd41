import type { Validation } from './formats.ts'

/** Returns the number and the amount due of an invoice, as far as it has them. */
export function describeInvoice({ invoice }: Validation): string {
  const { number, currency, totals } = invoice
  const due = typeof totals === 'object' && totals !== null && 'amountDue' in totals ? totals.amountDue : ''
  const parts = [
    isShown(number) ? `Invoice ${number}` : '',
    isShown(due) ? `amount due ${due}${isShown(currency) ? ` ${currency}` : ''}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

function isShown(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
