import type { Watermark } from '../pdf/options.ts'
import { PRINTED_SIZE } from '../pdf/finish/watermark.ts'

/** Ems that the widest characters take, with something to spare. */
const EMS_A_CHARACTER = 1.4
const HEIGHT = 3

/**
 * A document with a watermark's text alone, in the middle of a sheet that is as wide as it could ever be. Chromium
 * finds fonts for it, shapes it and embeds what it takes, as for any other text.
 */
export function watermarkDocument({ text, colour }: Pick<Watermark, 'text' | 'colour'>): string {
  const width = Math.ceil((Array.from(text).length + 1) * EMS_A_CHARACTER * PRINTED_SIZE)
  const height = HEIGHT * PRINTED_SIZE
  return (
    `<!doctype html><meta charset="utf-8"><title></title><style>@page{size:${width}pt ${height}pt;margin:0}` +
    `html,body{margin:0}body{width:${width}pt;height:${height - 1}pt;display:flex;align-items:center;` +
    `justify-content:center;overflow:hidden;white-space:pre;color:${colour};` +
    `font:700 ${PRINTED_SIZE}pt Inter,"Noto Sans",sans-serif}</style><body><span dir="auto">${escaped(text)}</span>`
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
