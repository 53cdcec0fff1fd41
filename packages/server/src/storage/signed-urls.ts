import { createHmac, timingSafeEqual } from 'node:crypto'

/** The PDF that a signed URL opens, with the name to save it under. */
export interface SignedFile {
  fileId: string
  fileName: string
}

/** Signs and verifies the URLs that download a finished PDF without an API key. */
export interface SignedUrls {
  /** Returns a URL that opens `file` until `expiresAt`. */
  sign(file: SignedFile, expiresAt: Date): string
  /** Returns true when `signature` is genuine for this file and time and has not expired. */
  verify(file: SignedFile, expires: string, signature: string): boolean
}

/**
 * Creates URLs of the form `<baseUrl>/files/<id>/<name>?expires=<unix seconds>&signature=<HMAC-SHA-256, base64url>`.
 * The signature covers everything that the response depends on.
 */
export function createSignedUrls(options: {
  secret: Buffer
  baseUrl: string
  now?: () => number
}): SignedUrls {
  const now = options.now ?? Date.now
  const signatureOf = (file: SignedFile, expires: string) =>
    createHmac('sha256', options.secret)
      .update(['v1', 'GET', file.fileId, file.fileName, expires].join('\n'))
      .digest()
  return {
    sign(file, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000))
      const signature = signatureOf(file, expires).toString('base64url')
      const name = encodeURIComponent(file.fileName)
      return `${options.baseUrl}/files/${file.fileId}/${name}?expires=${expires}&signature=${signature}`
    },
    verify(file, expires, signature) {
      // Compares text, so that no second base64url spelling of the same bytes is accepted.
      const expected = Buffer.from(signatureOf(file, expires).toString('base64url'))
      const provided = Buffer.from(signature)
      const genuine = provided.length === expected.length && timingSafeEqual(provided, expected)
      return genuine && /^\d{1,12}$/.test(expires) && Number(expires) * 1000 > now()
    },
  }
}
