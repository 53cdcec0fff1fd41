import type { Token } from 'markdown-it'
import { escape } from './html.ts'

/** Returns code as HTML with syntax highlighting, or an empty string for an unknown language. */
export type Highlight = (code: string, language: string) => string

/** Settings for the code of pages. */
export interface CodeOptions {
  /** Without it, code has no colours. */
  highlight?: Highlight
  /** Address of the service, in place of the one on the pages. */
  baseUrl?: string
}

/** One of several code blocks that do the same in different languages. The script of the page shows them as tabs. */
export interface Alternative {
  /** Name by which the browser remembers the reader's choice. */
  language: 'curl' | 'typescript' | 'python'
  label: string
  /** The block with its code, as HTML. */
  html: string
}

/** Language of a block, and its position among the alternatives. */
type Position = Pick<Alternative, 'language' | 'label'> & { isFirst: boolean; isLast: boolean }

/** Default address of a service, which the pages name. */
const WRITTEN_ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):3000/g
/** Variables of the shell in examples, which `platen env` sets. */
const URL_VARIABLE = '$PLATEN_URL'
const KEY_VARIABLE = '$PLATEN_API_KEY'

const LANGUAGES: Readonly<Record<string, Pick<Alternative, 'language' | 'label'>>> = {
  sh: { language: 'curl', label: 'curl' },
  ts: { language: 'typescript', label: 'TypeScript' },
  js: { language: 'typescript', label: 'JavaScript' },
  python: { language: 'python', label: 'Python' },
}

/** Sets the address of the service in code blocks and links. */
export function setAddress(tokens: readonly Token[], baseUrl: string): void {
  const setIn = (text: string) => withAddress(text, baseUrl)
  for (const token of tokens) {
    if (token.type === 'fence') {
      const code = setIn(token.content)
      token.content = isShell(token) ? code.replaceAll(URL_VARIABLE, () => baseUrl) : code
    }
    for (const [index, child] of (token.children ?? []).entries()) {
      const text = token.children?.[index + 1]
      if (child.type !== 'link_open' || text?.type !== 'text') continue
      child.attrSet('href', setIn(String(child.attrGet('href'))))
      text.content = setIn(text.content)
    }
  }
}

/** Replaces the default address of a service in a text. */
export function withAddress(text: string, baseUrl: string): string {
  return text.replaceAll(WRITTEN_ADDRESS, () => baseUrl)
}

/** Marks the variable of the API key in the HTML of a code block, for the script of the page. */
export function markApiKey(html: string): string {
  return html.replaceAll(KEY_VARIABLE, () => keyPlaceholder(KEY_VARIABLE))
}

/** Returns a place for the API key of the reader. @param text shown without a key. */
export function keyPlaceholder(text: string): string {
  return `<span data-key>${escape(text)}</span>`
}

/** Marks code blocks that follow each other directly, each in another language of programs, as alternatives. */
export function asAlternatives(tokens: readonly Token[]): void {
  let group: { token: Token; language: Pick<Alternative, 'language' | 'label'> }[] = []
  for (const token of [...tokens, undefined]) {
    const language = token?.type === 'fence' ? LANGUAGES[languageOf(token)] : undefined
    if (token && language) {
      group.push({ token, language })
      continue
    }
    const areDifferent = new Set(group.map((one) => one.language.language)).size === group.length
    if (group.length > 1 && areDifferent) {
      for (const [index, one] of group.entries()) {
        const position: Position = {
          ...one.language,
          isFirst: index === 0,
          isLast: index === group.length - 1,
        }
        one.token.meta = position
      }
    }
    group = []
  }
}

/** Returns true for the output of a program, which readers do not copy. */
export function isOutput({ info }: Token): boolean {
  return info.split(/\s+/).includes('output')
}

/** Wraps the HTML of a code block if it is one of several alternatives. */
export function alternativeOf({ meta }: Token, html: string): string {
  if (!meta) return html
  // Only `asAlternatives` sets it.
  const { language, label, isFirst, isLast } = meta as Position
  return `${isFirst ? '<div class="alternatives">' : ''}${panelOf({ language, label, html })}${isLast ? '</div>' : ''}`
}

/** Returns alternatives as HTML. */
export function alternatives(all: readonly Alternative[]): string {
  return `<div class="alternatives">${all.map(panelOf).join('')}</div>`
}

function panelOf({ language, label, html }: Alternative): string {
  return `<div data-language="${language}" data-label="${label}"><p class="language">${label}</p>${html}</div>`
}

function languageOf({ info }: Token): string {
  return info.trim().split(/\s+/, 1)[0] ?? ''
}

function isShell(token: Token): boolean {
  return languageOf(token) === 'sh'
}
