import { escapeHtml } from '../../mail/mail-layout.ts'
import type { OutboxEntry, OutboxMail } from '../../mail/outbox.ts'

/** Address of the outbox, and of each mail below it. */
export const OUTBOX_PATH = '/outbox'

/** Address below the outbox that leads to the sign-up. With the key, it also opens the outbox for this browser. */
export const OUTBOX_SIGN_UP_PATH = `${OUTBOX_PATH}/sign-up`

/** Address of the outbox with the key that opens it. */
export function outboxUrl(baseUrl: string, key: string): string {
  return `${baseUrl}${OUTBOX_PATH}?key=${key}`
}

/** Address of the sign-up with the key of the outbox, so that the new user can open the mail of the sign-up there. */
export function outboxSignUpUrl(baseUrl: string, key: string): string {
  return `${baseUrl}${OUTBOX_SIGN_UP_PATH}?key=${key}`
}

/** Page with the list of mails. @param nonce nonce of the style in the Content-Security-Policy. */
export function listPage(mails: readonly OutboxEntry[], nonce: string): string {
  const rows = mails.map(
    ({ id, at, recipient, subject, links }) => `<li>
<a class="subject" href="${pathOf(id)}">${escapeHtml(subject)}</a>
<p class="about">To ${escapeHtml(recipient)}, ${timeOf(at)}</p>
${linkList(links)}</li>`,
  )
  const content =
    rows.length > 0
      ? `<ol>${rows.join('\n')}</ol>`
      : '<p>No mails yet. Mails appear here when you sign up or send a PDF by mail. Reload this page to see new mails.</p>'
  return documentOf({
    title: 'Outbox',
    nonce,
    main: `<h1>Outbox</h1>
<p class="about">This service has no mail server, so it stores its mails here. Set <code>SMTP_URL</code> to send them.</p>
${content}`,
  })
}

/** Page of one mail: its text with links, and its attachments. */
export function mailPage(
  { id, at, recipient, subject, text, attachments }: OutboxMail,
  nonce: string,
): string {
  const files = attachments.map(
    ({ filename, content }, index) =>
      `<li><a href="${pathOf(id)}/attachments/${index}">${escapeHtml(filename)}</a> (${content.length.toLocaleString('en')} bytes)</li>`,
  )
  return documentOf({
    title: subject,
    nonce,
    main: `<p><a href="${OUTBOX_PATH}">All mails</a></p>
<h1>${escapeHtml(subject)}</h1>
<p class="about">To ${escapeHtml(recipient)}, ${timeOf(at)}</p>
<div class="text">${withLinks(text)}</div>
${files.length > 0 ? `<h2>Attachments</h2><ul>${files.join('\n')}</ul>` : ''}`,
  })
}

/** Page for a browser without the key. */
export function lockedPage(nonce: string): string {
  return documentOf({
    title: 'Outbox',
    nonce,
    main: `<h1>Open the outbox with its key</h1>
<p>The mails of this service contain sign-in links. Do one of these on the machine where the service runs:</p>
<ul>
<li>Open the outbox address that <code>npm start</code> printed on its terminal.</li>
<li>Run <code>npx platen outbox</code>. It lists the mails with their links. <code>--open</code> opens this page.</li>
</ul>`,
  })
}

function documentOf({ title, nonce, main }: { title: string; nonce: string; main: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Platen</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body><main>${main}</main></body>
</html>
`
}

function linkList(links: readonly string[]): string {
  return links.map((link) => `<p class="link">${anchor(link)}</p>\n`).join('')
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => (index % 2 === 1 ? anchor(piece) : escapeHtml(piece)))
    .join('')
}

function anchor(link: string): string {
  return `<a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(link)}</a>`
}

function pathOf(id: string): string {
  return `${OUTBOX_PATH}/${encodeURIComponent(id)}`
}

function timeOf(at: Date): string {
  return `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`
}

const STYLE = `
:root { color-scheme: light dark; --dim: light-dark(#52525b, #a1a1aa); --line: light-dark(#e4e4e7, #3f3f46);
  --link: light-dark(#3730a3, #a5b4fc) }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 720px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere }
ol { list-style: none; padding: 0 }
ol > li { border-top: 1px solid var(--line); padding: 16px 0 }
a { color: var(--link) }
.subject { font-weight: 600 }
.about { color: var(--dim); margin: 0 0 4px; font-size: 14px }
.link { margin: 0 }
.link, .text { overflow-wrap: anywhere }
.text { white-space: pre-wrap; border-top: 1px solid var(--line); margin-top: 16px; padding-top: 16px }
`
