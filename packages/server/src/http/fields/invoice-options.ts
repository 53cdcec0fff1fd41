import type { Target, Violation } from '@platen/einvoice'
import type { Attachment, Invoice } from '@platen/renderer/service'
import { Refusal } from '@platen/template/refusal'
import { findProfile, type XmlProfile } from '../../einvoices/factur-x.ts'
import type { EinvoiceCall, Einvoices } from '../../einvoices/einvoices.ts'
import type { EinvoiceOption, FacturXOption } from '../schemas/option-schemas.ts'

/** An invoice as data that becomes a part of the PDF. */
export interface EmbeddedInvoice {
  /** Properties for the XMP of the PDF. */
  invoice: Invoice
  attachment: Attachment
}

/** Call with an invoice. */
export interface InvoiceContext extends EinvoiceCall {
  einvoices: Pick<Einvoices, 'create' | 'readSpecification'>
}

/** Problems of an invoice that an error lists. */
const PROBLEMS_MAX = 20

/**
 * Reads the option `facturx`: finished XML.
 * @param xml the decoded XML.
 * @throws {Refusal} `invalid` when the XML is not an invoice of the profile.
 */
export async function embedFinishedXml(
  { xml: content, profile, relationship }: FacturXOption,
  xml: Buffer,
  call: InvoiceContext,
): Promise<EmbeddedInvoice> {
  const specification = await call.einvoices.readSpecification(xml, call).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.kind !== 'invalid') throw error
    throw new Refusal('invalid', `options.facturx.xml is not an invoice. ${error.message}`, { cause: error })
  })
  const { version, profile: actual } = findProfile(specification)
  if (actual !== profile) {
    throw new Refusal(
      'invalid',
      `options.facturx.xml ${describeOther(specification, actual)}, not ${profile}.`,
    )
  }
  return embedded({ content, profile, version, relationship })
}

/**
 * Reads the option `einvoice`: completes and validates the invoice, and writes it as XML.
 * @returns the embedded XML, and the complete invoice for the template.
 * @throws {Refusal} `invalid`, with each rule that the invoice breaks as `problems`.
 */
export async function embedInvoice(
  { format, profile = 'EN 16931', invoice }: EinvoiceOption,
  call: InvoiceContext,
): Promise<EmbeddedInvoice & { complete: object }> {
  const {
    xml,
    invoice: complete,
    violations,
  } = await call.einvoices.create(invoice, { format, profile }, call)
  if (xml === undefined) throw invalidInvoice('options.einvoice.invoice', violations, { format, profile })
  const { version } = findProfile(complete.specification)
  const content = Buffer.from(xml).toString('base64')
  return { ...embedded({ content, profile, version }), complete }
}

function embedded(xml: {
  content: string
  profile: XmlProfile
  version: string
  relationship?: 'Data' | 'Source' | 'Alternative' | undefined
}): EmbeddedInvoice {
  const { content, profile, version, relationship } = xml
  const fileName = profile === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml'
  const isComplete = profile !== 'MINIMUM' && profile !== 'BASIC WL'
  return {
    invoice: { fileName, version, profile },
    attachment: {
      name: fileName,
      content,
      mimeType: 'text/xml',
      description: `The invoice as data, ${profile}`,
      // The XML replaces the PDF only when the profile has all fields of an invoice.
      relationship: relationship ?? (isComplete ? 'Alternative' : 'Data'),
      modifiedAt: new Date().toISOString(),
    },
  }
}

function describeOther(specification: string | undefined, actual: XmlProfile | undefined): string {
  if (specification === undefined) return 'has no specification identifier (BT-24), so its profile is unknown'
  if (actual !== undefined) return `has the profile ${actual}`
  return `has the unknown specification identifier ${JSON.stringify(specification.slice(0, 100))}`
}

/** Returns the error for an invoice that breaks rules. @param field its path in the body: `options.einvoice.invoice`. */
export function invalidInvoice(
  field: string,
  violations: readonly Violation[],
  { format, profile }: Target,
): Refusal {
  const errors = violations.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more.` : ''
  return new Refusal(
    'invalid',
    `${field} is not a valid e-invoice (${format}${profile === undefined ? '' : `, ${profile}`}). Correct each place in problems.`,
    {
      detail: `${first?.rule}: ${first?.message}${more}`,
      problems: errors.slice(0, PROBLEMS_MAX).map(({ rule, term, path, message }) => ({
        path: pointerOf(path.replace(/^invoice/, field)),
        message,
        rule,
        term,
      })),
    },
  )
}

/** Converts a path such as `invoice.lines[2].netAmount` to a JSON Pointer. */
function pointerOf(path: string): string {
  return `/${path}`.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')
}
