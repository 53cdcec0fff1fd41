import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Refusal } from '@platen/template/refusal'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts private keys with the key of the operator. */
export interface KeyEncryption {
  /** False when the operator has set no key. */
  readonly hasKey: boolean
  /** @param context account and certificate of the key. Decryption needs the same. */
  encrypt(privateKey: Buffer, context: string): Buffer
  /** @throws {Refusal} `invalid` when the operator has changed the key. */
  decrypt(encrypted: Buffer, context: string): Buffer
}

/** Creates the encryption: AES-256-GCM with a random nonce. @param operatorKey `undefined` when the operator set none. */
export function createKeyEncryption(operatorKey: Buffer | undefined): KeyEncryption {
  const key = () => {
    if (operatorKey) return operatorKey
    throw new Refusal(
      'invalid',
      'This service cannot store certificates. Its operator must set CERTIFICATE_KEY.',
    )
  }
  return {
    hasKey: operatorKey !== undefined,
    encrypt(privateKey, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key(), nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(privateKey), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
    },
    decrypt(encrypted, context) {
      const [nonce, tag] = [
        encrypted.subarray(0, NONCE_BYTES),
        encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
      ]
      const decipher = createDecipheriv(CIPHER, key(), nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
      const first = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([first, decipher.final()])
      } catch (error) {
        throw new Refusal(
          'invalid',
          'The certificate was stored with another CERTIFICATE_KEY. Delete it and add it again.',
          { cause: error },
        )
      }
    },
  }
}
