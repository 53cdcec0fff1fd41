import { Refusal } from '../../errors.ts'
import { PARTIAL_BYTES_MAX } from '../../library/limits.ts'
import { SOURCE_BYTES_MAX } from '../../templates/limits.ts'

/**
 * The text of a base64-encoded Handlebars source: RFC 4648 section 4 to the letter (padded, canonical, no
 * white space), holding UTF-8. A byte order mark is dropped.
 * @throws {Refusal} `invalid`, saying which of this it is not.
 */
export function decodeSource(content: string): string {
  const bytes = Buffer.from(content, 'base64')
  if (!isBase64Of(content, bytes)) {
    throw new Refusal('invalid', 'content is not valid base64 (standard alphabet, padded, no line breaks).')
  }
  return readableSource(decodeUtf8(bytes))
}

/**
 * Whether `content` is what an encoder makes of `bytes`. Node, which has decoded it, also takes another alphabet, skips
 * what it does not know, and needs no padding nor the end's unused bits to be nought.
 */
export function isBase64Of(content: string, bytes: Buffer): boolean {
  const groups = Math.ceil(bytes.length / 3)
  const end = bytes.subarray(3 * (groups - 1)).toString('base64')
  return (
    content.length === 4 * groups && content.endsWith(end) && !content.includes('-') && !content.includes('_')
  )
}

/** Configuration of a route whose body holds the source of a partial. */
export const PARTIAL_BODY = {
  bodyHint: `A partial has at most ${PARTIAL_BYTES_MAX.toLocaleString('en')} bytes.`,
}

/** Configuration of a route whose body holds the source of a template. */
export const TEMPLATE_BODY = {
  bodyHint: `A template has at most ${SOURCE_BYTES_MAX.toLocaleString('en')} bytes (about 4.8 MiB).`,
}

/** A source that comes as text. A byte order mark is dropped. @throws {Refusal} `invalid`, saying why. */
export function plainSource(content: string): string {
  if (!content.isWellFormed()) throw new Refusal('invalid', 'content holds half of a character.')
  if (Buffer.byteLength(content) > SOURCE_BYTES_MAX) {
    throw new Refusal('invalid', `content is larger than ${SOURCE_BYTES_MAX.toLocaleString('en')} bytes.`)
  }
  return readableSource(content.replace(/^\uFEFF/, ''))
}

function readableSource(source: string): string {
  if (source === '') throw new Refusal('invalid', 'content is empty.')
  if (source.includes('\0')) throw new Refusal('invalid', 'content holds a NUL character.')
  return source
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Refusal('invalid', 'content is not UTF-8 text.', { cause: error })
  }
}
