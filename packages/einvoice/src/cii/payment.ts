import type { Invoice, Payment } from '../model/invoice.ts'
import { type Codec, type Context, group, leaf, readElement, writeElement } from '../xml/codec.ts'
import type { Element } from '../xml/element.ts'

const NAME = 'ram:SpecifiedTradeSettlementPaymentMeans'

/** Payment instructions with at most one credit transfer, as the syntaxes have them. */
export type SinglePayment = Omit<Payment, 'creditTransfers'> & {
  transfer?: NonNullable<Payment['creditTransfers']>[number]
}

/** Splits payment instructions into those with one credit transfer each. */
export function splitPayment({ creditTransfers = [], ...payment }: Payment): SinglePayment[] {
  if (creditTransfers.length === 0) return [payment]
  return creditTransfers.map((transfer, index) =>
    index === 0 ? { ...payment, transfer } : { ...withoutDetails(payment), transfer },
  )
}

function withoutDetails({ meansCode, meansText }: SinglePayment): SinglePayment {
  return {
    ...(meansCode === undefined ? {} : { meansCode }),
    ...(meansText === undefined ? {} : { meansText }),
  }
}

/** Adds payment instructions: a further credit transfer of the same means joins the group before. */
export function addPayment(invoice: Invoice, { transfer, ...payment }: SinglePayment): void {
  const payments = invoice.payments ?? []
  invoice.payments = payments
  const before = payments.at(-1)
  const isFurther =
    transfer !== undefined &&
    before?.creditTransfers !== undefined &&
    before.meansCode === payment.meansCode &&
    before.meansText === payment.meansText &&
    payment.card === undefined &&
    payment.directDebit === undefined
  if (isFurther) before.creditTransfers?.push(transfer)
  else payments.push(transfer ? { ...payment, creditTransfers: [transfer] } : payment)
}

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

