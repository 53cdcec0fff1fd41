import { readFile } from 'node:fs/promises'
import { blocksIn } from '../../docs/blocks.ts'

/** Concatenates the code blocks of one language in a Markdown file below packages/. */
export async function codeIn(file: string, language: string): Promise<string> {
  const blocks = blocksIn(await readFile(new URL(`../../packages/${file}`, import.meta.url), 'utf8'))
  const other = blocks.find((block) => block.language !== language)
  if (other) throw new Error(`Nothing runs this block of ${file}:\n${other.code}`)
  return blocks.map(({ code }) => code).join('\n')
}
