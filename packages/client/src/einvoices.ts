import { base64Of } from './base64.ts'
import { call, type Connection } from './connection/calls.ts'
import type {
  CallOptions,
  Einvoice,
  EinvoiceFormat,
  EinvoiceProfile,
  EinvoiceValidation,
  ExtractedEinvoice,
  Invoice,
} from './types.ts'

/** Invoice of the JSON model of EN 16931, with its format. */
export interface NewEinvoice {
  format: EinvoiceFormat
  /** Profile of the format `facturx`. Default: EN 16931. */
  profile?: EinvoiceProfile | undefined
  /** The invoice. Amounts that follow from others can be left out. */
  invoice: Invoice
}

/** Document with an e-invoice: XML as text, or the bytes of XML or of a PDF. */
export type EinvoiceDocument = string | Uint8Array

/** Document to check. */
export interface EinvoiceToCheck {
  content: EinvoiceDocument
  /** Default: the format and profile that the document names. */
  format?: EinvoiceFormat | undefined
  profile?: EinvoiceProfile | undefined
}

/** Methods for electronic invoices. They cost nothing. */
export interface Einvoices {
  /** Completes and checks an invoice, and writes it as XML. @throws {BadRequest} with the broken rules as `problems`. */
  create(request: NewEinvoice, options?: CallOptions): Promise<Einvoice>
  /** Checks an invoice or a document. @throws {BadRequest} for a document that is no e-invoice. */
  validate(request: NewEinvoice | EinvoiceToCheck, options?: CallOptions): Promise<EinvoiceValidation>
  /** Reads the XML and the invoice of a document, without a check. @throws {BadRequest} as `validate`. */
  extract(content: EinvoiceDocument, options?: CallOptions): Promise<ExtractedEinvoice>
}

/** Creates the methods for electronic invoices. */
export function createEinvoices(connection: Connection): Einvoices {
  const post = async <Body>(path: string, body: object, options?: CallOptions) =>
    (await call<Body>(connection, { method: 'POST', path, body, repeatable: true }, options)).body
  return {
    create: (request, options) => post('/v1/einvoices', request, options),
    validate: (request, options) =>
      post(
        '/v1/einvoices/validate',
        'content' in request ? { ...request, ...encoded(request.content) } : request,
        options,
      ),
    extract: (content, options) => post('/v1/einvoices/extract', encoded(content), options),
  }
}

function encoded(content: EinvoiceDocument) {
  return typeof content === 'string'
    ? { content, contentEncoding: 'utf-8' }
    : { content: base64Of(content), contentEncoding: 'base64' }
}
