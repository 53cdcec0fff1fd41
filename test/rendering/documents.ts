import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

/** A PDF as read by pdf.js. */
export type PdfDocument = Awaited<ReturnType<typeof openPdf>>

/** A tag with its role, its content, and its child tags on the same page. */
export interface Tag {
  role: string
  alt: string | undefined
  lang: string | undefined
  /** Number of marked contents and links of the tag itself. */
  contents: number
  children: Tag[]
}

/** Opens a PDF. @throws when pdf.js cannot read it. */
export async function openPdf(pdf: Uint8Array) {
  return await getDocumentProxy(new Uint8Array(pdf))
}

/** Returns the text of one page. */
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

/** Returns the texts of one page with their positions, without spaces between them. */
export async function placedTexts(document: PdfDocument, page: number): Promise<PlacedText[]> {
  const { items } = await (await document.getPage(page)).getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a = 0, b = 0, , , left = 0, bottom = 0] = item.transform.map(Number)
    return [{ text: item.str, left, right: left + item.width, bottom, size: Math.hypot(a, b) }]
  })
}

/** Returns the outermost tags of one page. */
export async function tagsOf(document: PdfDocument, page: number): Promise<Tag[]> {
  return childrenOf(await (await document.getPage(page)).getStructTree())
}

/** Returns all tags in reading order. */
export function flat(tags: Tag[]): Tag[] {
  return tags.flatMap((tag) => [tag, ...flat(tag.children)])
}

/** Returns tags with roles of PDF 1.7, without wrappers that have no meaning: their content moves to their parents. */
export function withoutWrappers(tags: Tag[]): Tag[] {
  return tags.map((tag) => withMeaning(tag))
}

function withMeaning(tag: Tag): Tag {
  const role = ['Em', 'Strong'].includes(tag.role) ? 'Span' : tag.role
  const simplified: Tag = { ...tag, role, children: [] }
  for (const child of tag.children.map(withMeaning)) {
    if (child.role !== 'NonStruct' || child.alt !== undefined || child.lang !== undefined)
      simplified.children.push(child)
    else {
      simplified.contents += child.contents
      simplified.children.push(...child.children)
    }
  }
  return simplified
}

/** Returns the texts with the tag `role` on one page. */
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

/** Returns the targets of the links on one page: `page 3`, or an address. */
export async function linksOf(document: PdfDocument, page: number): Promise<string[]> {
  const annotations: unknown[] = await (await document.getPage(page)).getAnnotations()
  return await Promise.all(
    annotations.map(async (annotation) => {
      const [url, dest] = [property(annotation, 'url'), property(annotation, 'dest')]
      return typeof url === 'string' ? url : `page ${await pageOf(document, dest)}`
    }),
  )
}

/** Returns the headings of the outline, indented, each with its page. */
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

/** Returns an entry of the information dictionary, or the `Language` of the document. */
export async function informationOf(document: PdfDocument, key: string): Promise<unknown> {
  return property((await document.getMetadata()).info, key)
}

/** Returns the text of all objects in object streams. */
export function plainObjectsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = text.matchAll(/\/Type \/ObjStm[^]*?\/Length (\d+)>>\nstream\n/g)
  return Array.from(streams, (match) => {
    const start = match.index + match[0].length
    return inflateSync(pdf.subarray(start, start + Number(match[1]))).toString('latin1')
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
