import { createPrivateKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { BitString } from 'asn1js'
import { Certificate, type RelativeDistinguishedNames } from 'pkijs'
import { Refusal } from '@platen/template/refusal'

/** Properties of a certificate that lists show. */
export interface CertificateFacts {
  /** The name in signatures: common name, or organisation. */
  signer: string
  /** Distinguished names, such as `CN=Example GmbH, C=DE`. */
  subject: string
  issuer: string
  /** Hexadecimal. */
  serialNumber: string
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string
  /** Key: `RSA 3072` or `ECDSA P-256`. */
  keyType: string
  notBefore: Date
  notAfter: Date
}

const RSA_BITS = { min: 2_048, max: 4_096 }
const CURVES: Readonly<Record<string, string>> = { prime256v1: 'ECDSA P-256', secp384r1: 'ECDSA P-384' }
const KEY_USAGE = '2.5.29.15'
/** Bits of the key usage that allow signatures of documents: digitalSignature and contentCommitment. */
const SIGNING_BITS = 0b1100_0000
/** Certificates that a signature contains, with that of the signer. */
const CHAIN_MAX = 10

/**
 * Finds the certificate of a private key and those of its issuers.
 * @returns the key, and the certificates from that of the key upwards.
 * @throws {Refusal} `invalid` when the certificate is missing, or may not be used for signatures.
 */
export function findChain(
  keys: readonly Buffer[],
  certificates: readonly Buffer[],
  now: Date,
): { key: KeyObject; chain: Buffer[] } {
  const [first] = keys
  if (first === undefined) throw invalid('has no private key', 'Export it again, with its private key.')
  if (keys.length > 1)
    throw invalid(`has ${keys.length} private keys`, 'Export only the certificate that signs.')
  const key = createPrivateKey({ key: first, format: 'der', type: 'pkcs8' })
  const keyType = describeKey(key)
  const parsed = certificates.map((der) => new X509Certificate(der))
  const own = parsed.find((certificate) => certificate.checkPrivateKey(key))
  if (!own) throw invalid('has no certificate for its private key')
  checkKeyWorks(key, own, keyType)
  checkUse(own, now)
  const chain = [own]
  for (let last = own; chain.length < CHAIN_MAX;) {
    const issuer = parsed.find(
      (one) => !chain.includes(one) && last.checkIssued(one) && last.verify(one.publicKey),
    )
    if (!issuer) break
    chain.push(issuer)
    last = issuer
  }
  return { key, chain: chain.map(({ raw }) => raw) }
}

/** Returns the properties of a certificate. */
export function factsOf(der: Buffer): CertificateFacts {
  const certificate = new X509Certificate(der)
  const { subject, issuer } = Certificate.fromBER(der)
  const parts = partsOf(subject)
  const valueOf = (type: string) => parts.find(([name]) => name === type)?.[1]
  return {
    signer: valueOf('CN') ?? valueOf('O') ?? nameOf(parts),
    subject: nameOf(parts),
    issuer: nameOf(partsOf(issuer)),
    serialNumber: certificate.serialNumber,
    fingerprint: certificate.fingerprint256.replaceAll(':', ''),
    keyType: describeKey(certificate.publicKey),
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
  }
}

/** Types of the parts of names that have a short form. Others are written as numbers. */
const NAME_TYPES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'emailAddress',
}
/** Characters of a name that lists show. */
const NAME_LENGTH_MAX = 500

type NamePart = [type: string, value: string]

function partsOf(name: RelativeDistinguishedNames): NamePart[] {
  return name.typesAndValues.map(({ type, value }) => [
    NAME_TYPES[type] ?? type,
    // PostgreSQL and XML cannot store control characters.
    value.valueBlock.value.replace(/\p{Cc}|\p{Cs}/gu, ' ').slice(0, NAME_LENGTH_MAX),
  ])
}

/** Returns a name on one line, from its most specific part. */
function nameOf(parts: readonly NamePart[]): string {
  const text = parts
    .toReversed()
    .map(([type, value]) => `${type}=${value}`)
    .join(', ')
  return text.slice(0, NAME_LENGTH_MAX)
}

function describeKey(key: KeyObject): string {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'rsa') {
    if (modulusLength >= RSA_BITS.min && modulusLength <= RSA_BITS.max) return `RSA ${modulusLength}`
    throw invalid(
      `has an RSA key of ${modulusLength} bits`,
      `Use ${RSA_BITS.min} to ${RSA_BITS.max.toLocaleString('en')} bits.`,
    )
  }
  const curve = key.asymmetricKeyType === 'ec' ? CURVES[namedCurve] : undefined
  if (curve !== undefined) return curve
  const type = [key.asymmetricKeyType, namedCurve].join(' ').trim()
  throw invalid(
    `has a key of the type ${type}`,
    'Use RSA with 2,048 to 4,096 bits, or ECDSA with P-256 or P-384.',
  )
}

/** Signs some bytes and checks the result, so that a damaged key fails now and not in a render. */
function checkKeyWorks(key: KeyObject, { publicKey }: X509Certificate, keyType: string): void {
  const sample = Buffer.from(keyType)
  if (!verify('sha256', sample, publicKey, sign('sha256', sample, key)))
    throw invalid('has a damaged private key')
}

function checkUse(own: X509Certificate, now: Date): void {
  const [from, to] = [new Date(own.validFrom), new Date(own.validTo)]
  if (now > to) throw invalid(`has a certificate that expired at ${to.toISOString()}`)
  if (now < from) throw invalid(`has a certificate that is valid only from ${from.toISOString()}`)
  const usage = Certificate.fromBER(own.raw).extensions?.find(({ extnID }) => extnID === KEY_USAGE)
  const bits: unknown = usage?.parsedValue
  if (bits instanceof BitString && ((bits.valueBlock.valueHexView[0] ?? 0) & SIGNING_BITS) === 0)
    throw invalid(
      'has a certificate that may not sign documents',
      'Its key usage must include digitalSignature or contentCommitment (nonRepudiation).',
    )
}

function invalid(problem: string, advice?: string): Refusal {
  return new Refusal(
    'invalid',
    `The PKCS#12 file ${problem}.`,
    advice === undefined ? {} : { detail: advice },
  )
}
