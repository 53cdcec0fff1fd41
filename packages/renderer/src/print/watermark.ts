import type { Watermark } from '../pdf/options.ts'
import { WATERMARK_FONT_SIZE } from '../pdf/finish/watermark.ts'

/** Upper limit on the width of a character, in ems. */
const EMS_PER_CHARACTER = 1.4
/** Height of the sheet, in ems. */
const HEIGHT = 3

/**
 * Returns a document with only the text of a watermark, in the middle of a sheet that is wide enough for it. Chromium
 * chooses fonts, shapes the text and embeds the fonts as for any other text. Contextual alternates are off: Inter has
 * glyphs for `:` and `+` between digits that have no character of Unicode, which PDF/A-3a forbids outside of tags.
 */
export function watermarkDocument({ text, colour }: Pick<Watermark, 'text' | 'colour'>): string {
  const width = Math.ceil((Array.from(text).length + 1) * EMS_PER_CHARACTER * WATERMARK_FONT_SIZE)
  const height = HEIGHT * WATERMARK_FONT_SIZE
  return (
    `<!doctype html><meta charset="utf-8"><title></title><style>@page{size:${width}pt ${height}pt;margin:0}` +
    `html,body{margin:0}body{width:${width}pt;height:${height - 1}pt;display:flex;align-items:center;` +
    `justify-content:center;overflow:hidden;white-space:pre;color:${colour};` +
    `font:700 ${WATERMARK_FONT_SIZE}pt Inter,"Noto Sans",sans-serif;font-feature-settings:"calt" 0}</style><body><span dir="auto">${escaped(text)}</span>`
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
