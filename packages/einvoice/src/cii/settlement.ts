import type { Invoice, Totals, VatBreakdownEntry } from '../model/invoice.ts'
import { vatTotalKey } from '../syntax/vat-total.ts'
import { type Codec, fixed, group, leaf, list, wrap } from '../xml/codec.ts'
import { createElement } from '../xml/element.ts'
import { compactDate, mapped, multiline } from '../xml/encodings.ts'
import { documentAllowances, documentCharges } from './allowances.ts'
import { dateElement } from './dates.ts'
import { payee } from './party.ts'
import { directDebitField, payments } from './payment.ts'

/** CII has other codes for the VAT point date than EN 16931: invoice date, delivery and payment. */
const VAT_POINT_CODES = mapped({ '3': '5', '35': '29', '432': '72' })

const vatEntry: Codec<VatBreakdownEntry>[] = [
  leaf('ram:CalculatedAmount', 'taxAmount'),
  fixed('ram:TypeCode', 'VAT'),
  leaf('ram:ExemptionReason', 'exemptionReason'),
  leaf('ram:BasisAmount', 'taxableAmount'),
  leaf('ram:CategoryCode', 'category'),
  leaf('ram:ExemptionReasonCode', 'exemptionReasonCode'),
]

type EntryOfInvoice = VatBreakdownEntry & Pick<Invoice, 'vatPointDate' | 'vatPointDateCode'>

const NAME = 'ram:ApplicableTradeTax'
const entry: Codec<EntryOfInvoice>[] = [
  ...(vatEntry as Codec<EntryOfInvoice>[]),
  wrap<EntryOfInvoice>('ram:TaxPointDate', [leaf('udt:DateString', 'vatPointDate', compactDate)]),
  leaf<EntryOfInvoice>('ram:DueDateTypeCode', 'vatPointDateCode', VAT_POINT_CODES),
  leaf<EntryOfInvoice>('ram:RateApplicablePercent', 'rate'),
]

/** The VAT point date of the invoice is in the first entry of the breakdown (CII-SR-461), its code in each. */
const vatBreakdown: Codec<Invoice> = {
  write({ vatBreakdown: entries, vatPointDate, vatPointDateCode }, parent, context) {
    const items = (entries ?? []).map((item, index) => ({
      ...item,
      ...(vatPointDate !== undefined && index === 0 && { vatPointDate }),
      ...(vatPointDateCode !== undefined && { vatPointDateCode }),
    }))
    list<{ items: EntryOfInvoice[] }, 'items'>(NAME, 'items', entry).write({ items }, parent, context)
  },
  read(parent, invoice, context) {
    const holder: { items?: EntryOfInvoice[] } = {}
    list<typeof holder, 'items'>(NAME, 'items', entry).read(parent, holder, context)
    if (!holder.items) return
    invoice.vatBreakdown = holder.items.map(({ vatPointDate, vatPointDateCode, ...item }) => {
      if (vatPointDate !== undefined) invoice.vatPointDate ??= vatPointDate
      if (vatPointDateCode !== undefined) invoice.vatPointDateCode ??= vatPointDateCode
      return item
    })
  },
}

/** Total VAT amounts: in the invoice currency and in the VAT currency. */
const vatTotals: Codec<Totals> = {
  write(model, parent, { currency, vatCurrency }) {
    for (const [value, currencyID] of [
      [model.vatTotal, currency],
      [model.vatTotalInVatCurrency, vatCurrency],
    ])
      if (value !== undefined)
        parent.children.push(
          createElement('ram:TaxTotalAmount', String(value), { currencyID: String(currencyID) }),
        )
  },
  read(parent, model, context) {
    for (const element of parent.children) {
      if (element.name !== 'ram:TaxTotalAmount') continue
      context.visited.add(element)
      const key = vatTotalKey(element, context)
      if (key !== undefined && model[key] === undefined) model[key] = element.text.trim()
      else context.repeated.add(element)
    }
  },
}

const totals: Codec<Totals>[] = [
  leaf('ram:LineTotalAmount', 'lineNetTotal'),
  leaf('ram:ChargeTotalAmount', 'chargeTotal'),
  leaf('ram:AllowanceTotalAmount', 'allowanceTotal'),
  leaf('ram:TaxBasisTotalAmount', 'netTotal'),
  vatTotals,
  leaf('ram:RoundingAmount', 'roundingAmount'),
  leaf('ram:GrandTotalAmount', 'grossTotal'),
  leaf('ram:TotalPrepaidAmount', 'paidAmount'),
  leaf('ram:DuePayableAmount', 'amountDue'),
]

/** Codecs of the header of the settlement: payment, VAT and totals. */
export const settlement: Codec<Invoice>[] = [
  readLater(directDebitField(leaf('ram:CreditorReferenceID', 'creditorIdentifier'))),
  leaf('ram:PaymentReference', 'remittanceInformation'),
  leaf('ram:TaxCurrencyCode', 'vatCurrency'),
  leaf('ram:InvoiceCurrencyCode', 'currency'),
  group('ram:PayeeTradeParty', 'payee', payee),
  payments,
  vatBreakdown,
  group<Invoice, 'period'>('ram:BillingSpecifiedPeriod', 'period', [
    dateElement('ram:StartDateTime', 'start'),
    dateElement('ram:EndDateTime', 'end'),
  ]),
  list<Invoice, 'allowances'>(
    documentAllowances[0],
    'allowances',
    documentAllowances[1],
    documentAllowances[2],
  ),
  list<Invoice, 'charges'>(documentCharges[0], 'charges', documentCharges[1], documentCharges[2]),
  wrap('ram:SpecifiedTradePaymentTerms', [
    leaf('ram:Description', 'paymentTerms', multiline),
    dateElement('ram:DueDateDateTime', 'dueDate'),
    directDebitField(leaf('ram:DirectDebitMandateID', 'mandate')),
  ]),
  group('ram:SpecifiedTradeSettlementHeaderMonetarySummation', 'totals', totals),
  list<Invoice, 'precedingInvoices'>('ram:InvoiceReferencedDocument', 'precedingInvoices', [
    leaf('ram:IssuerAssignedID', 'number'),
    wrap('ram:FormattedIssueDateTime', [leaf('qdt:DateTimeString', 'issueDate', compactDate)]),
  ]),
  wrap('ram:ReceivableSpecifiedTradeAccountingAccount', [leaf('ram:ID', 'accountingReference')]),
  readNow(directDebitField(leaf('ram:CreditorReferenceID', 'creditorIdentifier'))),
]

/** The creditor identifier stands before the payment instructions that it belongs to: it is read after them. */
function readLater<M>(codec: Codec<M>): Codec<M> {
  return { write: codec.write.bind(codec), read() {} }
}

function readNow<M>(codec: Codec<M>): Codec<M> {
  return { write() {}, read: codec.read.bind(codec) }
}
