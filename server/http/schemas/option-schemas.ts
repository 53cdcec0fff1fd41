import { type Static, Type } from 'typebox'
import { RELATIONSHIPS } from '../../rendering/pdf/options.ts'
import { PROFILES } from '../../rendering/pdf/finish/invoice-xml.ts'

const TEXT_LENGTH_MAX = 1_000
const NAME_LENGTH_MAX = 200
const KEYWORDS_MAX = 50
export const ATTACHMENTS_MAX = 20
/** In all, once they are decoded. */
export const ATTACHED_BYTES_MAX = 4 * 1024 * 1024
const WATERMARK_LENGTH_MAX = 100
const PASSWORD_LENGTH_MAX = 127

// A field that is misspelt would quietly not be done.
const strict = { additionalProperties: false }

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: values, description })
}

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, description }))
const allowed = (description: string) =>
  Type.Optional(Type.Boolean({ description: `${description} Default true.` }))
const time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, examples: ['2026-11-20T12:00:00Z'], description }))
const relationship = Type.Optional(
  oneOf(RELATIONSHIPS, 'What the file is to the document. Default Unspecified.'),
)

const Permissions = Type.Object(
  {
    print: allowed('Printing.'),
    copy: allowed('Copying text and pictures; programs that read aloud always may.'),
    modify: allowed('Changing and rearranging pages.'),
    annotate: allowed('Writing comments.'),
  },
  {
    ...strict,
    description: 'What readers who know `password` alone may do. Well-behaved programs keep to it.',
  },
)

const Metadata = Type.Object(
  {
    title: text('Else the <title> of the HTML.'),
    author: text('Whose document it is.'),
    subject: text('What it is about, in a sentence.'),
    keywords: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX }), { maxItems: KEYWORDS_MAX }),
    ),
    language: Type.Optional(
      Type.String({ maxLength: 35, examples: ['de-AT'], description: 'BCP 47; else the lang of the HTML.' }),
    ),
    createdAt: time('When it was made. Default: not said, so that the same call gives the same bytes.'),
  },
  {
    ...strict,
    description: 'What the PDF says of itself: in its information dictionary, and equally in XMP.',
  },
)

const Attachment = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, examples: ['data.csv'] }),
    content: Type.String({ minLength: 1, description: 'Base64.' }),
    mimeType: Type.Optional(
      Type.String({
        maxLength: 127,
        description: 'Default application/octet-stream.',
        examples: ['text/csv'],
      }),
    ),
    description: text('For readers.'),
    relationship,
    modifiedAt: time('When the file was changed last. Default: the time of the call.'),
  },
  strict,
)

const Watermark = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: WATERMARK_LENGTH_MAX, examples: ['DRAFT'] }),
    color: Type.Optional(
      Type.String({ maxLength: 7, examples: ['#808080'], description: '#rrggbb. Default #808080.' }),
    ),
    opacity: Type.Optional(Type.Number({ minimum: 0.01, maximum: 1, description: 'Default 0.3.' })),
    angle: Type.Optional(
      Type.Number({
        minimum: -360,
        maximum: 360,
        description: 'Degrees, counted against the clock. Default 45.',
      }),
    ),
    size: Type.Optional(
      Type.Number({
        minimum: 4,
        maximum: 1_000,
        description: 'Points. Default: as large as there is room, up to 144.',
      }),
    ),
    layer: Type.Optional(
      oneOf(['above', 'behind'], 'behind: backgrounds of the document hide it. Default above.'),
    ),
  },
  { ...strict, description: 'A text on every sheet. Readers that read aloud leave it out.' },
)

const FacturX = Type.Object(
  {
    xml: Type.String({ minLength: 1, description: 'The invoice as XML (UN/CEFACT CII) in UTF-8, base64.' }),
    profile: oneOf(PROFILES, 'What the XML says of itself, too.'),
    relationship: Type.Optional(
      oneOf(
        ['Data', 'Source', 'Alternative'],
        'What the XML is to the pages. Default Data for MINIMUM and BASIC WL, else Alternative.',
      ),
    ),
  },
  {
    ...strict,
    description:
      'Makes a Factur-X (ZUGFeRD) invoice: PDF/A-3b with the XML in it. For a single element of data.',
  },
)

/** What a caller may want of a PDF besides its pages. */
export const PdfOptionsBody = Type.Object(
  {
    filename: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NAME_LENGTH_MAX,
        examples: ['Invoice 2026-118.pdf'],
        description:
          'The name under which it is saved, and attached to mails. Default: the name of the template.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: PASSWORD_LENGTH_MAX,
        description: 'Without it the PDF cannot be opened: AES-256, PDF 2.0. We do not keep it.',
      }),
    ),
    ownerPassword: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: PASSWORD_LENGTH_MAX,
        description: 'With it everything is allowed. Default: there is none.',
      }),
    ),
    permissions: Type.Optional(Permissions),
    metadata: Type.Optional(Metadata),
    attachments: Type.Optional(
      Type.Array(Attachment, {
        maxItems: ATTACHMENTS_MAX,
        description: 'Files that lie in the PDF, 4 MiB in all.',
      }),
    ),
    watermark: Type.Optional(Watermark),
    pdfa: Type.Optional(oneOf(['3b'], 'For archives: PDF/A-3b. A document that cannot be is answered 400.')),
    facturx: Type.Optional(FacturX),
  },
  { ...strict, description: 'What the PDF is given besides its pages.' },
)
export type PdfOptionsBody = Static<typeof PdfOptionsBody>
