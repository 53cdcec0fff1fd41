import { createHash } from 'node:crypto'
import type { PdfFile } from '../objects/read.ts'

/**
 * Returns new names for the font subsets of a PDF. Chromium embeds a subset of each font and numbers the subsets:
 * AAAAAA+Inter, BAAAAA+Inter. Different subsets in one PDF must have different names (ISO 32000-2, 9.9.2). The new
 * names are hashes of the content, so that equal subsets have equal names in every part.
 * @returns new names by the old ones.
 */
export function subsetNames(file: PdfFile): Map<string, string> {
  const names = new Map<string, string>()
  for (const number of file.numbers) {
    const { text } = file.objectAt(number)
    const program = /\/FontFile[23]? (\d+) 0 R/.exec(text)?.[1]
    const [name, font] = /\/FontName \/[A-Z]{6}(\+[^\s()<>[\]{}/%]+)/.exec(text) ?? []
    const stream = program === undefined ? undefined : file.objectAt(Number(program)).stream
    if (name !== undefined && stream) names.set(name.slice('/FontName '.length), `/${tagFor(stream)}${font}`)
  }
  return names
}

/** Returns `text` with the names of its subsets replaced. @param names from `subsetNames`. */
export function renameSubsets(names: Map<string, string>, text: string): string {
  return text.replace(/\/(FontName|BaseFont) (\/[^\s()<>[\]{}/%]+)/g, (entry, key, name) => {
    const subset = names.get(name)
    return subset === undefined ? entry : `/${key} ${subset}`
  })
}

/** Returns six capital letters that are a hash of a font program. */
function tagFor(program: Buffer): string {
  const digest = createHash('sha256').update(program).digest()
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('')
}
