import { createRequire } from 'node:module'

/** The used part of the highlight.js API. The types of the package would add browser types to the server. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void
  getLanguage(name: string): unknown
  highlight(code: string, options: { language: string }): { value: string }
}

const LANGUAGES = [
  'bash',
  'css',
  'handlebars',
  'http',
  'ini',
  'javascript',
  'json',
  'python',
  'typescript',
  'xml',
  'yaml',
]
const ALIASES: Record<string, string> = { sh: 'bash', hbs: 'handlebars', html: 'handlebars', env: 'ini' }

const require = createRequire(import.meta.url)
let loaded: Highlighter | undefined

/** Returns code as HTML with syntax highlighting, or an empty string for an unknown language. */
export function highlight(code: string, language: string): string {
  // Loaded on first use, because most processes never show a page.
  const highlighter = (loaded ??= loadHighlighter())
  const known = ALIASES[language] ?? language
  return highlighter.getLanguage(known) ? highlighter.highlight(code, { language: known }).value : ''
}

function loadHighlighter(): Highlighter {
  const highlighter: Highlighter = require('highlight.js/lib/core')
  for (const name of LANGUAGES) {
    highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`))
  }
  return highlighter
}
