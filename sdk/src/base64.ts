// Arguments of one function call; some engines take no more than 65,535.
const PIECE_LENGTH = 8_192

/** A text's UTF-8 in base64. `btoa` alone knows Latin-1 only, and `Buffer` is Node's. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let start = 0; start < bytes.length; start += PIECE_LENGTH) {
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE_LENGTH))
  }
  return btoa(binary)
}

/** @returns undefined where it is no base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
