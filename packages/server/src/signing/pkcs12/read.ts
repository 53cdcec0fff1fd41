import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OctetString } from 'asn1js'
import {
  AuthenticatedSafe,
  CertBag,
  ContentInfo,
  EncryptedData,
  type MacData,
  PBES2Params,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeContents,
} from 'pkijs'
import { Refusal } from '@platen/template/refusal'
import { type Decryption, decrypt, derivePbkdf2, unsupported, wrongPassword } from './decrypt.ts'
import { derivePkcs12, hashLength, type Pkcs12Hash, PURPOSES } from './key-derivation.ts'

/** Private keys (PKCS#8) and certificates of a PKCS#12 file, in DER. */
export interface Pkcs12Contents {
  keys: Buffer[]
  certificates: Buffer[]
}

/** Largest file. A key with a chain of three certificates has 5 to 10 KB. */
export const PKCS12_BYTES_MAX = 64 * 1024
/** Iterations of all key derivations of a file together. Firefox writes about 1.2 million, OpenSSL 6,000. */
const ITERATIONS_MAX = 3_000_000
/** Keys and certificates in a file. */
const BAGS_MAX = 50
/** Levels of SafeContents within SafeContents. */
const NESTING_MAX = 3

const HASHES: Readonly<Record<string, Pkcs12Hash>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const HMACS: Readonly<Record<string, Pkcs12Hash>> = {
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}
const PBMAC1 = '1.2.840.113549.1.5.14'
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1'

/**
 * Reads a PKCS#12 file (RFC 7292), and checks its password.
 * @throws {Refusal} `invalid` for another file, a wrong password or an unknown encryption.
 */
export function readPkcs12(file: Buffer, password: string): Pkcs12Contents {
  let left = ITERATIONS_MAX
  const decryption: Decryption = {
    password,
    spend(iterations) {
      left -= iterations
      // A negative number would be NaN or a huge one.
      if (!(iterations > 0) || left < 0)
        throw unsupported(`more than ${ITERATIONS_MAX.toLocaleString('en')} iterations to derive its keys`)
    },
  }
  try {
    return readParts(PFX.fromBER(file), decryption)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('invalid', describeOther(file), { cause: error })
  }
}

function describeOther(file: Buffer): string {
  if (file.includes('-----BEGIN '))
    return 'content is a PEM file, not PKCS#12. Convert it with OpenSSL: openssl pkcs12 -export -inkey key.pem -in certificates.pem -out certificate.p12'
  return 'content is not a PKCS#12 file (.p12 or .pfx), or it is damaged.'
}

function readParts({ authSafe, macData }: PFX, decryption: Decryption): Pkcs12Contents {
  if (authSafe.contentType !== ContentInfo.DATA) throw unsupported('a signature instead of a password')
  const safe = bytesOf(authSafe.content)
  if (macData) checkMac(safe, macData, decryption)
  const contents: Pkcs12Contents = { keys: [], certificates: [] }
  for (const part of AuthenticatedSafe.fromBER(safe).safeContents) {
    const plain =
      part.contentType === ContentInfo.DATA ? bytesOf(part.content) : decryptPart(part, decryption)
    addBags(contents, SafeContents.fromBER(plain), decryption)
  }
  return contents
}

function decryptPart({ contentType, content }: ContentInfo, decryption: Decryption): Buffer {
  if (contentType !== ContentInfo.ENCRYPTED_DATA) throw unsupported('an encryption for certain recipients')
  const { encryptedContentInfo } = new EncryptedData({ schema: content })
  const encrypted = Buffer.from(encryptedContentInfo.getEncryptedContent())
  return decrypt(encrypted, encryptedContentInfo.contentEncryptionAlgorithm, decryption)
}

function addBags(
  contents: Pkcs12Contents,
  { safeBags }: SafeContents,
  decryption: Decryption,
  depth = 0,
): void {
  for (const { bagValue } of safeBags) {
    if (bagValue instanceof PKCS8ShroudedKeyBag) {
      const encrypted = bytesOf(bagValue.encryptedData)
      contents.keys.push(decrypt(encrypted, bagValue.encryptionAlgorithm, decryption))
    } else if (bagValue instanceof PrivateKeyInfo) {
      contents.keys.push(Buffer.from(bagValue.toSchema().toBER()))
    } else if (bagValue instanceof CertBag) {
      if (bagValue.certId === X509_CERTIFICATE)
        contents.certificates.push(bytesOf(bagValue.certValue as OctetString))
    } else if (bagValue instanceof SafeContents) {
      if (depth >= NESTING_MAX) throw new RangeError('The parts are nested too deeply')
      addBags(contents, bagValue, decryption, depth + 1)
    }
    if (contents.keys.length + contents.certificates.length > BAGS_MAX)
      throw new RangeError('The file has too many keys and certificates')
  }
}

/**
 * Checks the message authentication code of a file. Its length is checked first: the time of the derivation is proportional
 * to it, and the file sets it.
 * @throws {Refusal} `invalid` for a wrong password.
 */
function checkMac(safe: Buffer, { mac, macSalt, iterations = 1 }: MacData, decryption: Decryption): void {
  const { algorithmId, algorithmParams } = mac.digestAlgorithm
  let algorithm: Pkcs12Hash | undefined
  let key: Buffer
  const stored = bytesOf(mac.digest)
  if (algorithmId === PBMAC1) {
    // The parameters have the same form as those of an encryption (RFC 9579).
    const { keyDerivationFunc, encryptionScheme } = new PBES2Params({ schema: algorithmParams })
    algorithm = HMACS[encryptionScheme.algorithmId]
    if (!algorithm) throw unsupported(`the integrity check ${encryptionScheme.algorithmId}`)
    if (stored.length !== hashLength(algorithm)) throw wrongPassword()
    key = derivePbkdf2(keyDerivationFunc, { ...decryption, length: stored.length })
  } else {
    algorithm = HASHES[algorithmId]
    if (!algorithm) throw unsupported(`the integrity check ${algorithmId}`)
    if (stored.length !== hashLength(algorithm)) throw wrongPassword()
    decryption.spend(iterations)
    const derivation = { algorithm, password: decryption.password, salt: bytesOf(macSalt), iterations }
    key = derivePkcs12(derivation, PURPOSES.mac, stored.length)
  }
  const expected = createHmac(algorithm, key).update(safe).digest()
  if (!timingSafeEqual(expected, stored)) throw wrongPassword()
}

/** Returns the bytes of an octet string, which may have several parts. */
function bytesOf(value: OctetString): Buffer {
  return Buffer.from(value.getValue())
}
