import type { AllowanceOrCharge, LineAllowanceOrCharge } from '../model/invoice.ts'
import { type Codec, fixed, fixedIn, leaf, wrap } from '../xml/codec.ts'
import { childOf, type Element } from '../xml/element.ts'

const NAME = 'ram:SpecifiedTradeAllowanceCharge'

const isCharge = (element: Element): boolean => {
  const indicator = childOf(element, 'ram:ChargeIndicator')
  return ['true', '1'].includes(childOf(indicator, 'udt:Indicator')?.text.trim() ?? '')
}

/** Codec of a VAT category and rate in an element. */
export function categoryTax<M>(
  name: string,
  category: Parameters<typeof leaf<M>>[1],
  rate: Parameters<typeof leaf<M>>[1],
): Codec<M> {
  return wrap(name, [
    fixed('ram:TypeCode', 'VAT'),
    leaf<M>('ram:CategoryCode', category),
    leaf<M>('ram:RateApplicablePercent', rate),
  ])
}

const amounts = (indicator: 'true' | 'false'): Codec<LineAllowanceOrCharge>[] => [
  fixedIn('ram:ChargeIndicator', 'udt:Indicator', indicator),
  leaf('ram:CalculationPercent', 'percentage'),
  leaf('ram:BasisAmount', 'baseAmount'),
  leaf('ram:ActualAmount', 'amount'),
  leaf('ram:ReasonCode', 'reasonCode'),
  leaf('ram:Reason', 'reason'),
]

const vat: Codec<AllowanceOrCharge> = categoryTax('ram:CategoryTradeTax', 'vatCategory', 'vatRate')

/** Element, codecs and filter of the allowances and charges of a line. */
export const lineAllowances = [NAME, amounts('false'), { when: (e: Element) => !isCharge(e) }] as const
export const lineCharges = [NAME, amounts('true'), { when: isCharge }] as const

/** Element, codecs and filter of the allowances and charges on the document. */
export const documentAllowances = [
  NAME,
  [...(amounts('false') as Codec<AllowanceOrCharge>[]), vat],
  { when: (e: Element) => !isCharge(e) },
] as const
export const documentCharges = [
  NAME,
  [...(amounts('true') as Codec<AllowanceOrCharge>[]), vat],
  { when: isCharge },
] as const
