import { extractText, getDocumentProxy } from 'unpdf'

/** The text of each sheet of a PDF, white space made single. */
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
