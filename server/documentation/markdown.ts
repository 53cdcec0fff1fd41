import MarkdownIt, { type Renderer, type Token } from 'markdown-it'
import { highlight } from './highlight.ts'

/** A heading, by which a page can be entered. */
export interface Heading {
  level: number
  /** Behind the #. */
  anchor: string
  text: string
}

/** What stands below a heading, as plain words, to be searched. */
export interface Passage {
  heading: Heading
  words: string
}

export interface Rendered {
  html: string
  /** Of its first heading. */
  title: string
  /** Of its first paragraph. */
  summary: string
  headings: readonly Heading[]
  passages: readonly Passage[]
}

/**
 * A page's Markdown as HTML. Its own HTML is text: pages are written in Markdown alone.
 * @param address gives the address of what a link or a picture names; undefined where the service has nothing there.
 */
export function renderMarkdown(text: string, address: (target: string) => string | undefined): Rendered {
  const markdown = new MarkdownIt({ html: false, linkify: false, highlight })
  keepReadable(markdown.renderer)
  const tokens = markdown.parse(text, {})
  const passages = passagesIn(tokens)
  nameHeadings(tokens, passages)
  for (const token of tokens) for (const child of token.children ?? []) lead(child, address)
  const html = markdown.renderer.render(tokens, markdown.options, {})
  const headings = passages.map(({ heading }) => heading)
  return { html, title: headings[0]?.text ?? '', summary: summaryIn(tokens), headings, passages }
}

/** What is wider than a small screen is scrolled by itself, by keyboard, too. */
function keepReadable({ rules }: Renderer): void {
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>'
  rules['table_close'] = () => '</table></div>'
  const fence = rules['fence']
  rules['fence'] = (...call) => {
    const html = fence?.(...call) ?? ''
    return html.replace('<pre>', '<pre tabindex="0">')
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

/** As GitHub makes them, so that a link works there and here. */
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

/** A link that leads nowhere here becomes its text. */
function lead(token: Token, address: (target: string) => string | undefined): void {
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
