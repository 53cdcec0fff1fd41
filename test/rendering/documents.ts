import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

/** A PDF as pdf.js sees it. */
export type PdfDocument = Awaited<ReturnType<typeof openPdf>>

/** A tag: its role, what it carries, and the tags inside of it on the same page. */
export interface Tag {
  role: string
  alt: string | undefined
  lang: string | undefined
  /** Marked content and links that belong to it. */
  contents: number
  children: Tag[]
}

/** Opens a PDF. @throws when pdf.js cannot read it. */
export async function openPdf(pdf: Uint8Array) {
  return await getDocumentProxy(new Uint8Array(pdf))
}

/** The text of one page. */
export async function textOf(document: PdfDocument, page: number): Promise<string> {
  const { items } = await (await document.getPage(page)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

/** A text of a page with its position and font size, in points from the lower left corner of the sheet. */
export interface PlacedText {
  text: string
  left: number
  right: number
  bottom: number
  size: number
}

/** The texts of one page and where they are, without spaces between them. */
export async function placedTexts(document: PdfDocument, page: number): Promise<PlacedText[]> {
  const { items } = await (await document.getPage(page)).getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a = 0, b = 0, , , left = 0, bottom = 0] = item.transform.map(Number)
    return [{ text: item.str, left, right: left + item.width, bottom, size: Math.hypot(a, b) }]
  })
}

/** The outermost tags of one page. */
export async function tagsOf(document: PdfDocument, page: number): Promise<Tag[]> {
  return childrenOf(await (await document.getPage(page)).getStructTree())
}

/** All tags in reading order. */
export function flat(tags: Tag[]): Tag[] {
  return tags.flatMap((tag) => [tag, ...flat(tag.children)])
}

/** Tags as readers of PDF 1.7 know them, without the wrappers that have no meaning; what these carry is their parents'. */
export function telling(tags: Tag[]): Tag[] {
  return tags.map((tag) => tellingWithin(tag))
}

function tellingWithin(tag: Tag): Tag {
  const role = ['Em', 'Strong'].includes(tag.role) ? 'Span' : tag.role
  const whole: Tag = { ...tag, role, children: [] }
  for (const child of tag.children.map(tellingWithin)) {
    if (child.role !== 'NonStruct' || child.alt !== undefined || child.lang !== undefined)
      whole.children.push(child)
    else {
      whole.contents += child.contents
      whole.children.push(...child.children)
    }
  }
  return whole
}

/** The texts that are tagged with `role` on one page. */
export async function taggedTexts(document: PdfDocument, page: number, role: string): Promise<string[]> {
  const { items } = await (await document.getPage(page)).getTextContent({ includeMarkedContent: true })
  const texts = new Map<string, string>()
  let open = ''
  for (const item of items) {
    if ('str' in item) texts.set(open, (texts.get(open) ?? '') + item.str)
    else if (item.type === 'beginMarkedContentProps') open = item.id ?? ''
  }
  const tree: unknown = await (await document.getPage(page)).getStructTree()
  return nodesWith(tree, role).map((node) =>
    contentIds(node)
      .map((id) => texts.get(id) ?? '')
      .join(''),
  )
}

/** Where the links of one page lead: `page 3`, or an address. */
export async function linksOf(document: PdfDocument, page: number): Promise<string[]> {
  const annotations: unknown[] = await (await document.getPage(page)).getAnnotations()
  return await Promise.all(
    annotations.map(async (annotation) => {
      const [url, dest] = [property(annotation, 'url'), property(annotation, 'dest')]
      return typeof url === 'string' ? url : `page ${await pageOf(document, dest)}`
    }),
  )
}

/** The headings of the outline, indented, each with the page that it leads to. */
export async function outlineOf(document: PdfDocument): Promise<string[]> {
  const lines: string[] = []
  const enter = async (items: unknown, indent: string): Promise<void> => {
    for (const item of arrayOf(items)) {
      lines.push(
        `${indent}${String(property(item, 'title'))} → ${await pageOf(document, property(item, 'dest'))}`,
      )
      await enter(property(item, 'items'), `${indent} `)
    }
  }
  await enter(await document.getOutline(), '')
  return lines
}

/** An entry of the document's information, or its `Language`. */
export async function informationOf(document: PdfDocument, key: string): Promise<unknown> {
  return property((await document.getMetadata()).info, key)
}

/** The text of all objects that are no streams, out of their compressed streams. */
export function plainObjectsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = text.matchAll(/\/Type \/ObjStm[^]*?\/Length (\d+)>>\nstream\n/g)
  return Array.from(streams, (found) => {
    const start = found.index + found[0].length
    return inflateSync(pdf.subarray(start, start + Number(found[1]))).toString('latin1')
  }).join('\n')
}

async function pageOf(document: PdfDocument, destination: unknown): Promise<number> {
  const explicit = typeof destination === 'string' ? await document.getDestination(destination) : destination
  const page: unknown = arrayOf(explicit)[0]
  const [num, gen] = [property(page, 'num'), property(page, 'gen')]
  if (typeof num !== 'number' || typeof gen !== 'number')
    throw new Error(`No destination: ${JSON.stringify(destination)}`)
  return (await document.getPageIndex({ num, gen })) + 1
}

function childrenOf(node: unknown): Tag[] {
  return arrayOf(property(node, 'children'))
    .filter(isTag)
    .map((child) => {
      const [alt, lang] = [property(child, 'alt'), property(child, 'lang')]
      return {
        role: String(property(child, 'role')),
        alt: typeof alt === 'string' ? alt : undefined,
        lang: typeof lang === 'string' ? lang : undefined,
        contents: arrayOf(property(child, 'children')).filter((inner) => !isTag(inner)).length,
        children: childrenOf(child),
      }
    })
}

function nodesWith(node: unknown, role: string): unknown[] {
  if (property(node, 'role') === role) return [node]
  return arrayOf(property(node, 'children')).flatMap((child) => nodesWith(child, role))
}

function contentIds(node: unknown): string[] {
  const id = property(node, 'id')
  return typeof id === 'string' ? [id] : arrayOf(property(node, 'children')).flatMap(contentIds)
}

function isTag(node: unknown): boolean {
  return property(node, 'role') !== undefined
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
