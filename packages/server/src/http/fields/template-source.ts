import { Refusal } from '@platen/template/refusal'
import { PARTIAL_BYTES_MAX } from '@platen/template/library-limits'
import { SOURCE_BYTES_MAX } from '@platen/template/template-limits'

/**
 * Decodes a base64-encoded Handlebars source in UTF-8. The encoding must be exact (RFC 4648, section 4: padded,
 * canonical, no white space). A byte order mark is removed.
 * @throws {Refusal} `invalid`, with the rule that is violated.
 */
export function decodeSource(content: string): string {
  const bytes = Buffer.from(content, 'base64')
  if (!isBase64Of(content, bytes)) {
    throw new Refusal('invalid', 'content is not valid base64 (standard alphabet, padded, no line breaks).')
  }
  return validSource(decodeUtf8(bytes))
}

/**
 * Returns true when `content` is the canonical base64 encoding of `bytes`. Node's decoder also accepts the URL-safe
 * alphabet, ignores unknown characters, and does not check padding or unused bits at the end.
 */
export function isBase64Of(content: string, bytes: Buffer): boolean {
  const groups = Math.ceil(bytes.length / 3)
  const end = bytes.subarray(3 * (groups - 1)).toString('base64')
  return (
    content.length === 4 * groups && content.endsWith(end) && !content.includes('-') && !content.includes('_')
  )
}

/** Configuration of a route whose body has the source of a partial. */
export const PARTIAL_BODY = {
  bodyHint: `A partial has at most ${PARTIAL_BYTES_MAX.toLocaleString('en')} bytes.`,
}

/** Configuration of a route whose body has the source of a template. */
export const TEMPLATE_BODY = {
  bodyHint: `A template has at most ${SOURCE_BYTES_MAX.toLocaleString('en')} bytes (about 4.8 MiB).`,
}

/** Checks a source that was sent as plain text. A byte order mark is removed. @throws {Refusal} `invalid`. */
export function plainSource(content: string): string {
  if (!content.isWellFormed()) throw new Refusal('invalid', 'content contains an unpaired UTF-16 surrogate.')
  if (Buffer.byteLength(content) > SOURCE_BYTES_MAX) {
    throw new Refusal('invalid', `content is larger than ${SOURCE_BYTES_MAX.toLocaleString('en')} bytes.`)
  }
  return validSource(content.replace(/^\uFEFF/, ''))
}

function validSource(source: string): string {
  if (source === '') throw new Refusal('invalid', 'content is empty.')
  if (source.includes('\0')) throw new Refusal('invalid', 'content contains a NUL character.')
  return source
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Refusal('invalid', 'content is not UTF-8 text.', { cause: error })
  }
}
