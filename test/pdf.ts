import { inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy } from 'unpdf'

/** Returns the text of each sheet with white space collapsed. */
export async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)), { mergePages: false })
  return text.map((sheet) => sheet.replace(/\s+/g, ' ').trim())
}

/** Downloads a PDF by its signed URL and reads it. */
export async function downloadedTexts(url: string): Promise<string[]> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The download was answered ${answer.status}`)
  return await textsOf(new Uint8Array(await answer.arrayBuffer()))
}

/** Returns all bytes of a PDF together with the content of its compressed streams. */
export function contentsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = Array.from(text.matchAll(/\/FlateDecode[^]*?\/Length (\d+)[^]*?>>\nstream\n/g), (match) => {
    const start = match.index + match[0].length
    return inflated(pdf.subarray(start, start + Number(match[1])))
  })
  return [text, ...streams].join('\n')
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}
