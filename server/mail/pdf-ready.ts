import { letterHtml, pagesOf, plainName } from './mail-layout.ts'

/** Composes the mail with a finished PDF. */
export function composePdfReady(made: {
  templateName: string
  pages: number
  pdfUrl: string
  /** Expiry of the URL. */
  expiresAt: Date
  attached: boolean
}): { subject: string; text: string; html: string } {
  const name = plainName(made.templateName)
  const pages = pagesOf(made.pages)
  const where = made.attached
    ? 'It is attached, and it can be downloaded here:'
    : 'It can be downloaded here:'
  const until = `The link works until ${made.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
  return {
    subject: `Your PDF is ready: ${name}`,
    text: `Your PDF "${name}" (${pages}) is ready.\n\n${where}\n${made.pdfUrl}\n\n${until}\n`,
    html: letterHtml({
      heading: 'Your PDF is ready',
      name,
      about: `(${pages})${made.attached ? ' is attached to this mail.' : ' can be downloaded; it is too large to be attached.'}`,
      link: { label: 'Download the PDF', url: made.pdfUrl },
      small: until,
    }),
  }
}
