import { jsonOf } from './qpdf.ts'

/** A dictionary, or the dictionary of a stream. */
export type Entries = Record<string, unknown>

/** An indirect object. `data` is the content of a stream. */
export interface Numbered {
  reference: string
  value: unknown
  data: Buffer | undefined
}

/** A PDF as read by qpdf. */
export interface Document {
  pdf: Buffer
  objects: Numbered[]
  trailer: Entries
  catalog: Entries
  pages: Entries[]
  /** Returns the value of a reference, or any other value unchanged. */
  resolve: (value: unknown) => unknown
  /** Returns a dictionary or the dictionary of a reference. Empty for any other value. */
  entries: (value: unknown) => Entries
  /** Returns the decompressed content of the stream that a reference points to. */
  dataOf: (value: unknown) => Buffer | undefined
}

/** Reads a PDF. @throws when qpdf cannot. */
export async function readDocument(pdf: Buffer, password = ''): Promise<Document> {
  const numbered = new Map<string, Numbered>()
  const described = record(await jsonOf(pdf, password))['qpdf']
  const all = record(Array.isArray(described) ? described[1] : undefined)
  for (const [key, described] of Object.entries(all)) {
    if (!key.startsWith('obj:')) continue
    const { value, stream } = record(described)
    const { dict, data } = record(stream)
    numbered.set(key.slice('obj:'.length), {
      reference: key.slice('obj:'.length),
      value: stream === undefined ? value : dict,
      data: typeof data === 'string' ? Buffer.from(data, 'base64') : undefined,
    })
  }
  const resolve = (value: unknown): unknown =>
    isReference(value) ? resolve(numbered.get(value)?.value) : value
  const entries = (value: unknown) => record(resolve(value))
  const trailer = record(record(all['trailer'])['value'])
  const catalog = entries(trailer['/Root'])
  const pagesIn = (node: unknown): Entries[] => {
    const kids = resolve(entries(node)['/Kids'])
    return Array.isArray(kids) ? kids.flatMap(pagesIn) : [entries(node)]
  }
  return {
    pdf,
    objects: [...numbered.values()],
    trailer,
    catalog,
    pages: pagesIn(catalog['/Pages']),
    resolve,
    entries,
    dataOf: (value) => (isReference(value) ? numbered.get(value)?.data : undefined),
  }
}

/** Yields a value and all values within it. References are not followed. */
export function* within(value: unknown): Generator {
  yield value
  if (Array.isArray(value)) for (const member of value) yield* within(member)
  else for (const member of Object.values(record(value))) yield* within(member)
}

/** Returns the text of a string. `undefined` for any other value. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.startsWith('u:')) return value.slice(2)
  return value.startsWith('b:') ? Buffer.from(value.slice(2), 'hex').toString('latin1') : undefined
}

/** Returns the members of an array. Empty for any other value. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the members of an object. Empty for any other value. */
export function record(value: unknown): Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && /^\d+ \d+ R$/.test(value)
}
