// The features of a document that decide how it is printed. They are found by patterns in its HTML, each of which reads
// it once, whatever is in it: a document may have 5 MiB, and this is done on the event loop.

/**
 * Whether a document may run code, or shows something else where it cannot: `<noscript>`, or a style sheet for
 * `(scripting: none)`. In a document without a match scripts are switched off altogether, so a match that is missing
 * does no harm.
 */
export function isScripted(html: string): boolean {
  return SCRIPTED.test(withoutBase64(html))
}

const SCRIPTED =
  /<(?:(?:no)?script|i?frame|object|embed|meta[^<>]+refresh)|javascript:|[\s"'/]on[a-z]+\s*=|\(\s*scripting/i

/** Whether a document may load something, which its print waits for. */
export function mayLoad(html: string): boolean {
  return LOADING.test(html)
}

const LOADING = /\ssrc(?:set)?\s*=|url\(|@import|@font-face|<link|<image|<use|background\s*=/i

/** Returns false for a document in which nothing can set the direction to right to left. */
export function mayBeRightToLeft(html: string): boolean {
  return RIGHT_TO_LEFT.test(withoutBase64(html))
}

const RIGHT_TO_LEFT = /rtl|dir\s*=\s*["']?auto/i

/** Embedded pictures may be most of a document, and any word may occur in them. */
function withoutBase64(html: string): string {
  return html.replace(/;base64,[A-Za-z0-9+/=]*/g, '')
}
