import type { Invoice, SupportingDocument } from '../model/invoice.ts'
import { attribute, type Codec, content, fixed, group, leaf, list, wrap } from '../xml/codec.ts'
import { type Element, textAt } from '../xml/element.ts'
import { isoDate } from '../xml/encodings.ts'
import { schemeValue } from './party.ts'

const NAME = 'cac:AdditionalDocumentReference'
const typeOf = (element: Element) => textAt(element, 'cbc:DocumentTypeCode')

const supportingDocument: Codec<SupportingDocument>[] = [
  leaf('cbc:ID', 'reference'),
  leaf('cbc:DocumentDescription', 'description'),
  wrap('cac:Attachment', [
    group<SupportingDocument, 'attachment'>('cbc:EmbeddedDocumentBinaryObject', 'attachment', [
      content('content'),
      attribute('mimeCode', 'mimeType'),
      attribute('filename', 'fileName'),
    ]),
    wrap('cac:ExternalReference', [leaf('cbc:URI', 'url')]),
  ]),
]

const despatch = wrap<Invoice>('cac:DespatchDocumentReference', [leaf('cbc:ID', 'despatchAdviceReference')])
const receipt = wrap<Invoice>('cac:ReceiptDocumentReference', [leaf('cbc:ID', 'receivingAdviceReference')])
const contract = wrap<Invoice>('cac:ContractDocumentReference', [leaf('cbc:ID', 'contractReference')])
const tender = wrap<Invoice>('cac:OriginatorDocumentReference', [leaf('cbc:ID', 'tenderReference')])

const additional: Codec<Invoice>[] = [
  wrap(NAME, [group('cbc:ID', 'invoicedObject', schemeValue), fixed('cbc:DocumentTypeCode', '130')], {
    when: (element) => typeOf(element) === '130',
  }),
  list<Invoice, 'supportingDocuments'>(NAME, 'supportingDocuments', supportingDocument, {
    when: (element) => !['130', '50'].includes(typeOf(element) ?? ''),
  }),
]

/** A credit note has no element for the project: it is a document of the type 50. */
const projectDocument: Codec<Invoice> = wrap(
  NAME,
  [leaf('cbc:ID', 'projectReference'), fixed('cbc:DocumentTypeCode', '50')],
  { when: (element) => typeOf(element) === '50' },
)

const before: Codec<Invoice>[] = [
  wrap('cac:OrderReference', [orderId(), leaf('cbc:SalesOrderID', 'salesOrderReference')]),
  list<Invoice, 'precedingInvoices'>('cac:BillingReference', 'precedingInvoices', [
    wrap('cac:InvoiceDocumentReference', [
      leaf('cbc:ID', 'number'),
      leaf('cbc:IssueDate', 'issueDate', isoDate),
    ]),
  ]),
  despatch,
  receipt,
]

/** Identifier of the order, which the schema requires beside that of the sales order. */
function orderId(): Codec<Invoice> {
  const codec = leaf<Invoice>('cbc:ID', 'purchaseOrderReference')
  return {
    write(invoice, parent, context) {
      const isMissing =
        invoice.purchaseOrderReference === undefined && invoice.salesOrderReference !== undefined
      codec.write(isMissing ? { purchaseOrderReference: MISSING_ORDER } : invoice, parent, context)
    },
    read(parent, invoice, context) {
      codec.read(parent, invoice, context)
      if (invoice.purchaseOrderReference === MISSING_ORDER) delete invoice.purchaseOrderReference
    },
  }
}

const MISSING_ORDER = 'NA'

/** References of an invoice, in the order of its schema. */
export const invoiceReferences: Codec<Invoice>[] = [
  ...before,
  tender,
  contract,
  ...additional,
  wrap('cac:ProjectReference', [leaf('cbc:ID', 'projectReference')]),
]

/** References of a credit note, in the order of its schema. */
export const creditNoteReferences: Codec<Invoice>[] = [
  ...before,
  contract,
  ...additional,
  projectDocument,
  tender,
]
