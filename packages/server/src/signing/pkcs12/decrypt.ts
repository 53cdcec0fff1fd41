import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import type { Integer, OctetString, Sequence } from 'asn1js'
import { type AlgorithmIdentifier, PBES2Params, PBKDF2Params } from 'pkijs'
import { Refusal } from '@platen/template/refusal'
import { derivePkcs12, PURPOSES } from './key-derivation.ts'
import { decryptRc2 } from './rc2.ts'

/** Decrypts parts of one PKCS#12 file. */
export interface Decryption {
  password: string
  /** Counts iterations of key derivations. @throws {Refusal} `invalid` when the file needs too many. */
  spend: (iterations: number) => void
}

/** Advice for files that cannot be read. */
const CONVERT =
  'Convert it with OpenSSL 3: openssl pkcs12 -legacy -in OLD.p12 -out all.pem, then: openssl pkcs12 -export -in all.pem -out NEW.p12'

const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'

/** Encryption schemes of PKCS#12 (RFC 7292, appendix C), with the lengths of their keys in bytes. */
const LEGACY: Readonly<Record<string, { cipher: 'des3' | 'rc2'; keyBytes: number }>> = {
  '1.2.840.113549.1.12.1.3': { cipher: 'des3', keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { cipher: 'des3', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', keyBytes: 5 },
}
const CIPHERS: Readonly<Record<string, { name: string; keyBytes: number }>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyBytes: 24 },
}
const PSEUDORANDOM: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}

/** Decrypts one part of the file. @throws {Refusal} `invalid` for an unknown encryption or a wrong password. */
export function decrypt(encrypted: Buffer, algorithm: AlgorithmIdentifier, decryption: Decryption): Buffer {
  const scheme = algorithm.algorithmId
  const legacy = LEGACY[scheme]
  if (legacy) return decryptLegacy(encrypted, algorithm, { ...decryption, ...legacy })
  if (scheme === PBES2) return decryptPbes2(encrypted, algorithm, decryption)
  throw unsupported(`the encryption ${scheme}`)
}

/** Returns the error for a file with an algorithm that is not supported. */
export function unsupported(what: string): Refusal {
  return new Refusal('invalid', `The PKCS#12 file uses ${what}, which is not supported.`, { detail: CONVERT })
}

function decryptLegacy(
  encrypted: Buffer,
  algorithm: AlgorithmIdentifier,
  scheme: Decryption & { cipher: 'des3' | 'rc2'; keyBytes: number },
): Buffer {
  const [saltValue, count] = (algorithm.algorithmParams as Sequence).valueBlock.value
  const iterations = (count as Integer).valueBlock.valueDec
  const { password, cipher, keyBytes, spend } = scheme
  // For up to two blocks of the key and one of the vector.
  spend(3 * iterations)
  const salt = Buffer.from((saltValue as OctetString).getValue())
  const derivation = { algorithm: 'sha1', password, salt, iterations } as const
  const key = derivePkcs12(derivation, PURPOSES.key, keyBytes)
  const vector = derivePkcs12(derivation, PURPOSES.vector, 8)
  return orWrongPassword(() => {
    if (cipher === 'rc2') return decryptRc2(encrypted, key, vector)
    // With two keys, the first is also the third.
    const three = keyBytes === 24 ? key : Buffer.concat([key, key.subarray(0, 8)])
    const decipher = createDecipheriv('des-ede3-cbc', three, vector)
    return Buffer.concat([decipher.update(encrypted), decipher.final()])
  })
}

function decryptPbes2(
  encrypted: Buffer,
  algorithm: AlgorithmIdentifier,
  { password, spend }: Decryption,
): Buffer {
  const { keyDerivationFunc, encryptionScheme } = new PBES2Params({ schema: algorithm.algorithmParams })
  const cipher = CIPHERS[encryptionScheme.algorithmId]
  if (!cipher) throw unsupported(`the cipher ${encryptionScheme.algorithmId}`)
  const key = derivePbkdf2(keyDerivationFunc, { password, spend, length: cipher.keyBytes })
  const vector = Buffer.from((encryptionScheme.algorithmParams as OctetString).getValue())
  return orWrongPassword(() => {
    const decipher = createDecipheriv(cipher.name, key, vector)
    return Buffer.concat([decipher.update(encrypted), decipher.final()])
  })
}

/** Derives a key with PBKDF2. @throws {Refusal} `invalid` for another function. */
export function derivePbkdf2(
  derivation: AlgorithmIdentifier,
  { password, spend, length }: Decryption & { length: number },
): Buffer {
  if (derivation.algorithmId !== PBKDF2) throw unsupported(`the key derivation ${derivation.algorithmId}`)
  const { salt, iterationCount, prf } = new PBKDF2Params({ schema: derivation.algorithmParams })
  // The default of RFC 8018.
  const name = prf ? PSEUDORANDOM[prf.algorithmId] : 'sha1'
  if (name === undefined) throw unsupported(`the pseudorandom function ${prf?.algorithmId}`)
  spend(iterationCount)
  return pbkdf2Sync(password, Buffer.from((salt as OctetString).getValue()), iterationCount, length, name)
}

/** Runs a decryption. A wrong password shows as wrong padding. */
function orWrongPassword(work: () => Buffer): Buffer {
  try {
    return work()
  } catch (error) {
    throw wrongPassword(error)
  }
}

/** Returns the error for a password that does not open the file. */
export function wrongPassword(cause?: unknown): Refusal {
  return new Refusal('invalid', 'password does not open the PKCS#12 file.', { cause })
}
