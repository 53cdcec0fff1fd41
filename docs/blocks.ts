import MarkdownIt from 'markdown-it'

/** A fenced block of a page and its info string. CONTRIBUTING.md lists the words. */
export interface Block {
  language: string
  words: readonly string[]
  /** Values of `name=value` words, by name. */
  values: Readonly<Record<string, string>>
  code: string
  /** Line of its fence, from 1. */
  line: number
}

const markdown = new MarkdownIt()

/**
 * Returns the fenced blocks of a Markdown text in their order.
 *
 * @throws when there is an indented block, which has no info string
 */
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

/** A template whose picture a page shows. */
export interface Shown {
  name: string
  source: string
  /** Content of the last data block before it. */
  data: unknown
}

/** Returns the templates of a page whose pictures it shows. */
export function shownIn(text: string): Shown[] {
  let data: unknown = {}
  const shown: Shown[] = []
  for (const { language, words, values, code } of blocksIn(text)) {
    if (language === 'json' && words.includes('data')) data = JSON.parse(code)
    if (values['picture'] !== undefined) shown.push({ name: values['picture'], source: code, data })
  }
  return shown
}
