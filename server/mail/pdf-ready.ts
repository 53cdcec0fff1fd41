import type { PdfReady } from './mailer.ts'

const SUBJECT_NAME_LENGTH_MAX = 60

/** Subject, text and HTML of the mail that brings a finished PDF. */
export function composePdfReady(mail: PdfReady & { attached: boolean }): {
  subject: string
  text: string
  html: string
} {
  const name = plainName(mail.templateName)
  const expiry = `${mail.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const pages = mail.pages === 1 ? '1 page' : `${mail.pages} pages`
  const where = mail.attached
    ? 'It is attached, and it can be downloaded here:'
    : 'It can be downloaded here:'
  return {
    subject: `Your PDF is ready: ${name}`,
    text: `Your PDF "${name}" (${pages}) is ready.\n\n${where}\n${mail.pdfUrl}\n\nThe link works until ${expiry}.\n`,
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;background:#f4f4f5;font-family:Helvetica,Arial,sans-serif;color:#18181b">
<table role="presentation" align="center" width="480" style="max-width:100%;background:#fff;border-radius:8px" cellpadding="32">
<tr><td>
<h1 style="margin:0 0 16px;font-size:20px">Your PDF is ready</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:1.5"><strong>${escaped(name)}</strong>, ${pages}.${mail.attached ? ' It is attached to this mail.' : ''}</p>
<p style="margin:0 0 24px"><a href="${escaped(mail.pdfUrl)}" style="display:inline-block;padding:12px 20px;background:#18181b;color:#fff;border-radius:6px;text-decoration:none;font-size:15px">Download the PDF</a></p>
<p style="margin:0;font-size:13px;color:#71717a">The link works until ${expiry}.</p>
</td></tr>
</table>
</body>
</html>
`,
  }
}

/** A template's name is its author's free text; in a subject it could say anything, so little of it is kept. */
function plainName(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{M}\p{N} _.-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(plain).slice(0, SUBJECT_NAME_LENGTH_MAX).join('') || 'document'
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
