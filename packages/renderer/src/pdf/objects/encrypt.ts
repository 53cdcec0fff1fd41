import { createCipheriv, randomBytes } from 'node:crypto'
import type { Protection } from '../options.ts'
import type { PdfObject } from './read.ts'
import { dictionaryOf, textOf, type Value } from './syntax.ts'
import { decodeBytes, hexString } from './strings.ts'

/** Encrypts the objects of a PDF. */
export interface Encryption {
  /** The encryption dictionary of the PDF. */
  dictionary: string
  /**
   * Encrypts the stream of an object and the strings of its dictionary. Objects without a stream are returned unchanged:
   * they are encrypted with the object stream that contains them.
   */
  encrypt(object: PdfObject): PdfObject
}

/** Creates AES-256 encryption with the keys from `createProtection`. Each stream has a random initialisation vector. */
export function createEncryption(protection: Protection): Encryption {
  const fileKey = Buffer.from(protection.fileKey, 'base64')
  const encryptBytes = (bytes: Buffer) => {
    const vector = randomBytes(16)
    const cipher = createCipheriv('aes-256-cbc', fileKey, vector)
    return Buffer.concat([vector, cipher.update(bytes), cipher.final()])
  }
  const encryptStrings = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(encryptStrings)
    if (value instanceof Map)
      return new Map(Array.from(value, ([key, member]) => [key, encryptStrings(member)]))
    return /^(?:\(|<)/.test(value) ? hexString(encryptBytes(decodeBytes(value))) : value
  }
  const hex = (base64: string) => hexString(Buffer.from(base64, 'base64'))
  return {
    dictionary: `<<${[
      '/Filter /Standard /V 5 /R 6 /Length 256',
      '/CF <</StdCF <</Type /CryptFilter /CFM /AESV3 /AuthEvent /DocOpen /Length 32>>>>',
      '/StmF /StdCF /StrF /StdCF',
      `/U ${hex(protection.user)} /UE ${hex(protection.userKey)}`,
      `/O ${hex(protection.owner)} /OE ${hex(protection.ownerKey)}`,
      `/Perms ${hex(protection.sealedPermissions)} /P ${protection.permissions} /EncryptMetadata true`,
    ].join('\n')}>>`,
    encrypt({ text, stream }) {
      if (!stream) return { text }
      const bytes = encryptBytes(stream)
      const dictionary = dictionaryOf(text)
      dictionary.set('/Length', String(bytes.length))
      return { text: textOf(encryptStrings(dictionary)), stream: bytes }
    },
  }
}
