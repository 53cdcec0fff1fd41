import { Type } from 'typebox'
import { nameAt, openSite } from '@platen/documentation/site'
import { ToolRefusal } from '../tool-errors.ts'
import { partOf } from '../texts.ts'
import { defineTool } from '../tool.ts'

/** Length of a part of a page in characters: about 15,000 tokens. */
const PAGE_PART_LENGTH = 50_000
const MATCHES_MAX = 10

/** Documentation of this version. */
export const site = openSite()

export const readGuide = defineTool({
  name: 'read_guide',
  title: 'Read the documentation',
  description:
    'Reads the documentation of Platen: what templates can contain (page sizes, headers and footers, page breaks, fonts, ' +
    'images, charts, helpers), recipes and the API. Without arguments it lists the pages, with search it searches ' +
    'them, with page it returns one. Read “templates” before you write a template.',
  input: Type.Object({
    page: Type.Optional(Type.String({ description: 'Name of a page, such as templates or guide/pages.' })),
    search: Type.Optional(Type.String({ maxLength: 200, description: 'Words to search for.' })),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Index of the first character to return. Default 0.' }),
    ),
  }),
  output: Type.Object({
    pages: Type.Optional(
      Type.Array(
        Type.Object({ page: Type.String(), title: Type.String(), excerpt: Type.Optional(Type.String()) }),
      ),
    ),
    text: Type.Optional(Type.String({ description: 'Markdown.' })),
    nextOffset: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ page, search, offset = 0 }) {
    if (page !== undefined) {
      const document = await site.page(nameOf(page))
      if (!document) {
        throw new ToolRefusal(
          `There is no page ${JSON.stringify(page)}.`,
          'call read_guide without arguments to list the pages.',
        )
      }
      const { text, nextOffset } = partOf(document.text, offset, PAGE_PART_LENGTH)
      return { output: { text, nextOffset } }
    }
    return { output: { pages: search === undefined ? await allPages() : await pagesWith(search) } }
  },
})

async function allPages() {
  const sections = await site.contents()
  return sections.flatMap(({ entries }) => entries.map(({ name, title }) => ({ page: pageOf(name), title })))
}

async function pagesWith(words: string) {
  const matches = await site.search(words)
  return matches.slice(0, MATCHES_MAX).map(({ address, title, excerpt }) => ({
    page: pageOf(nameAt(address)),
    title,
    excerpt,
  }))
}

/** Returns the argument `page` for a name in the table of contents, where the first page has an empty name. */
export function pageOf(name: string): string {
  return name === '' ? 'index' : name
}

/** Returns the name in the table of contents for an argument `page`. */
export function nameOf(page: string): string {
  return page === 'index' ? '' : page
}
