import { createHash } from 'node:crypto'
import type { PdfFile } from '../objects/read.ts'

/**
 * Chromium embeds of each font what a document uses, and counts these subsets: AAAAAA+Inter, BAAAAA+Inter. In
 * one PDF different subsets must have different names (ISO 32000-2, 9.9.2), so they are named after what is in
 * them; the same subset then has the same name in every part, too.
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

/** `text` with the names of its subsets replaced by those that `subsetNames` found. */
export function ownSubsets(names: Map<string, string>, text: string): string {
  return text.replace(/\/(FontName|BaseFont) (\/[^\s()<>[\]{}/%]+)/g, (entry, key, name) => {
    const subset = names.get(name)
    return subset === undefined ? entry : `/${key} ${subset}`
  })
}

/** Six capital letters. */
function tagFor(program: Buffer): string {
  const digest = createHash('sha256').update(program).digest()
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('')
}
