import { decimalOf } from '../../decimal.ts'
import type { DecimalValue } from '../../model/fields.ts'
import type { Invoice } from '../../model/invoice.ts'
import type { Problem, Rule } from '../rule.ts'
import type { VatCategory } from './vat-categories.ts'

/** Line, allowance or charge with its VAT category. */
export interface VatItem {
  readonly kind: 'line' | 'allowance' | 'charge'
  readonly category: string | undefined
  readonly rate: DecimalValue | undefined
  readonly path: string
  readonly ratePath: string
}

/** Terms of the category and the rate, by the kind of the item. */
const TERMS = {
  line: { number: 2, category: 'BT-151', rate: 'BT-152' },
  allowance: { number: 3, category: 'BT-95', rate: 'BT-96' },
  charge: { number: 4, category: 'BT-102', rate: 'BT-103' },
} as const

const KINDS = ['line', 'allowance', 'charge'] as const

/** Returns the lines, allowances and charges of an invoice with their VAT category. */
export function vatItemsOf({ lines = [], allowances = [], charges = [] }: Invoice): VatItem[] {
  const onDocument = (kind: 'allowance' | 'charge', items: typeof allowances) =>
    items.map(({ vatCategory, vatRate }, index) => ({
      kind,
      category: vatCategory,
      rate: vatRate,
      path: `${kind}s[${index}].vatCategory`,
      ratePath: `${kind}s[${index}].vatRate`,
    }))
  return [
    ...lines.map(({ vat }, index) => ({
      kind: 'line' as const,
      category: vat?.category,
      rate: vat?.rate,
      path: `lines[${index}].vat.category`,
      ratePath: `lines[${index}].vat.rate`,
    })),
    ...onDocument('allowance', allowances),
    ...onDocument('charge', charges),
  ]
}

/** Returns the rules of the identifiers of seller and buyer for a category: -02, -03 and -04. */
export function partyRules(category: VatCategory): Rule[] {
  return KINDS.map((kind) => ({
    id: `${category.prefix}-0${TERMS[kind].number}`,
    term: category.seller === 'none' ? 'BT-31' : TERMS[kind].category,
    check({ invoice }) {
      const isUsed = vatItemsOf(invoice).some((item) => item.kind === kind && item.category === category.code)
      if (!isUsed) return []
      return category.seller === 'none'
        ? forbiddenIdentifiers(invoice)
        : missingIdentifiers(invoice, category)
    },
  }))
}

function forbiddenIdentifiers({ seller, buyer, taxRepresentative }: Invoice): Problem[] {
  const present = [
    ['seller.vatIdentifier', seller?.vatIdentifier, 'BT-31'],
    ['taxRepresentative.vatIdentifier', taxRepresentative?.vatIdentifier, 'BT-63'],
    ['buyer.vatIdentifier', buyer?.vatIdentifier, 'BT-48'],
  ] as const
  return present
    .filter(([, value]) => value !== undefined)
    .map(([path, , term]) => ({
      path,
      term,
      message: 'is present, but an item is not subject to VAT (O). Omit it, or change the VAT category.',
    }))
}

function missingIdentifiers(
  { seller, buyer, taxRepresentative }: Invoice,
  { name, code, seller: ofSeller, buyer: ofBuyer }: VatCategory,
): Problem[] {
  const problems: Problem[] = []
  const hasVat = seller?.vatIdentifier !== undefined || taxRepresentative?.vatIdentifier !== undefined
  if (!hasVat && !(ofSeller === 'any' && seller?.taxRegistration !== undefined))
    problems.push({
      path: 'seller.vatIdentifier',
      term: 'BT-31',
      message: `is missing. The VAT category ${code} (${name}) needs the VAT identifier of the seller (BT-31)${ofSeller === 'any' ? ', the tax registration (BT-32)' : ''} or that of the tax representative (BT-63).`,
    })
  const hasBuyer =
    buyer?.vatIdentifier !== undefined || (ofBuyer === 'any' && buyer?.legalRegistration !== undefined)
  if (ofBuyer !== undefined && !hasBuyer)
    problems.push({
      path: 'buyer.vatIdentifier',
      term: 'BT-48',
      message: `is missing. The VAT category ${code} (${name}) needs the VAT identifier of the buyer (BT-48)${ofBuyer === 'any' ? ' or the legal registration (BT-47)' : ''}.`,
    })
  return problems
}

/** Returns the rules of the rates for a category: -05, -06 and -07. */
export function rateRules({ prefix, code, name, rate: expected }: VatCategory): Rule[] {
  return KINDS.map((kind) => ({
    id: `${prefix}-0${TERMS[kind].number + 3}`,
    term: TERMS[kind].rate,
    *check({ invoice }) {
      for (const { kind: actual, category, rate, ratePath } of vatItemsOf(invoice)) {
        if (actual !== kind || category !== code) continue
        const advice = rateProblem(expected, rate)
        if (advice !== undefined)
          yield {
            path: ratePath,
            message: `is ${rate ?? 'missing'}. The VAT category ${code} (${name}) needs ${advice}.`,
          }
      }
    },
  }))
}

function rateProblem(expected: VatCategory['rate'], rate: DecimalValue | undefined): string | undefined {
  const value = decimalOf(rate)
  switch (expected) {
    case 'positive':
      return value?.gt(0) ? undefined : 'a rate above 0'
    case 'zero':
      return value?.eq(0) ? undefined : 'the rate 0'
    case 'notNegative':
      return value?.gte(0) ? undefined : 'a rate of 0 or more'
    case 'absent':
      return rate === undefined ? undefined : 'no rate: omit it'
  }
}
