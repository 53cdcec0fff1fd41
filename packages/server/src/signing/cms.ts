import { createHash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { fromBER, Null, ObjectIdentifier, OctetString, Sequence, Set } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

/** Hash function of a signature. */
export type SignatureHash = 'sha256' | 'sha384'

const HASHES: Readonly<Record<SignatureHash, string>> = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
}
const RSA_WITH_SHA256 = '1.2.840.113549.1.1.11'
const ECDSA: Readonly<Record<SignatureHash, string>> = {
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
}
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14'
/** Tags of signed and unsigned attributes in SignerInfo. */
const [SIGNED, UNSIGNED] = [0, 1]

const signInThreadPool = promisify<string, Buffer, KeyObject, Buffer>(sign)

/** Returns the hash function for a key: that of the same strength. */
export function hashFor(key: KeyObject): SignatureHash {
  return key.asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'sha384' : 'sha256'
}

/**
 * Creates the signature of a document: CMS SignedData without the content, with the attributes of CAdES that PAdES
 * requires (ETSI EN 319 142-1, 6.3). It has no signing time, because the PDF has it.
 * @param digest hash of the signed bytes, by `hashFor` the key.
 * @param timeStamp returns a time-stamp token for the signature. `undefined`: without a time stamp.
 */
export async function createSignature(
  digest: Buffer,
  { key, chain }: { key: KeyObject; chain: readonly Buffer[] },
  timeStamp?: (signature: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const [own, ...issuers] = chain
  if (!own) throw new Error('The key has no certificate')
  const hash = hashFor(key)
  const attributes = signedAttributes(digest, own)
  const signature = await signInThreadPool(hash, der(new Set({ value: attributes.map(asSchema) })), key)
  const token = await timeStamp?.(signature)
  const certificate = Certificate.fromBER(own)
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: HASHES[hash] }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: SIGNED, attributes }),
    signatureAlgorithm: signatureAlgorithm(key, hash),
    signature: new OctetString({ valueHex: signature }),
  })
  if (token) {
    const stamped = new Attribute({ type: TIME_STAMP_TOKEN, values: [fromBER(token).result] })
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: UNSIGNED, attributes: [stamped] })
  }
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: HASHES[hash] })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates: [certificate, ...issuers.map((issuer) => Certificate.fromBER(issuer))],
    signerInfos: [signer],
  })
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return der(content.toSchema())
}

/** Returns the signed attributes in the order of DER. */
function signedAttributes(digest: Buffer, certificate: Buffer): Attribute[] {
  const certificateHash = createHash('sha256').update(certificate).digest()
  // ESSCertIDv2 without the hash algorithm, because SHA-256 is the default (RFC 5035).
  const id = new Sequence({ value: [new OctetString({ valueHex: certificateHash })] })
  const attributes = [
    new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: ContentInfo.DATA })] }),
    new Attribute({ type: MESSAGE_DIGEST, values: [new OctetString({ valueHex: digest })] }),
    new Attribute({
      type: SIGNING_CERTIFICATE_V2,
      values: [new Sequence({ value: [new Sequence({ value: [id] })] })],
    }),
  ]
  return attributes.toSorted((one, other) => Buffer.compare(der(asSchema(one)), der(asSchema(other))))
}

function signatureAlgorithm(key: KeyObject, hash: SignatureHash): AlgorithmIdentifier {
  if (key.asymmetricKeyType === 'ec') return new AlgorithmIdentifier({ algorithmId: ECDSA[hash] })
  return new AlgorithmIdentifier({ algorithmId: RSA_WITH_SHA256, algorithmParams: new Null() })
}

function asSchema(attribute: Attribute): Sequence {
  return attribute.toSchema()
}

function der(value: { toBER(): ArrayBuffer }): Buffer {
  return Buffer.from(value.toBER())
}
