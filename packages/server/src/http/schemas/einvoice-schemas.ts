import { FORMATS } from '@platen/einvoice'
import { type Static, Type } from 'typebox'
import { InvoiceModel, InvoiceProfile } from './option-schemas.ts'
import { noPrototypeKeys, Nullable } from './schemas.ts'

const Format = Type.Enum([...FORMATS], {
  description:
    'facturx: the XML of Factur-X and ZUGFeRD. xrechnung-cii and xrechnung-ubl: XRechnung 3.0 in both syntaxes. ' +
    'peppol-bis-3: Peppol BIS Billing 3.0.',
})
const Profile = Type.Optional(InvoiceProfile)

/** Invoice of the JSON model, with its format. */
export const NewEinvoice = Type.Object(
  { format: Format, profile: Profile, invoice: InvoiceModel },
  { ...noPrototypeKeys, additionalProperties: false },
)

const document = {
  content: Type.String({
    minLength: 1,
    description: 'XML (UBL or Cross Industry Invoice), or a PDF with such XML as an attachment.',
  }),
  contentEncoding: Type.Enum(['base64', 'utf-8'], { description: 'utf-8 only for XML.' }),
}

/** Document with an electronic invoice. */
export const EinvoiceDocument = Type.Object(document, { ...noPrototypeKeys, additionalProperties: false })
export type EinvoiceDocument = Static<typeof EinvoiceDocument>

/** Invoice or document to validate. */
export const EinvoiceToValidate = Type.Object(
  {
    format: Type.Optional(Format),
    profile: Profile,
    invoice: Type.Optional(InvoiceModel),
    content: Type.Optional(document.content),
    contentEncoding: Type.Optional(document.contentEncoding),
  },
  {
    ...noPrototypeKeys,
    additionalProperties: false,
    description:
      'Either invoice and format, or content and contentEncoding. The format of a document is the one that it names, ' +
      'unless you send another one.',
  },
)

/** Limit on the violations in a response. */
export const VIOLATIONS_MAX = 100

const Violation = Type.Object(
  {
    rule: Type.String({
      description: 'Rule that the invoice breaks: BR-CO-10, BR-DE-15, PEPPOL-EN16931-R001, or PLATEN-….',
    }),
    severity: Type.Enum(['error', 'warning'], {
      description: 'A recipient rejects an invoice with an error. A warning is advice.',
    }),
    term: Type.String({ description: 'Business term of EN 16931: BT-131.' }),
    path: Type.String({ description: 'Path in the invoice: invoice.lines[2].netAmount.' }),
    message: Type.String({ description: 'What is wrong, and what to do.' }),
  },
  { title: 'EinvoiceViolation' },
)

const FoundFormat = Nullable(Format)
const FoundProfile = Nullable(Type.String({ description: 'Profile of Factur-X. null for other formats.' }))
const Violations = Type.Array(Violation, {
  description: `Rules that the invoice breaks, at most ${VIOLATIONS_MAX}.`,
})
const Ignored = Type.Array(Type.String(), {
  description: 'Paths of XML elements with data that the JSON model does not have, at most 100.',
})

/** A new electronic invoice. */
export const CreatedEinvoice = Type.Object(
  {
    format: Format,
    profile: FoundProfile,
    xml: Type.String(),
    invoice: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'The invoice with all amounts.',
    }),
    warnings: Violations,
  },
  { title: 'Einvoice' },
)

/** Result of a validation. */
export const EinvoiceValidation = Type.Object(
  {
    valid: Type.Boolean({ description: 'True when no rule with the severity error is broken.' }),
    format: Format,
    profile: FoundProfile,
    violations: Violations,
    violationCount: Type.Integer({ description: 'Number of all violations.' }),
    invoice: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'The invoice in the JSON model, with all amounts.',
    }),
    ignored: Ignored,
  },
  { title: 'EinvoiceValidation' },
)

/** The content of a document with an electronic invoice. */
export const ExtractedEinvoice = Type.Object(
  {
    syntax: Type.Enum(['cii', 'ubl']),
    format: FoundFormat,
    profile: FoundProfile,
    xml: Type.String(),
    invoice: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'The invoice in the JSON model, as it is in the XML.',
    }),
    ignored: Ignored,
  },
  { title: 'ExtractedEinvoice' },
)
