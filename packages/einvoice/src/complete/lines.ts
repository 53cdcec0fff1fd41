import type { Big } from 'big.js'
import { decimalOf, decimalOrZero, formatAmount, percentageOf, roundAmount, sumOf } from '../decimal.ts'
import type { Line, LineAllowanceOrCharge } from '../model/invoice.ts'

/** Fills in the missing amounts of a line: allowances, charges, net price and net amount. */
export function completeLine(line: Line, index: number): Line {
  const completed: Line = { ...line, id: line.id ?? String(index + 1) }
  if (line.allowances) completed.allowances = line.allowances.map(completeAmount)
  if (line.charges) completed.charges = line.charges.map(completeAmount)
  if (line.price) completed.price = completePrice(line.price)
  const category = line.vat?.category
  if (line.vat && line.vat.rate === undefined && category !== undefined && isZeroRated(category))
    completed.vat = { ...line.vat, rate: '0' }
  const netAmount = line.netAmount === undefined ? calculateLineAmount(completed) : undefined
  if (netAmount) completed.netAmount = formatAmount(netAmount)
  return completed
}

/** Returns whether the rate of a VAT category is always 0. */
export function isZeroRated(category: string): boolean {
  return ['Z', 'E', 'AE', 'K', 'G'].includes(category)
}

/** Fills in the amount of an allowance or a charge from its base amount and percentage. */
export function completeAmount<T extends Pick<LineAllowanceOrCharge, 'amount' | 'baseAmount' | 'percentage'>>(
  item: T,
): T {
  const base = decimalOf(item.baseAmount)
  const percentage = decimalOf(item.percentage)
  if (item.amount !== undefined || !base || !percentage) return item
  return { ...item, amount: formatAmount(percentageOf(base, percentage)) }
}

function completePrice(price: NonNullable<Line['price']>): NonNullable<Line['price']> {
  const gross = decimalOf(price.gross)
  if (price.net !== undefined || !gross) return price
  return { ...price, net: gross.minus(decimalOrZero(price.discount)).toFixed() }
}

/**
 * Calculates the net amount of a line: quantity × net price ÷ base quantity, plus charges, minus allowances.
 * `undefined` if the quantity or the price is missing.
 */
export function calculateLineAmount(line: Line): Big | undefined {
  const amount = calculateUnroundedLineAmount(line)
  return amount && roundAmount(amount)
}

/** Calculates the net amount of a line without rounding. */
export function calculateUnroundedLineAmount(line: Line): Big | undefined {
  const quantity = decimalOf(line.quantity)
  const price = decimalOf(line.price?.net)
  if (!quantity || !price) return undefined
  const base = decimalOf(line.price?.baseQuantity)
  const product = quantity.times(price)
  const gross = base && !base.eq(0) ? product.div(base) : product
  const charges = sumOf((line.charges ?? []).map(({ amount }) => amount))
  const allowances = sumOf((line.allowances ?? []).map(({ amount }) => amount))
  return gross.plus(charges).minus(allowances)
}
