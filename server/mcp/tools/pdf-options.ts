import { type Static, Type } from 'typebox'
import type { PdfOptions } from '../../../sdk/src/index.ts'

// As the service has them, which looks at the values and at what is misspelt, and says so in better words. What it takes
// in base64 is text here: models do not encode well.
const text = (description?: string) =>
  Type.Optional(Type.String({ minLength: 1, ...(description !== undefined && { description }) }))
const yes = Type.Optional(Type.Boolean({ description: 'Default true.' }))

function oneOf<Value extends string>(...values: Value[]) {
  return Type.Unsafe<Value>({ type: 'string', enum: values })
}

/** What a PDF is given besides its pages. */
export const Options = Type.Object(
  {
    filename: text('The name under which it is saved.'),
    password: text('Without it nobody opens the PDF. Only one that the user has given you.'),
    ownerPassword: text('With it everything is allowed.'),
    permissions: Type.Optional(
      Type.Object(
        { print: yes, copy: yes, modify: yes, annotate: yes },
        { description: 'What readers may do, with a password or an ownerPassword.' },
      ),
    ),
    metadata: Type.Optional(
      Type.Object({
        title: text(),
        author: text(),
        subject: text(),
        keywords: Type.Optional(Type.Array(Type.String())),
        language: text('As en or de-AT.'),
        createdAt: text('As 2026-11-20T12:00:00Z.'),
      }),
    ),
    watermark: Type.Optional(
      Type.Object({
        text: Type.String({ minLength: 1, description: 'One line, on every sheet.' }),
        color: text('#rrggbb'),
        opacity: Type.Optional(Type.Number()),
        angle: Type.Optional(Type.Number({ description: 'Degrees, counted against the clock.' })),
        size: Type.Optional(Type.Number({ description: 'Points. Default: as large as there is room.' })),
        layer: Type.Optional(oneOf('above', 'behind')),
      }),
    ),
    attachments: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1 }),
          text: Type.String({ minLength: 1, description: 'The file’s content, as plain text.' }),
          mimeType: text('Such as text/csv.'),
          description: text(),
          relationship: Type.Optional(oneOf('Source', 'Data', 'Alternative', 'Supplement', 'Unspecified')),
          modifiedAt: text('As 2026-11-20T12:00:00Z.'),
        }),
        { description: 'Files that lie in the PDF.' },
      ),
    ),
    pdfa: Type.Optional({ ...oneOf('3b'), description: 'For archives: PDF/A-3b. No password then.' }),
    facturx: Type.Optional(
      Type.Object(
        {
          xml: Type.String({ minLength: 1, description: 'The invoice as UN/CEFACT CII XML, as plain text.' }),
          profile: oneOf('MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'),
          relationship: Type.Optional(oneOf('Data', 'Source', 'Alternative')),
        },
        { description: 'Makes a Factur-X (ZUGFeRD) invoice of one element of data.' },
      ),
    ),
  },
  { description: 'What the PDF is given besides its pages. read_guide pdf-options tells more.' },
)

/** The options as the service takes them. */
export function pdfOptions({ attachments, facturx, ...rest }: Static<typeof Options>): PdfOptions {
  return {
    ...rest,
    ...(attachments && {
      attachments: attachments.map(({ text: content, ...file }) => ({ ...file, content: base64(content) })),
    }),
    ...(facturx && { facturx: { ...facturx, xml: base64(facturx.xml) } }),
  }
}

function base64(content: string): string {
  return Buffer.from(content).toString('base64')
}
