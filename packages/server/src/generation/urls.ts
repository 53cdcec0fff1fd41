import type { Services } from '../services.ts'
import { pdfKey } from './generations.ts'

/** Lifetime of a PDF and its URL. */
export const PDF_LIFETIME_MS = 5 * 24 * 3_600_000
/** The lifetime as text for API responses. */
export const PDF_LIFETIME = '5 days' as const

const FILE_NAME_LENGTH_MAX = 80

/** Returns the URL of a PDF, valid for 5 days from `from`. The store signs it when it can, otherwise the service. */
export async function pdfUrl(
  services: Pick<Services, 'storage' | 'signedUrls'>,
  pdf: { fileId: string; templateName: string; fileName: string | null },
  from: Date,
): Promise<string> {
  const signedFile = { fileId: pdf.fileId, fileName: fileNameFor(pdf) }
  const until = pdfExpiry(from)
  const direct = await services.storage.presign(pdfKey(signedFile.fileId), signedFile.fileName, {
    from,
    until,
  })
  return direct ?? services.signedUrls.sign(signedFile, until)
}

/** Returns the expiry time of a PDF that was completed at `from`. */
export function pdfExpiry(from: Date): Date {
  return new Date(from.getTime() + PDF_LIFETIME_MS)
}

/** Returns the file name of a PDF: the one from the call, otherwise one from the name of the template. */
export function fileNameFor(pdf: { templateName: string; fileName: string | null }): string {
  return pdf.fileName ?? fileNameOf(pdf.templateName)
}

/** Returns a file name from the name of a template. It has letters, digits, spaces, dots, dashes and underscores. */
export function fileNameOf(templateName: string): string {
  const name = templateName
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  const short = Array.from(name).slice(0, FILE_NAME_LENGTH_MAX).join('').trim()
  return `${short || 'document'}.pdf`
}
