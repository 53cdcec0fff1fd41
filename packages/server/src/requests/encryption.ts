import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts of the request log with AES-256-GCM, with a key for each account. */
export interface RequestEncryption {
  encrypt(text: string, owner: Owner): Buffer
  /** Returns `undefined` for a text that was encrypted with another key, or for another request. */
  decrypt(encrypted: Buffer, owner: Owner): string | undefined
}

/** Request that an encrypted text belongs to. */
interface Owner {
  accountId: string
  requestId: string
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Creates the encryption. The result has the nonce, the tag and the encrypted text. The id of the request is
 * authenticated, so that a text cannot be moved to another row.
 * @param secret of the installation, 32 bytes.
 */
export function createRequestEncryption(secret: Buffer): RequestEncryption {
  const keyOf = (accountId: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `request log of ${accountId}`, KEY_BYTES))
  return {
    encrypt(text, { accountId, requestId }) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keyOf(accountId), nonce)
      cipher.setAAD(Buffer.from(requestId))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
    },
    decrypt(encrypted, { accountId, requestId }) {
      const nonce = encrypted.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, keyOf(accountId), nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(requestId))
      decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const start = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([start, decipher.final()]).toString('utf8')
      } catch {
        // Node reports a wrong tag as an error without a code.
        return undefined
      }
    },
  }
}
