// Number of arguments in a function call. Some engines accept at most 65,535.
const PIECE_LENGTH = 8_192

/** Encodes bytes, or a text as UTF-8, in base64. `btoa` accepts Latin-1 only, and `Buffer` exists only in Node. */
export function base64Of(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  let binary = ''
  for (let start = 0; start < bytes.length; start += PIECE_LENGTH) {
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE_LENGTH))
  }
  return btoa(binary)
}

/** Decodes base64. @returns `undefined` if it is not valid. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
