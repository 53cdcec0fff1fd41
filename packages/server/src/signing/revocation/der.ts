/** One element of DER: its tag, and where its content is. */
export interface Element {
  tag: number
  /** Position of the tag. */
  start: number
  /** Position of the first byte of the content. */
  content: number
  end: number
}

const LENGTH_BYTES_MAX = 4

/** Error in bytes that are not DER. */
export class DerError extends Error {
  override name = 'DerError'
}

/**
 * Returns the element at a position. Lists of revoked certificates can have 100,000 entries, for which a tree of objects
 * would need too much memory.
 * @throws {DerError}
 */
export function elementAt(bytes: Buffer, start: number, limit = bytes.length): Element {
  const tag = bytes[start]
  const first = bytes[start + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('No element')
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || lengthBytes > LENGTH_BYTES_MAX || start + 2 + lengthBytes > limit)
    throw new DerError('The length of an element is not valid')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(start + 2, lengthBytes)
  const content = start + 2 + lengthBytes
  if (content + length > limit) throw new DerError('An element is cut off')
  return { tag, start, content, end: content + length }
}

/**
 * Returns the elements within an element, one after the other.
 * @param countMax largest number of elements. Without it, 5 MB of empty elements would block the process for seconds.
 * @throws {DerError}
 */
export function* elementsIn(bytes: Buffer, { content, end }: Element, countMax: number): Generator<Element> {
  let count = 0
  for (let at = content; at < end;) {
    const element = elementAt(bytes, at, end)
    count += 1
    if (count > countMax) throw new DerError('An element has too many parts')
    yield element
    at = element.end
  }
}

/** Returns the content of an element. It shares memory with the bytes. */
export function contentOf(bytes: Buffer, { content, end }: Element): Buffer {
  return bytes.subarray(content, end)
}

/** Returns an element with its tag and length. It shares memory with the bytes. */
export function bytesOf(bytes: Buffer, { start, end }: Element): Buffer {
  return bytes.subarray(start, end)
}
