import MarkdownIt, { type Renderer, type Token } from 'markdown-it'
import {
  alternativeOf,
  asAlternatives,
  type CodeOptions,
  isOutput,
  markApiKey,
  setAddress,
} from './code-blocks.ts'

/** A heading with its anchor. */
export interface Heading {
  level: number
  /** Fragment of the URL, without the #. */
  anchor: string
  text: string
}

/** The text below a heading as plain words, for the search. */
export interface Passage {
  heading: Heading
  words: string
}

/** A rendered page. */
export interface Rendered {
  html: string
  /** Text of the first heading. */
  title: string
  /** Text of the first paragraph. */
  summary: string
  headings: readonly Heading[]
  passages: readonly Passage[]
}

/**
 * Renders the Markdown of a page to HTML. HTML in the Markdown is shown as text.
 * @param address Returns the address of the target of a link or image, or `undefined` when the service does not have it.
 */
export function renderMarkdown(
  text: string,
  address: (target: string) => string | undefined,
  { highlight, baseUrl }: CodeOptions = {},
): Rendered {
  const markdown = new MarkdownIt({ html: false, linkify: false, ...(highlight && { highlight }) })
  makeScrollable(markdown.renderer)
  const tokens = markdown.parse(text, {})
  if (baseUrl !== undefined) setAddress(tokens, baseUrl)
  asAlternatives(tokens)
  const passages = passagesIn(tokens)
  nameHeadings(tokens, passages)
  for (const token of tokens) for (const child of token.children ?? []) resolveTarget(child, address)
  const html = markdown.renderer.render(tokens, markdown.options, {})
  const headings = passages.map(({ heading }) => heading)
  return { html, title: headings[0]?.text ?? '', summary: summaryIn(tokens), headings, passages }
}

/** Lets wide tables and code blocks scroll on small screens, also by keyboard. */
function makeScrollable({ rules }: Renderer): void {
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>'
  rules['table_close'] = () => '</table></div>'
  const fence = rules['fence']
  rules['fence'] = (tokens, index, ...more) => {
    const html = fence?.(tokens, index, ...more) ?? ''
    const token = tokens[index]
    const shown = markApiKey(html.replace('<pre>', '<pre tabindex="0">')).trim()
    const code = `<div class="code${token && isOutput(token) ? ' output' : ''}">${shown}</div>`
    return token ? alternativeOf(token, code) : code
  }
}

function passagesIn(tokens: readonly Token[]): Passage[] {
  const anchors = new Map<string, number>()
  const passages: Passage[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = plain(tokens[index + 1])
      const anchor = anchorOf(text)
      const earlier = anchors.get(anchor) ?? 0
      anchors.set(anchor, earlier + 1)
      const heading = {
        level: Number(token.tag.slice(1)),
        anchor: earlier === 0 ? anchor : `${anchor}-${earlier}`,
        text,
      }
      passages.push({ heading, words: '' })
      continue
    }
    const last = passages.at(-1)
    const isHeading = tokens[index - 1]?.type === 'heading_open'
    if (last && !isHeading && (token.type === 'inline' || token.type === 'fence')) {
      last.words += ` ${token.type === 'fence' ? token.content : plain(token)}`
    }
  }
  return passages
}

/** Returns the anchor that GitHub generates for a heading, so that links work on both sites. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

function nameHeadings(tokens: readonly Token[], passages: readonly Passage[]): void {
  const openings = tokens.filter(({ type }) => type === 'heading_open')
  for (const [index, token] of openings.entries()) {
    token.attrSet('id', passages[index]?.heading.anchor ?? '')
  }
}

/** Sets the target of a link or image. Removes the target when the service does not have it. */
function resolveTarget(token: Token, address: (target: string) => string | undefined): void {
  const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined
  if (!name) return
  const target = address(String(token.attrGet(name)))
  if (target !== undefined) token.attrSet(name, target)
  else token.attrs = token.attrs?.filter(([other]) => other !== name) ?? null
  if (name === 'src') token.attrSet('loading', 'lazy')
}

function plain(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
}

function summaryIn(tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ type }) => type === 'paragraph_open')
  return at === -1 ? '' : plain(tokens[at + 1])
}
