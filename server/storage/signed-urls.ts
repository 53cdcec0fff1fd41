import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signed URL opens: one PDF, by the id under which it was made, under a name to save it as. */
export interface SignedFile {
  fileId: string
  fileName: string
}

/** Makes and checks the URLs by which a finished PDF is fetched without a key. */
export interface SignedUrls {
  /** A URL that opens `file` until `expiresAt`. */
  sign(file: SignedFile, expiresAt: Date): string
  /** Whether `signature` was made by us for exactly this file and time, and the time is not past. */
  verify(file: SignedFile, expires: string, signature: string): boolean
}

/**
 * URLs of the form `<baseUrl>/files/<id>/<name>?expires=<unix seconds>&signature=<HMAC-SHA-256, base64url>`.
 * The signature covers everything that the answer depends on.
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
      // Compared as text, so that no second spelling of the same bytes is accepted.
      const expected = Buffer.from(signatureOf(file, expires).toString('base64url'))
      const given = Buffer.from(signature)
      const genuine = given.length === expected.length && timingSafeEqual(given, expected)
      return genuine && /^\d{1,12}$/.test(expires) && Number(expires) * 1000 > now()
    },
  }
}
