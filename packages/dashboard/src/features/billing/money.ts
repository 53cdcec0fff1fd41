// Currencies without decimals whose amounts Stripe counts in hundredths nevertheless.
const COUNTED_IN_HUNDREDTHS = new Set(['isk', 'ugx'])

/** Formats an amount in Stripe's unit, the smallest unit of the currency: "€19.00". */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = COUNTED_IN_HUNDREDTHS.has(currency)
    ? 2
    : (format.resolvedOptions().maximumFractionDigits ?? 2)
  return format.format(amount / 10 ** digits)
}
