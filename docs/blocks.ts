import MarkdownIt from 'markdown-it'

/** A fenced block of a page, and what its info string says of it: CONTRIBUTING.md lists the words. */
export interface Block {
  language: string
  words: readonly string[]
  /** What stands behind `name=`, by name. */
  values: Readonly<Record<string, string>>
  code: string
  /** Of its fence, from 1. */
  line: number
}

const markdown = new MarkdownIt()

/** The fenced blocks of a Markdown text, in their order. @throws where there is an indented one, which says nothing of itself. */
export function blocksIn(text: string): Block[] {
  return markdown
    .parse(text, {})
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ type, info, content, map }) => {
      const line = (map?.[0] ?? 0) + 1
      if (type === 'code_block')
        throw new Error(`Line ${line}: code stands between fences that name its language.`)
      const [language = '', ...words] = info.trim().split(/\s+/)
      const pairs = words.filter((word) => word.includes('='))
      return {
        language,
        words: words.filter((word) => !word.includes('=')),
        values: Object.fromEntries(
          pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
        ),
        code: content,
        line,
      }
    })
}

/** A template that a page shows a picture of. */
export interface Shown {
  name: string
  source: string
  /** What stood in the last block of data before it. */
  data: unknown
}

/** The templates of a page that it shows pictures of. */
export function shownIn(text: string): Shown[] {
  let data: unknown = {}
  const shown: Shown[] = []
  for (const { language, words, values, code } of blocksIn(text)) {
    if (language === 'json' && words.includes('data')) data = JSON.parse(code)
    if (values['picture'] !== undefined) shown.push({ name: values['picture'], source: code, data })
  }
  return shown
}
