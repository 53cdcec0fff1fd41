import type { AllowanceOrCharge, LineAllowanceOrCharge } from '../model/invoice.ts'
import { type Codec, fixed, leaf, wrap } from '../xml/codec.ts'
import { type Element, textAt } from '../xml/element.ts'
import { money } from '../xml/encodings.ts'
import { taxScheme } from './party.ts'

const NAME = 'cac:AllowanceCharge'

const isCharge = (element: Element): boolean =>
  ['true', '1'].includes(textAt(element, 'cbc:ChargeIndicator') ?? '')

const amounts = (indicator: 'true' | 'false'): Codec<LineAllowanceOrCharge>[] => [
  fixed('cbc:ChargeIndicator', indicator),
  leaf('cbc:AllowanceChargeReasonCode', 'reasonCode'),
  leaf('cbc:AllowanceChargeReason', 'reason'),
  leaf('cbc:MultiplierFactorNumeric', 'percentage'),
  leaf('cbc:Amount', 'amount', money),
  leaf('cbc:BaseAmount', 'baseAmount', money),
]

const vat: Codec<AllowanceOrCharge> = wrap('cac:TaxCategory', [
  leaf('cbc:ID', 'vatCategory'),
  leaf('cbc:Percent', 'vatRate'),
  taxScheme('VAT'),
])

const isAllowance = { when: (element: Element) => !isCharge(element) }

/** Element, codecs and filter of the allowances and charges of a line. */
export const lineAllowances = [NAME, amounts('false'), isAllowance] as const
export const lineCharges = [NAME, amounts('true'), { when: isCharge }] as const

/** Element, codecs and filter of the allowances and charges on the document. */
export const documentAllowances = [
  NAME,
  [...(amounts('false') as Codec<AllowanceOrCharge>[]), vat],
  isAllowance,
] as const
export const documentCharges = [
  NAME,
  [...(amounts('true') as Codec<AllowanceOrCharge>[]), vat],
  { when: isCharge },
] as const
