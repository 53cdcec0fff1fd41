import { base64, code, date, group, list, text } from './fields.ts'
import { line } from './line-fields.ts'
import { buyer, deliveryAddress, identifier, payee, seller, taxRepresentative } from './party-fields.ts'
import { allowance, charge, payment, totals, vatBreakdownEntry } from './settlement-fields.ts'

/** All fields of an invoice, in the order of EN 16931, with their business terms. */
export const invoiceFields = group('BG-0', 'invoice', {
  number: text('BT-1', 'invoice number'),
  issueDate: date('BT-2', 'issue date'),
  typeCode: code('BT-3', 'invoice type code', 'documentTypes', 'BR-CL-01'),
  currency: code('BT-5', 'invoice currency code', 'currencies', 'BR-CL-04'),
  vatCurrency: code('BT-6', 'VAT currency code', 'currencies', 'BR-CL-05'),
  vatPointDate: date('BT-7', 'VAT point date'),
  vatPointDateCode: code('BT-8', 'VAT point date code', 'vatPointDateCodes', 'BR-CL-06'),
  dueDate: date('BT-9', 'due date'),
  buyerReference: text('BT-10', 'buyer reference'),
  projectReference: text('BT-11', 'project reference'),
  contractReference: text('BT-12', 'contract reference'),
  purchaseOrderReference: text('BT-13', 'purchase order reference'),
  salesOrderReference: text('BT-14', 'sales order reference'),
  receivingAdviceReference: text('BT-15', 'receiving advice reference'),
  despatchAdviceReference: text('BT-16', 'despatch advice reference'),
  tenderReference: text('BT-17', 'tender or lot reference'),
  invoicedObject: identifier('BT-18', 'invoiced object identifier', 'referenceQualifiers', 'BR-CL-07'),
  accountingReference: text('BT-19', 'accounting reference of the buyer'),
  paymentTerms: text('BT-20', 'payment terms'),
  notes: list(
    group('BG-1', 'note', {
      subjectCode: code('BT-21', 'note subject code', 'noteSubjects', 'BR-CL-08'),
      text: text('BT-22', 'note text'),
    }),
  ),
  businessProcess: text('BT-23', 'business process identifier'),
  specification: text('BT-24', 'specification identifier'),
  precedingInvoices: list(
    group('BG-3', 'preceding invoice', {
      number: text('BT-25', 'preceding invoice number'),
      issueDate: date('BT-26', 'preceding invoice issue date'),
    }),
  ),
  seller,
  buyer,
  payee,
  taxRepresentative,
  delivery: group('BG-13', 'delivery', {
    name: text('BT-70', 'recipient name'),
    location: identifier('BT-71', 'delivery location identifier', 'identifierSchemes', 'BR-CL-26'),
    date: date('BT-72', 'delivery date'),
    address: deliveryAddress,
  }),
  period: group('BG-14', 'invoicing period', {
    start: date('BT-73', 'start of the invoicing period'),
    end: date('BT-74', 'end of the invoicing period'),
  }),
  remittanceInformation: text('BT-83', 'remittance information'),
  payments: list(payment),
  allowances: list(allowance),
  charges: list(charge),
  totals,
  vatBreakdown: list(vatBreakdownEntry),
  supportingDocuments: list(
    group('BG-24', 'supporting document', {
      reference: text('BT-122', 'supporting document reference'),
      description: text('BT-123', 'supporting document description'),
      url: text('BT-124', 'external document location'),
      attachment: group('BT-125', 'attached document', {
        content: base64('BT-125', 'content of the attached document'),
        mimeType: code('BT-125-1', 'media type of the attached document', 'mimeTypes', 'BR-CL-24'),
        fileName: text('BT-125-2', 'file name of the attached document'),
      }),
    }),
  ),
  lines: list(line),
})
