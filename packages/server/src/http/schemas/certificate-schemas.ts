import { Type } from 'typebox'
import { PKCS12_BYTES_MAX } from '../../signing/pkcs12/read.ts'
import { noPrototypeKeys, Timestamp } from './schemas.ts'

/** Length of a file in base64. */
const CONTENT_LENGTH_MAX = 4 * Math.ceil(PKCS12_BYTES_MAX / 3)
const PASSWORD_LENGTH_MAX = 256

/** Name of a certificate, by which options refer to it. */
const CertificateName = Type.String({
  minLength: 1,
  maxLength: 100,
  // A character class, so that the pattern is linear.
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  examples: ['company-seal'],
})

/** A certificate without its private key. */
export const CertificateSchema = Type.Object(
  {
    name: Type.String({ description: 'Name by which `options.sign.certificate` refers to it.' }),
    signer: Type.String({ description: 'Name in signatures: common name or organization.' }),
    subject: Type.String({ description: 'Distinguished name of the subject.' }),
    issuer: Type.String({ description: 'Distinguished name of the issuer.' }),
    serialNumber: Type.String({ description: 'Serial number, hex.' }),
    fingerprint: Type.String({ description: 'SHA-256 of the certificate, hex.' }),
    keyType: Type.String({ description: 'Type of the key.', examples: ['RSA 3072', 'ECDSA P-256'] }),
    notBefore: Timestamp,
    notAfter: Timestamp,
    createdAt: Timestamp,
  },
  { title: 'Certificate' },
)

export const CertificateList = Type.Object({
  certificates: Type.Array(CertificateSchema),
  canAdd: Type.Boolean({ description: 'False when the operator has not set `CERTIFICATE_KEY`.' }),
})

export const NewCertificate = Type.Object(
  {
    name: CertificateName,
    content: Type.String({
      minLength: 1,
      maxLength: CONTENT_LENGTH_MAX,
      description: 'PKCS#12 file (.p12 or .pfx) with one private key and its certificates, base64-encoded.',
    }),
    password: Type.String({
      maxLength: PASSWORD_LENGTH_MAX,
      description: 'Password of the file. It is not stored.',
    }),
  },
  { ...noPrototypeKeys, title: 'NewCertificate' },
)
