import { type Static, Type } from 'typebox'
import type { PdfOptions } from '@platen/client'

// Same options as in the API. The service validates them, with better messages. Contents that the API takes in base64
// are plain text here, because models encode base64 badly.
const text = (description?: string) =>
  Type.Optional(Type.String({ minLength: 1, ...(description !== undefined && { description }) }))
const allowed = Type.Optional(Type.Boolean({ description: 'Default true.' }))

function oneOf<Value extends string>(...values: Value[]) {
  return Type.Unsafe<Value>({ type: 'string', enum: values })
}

/** Options of the PDF file. */
export const Options = Type.Object(
  {
    filename: text('File name for downloads.'),
    password: text('Required to open the PDF. Use only a password that the user gave you.'),
    ownerPassword: text('Password that lifts the permissions.'),
    permissions: Type.Optional(
      Type.Object(
        { print: allowed, copy: allowed, modify: allowed, annotate: allowed },
        { description: 'Permissions of readers. Requires a password or an ownerPassword.' },
      ),
    ),
    metadata: Type.Optional(
      Type.Object({
        title: text(),
        author: text(),
        subject: text(),
        keywords: Type.Optional(Type.Array(Type.String())),
        language: text('Such as en or de-AT.'),
        createdAt: text('Such as 2026-11-20T12:00:00Z.'),
      }),
    ),
    watermark: Type.Optional(
      Type.Object({
        text: Type.String({ minLength: 1, description: 'One line, printed on every sheet.' }),
        color: text('#rrggbb'),
        opacity: Type.Optional(Type.Number()),
        angle: Type.Optional(Type.Number({ description: 'In degrees, counterclockwise.' })),
        size: Type.Optional(Type.Number({ description: 'In points. Default: the largest size that fits.' })),
        layer: Type.Optional(oneOf('above', 'behind')),
      }),
    ),
    attachments: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1 }),
          text: Type.String({ minLength: 1, description: 'Content of the file, as plain text.' }),
          mimeType: text('Such as text/csv.'),
          description: text(),
          relationship: Type.Optional(oneOf('Source', 'Data', 'Alternative', 'Supplement', 'Unspecified')),
          modifiedAt: text('Such as 2026-11-20T12:00:00Z.'),
        }),
        { description: 'Files embedded in the PDF.' },
      ),
    ),
    pdfa: Type.Optional({
      ...oneOf('3b'),
      description: 'Conformance with PDF/A-3b, for archives. Not possible with a password.',
    }),
    facturx: Type.Optional(
      Type.Object(
        {
          xml: Type.String({ minLength: 1, description: 'The invoice as UN/CEFACT CII XML, as plain text.' }),
          profile: oneOf('MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'),
          relationship: Type.Optional(oneOf('Data', 'Source', 'Alternative')),
        },
        { description: 'Creates a Factur-X (ZUGFeRD) invoice. Requires data with one element.' },
      ),
    ),
  },
  { description: 'Options of the PDF file. Documented in read_guide, page pdf-options.' },
)

/** Converts the options to those of the API. */
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
