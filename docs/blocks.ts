import MarkdownIt from 'markdown-it'

/** Fenced block of a page with the words of its info string, which CONTRIBUTING.md lists. */
export interface Block {
  language: string
  words: readonly string[]
  /** Values of `name=value` in the info string, by name. */
  values: Readonly<Record<string, string>>
  code: string
  /** Line of its opening fence, from 1. */
  line: number
}

const markdown = new MarkdownIt()

/** Returns the fenced blocks of a Markdown text in order. @throws {Error} for an indented block, which has no info string. */
export function blocksIn(text: string): Block[] {
  return markdown
    .parse(text, {})
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ type, info, content, map }) => {
      const line = (map?.[0] ?? 0) + 1
      if (type === 'code_block')
        throw new Error(`Line ${line} is an indented code block. Use a fenced block with a language.`)
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

/** Template whose picture a page shows. */
export interface PicturedTemplate {
  name: string
  source: string
  /** Content of the last `json data` block before it. */
  data: unknown
}

/** Returns the templates of a page whose picture it shows: blocks with `picture=NAME`. */
export function picturedTemplatesIn(text: string): PicturedTemplate[] {
  let data: unknown = {}
  const templates: PicturedTemplate[] = []
  for (const { language, words, values, code } of blocksIn(text)) {
    if (language === 'json' && words.includes('data')) data = JSON.parse(code)
    if (values['picture'] !== undefined) templates.push({ name: values['picture'], source: code, data })
  }
  return templates
}
