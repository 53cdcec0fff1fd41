// Stripe counts these in hundredths, though they have none any more.
const COUNTED_IN_HUNDREDTHS = new Set(['isk', 'ugx'])

/** "€19.00" of an amount in its currency's smallest unit, as Stripe has it. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = COUNTED_IN_HUNDREDTHS.has(currency)
    ? 2
    : (format.resolvedOptions().maximumFractionDigits ?? 2)
  return format.format(amount / 10 ** digits)
}
