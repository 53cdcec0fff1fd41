import type { Invoice, Payment } from '../model/invoice.ts'
import { addPayment, type SinglePayment, splitPayment } from '../syntax/payment-split.ts'
import { type Codec, type Context, group, leaf, readElement, writeElement } from '../xml/codec.ts'
import type { Element } from '../xml/element.ts'

const NAME = 'ram:SpecifiedTradeSettlementPaymentMeans'

type Transfer = NonNullable<SinglePayment['transfer']>

/** Account: an IBAN, or the identifier of a bank that has no IBAN. */
const account: Codec<Transfer> = {
  write(model, parent, context) {
    const isIban = /^[A-Z]{2}\d{2}/.test(model.account ?? '')
    if (isIban) leaf<Transfer>('ram:IBANID', 'account').write(model, parent, context)
    leaf<Transfer>('ram:AccountName', 'accountName').write(model, parent, context)
    if (!isIban) leaf<Transfer>('ram:ProprietaryID', 'account').write(model, parent, context)
  },
  read(parent, model, context) {
    leaf<Transfer>('ram:IBANID', 'account').read(parent, model, context)
    leaf<Transfer>('ram:ProprietaryID', 'account').read(parent, model, context)
    leaf<Transfer>('ram:AccountName', 'accountName').read(parent, model, context)
  },
}

const single: Codec<SinglePayment>[] = [
  leaf('ram:TypeCode', 'meansCode'),
  leaf('ram:Information', 'meansText'),
  group<SinglePayment, 'card'>('ram:ApplicableTradeSettlementFinancialCard', 'card', [
    leaf('ram:ID', 'number'),
    leaf('ram:CardholderName', 'holder'),
  ]),
  group<SinglePayment, 'directDebit'>('ram:PayerPartyDebtorFinancialAccount', 'directDebit', [
    leaf('ram:IBANID', 'debitedAccount'),
  ]),
  group<SinglePayment, 'transfer'>('ram:PayeePartyCreditorFinancialAccount', 'transfer', [account]),
  group<SinglePayment, 'transfer'>('ram:PayeeSpecifiedCreditorFinancialInstitution', 'transfer', [
    leaf('ram:BICID', 'bank'),
  ]),
]

/** Codec of the payment instructions. */
export const payments: Codec<Invoice> = {
  write(invoice, parent, context) {
    for (const payment of (invoice.payments ?? []).flatMap(splitPayment))
      writeElement(NAME, single, payment, parent, context)
  },
  read(parent, invoice, context) {
    for (const element of parent.children) {
      if (element.name !== NAME) continue
      const payment: SinglePayment = {}
      readElement(element, single, payment, context)
      addPayment(invoice, payment)
    }
  },
}

type DirectDebit = NonNullable<Payment['directDebit']>

/** Codec of a field of the direct debit whose element belongs to the whole settlement. */
export function directDebitField(codec: Codec<DirectDebit>): Codec<Invoice> {
  return {
    write(invoice, parent, context) {
      const debit = invoice.payments?.find(({ directDebit }) => directDebit)?.directDebit
      if (debit) codec.write(debit, parent, context)
    },
    read(parent: Element, invoice: Invoice, context: Context) {
      const debit: DirectDebit = {}
      codec.read(parent, debit, context)
      if (Object.keys(debit).length === 0) return
      invoice.payments ??= [{}]
      const payment =
        invoice.payments.find(({ directDebit }) => directDebit) ??
        invoice.payments.find(({ meansCode }) => meansCode === '59' || meansCode === '49') ??
        invoice.payments[0]
      if (payment) payment.directDebit = { ...payment.directDebit, ...debit }
    },
  }
}
