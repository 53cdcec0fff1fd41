import { ContentInfo, Certificate, SignedData } from 'pkijs'
import {
  addressesOf,
  isIssuedBy,
  isSelfSigned,
  issuerNameOf,
  type ParsedCertificate,
  parseCertificate,
} from './certificate.ts'
import type { Downloads } from './download.ts'
import { type Attempt, failureOf, UnavailableError } from './failures.ts'

/** Certificates of a chain. */
const CHAIN_MAX = 10
const CERTIFICATE_BYTES_MAX = 64 * 1024
/** Certificates in a file of certificates. */
const FILE_MAX = 10
const KEPT_MS = 86_400_000

/**
 * Returns the chain of a certificate up to the root, which is self-signed. Receives missing certificates from the
 * addresses that the certificates name.
 * @param known certificates that may belong to the chain.
 * @throws {UnavailableError} when the certificate of an issuer is missing.
 */
export async function completeChain(
  own: ParsedCertificate,
  known: readonly ParsedCertificate[],
  downloads: Downloads,
  signal: AbortSignal,
): Promise<ParsedCertificate[]> {
  const chain = [own]
  for (let last = own; !isSelfSigned(last);) {
    const issuer =
      known.find((one) => isIssuedBy(last, one)) ?? (await receiveIssuer(last, downloads, signal))
    if (chain.length === CHAIN_MAX || chain.some(({ der }) => der.equals(issuer.der)))
      throw new UnavailableError(`The chain of certificates has more than ${CHAIN_MAX}, or has no root.`, [])
    chain.push(issuer)
    last = issuer
  }
  return chain
}

async function receiveIssuer(
  certificate: ParsedCertificate,
  downloads: Downloads,
  signal: AbortSignal,
): Promise<ParsedCertificate> {
  const attempts: Attempt[] = []
  for (const url of addressesOf(certificate).issuers) {
    const request = { url, bytesMax: CERTIFICATE_BYTES_MAX }
    try {
      const data = await downloads.receive(request, signal)
      const issuer = certificatesIn(data).find((one) => isIssuedBy(certificate, one))
      if (issuer) {
        downloads.keep(request, data, new Date(Date.now() + KEPT_MS))
        return issuer
      }
      attempts.push({ url, reason: 'it has another certificate' })
    } catch (error) {
      signal.throwIfAborted()
      attempts.push({ url, reason: failureOf(error) })
    }
  }
  throw new UnavailableError(
    `The certificate of the issuer ${issuerNameOf(certificate)} is missing.`,
    attempts,
  )
}

/** Returns the certificates of a file: one in DER or PEM, or several in PKCS#7. */
function certificatesIn(data: Buffer): ParsedCertificate[] {
  try {
    return [parseCertificate(data)]
  } catch {
    const { content } = ContentInfo.fromBER(Uint8Array.from(data))
    const { certificates = [] } = new SignedData({ schema: content })
    return certificates
      .filter((one) => one instanceof Certificate)
      .slice(0, FILE_MAX)
      .map((one) => parseCertificate(Buffer.from(one.toSchema().toBER())))
  }
}
