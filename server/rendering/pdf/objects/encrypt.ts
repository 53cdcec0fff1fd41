import { createCipheriv, randomBytes } from 'node:crypto'
import type { Protection } from '../options.ts'
import type { PdfObject } from './read.ts'
import { dictionaryOf, textOf, type Value } from './syntax.ts'
import { bytesFrom, hexString } from './strings.ts'

/** Encrypts the objects of a PDF. */
export interface Encryption {
  /** The dictionary by which readers open it. */
  dictionary: string
  /** A stream with the strings of its dictionary; what lies in an object stream is encrypted with that alone. */
  encrypted(object: PdfObject): PdfObject
}

/** AES-256 with what `protectionFor` has made: each stream under a random initialisation vector. */
export function encryptionBy(protection: Protection): Encryption {
  const fileKey = Buffer.from(protection.fileKey, 'base64')
  const seal = (bytes: Buffer) => {
    const vector = randomBytes(16)
    const cipher = createCipheriv('aes-256-cbc', fileKey, vector)
    return Buffer.concat([vector, cipher.update(bytes), cipher.final()])
  }
  const sealed = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(sealed)
    if (value instanceof Map) return new Map(Array.from(value, ([key, member]) => [key, sealed(member)]))
    return /^(?:\(|<)/.test(value) ? hexString(seal(bytesFrom(value))) : value
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
    encrypted({ text, stream }) {
      if (!stream) return { text }
      const bytes = seal(stream)
      const dictionary = dictionaryOf(text)
      dictionary.set('/Length', String(bytes.length))
      return { text: textOf(sealed(dictionary)), stream: bytes }
    },
  }
}
