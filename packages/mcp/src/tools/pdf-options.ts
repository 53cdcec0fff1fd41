import { Type } from 'typebox'
import type { PdfOptions } from '@platen/client'
import { PDF_OPTIONS } from '../schema.ts'

type Attachment = NonNullable<PdfOptions['attachments']>[number]

/** PDF options of a tool: those of the API, but files are plain text, because models encode base64 badly. */
type ToolOptions = Omit<PdfOptions, 'attachments'> & {
  attachments?: (Omit<Attachment, 'content'> & { text: string })[]
}

const { password, attachments, facturx } = PDF_OPTIONS.properties
const { content: _, ...fileFields } = attachments.items.properties
const fileText = { type: 'string', description: 'Content of the file, as plain text.' }
const xml = { type: 'string', description: 'The invoice as UN/CEFACT CII XML, as plain text.' }

/** Schema of the PDF options of a tool. */
export const Options = Type.Unsafe<ToolOptions>({
  ...PDF_OPTIONS,
  description: 'Options of the PDF file. Documented in read_guide, page pdf-options.',
  properties: {
    ...PDF_OPTIONS.properties,
    password: {
      ...password,
      description: `${password.description} Use only a password that the user gave you.`,
    },
    attachments: {
      ...attachments,
      items: { type: 'object', required: ['name', 'text'], properties: { ...fileFields, text: fileText } },
    },
    facturx: { ...facturx, properties: { ...facturx.properties, xml } },
  },
})

/** Converts the options to those of the API. */
export function pdfOptions({ attachments: files, facturx: invoice, ...rest }: ToolOptions): PdfOptions {
  return {
    ...rest,
    ...(files && {
      attachments: files.map(({ text, ...file }) => ({ ...file, content: base64(text) })),
    }),
    ...(invoice && { facturx: { ...invoice, xml: base64(invoice.xml) } }),
  }
}

function base64(content: string): string {
  return Buffer.from(content).toString('base64')
}
