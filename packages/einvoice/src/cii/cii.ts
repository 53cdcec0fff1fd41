import type { Target } from '../formats.ts'
import { profileOf } from '../formats.ts'
import type { Invoice } from '../model/invoice.ts'
import {
  type Codec,
  type Context,
  group,
  inline,
  leaf,
  list,
  readElement,
  wrap,
  writeElement,
} from '../xml/codec.ts'
import { childOf, createElement, type Element, textAt } from '../xml/element.ts'
import { declarationsOf } from '../xml/namespaces.ts'
import { serializeXml } from '../xml/serialize.ts'
import { agreement } from './agreement.ts'
import { dateElement } from './dates.ts'
import { line } from './line.ts'
import { address, identifier } from './party.ts'
import { settlement } from './settlement.ts'

type Delivery = NonNullable<Invoice['delivery']>

const delivery: Codec<Invoice>[] = [
  inline<Invoice, 'delivery'>('delivery', [
    wrap<Delivery>('ram:ShipToTradeParty', [
      inline('location', [identifier()]),
      leaf('ram:Name', 'name'),
      group('ram:PostalTradeAddress', 'address', address),
    ]),
    wrap('ram:ActualDeliverySupplyChainEvent', [dateElement('ram:OccurrenceDateTime', 'date')]),
  ]),
  wrap('ram:DespatchAdviceReferencedDocument', [leaf('ram:IssuerAssignedID', 'despatchAdviceReference')]),
  wrap('ram:ReceivingAdviceReferencedDocument', [leaf('ram:IssuerAssignedID', 'receivingAdviceReference')]),
]

const document: Codec<Invoice>[] = [
  wrap('rsm:ExchangedDocumentContext', [
    wrap('ram:BusinessProcessSpecifiedDocumentContextParameter', [leaf('ram:ID', 'businessProcess')]),
    wrap('ram:GuidelineSpecifiedDocumentContextParameter', [leaf('ram:ID', 'specification')]),
  ]),
  wrap('rsm:ExchangedDocument', [
    leaf('ram:ID', 'number'),
    leaf('ram:TypeCode', 'typeCode'),
    dateElement('ram:IssueDateTime', 'issueDate'),
    list<Invoice, 'notes'>('ram:IncludedNote', 'notes', [
      leaf('ram:Content', 'text'),
      leaf('ram:SubjectCode', 'subjectCode'),
    ]),
  ]),
  wrap('rsm:SupplyChainTradeTransaction', [
    list('ram:IncludedSupplyChainTradeLineItem', 'lines', line),
    wrap('ram:ApplicableHeaderTradeAgreement', agreement),
    always('ram:ApplicableHeaderTradeDelivery', delivery),
    wrap('ram:ApplicableHeaderTradeSettlement', settlement),
  ]),
]

/** Element that the schema requires even if it is empty. */
function always(name: string, codecs: readonly Codec<Invoice>[]): Codec<Invoice> {
  const codec = wrap(name, codecs)
  return {
    write(invoice, parent, context) {
      const element = createElement(name)
      for (const each of codecs) each.write(invoice, element, context)
      parent.children.push(element)
    },
    read: codec.read.bind(codec),
  }
}

/** Writes an invoice as Cross Industry Invoice (UN/CEFACT D16B): Factur-X or XRechnung. */
export function writeCii(invoice: Invoice, target: Target): string {
  const content = profileOf(target) === 'BASIC WL' ? withoutLines(invoice) : invoice
  const holder = createElement('')
  const context: Context = {
    currency: invoice.currency ?? '',
    vatCurrency: invoice.vatCurrency ?? '',
    isCreditNote: false,
    visited: new Set(),
    repeated: new Set(),
  }
  writeElement('rsm:CrossIndustryInvoice', document, content, holder, context)
  const root = holder.children[0] ?? createElement('rsm:CrossIndustryInvoice')
  return serializeXml(root, declarationsOf(['rsm', 'ram', 'udt', 'qdt']))
}

/** BASIC WL has no lines. */
function withoutLines(invoice: Invoice): Invoice {
  const { lines: _, ...rest } = invoice
  return rest
}

/** Reads a Cross Industry Invoice. Missing elements are missing in the result: the rules report them. */
export function readCii(root: Element): { invoice: Invoice; context: Context } {
  const settlementElement = childOf(
    childOf(root, 'rsm:SupplyChainTradeTransaction'),
    'ram:ApplicableHeaderTradeSettlement',
  )
  const codeAt = (name: string) => (settlementElement ? (textAt(settlementElement, name) ?? '') : '')
  const context: Context = {
    currency: codeAt('ram:InvoiceCurrencyCode'),
    vatCurrency: codeAt('ram:TaxCurrencyCode'),
    isCreditNote: false,
    visited: new Set(),
    repeated: new Set(),
  }
  const invoice: Invoice = {}
  readElement(root, document, invoice, context)
  return { invoice, context }
}
