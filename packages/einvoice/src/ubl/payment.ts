import type { Invoice } from '../model/invoice.ts'
import { addPayment, type SinglePayment, splitPayment } from '../syntax/payment-split.ts'
import { type Codec, fixed, group, leaf, readElement, wrap, writeElement } from '../xml/codec.ts'
import { createElement } from '../xml/element.ts'
import { isoDate } from '../xml/encodings.ts'

const NAME = 'cac:PaymentMeans'

/** Payment instructions with the fields of the invoice that UBL repeats in them. */
type PaymentMeans = SinglePayment & Pick<Invoice, 'remittanceInformation' | 'dueDate'>

/** Payment means code, with the text as its attribute `name`. */
const meansCode: Codec<PaymentMeans> = {
  write({ meansCode: code, meansText }, parent) {
    if (code === undefined) return
    const attributes: Record<string, string> = meansText === undefined ? {} : { name: meansText }
    parent.children.push(createElement('cbc:PaymentMeansCode', code, attributes))
  },
  read(parent, model, context) {
    const element = parent.children.find(({ name }) => name === 'cbc:PaymentMeansCode')
    if (!element) return
    context.visited.add(element)
    if (element.text.trim() !== '') model.meansCode = element.text.trim()
    const name = element.attributes['name']
    if (name !== undefined && name !== '') model.meansText = name
  },
}

/** The schema requires the network of a card, which EN 16931 does not have. */
const NETWORK = 'NA'

const means: Codec<PaymentMeans>[] = [
  meansCode,
  leaf('cbc:PaymentDueDate', 'dueDate', isoDate),
  leaf('cbc:PaymentID', 'remittanceInformation'),
  group<PaymentMeans, 'card'>('cac:CardAccount', 'card', [
    leaf('cbc:PrimaryAccountNumberID', 'number'),
    fixed('cbc:NetworkID', NETWORK),
    leaf('cbc:HolderName', 'holder'),
  ]),
  group<PaymentMeans, 'transfer'>('cac:PayeeFinancialAccount', 'transfer', [
    leaf('cbc:ID', 'account'),
    leaf('cbc:Name', 'accountName'),
    wrap('cac:FinancialInstitutionBranch', [leaf('cbc:ID', 'bank')]),
  ]),
  group<PaymentMeans, 'directDebit'>('cac:PaymentMandate', 'directDebit', [
    leaf('cbc:ID', 'mandate'),
    wrap('cac:PayerFinancialAccount', [leaf('cbc:ID', 'debitedAccount')]),
  ]),
]

/** Codec of the payment instructions. A credit note has its due date here. */
export const payments: Codec<Invoice> = {
  write(invoice, parent, context) {
    const { remittanceInformation, dueDate } = invoice
    for (const [index, payment] of (invoice.payments ?? []).flatMap(splitPayment).entries()) {
      const hasDueDate = index === 0 && context.isCreditNote
      const shared = {
        ...(remittanceInformation === undefined ? {} : { remittanceInformation }),
        ...(dueDate !== undefined && hasDueDate ? { dueDate } : {}),
      }
      writeElement(NAME, means, { ...payment, ...shared }, parent, context)
    }
  },
  read(parent, invoice, context) {
    for (const element of parent.children) {
      if (element.name !== NAME) continue
      const model: PaymentMeans = {}
      readElement(element, means, model, context)
      const { remittanceInformation, dueDate, ...payment } = model
      if (remittanceInformation !== undefined) invoice.remittanceInformation ??= remittanceInformation
      if (dueDate !== undefined) invoice.dueDate ??= dueDate
      addPayment(invoice, payment)
    }
  },
}

/** Identifier of the creditor (BT-90), which is an identification of the payee or else of the seller. */
export function creditorIdentifier(party: 'seller' | 'payee'): Codec<Invoice> {
  return {
    write(invoice, parent) {
      const id = invoice.payments?.find(({ directDebit }) => directDebit)?.directDebit?.creditorIdentifier
      if (id === undefined || (invoice.payee ? 'payee' : 'seller') !== party) return
      const element = createElement('cac:PartyIdentification')
      element.children.push(createElement('cbc:ID', id, { schemeID: 'SEPA' }))
      parent.children.push(element)
    },
    read(parent, invoice, context) {
      for (const element of parent.children) {
        const [child] = element.children
        if (element.name !== 'cac:PartyIdentification' || child?.attributes['schemeID'] !== 'SEPA') continue
        context.visited.add(element).add(child)
        invoice.payments ??= [{}]
        const payment = invoice.payments.find(({ directDebit }) => directDebit) ?? invoice.payments[0]
        if (payment) payment.directDebit = { ...payment.directDebit, creditorIdentifier: child.text.trim() }
      }
    },
  }
}
