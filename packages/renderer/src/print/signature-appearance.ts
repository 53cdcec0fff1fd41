import type { SignatureBox, SignatureField } from '../pdf/options.ts'

/** Space between the text and the border of the box, in points. */
const PADDING = 4
/** Largest font size, in points. */
const SIZE_MAX = 9
/** Widths of a character and of a line, as shares of the font size. */
const CHARACTER_WIDTH = 0.56
const LINE_HEIGHT = 1.25

/**
 * Returns a document with the texts of a visible signature, on a sheet of the size of its box. Chromium shapes the text
 * and embeds the fonts as for any other text.
 */
export function signatureDocument(
  { signer, signedAt, reason, location }: SignatureField,
  { width, height }: SignatureBox,
): string {
  const date = `${signedAt.slice(0, 16).replace('T', ' ')} UTC`
  const details = [reason, location, date].filter((text) => text !== undefined)
  const size = fontSize([signer, ...details], width - 2 * PADDING, height - 2 * PADDING)
  const lines = details.map((text) => `<div dir="auto">${escaped(text)}</div>`).join('')
  return (
    `<!doctype html><meta charset="utf-8"><title></title><style>@page{size:${width}pt ${height}pt;margin:0}` +
    `html,body{margin:0}body{box-sizing:border-box;width:${width}pt;height:${height - 0.1}pt;padding:${PADDING}pt;` +
    `border:0.5pt solid #808080;overflow:hidden;overflow-wrap:anywhere;color:#000;` +
    // Contextual forms of Inter have no Unicode values, which PDF/A-3a requires.
    `font:${size}pt/${LINE_HEIGHT} Inter,"Noto Sans",sans-serif;font-feature-settings:"calt" 0}</style>` +
    `<body><div dir="auto" style="font-weight:700">${escaped(signer)}</div>${lines}`
  )
}

/** Returns the largest size at which the texts fit, by the width of an average character. */
function fontSize(texts: readonly string[], width: number, height: number): number {
  const linesAt = (size: number) =>
    texts.reduce((sum, text) => sum + Math.ceil((text.length * size * CHARACTER_WIDTH) / width), 0)
  let size = SIZE_MAX
  while (size > 1 && linesAt(size) * size * LINE_HEIGHT > height) size -= 0.25
  return size
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
