import { createPrivateKey, randomBytes, type webcrypto } from 'node:crypto'
import { BitString, Integer, OctetString, PrintableString, Sequence, Set as AsnSet, Utf8String } from 'asn1js'
import {
  Attribute,
  AttributeTypeAndValue,
  AuthenticatedSafe,
  BasicConstraints,
  CertBag,
  Certificate,
  ExtKeyUsage,
  Extension,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  RelativeDistinguishedNames,
  SafeBag,
  SafeContents,
} from 'pkijs'

const { subtle } = globalThis.crypto

/** Type of a key. */
export type KeyKind = 'rsa-2048' | 'rsa-3072' | 'rsa-4096' | 'p-256' | 'p-384' | 'rsa-1024' | 'p-521'

/** Certificate with its key. */
export interface Issued {
  certificate: Certificate
  der: Buffer
  keys: webcrypto.CryptoKeyPair
  hash: 'SHA-256' | 'SHA-384'
}

/** Properties of a certificate. */
export interface Subject {
  name: string
  organization?: string
  kind?: KeyKind
  /** Without it the certificate is self-signed. */
  issuer?: Issued
  isCa?: boolean
  /** Bits of the key usage, from the first. Default: digitalSignature and contentCommitment. */
  keyUsage?: number
  timeStamping?: boolean
  notBefore?: Date
  notAfter?: Date
  /** Further extensions. */
  extensions?: Extension[]
}

const DAY_MS = 86_400_000
const KEY_USAGE = '2.5.29.15'

/** Issues a certificate. */
export async function issue(subject: Subject): Promise<Issued> {
  const {
    name,
    organization = 'Example',
    kind = 'p-256',
    issuer,
    isCa = false,
    timeStamping = false,
  } = subject
  const keys = await generateKeys(kind)
  const hash = kind === 'p-384' ? 'SHA-384' : 'SHA-256'
  const certificate = new Certificate({ version: 2 })
  certificate.serialNumber = new Integer({ valueHex: Buffer.concat([Buffer.of(0x41), randomBytes(8)]) })
  certificate.subject = nameOf([
    new AttributeTypeAndValue({ type: '2.5.4.6', value: new PrintableString({ value: 'DE' }) }),
    new AttributeTypeAndValue({ type: '2.5.4.10', value: new Utf8String({ value: organization }) }),
    new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
  ])
  certificate.issuer = issuer?.certificate.subject ?? certificate.subject
  certificate.notBefore.value = subject.notBefore ?? new Date(Date.now() - DAY_MS)
  certificate.notAfter.value = subject.notAfter ?? new Date(Date.now() + 365 * DAY_MS)
  const usage = subject.keyUsage ?? (isCa ? 0b0000_0110 : 0b1100_0000)
  certificate.extensions = [
    extension('2.5.29.19', new BasicConstraints(isCa ? { cA: true } : {}).toSchema(), true),
    extension(KEY_USAGE, new BitString({ valueHex: Buffer.of(usage), unusedBits: 1 }), true),
    ...(timeStamping
      ? [extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] }).toSchema(), true)]
      : []),
    ...(subject.extensions ?? []),
  ]
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign((issuer?.keys ?? keys).privateKey, issuer?.hash ?? hash)
  return { certificate, der: Buffer.from(certificate.toSchema().toBER()), keys, hash }
}

/** Creates a name. pkijs would put all parts into one set. */
function nameOf(parts: AttributeTypeAndValue[]): RelativeDistinguishedNames {
  const name = new Sequence({ value: parts.map((part) => new AsnSet({ value: [part.toSchema()] })) })
  return RelativeDistinguishedNames.fromBER(name.toBER())
}

/** Creates an extension. */
export function extension(extnID: string, value: { toBER(): ArrayBuffer }, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}

async function generateKeys(kind: KeyKind): Promise<webcrypto.CryptoKeyPair> {
  const [family, size] = kind.split('-')
  const algorithm =
    family === 'rsa'
      ? {
          name: 'RSASSA-PKCS1-v1_5',
          modulusLength: Number(size),
          publicExponent: Uint8Array.of(1, 0, 1),
          hash: 'SHA-256',
        }
      : { name: 'ECDSA', namedCurve: `P-${size}` }
  return await subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

/** Returns the private key as PKCS#8. */
export async function pkcs8Of({ keys }: Issued): Promise<Buffer> {
  return Buffer.from(await subtle.exportKey('pkcs8', keys.privateKey))
}

/** Writes a PKCS#12 file with AES-256 and SHA-256, as OpenSSL 3 does. */
export async function writePkcs12(
  own: Issued,
  chain: Issued[],
  password: string,
  { iterations = 2_048 }: { iterations?: number } = {},
): Promise<Buffer> {
  const secret = Uint8Array.from(Buffer.from(password)).buffer
  const encryption = {
    password: secret,
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 },
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: iterations,
  }
  const key = createPrivateKey({ key: await pkcs8Of(own), format: 'der', type: 'pkcs8' })
  const shrouded = new PKCS8ShroudedKeyBag({
    parsedValue: PrivateKeyInfo.fromBER(key.export({ format: 'der', type: 'pkcs8' })),
  })
  await shrouded.makeInternalValues(encryption)
  const localId = new Attribute({
    type: '1.2.840.113549.1.9.21',
    values: [new OctetString({ valueHex: Buffer.of(1) })],
  })
  const certificates = [own, ...chain].map(
    ({ certificate }) =>
      new SafeBag({
        bagId: '1.2.840.113549.1.12.10.1.3',
        bagValue: new CertBag({ parsedValue: certificate }),
      }),
  )
  const safe = new AuthenticatedSafe({
    parsedValue: {
      safeContents: [
        {
          privacyMode: 0,
          value: new SafeContents({
            safeBags: [
              new SafeBag({
                bagId: '1.2.840.113549.1.12.10.1.2',
                bagValue: shrouded,
                bagAttributes: [localId],
              }),
            ],
          }),
        },
        { privacyMode: 1, value: new SafeContents({ safeBags: certificates }) },
      ],
    },
  })
  await safe.makeInternalValues({ safeContents: [{}, encryption] })
  const pfx = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } })
  await pfx.makeInternalValues({
    password: secret,
    iterations,
    pbkdf2HashAlgorithm: 'SHA-256',
    hmacHashAlgorithm: 'SHA-256',
  })
  return Buffer.from(pfx.toSchema().toBER())
}
