import { Refusal } from '../errors.ts'

// Without groups that repeat: on some 6.6 MB they exhaust the engine's stack.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * The text of a base64-encoded Handlebars source: RFC 4648 section 4 to the letter (padded, canonical, no
 * white space), holding UTF-8. A byte order mark is dropped.
 * @throws {Refusal} `invalid`, saying which of this it is not.
 */
export function decodeSource(content: string): string {
  const bytes = BASE64.test(content) ? Buffer.from(content, 'base64') : undefined
  // Node also accepts wrong padding and bits that no encoder writes; encoding again finds them.
  if (!bytes || bytes.toString('base64') !== content) {
    throw new Refusal('invalid', 'content is not valid base64 (standard alphabet, padded, no line breaks).')
  }
  const source = decodeUtf8(bytes)
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
