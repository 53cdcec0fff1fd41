import { creditNoteTypes } from '../codes/documents.ts'
import type { Invoice } from '../model/invoice.ts'
import { type Codec, type Context, group, leaf, list, readElement, wrap, writeElement } from '../xml/codec.ts'
import { createElement, type Element, textAt } from '../xml/element.ts'
import { isoDate, multiline } from '../xml/encodings.ts'
import { declarationsOf } from '../xml/namespaces.ts'
import { serializeXml } from '../xml/serialize.ts'
import { documentAllowances, documentCharges } from './allowances.ts'
import { lineCodecs } from './line.ts'
import { buyer, delivery, payee, seller, taxRepresentative } from './party.ts'
import { creditorIdentifier, payments } from './payment.ts'
import { creditNoteReferences, invoiceReferences } from './references.ts'
import { monetaryTotal, taxTotals } from './totals.ts'

const SUBJECT = /^#([A-Z0-9]{3})#/

/** Codec of the notes. UBL has the subject code at the start of the text: `#ADU#Text`. */
const notes: Codec<Invoice> = {
  write(invoice, parent) {
    for (const { subjectCode, text = '' } of invoice.notes ?? [])
      parent.children.push(
        createElement('cbc:Note', subjectCode === undefined ? text : `#${subjectCode}#${text}`),
      )
  },
  read(parent, invoice, context) {
    for (const element of parent.children) {
      if (element.name !== 'cbc:Note') continue
      context.visited.add(element)
      const [prefix, subjectCode] = SUBJECT.exec(element.text.trim()) ?? []
      const text = element.text.trim().slice(prefix?.length ?? 0)
      invoice.notes ??= []
      invoice.notes.push(subjectCode === undefined ? { text } : { subjectCode, text })
    }
  },
}

/** Codec of the invoicing period and the VAT point date code, which share an element. */
const period: Codec<Invoice> = {
  write(invoice, parent, context) {
    wrap<Invoice>('cac:InvoicePeriod', [periodDates, leaf('cbc:DescriptionCode', 'vatPointDateCode')]).write(
      invoice,
      parent,
      context,
    )
  },
  read(parent, invoice, context) {
    for (const element of parent.children) {
      if (element.name !== 'cac:InvoicePeriod') continue
      const isCodeOnly = element.children.every(({ name }) => name === 'cbc:DescriptionCode')
      context.visited.add(element)
      if (!isCodeOnly || element.children.length === 0) periodDates.read(element, invoice, context)
      leaf<Invoice>('cbc:DescriptionCode', 'vatPointDateCode').read(element, invoice, context)
    }
  },
}

const dates: Codec<NonNullable<Invoice['period']>>[] = [
  leaf('cbc:StartDate', 'start', isoDate),
  leaf('cbc:EndDate', 'end', isoDate),
]

const periodDates: Codec<Invoice> = {
  write(invoice, parent, context) {
    for (const codec of dates) codec.write(invoice.period ?? {}, parent, context)
  },
  read(parent, invoice, context) {
    invoice.period ??= {}
    for (const codec of dates) codec.read(parent, invoice.period, context)
  },
}

/** Party with the identifier of the creditor, which belongs to the direct debit. */
function withCreditor(name: string, party: 'seller' | 'payee', codec: Codec<Invoice>): Codec<Invoice> {
  const creditor = creditorIdentifier(party)
  const path = party === 'seller' ? [name, 'cac:Party'] : [name]
  const elementsOf = (parent: Element) => {
    let elements = [parent]
    for (const step of path)
      elements = elements.flatMap(({ children }) => children.filter((child) => child.name === step))
    return elements
  }
  return {
    write(invoice, parent, context) {
      codec.write(invoice, parent, context)
      const [element] = elementsOf(parent)
      if (!element) return
      const holder = createElement('')
      creditor.write(invoice, holder, context)
      // Identifications follow the electronic address.
      const index = element.children.findIndex(({ name: child }) => child !== 'cbc:EndpointID')
      element.children.splice(index === -1 ? element.children.length : index, 0, ...holder.children)
    },
    read(parent, invoice, context) {
      codec.read(parent, invoice, context)
    },
  }
}

/** Reads the identifier of the creditor after the payment instructions. */
const creditors: Codec<Invoice> = {
  write() {},
  read(parent, invoice, context) {
    for (const element of parent.children) {
      if (element.name === 'cac:PayeeParty') creditorIdentifier('payee').read(element, invoice, context)
      if (element.name !== 'cac:AccountingSupplierParty') continue
      for (const party of element.children) creditorIdentifier('seller').read(party, invoice, context)
    }
  },
}

const partiesToTotals: Codec<Invoice>[] = [
  withCreditor(
    'cac:AccountingSupplierParty',
    'seller',
    wrap('cac:AccountingSupplierParty', [group('cac:Party', 'seller', seller)]),
  ),
  wrap('cac:AccountingCustomerParty', [group('cac:Party', 'buyer', buyer)]),
  withCreditor('cac:PayeeParty', 'payee', group('cac:PayeeParty', 'payee', payee)),
  group('cac:TaxRepresentativeParty', 'taxRepresentative', taxRepresentative),
  group('cac:Delivery', 'delivery', delivery),
  payments,
  creditors,
  wrap('cac:PaymentTerms', [leaf('cbc:Note', 'paymentTerms', multiline)]),
  list<Invoice, 'allowances'>(
    documentAllowances[0],
    'allowances',
    documentAllowances[1],
    documentAllowances[2],
  ),
  list<Invoice, 'charges'>(documentCharges[0], 'charges', documentCharges[1], documentCharges[2]),
  taxTotals,
  group('cac:LegalMonetaryTotal', 'totals', monetaryTotal),
]

const identification: Codec<Invoice>[] = [
  leaf('cbc:CustomizationID', 'specification'),
  leaf('cbc:ProfileID', 'businessProcess'),
  leaf('cbc:ID', 'number'),
  leaf('cbc:IssueDate', 'issueDate', isoDate),
]

const currencies: Codec<Invoice>[] = [
  leaf('cbc:DocumentCurrencyCode', 'currency'),
  leaf('cbc:TaxCurrencyCode', 'vatCurrency'),
  leaf('cbc:AccountingCost', 'accountingReference'),
  leaf('cbc:BuyerReference', 'buyerReference'),
  period,
]

const vatPointDate = leaf<Invoice>('cbc:TaxPointDate', 'vatPointDate', isoDate)

const invoiceDocument: Codec<Invoice>[] = [
  ...identification,
  leaf('cbc:DueDate', 'dueDate', isoDate),
  leaf('cbc:InvoiceTypeCode', 'typeCode'),
  notes,
  vatPointDate,
  ...currencies,
  ...invoiceReferences,
  ...partiesToTotals,
  list('cac:InvoiceLine', 'lines', lineCodecs('cbc:InvoicedQuantity')),
]

const creditNoteDocument: Codec<Invoice>[] = [
  ...identification,
  vatPointDate,
  leaf('cbc:CreditNoteTypeCode', 'typeCode'),
  notes,
  ...currencies,
  ...creditNoteReferences,
  ...partiesToTotals,
  list('cac:CreditNoteLine', 'lines', lineCodecs('cbc:CreditedQuantity')),
]

/** Writes an invoice, or a credit note if its type code is one, as UBL 2.1. */
export function writeUbl(invoice: Invoice): string {
  const isCreditNote = creditNoteTypes.has(invoice.typeCode ?? '')
  const context: Context = {
    currency: invoice.currency ?? '',
    vatCurrency: invoice.vatCurrency ?? '',
    isCreditNote,
    visited: new Set(),
    repeated: new Set(),
  }
  const holder = createElement('')
  const name = isCreditNote ? 'cn:CreditNote' : 'ubl:Invoice'
  writeElement(name, isCreditNote ? creditNoteDocument : invoiceDocument, invoice, holder, context)
  const root = holder.children[0] ?? createElement(name)
  return serializeXml(root, declarationsOf([isCreditNote ? 'cn' : 'ubl', 'cac', 'cbc']))
}

/** Reads an invoice or a credit note. Missing elements are missing in the result: the rules report them. */
export function readUbl(root: Element): { invoice: Invoice; context: Context } {
  const isCreditNote = root.name === 'cn:CreditNote'
  const context: Context = {
    currency: textAt(root, 'cbc:DocumentCurrencyCode') ?? '',
    vatCurrency: textAt(root, 'cbc:TaxCurrencyCode') ?? '',
    isCreditNote,
    visited: new Set(),
    repeated: new Set(),
  }
  const invoice: Invoice = {}
  readElement(root, isCreditNote ? creditNoteDocument : invoiceDocument, invoice, context)
  return { invoice, context }
}
