// Features of a document that decide how it is printed. Each is found by a pattern that takes linear time on any HTML:
// a document may have 5 MiB, and the search runs on the event loop.

/**
 * Returns whether a document may run code, or depends on scripting: `<noscript>`, or a style sheet for
 * `(scripting: none)`. Scripts are disabled for a document without a match, so a missed match is safe.
 */
export function mayRunScripts(html: string): boolean {
  return SCRIPTED.test(withoutBase64(html))
}

const SCRIPTED =
  /<(?:(?:no)?script|i?frame|object|embed|meta[^<>]+refresh)|javascript:|[\s"'/]on[a-z]+\s*=|\(\s*scripting/i

/**
 * Returns whether a document may set a property of the page that remains for the next document: its colours, its
 * language or its policy.
 */
export function maySetPageState(html: string): boolean {
  return PAGE_STATE.test(html)
}

const PAGE_STATE = /<meta[^<>]+(?:color-scheme|content-language|security-policy)/i

/** Returns whether a document may load resources, for which its print waits. */
export function mayLoad(html: string): boolean {
  return LOADING.test(html)
}

const LOADING = /\ssrc(?:set)?\s*=|url\(|@import|@font-face|<link|<image|<use|background\s*=/i

/** Returns whether a document may have forced breaks or named pages, as far as its text shows. */
export function mayBreakSheets(html: string): boolean {
  return BREAKING.test(html)
}

const BREAKING = /break-?(?:before|after)|(?<![-\w])page\s*:|@import|<link/i

/** Returns `false` for a document in which nothing can set the direction to right to left. */
export function mayBeRightToLeft(html: string): boolean {
  return RIGHT_TO_LEFT.test(withoutBase64(html))
}

const RIGHT_TO_LEFT = /rtl|dir\s*=\s*["']?auto/i

/** Removes embedded images and fonts: they may be most of a document and may contain any word. */
function withoutBase64(html: string): string {
  return html.replace(/;base64,[A-Za-z0-9+/=]*/g, '')
}
