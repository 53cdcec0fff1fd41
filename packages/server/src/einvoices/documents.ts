import type { Renderer } from '@platen/renderer/service'
import { Refusal } from '@platen/template/refusal'
import type { EinvoiceCall } from './einvoices.ts'

/** Names of the attachment with the invoice: Factur-X, XRechnung in a PDF, and earlier versions of ZUGFeRD. */
const ATTACHMENTS = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'ZUGFeRD-invoice.xml']
/** A PDF may begin with other bytes: ISO 32000-2, Annex I. */
const HEADER_WITHIN = 1_024

/**
 * Returns the XML of an electronic invoice: the document itself, or an attachment of a PDF.
 * @throws {Refusal} `invalid` for a PDF without an invoice, and as `Renderer.readAttachment`.
 */
export async function xmlIn(
  document: Buffer,
  renderer: Pick<Renderer, 'readAttachment'>,
  { accountId, deadline }: EinvoiceCall,
): Promise<Buffer> {
  if (!document.subarray(0, HEADER_WITHIN).includes('%PDF-')) return document
  const xml = await renderer.readAttachment(document, ATTACHMENTS, accountId, deadline)
  if (xml) return xml
  throw new Refusal(
    'invalid',
    `The PDF has no e-invoice: none of its attachments is named ${ATTACHMENTS.slice(0, -1).join(', ')} or ${ATTACHMENTS.at(-1)}.`,
  )
}
