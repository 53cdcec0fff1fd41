const SUBJECT_NAME_LENGTH_MAX = 60

/** Content of a mail, from top to bottom, as plain text. */
export interface MailLayout {
  heading: string
  /** Set in bold, before `about`. */
  name: string
  about: string
  link?: { label: string; url: string }
  small: string
}

const FONT = "-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

/**
 * Returns the HTML of a mail: one card in HTML that all mail programs support (tables, inline styles, no external
 * resources).
 */
export function mailHtml({ heading, name, about, link, small }: MailLayout): string {
  const button = link
    ? `<tr><td style="padding:8px 40px 24px">
<a href="${escapeHtml(link.url)}" style="display:inline-block;padding:13px 24px;background:#1d4ed8;color:#ffffff;border-radius:8px;font:600 15px ${FONT};text-decoration:none">${escapeHtml(link.label)}</a>
</td></tr>
`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f4f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f5">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="520" cellpadding="0" cellspacing="0" style="width:100%;max-width:520px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px;text-align:left">
<tr><td style="padding:36px 40px 12px;font:600 22px/1.3 ${FONT};color:#18181b">${escapeHtml(heading)}</td></tr>
<tr><td style="padding:0 40px ${link ? 16 : 28}px;font:16px/1.55 ${FONT};color:#3f3f46"><strong style="color:#18181b">${escapeHtml(name)}</strong> ${escapeHtml(about)}</td></tr>
${button}<tr><td style="padding:20px 40px 32px;border-top:1px solid #e4e4e7;font:13px/1.5 ${FONT};color:#71717a">${escapeHtml(small)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/**
 * Returns a template's name for a subject, shortened and without special characters. The name is free text of its
 * author.
 */
export function subjectName(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{M}\p{N} _.-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(plain).slice(0, SUBJECT_NAME_LENGTH_MAX).join('') || 'document'
}

/** Returns a number of pages in words. */
export function pageCountText(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`
}

/** Escapes a text for an HTML element or attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
