import type { Services } from '../services.ts'
import { pdfKey } from './generations.ts'

/** How long a PDF and its URL live. */
export const PDF_LIFETIME_MS = 5 * 24 * 3_600_000
/** The same, as callers are told. */
export const PDF_LIFETIME = '5 days' as const

const FILE_NAME_LENGTH_MAX = 80

/** The URL of a finished PDF, good for five days from `from`: the store's own where it can give one. */
export async function pdfUrl(
  services: Pick<Services, 'storage' | 'signedUrls'>,
  made: { fileId: string; templateName: string; fileName: string | null },
  from: Date,
): Promise<string> {
  const file = { fileId: made.fileId, fileName: savedAs(made) }
  const until = pdfExpiry(from)
  const direct = await services.storage.presign(pdfKey(file.fileId), file.fileName, { from, until })
  return direct ?? services.signedUrls.sign(file, until)
}

/** When a PDF that was finished at `from` can no longer be fetched. */
export function pdfExpiry(from: Date): Date {
  return new Date(from.getTime() + PDF_LIFETIME_MS)
}

/** The name under which a PDF is saved: its caller's, else its template's. */
export function savedAs(made: { templateName: string; fileName: string | null }): string {
  return made.fileName ?? fileNameOf(made.templateName)
}

/** The name under which a PDF of this template is saved: letters, digits, spaces, dots, dashes, underscores. */
export function fileNameOf(templateName: string): string {
  const name = templateName
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  const short = Array.from(name).slice(0, FILE_NAME_LENGTH_MAX).join('').trim()
  return `${short || 'document'}.pdf`
}
