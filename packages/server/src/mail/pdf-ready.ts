import { mailHtml, pageCountText, subjectName } from './mail-layout.ts'

/** Composes the mail about a finished PDF. */
export function composePdfReady(rendered: {
  templateName: string
  pages: number
  pdfUrl: string
  /** Expiry time of the URL. */
  expiresAt: Date
  attached: boolean
}): { subject: string; text: string; html: string } {
  const name = subjectName(rendered.templateName)
  const pages = pageCountText(rendered.pages)
  const download = rendered.attached
    ? 'It is attached to this mail. You can also download it:'
    : 'Download it:'
  const until = `The link works until ${rendered.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
  return {
    subject: `Your PDF is ready: ${name}`,
    text: `Your PDF "${name}" (${pages}) is ready.\n\n${download}\n${rendered.pdfUrl}\n\n${until}\n`,
    html: mailHtml({
      heading: 'Your PDF is ready',
      name,
      about: `(${pages})${rendered.attached ? ' is attached to this mail.' : ' is ready to download. It is too large to attach.'}`,
      link: { label: 'Download the PDF', url: rendered.pdfUrl },
      small: until,
    }),
  }
}
