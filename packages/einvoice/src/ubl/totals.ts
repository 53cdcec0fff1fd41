import type { Invoice, Totals, VatBreakdownEntry } from '../model/invoice.ts'
import { vatTotalKey } from '../syntax/vat-total.ts'
import { type Codec, leaf, list, wrap } from '../xml/codec.ts'
import { childOf, createElement } from '../xml/element.ts'
import { money } from '../xml/encodings.ts'
import { taxScheme } from './party.ts'

const subtotal: Codec<VatBreakdownEntry>[] = [
  leaf('cbc:TaxableAmount', 'taxableAmount', money),
  leaf('cbc:TaxAmount', 'taxAmount', money),
  wrap('cac:TaxCategory', [
    leaf('cbc:ID', 'category'),
    leaf('cbc:Percent', 'rate'),
    leaf('cbc:TaxExemptionReasonCode', 'exemptionReasonCode'),
    leaf('cbc:TaxExemptionReason', 'exemptionReason'),
    taxScheme('VAT'),
  ]),
]

const breakdown = list<Invoice, 'vatBreakdown'>('cac:TaxSubtotal', 'vatBreakdown', subtotal)

/** Codec of the VAT totals: with the breakdown in the invoice currency, and without it in the VAT currency. */
export const taxTotals: Codec<Invoice> = {
  write(invoice, parent, context) {
    const { vatTotal, vatTotalInVatCurrency } = invoice.totals ?? {}
    const total = createElement('cac:TaxTotal')
    leaf<Totals>('cbc:TaxAmount', 'vatTotal', money).write(
      vatTotal === undefined ? {} : { vatTotal },
      total,
      context,
    )
    breakdown.write(invoice, total, context)
    if (total.children.length > 0) parent.children.push(total)
    if (vatTotalInVatCurrency === undefined) return
    const other = createElement('cac:TaxTotal')
    const { text } = money.encode(vatTotalInVatCurrency, context)
    other.children.push(createElement('cbc:TaxAmount', text, { currencyID: context.vatCurrency }))
    parent.children.push(other)
  },
  read(parent, invoice, context) {
    for (const element of parent.children) {
      if (element.name !== 'cac:TaxTotal') continue
      context.visited.add(element)
      breakdown.read(element, invoice, context)
      const amount = childOf(element, 'cbc:TaxAmount')
      if (!amount) continue
      context.visited.add(amount)
      const totals = invoice.totals ?? {}
      invoice.totals = totals
      const key = vatTotalKey(amount, context)
      if (key !== undefined && totals[key] === undefined) totals[key] = amount.text.trim()
      else context.repeated.add(amount)
    }
  },
}

/** Codec of the totals without VAT amounts. */
export const monetaryTotal: Codec<Totals>[] = [
  leaf('cbc:LineExtensionAmount', 'lineNetTotal', money),
  leaf('cbc:TaxExclusiveAmount', 'netTotal', money),
  leaf('cbc:TaxInclusiveAmount', 'grossTotal', money),
  leaf('cbc:AllowanceTotalAmount', 'allowanceTotal', money),
  leaf('cbc:ChargeTotalAmount', 'chargeTotal', money),
  leaf('cbc:PrepaidAmount', 'paidAmount', money),
  leaf('cbc:PayableRoundingAmount', 'roundingAmount', money),
  leaf('cbc:PayableAmount', 'amountDue', money),
]
