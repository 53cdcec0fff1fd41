import { type Static, Type } from 'typebox'
import { RELATIONSHIPS } from '@platen/renderer/service'
import { PROFILES } from '@platen/einvoice'
import { XML_PROFILES } from '../../einvoices/factur-x.ts'
import { LEVELS } from '../../signing/sign-pdf.ts'

const TEXT_LENGTH_MAX = 1_000
const NAME_LENGTH_MAX = 200
const KEYWORDS_MAX = 50
export const ATTACHMENTS_MAX = 20
/** Total size of the decoded attachments. */
export const ATTACHED_BYTES_MAX = 4 * 1024 * 1024
const WATERMARK_LENGTH_MAX = 100
const PASSWORD_LENGTH_MAX = 127
const SIGN_TEXT_LENGTH_MAX = 200
/** Longest side of a sheet, in points. */
const POSITION_MAX = 14_400

// A misspelled field is rejected, not ignored.
const strict = { additionalProperties: false }

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: values, description })
}

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, description }))
const allowed = (description: string) =>
  Type.Optional(Type.Boolean({ description: `${description} Default: true.` }))
const time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, examples: ['2026-11-20T12:00:00Z'], description }))
const relationship = Type.Optional(
  oneOf(RELATIONSHIPS, 'Relationship of the file to the document (AFRelationship). Default: Unspecified.'),
)

const Permissions = Type.Object(
  {
    print: allowed('Allows printing.'),
    copy: allowed('Allows copying text and pictures. Screen readers may always read the text.'),
    modify: allowed('Allows changing and rearranging sheets.'),
    annotate: allowed('Allows adding comments.'),
  },
  {
    ...strict,
    description:
      'Permissions of readers who open the PDF with `password`. PDF programs are expected to respect them, but the encryption does not enforce them.',
  },
)

const Metadata = Type.Object(
  {
    title: text('Title. Default: the <title> of the HTML.'),
    author: text('Author of the document.'),
    subject: text('Subject of the document, in one sentence.'),
    keywords: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX }), {
        maxItems: KEYWORDS_MAX,
        description: 'Keywords, at most 50.',
      }),
    ),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        examples: ['de-AT'],
        description: 'Language tag (BCP 47). Default: the lang attribute of the HTML.',
      }),
    ),
    createdAt: time('Creation time. Default: none, so that the same call gives the same bytes.'),
  },
  {
    ...strict,
    description: 'Metadata of the PDF, in its information dictionary and in XMP.',
  },
)

const Attachment = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, examples: ['data.csv'] }),
    content: Type.String({ minLength: 1, description: 'The file, base64-encoded.' }),
    mimeType: Type.Optional(
      Type.String({
        maxLength: 127,
        description: 'Media type. Default: application/octet-stream.',
        examples: ['text/csv'],
      }),
    ),
    description: text('Description that PDF programs show.'),
    relationship,
    modifiedAt: time('Time of the last change of the file. Default: the time of the call.'),
  },
  strict,
)

const Watermark = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: WATERMARK_LENGTH_MAX, examples: ['DRAFT'] }),
    color: Type.Optional(
      Type.String({
        maxLength: 7,
        examples: ['#808080'],
        description: 'Color as #rrggbb. Default: #808080.',
      }),
    ),
    opacity: Type.Optional(Type.Number({ minimum: 0.01, maximum: 1, description: 'Opacity. Default: 0.3.' })),
    angle: Type.Optional(
      Type.Number({
        minimum: -360,
        maximum: 360,
        description: 'Angle in degrees, counterclockwise. Default: 45.',
      }),
    ),
    size: Type.Optional(
      Type.Number({
        minimum: 4,
        maximum: 1_000,
        description: 'Font size in points. Default: the largest size that fits on the sheet, at most 144.',
      }),
    ),
    layer: Type.Optional(
      oneOf(
        ['above', 'behind'],
        'Above or behind the content. With behind, backgrounds of the document hide the watermark. Default: above.',
      ),
    ),
  },
  { ...strict, description: 'Text on each sheet. Screen readers skip it.' },
)

const FacturX = Type.Object(
  {
    xml: Type.String({
      minLength: 1,
      description: 'The invoice as XML (UN/CEFACT CII) in UTF-8, base64-encoded.',
    }),
    profile: oneOf(XML_PROFILES, 'Profile of the invoice. It must be the profile that the XML names.'),
    relationship: Type.Optional(
      oneOf(
        ['Data', 'Source', 'Alternative'],
        'Relationship of the XML to the document. Default: Data for MINIMUM and BASIC WL, otherwise Alternative.',
      ),
    ),
  },
  {
    ...strict,
    description:
      'Creates a Factur-X (ZUGFeRD) invoice: a PDF/A-3b with the XML as an attachment. Requires a single element of data.',
  },
)

/** Invoice of the JSON model of EN 16931. Its fields are checked by rules, which name the business term. */
export const InvoiceModel = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description:
    'The invoice in the JSON model of EN 16931: GET /v1/einvoices/schema returns its JSON Schema. Amounts are decimal texts ' +
    'or numbers. Amounts that follow from others can be left out.',
})

export const InvoiceProfile = oneOf(
  PROFILES,
  'Profile of Factur-X. Default: EN 16931. MINIMUM is not available, because it is no invoice in Germany.',
)

const Einvoice = Type.Object(
  {
    format: Type.Unsafe<'facturx'>({
      ...Type.Literal('facturx'),
      description: 'Factur-X, which is ZUGFeRD.',
    }),
    profile: Type.Optional(InvoiceProfile),
    invoice: InvoiceModel,
  },
  {
    ...strict,
    description:
      'Creates an e-invoice (Factur-X, ZUGFeRD) from JSON: a PDF/A-3b with the XML as an attachment. The invoice is ' +
      'completed and checked before anything is printed. The template reads the complete invoice as `einvoice`. ' +
      'Requires a single element of data.',
  },
)
export type EinvoiceOption = Static<typeof Einvoice>
export type FacturXOption = Static<typeof FacturX>

const points = (minimum: number, description: string) =>
  Type.Optional(Type.Number({ minimum, maximum: POSITION_MAX, description }))
const signText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: SIGN_TEXT_LENGTH_MAX, description }))

const Sign = Type.Object(
  {
    certificate: Type.String({
      minLength: 1,
      maxLength: 100,
      examples: ['company-seal'],
      description: 'Name of a certificate of the account: GET /v1/certificates lists them.',
    }),
    level: Type.Optional(
      oneOf(
        LEVELS,
        'Level of PAdES: B-B is the signature alone, B-T adds a time stamp of the time-stamp server of this service, B-LT also adds the certificates and proofs that they were not revoked. Default: B-B.',
      ),
    ),
    reason: signText('Reason of the signature, which PDF programs show.'),
    location: signText('Location of the signature, which PDF programs show.'),
    visible: Type.Optional(
      Type.Object(
        {
          sheet: Type.Optional(
            Type.Integer({
              minimum: -1_000,
              maximum: 1_000,
              description: 'Sheet of the PDF, from 1. -1 is the last sheet. Default: 1.',
            }),
          ),
          left: points(0, 'Distance from the left edge of the sheet, in points. Default: 57.'),
          top: points(
            0,
            'Distance from the top edge of the sheet, in points. Default: at the bottom of the sheet.',
          ),
          width: points(20, 'Width in points. Default: 200.'),
          height: points(10, 'Height in points. Default: 56.'),
        },
        {
          ...strict,
          description:
            'Shows the signature in a box with signer, reason, location and time. Default: the signature is invisible.',
        },
      ),
    ),
  },
  {
    ...strict,
    description:
      'Signs the PDF with a certificate of the account (PAdES). Cannot be combined with password and ownerPassword.',
  },
)
export type SignOptionBody = Static<typeof Sign>

/** Options of a PDF: file name, protection, metadata, attachments, watermark, conformance and signature. */
export const PdfOptionsBody = Type.Object(
  {
    filename: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NAME_LENGTH_MAX,
        examples: ['Invoice 2026-118.pdf'],
        description: 'File name of the PDF in downloads and mails. Default: the name of the template.',
      }),
    ),
    pageRanges: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TEXT_LENGTH_MAX,
        examples: ['1-3, 5, 8-'],
        description:
          'Sheets that the PDF contains, such as "1-3, 5, 8-". They keep their order and their page numbers. Default: all sheets.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: PASSWORD_LENGTH_MAX,
        description: 'Password that opens the PDF (AES-256, PDF 2.0). The service does not store it.',
      }),
    ),
    ownerPassword: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: PASSWORD_LENGTH_MAX,
        description: 'Password that gives all permissions. Default: none.',
      }),
    ),
    permissions: Type.Optional(Permissions),
    metadata: Type.Optional(Metadata),
    attachments: Type.Optional(
      Type.Array(Attachment, {
        maxItems: ATTACHMENTS_MAX,
        description: 'Files that are attached to the PDF, at most 4 MiB in total.',
      }),
    ),
    watermark: Type.Optional(Watermark),
    pdfa: Type.Optional(
      oneOf(
        ['3b', '3a'],
        'Conformance level for archiving: PDF/A-3b, or PDF/A-3a, which includes pdfua. The response is 400 if the document cannot conform.',
      ),
    ),
    pdfua: Type.Optional(
      Type.Boolean({
        description:
          'True for PDF/UA-1, the standard for accessible PDFs. The response is 400 if the document cannot conform, for ' +
          'example because of an image without an alternative text. Can be combined with PDF/A and e-invoices.',
      }),
    ),
    facturx: Type.Optional(FacturX),
    einvoice: Type.Optional(Einvoice),
    sign: Type.Optional(Sign),
  },
  { ...strict, title: 'PdfOptions', description: 'Options of the PDF.' },
)
export type PdfOptionsBody = Static<typeof PdfOptionsBody>
