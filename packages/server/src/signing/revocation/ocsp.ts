import { GeneralizedTime } from 'asn1js'
import {
  BasicOCSPResponse,
  type Certificate,
  CertID,
  ExtKeyUsage,
  getCrypto,
  OCSPRequest,
  OCSPResponse,
  Request,
} from 'pkijs'
import { isIssuedBy, type ParsedCertificate, parseCertificate } from './certificate.ts'
import { endOfValidity, type Proof, UnusableProof } from './proof.ts'
import { isSignedBy } from './signature.ts'

/** The only hash function that all responders support (RFC 5019). It identifies the certificate, and protects nothing. */
const ID_HASH = 'SHA-1'
const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
const NO_CHECK = '1.3.6.1.5.5.7.48.1.5'
const SUCCESSFUL = 0
/** Tags of the status of a certificate. */
const [GOOD, REVOKED] = [0, 1]
/** Certificates in a response. */
const CERTIFICATES_MAX = 10

/** A certificate with that of its issuer. */
export interface IssuedCertificate {
  certificate: ParsedCertificate
  issuer: ParsedCertificate
}

/** Returns a request for the status of a certificate (RFC 6960), in DER. */
export async function ocspRequest(issued: IssuedCertificate): Promise<Buffer> {
  const request = new OCSPRequest()
  request.tbsRequest.requestList = [new Request({ reqCert: await idOf(issued) })]
  return Buffer.from(request.toSchema(true).toBER())
}

/**
 * Checks a response to a request: its signature, its signer, and that it is about this certificate and valid now.
 * @throws {UnusableProof} when it proves nothing.
 */
export async function checkOcspResponse(der: Buffer, issued: IssuedCertificate, now: Date): Promise<Proof> {
  const { responseStatus, responseBytes } = OCSPResponse.fromBER(Uint8Array.from(der))
  const { valueDec } = responseStatus.valueBlock
  if (valueDec !== SUCCESSFUL || responseBytes?.responseType !== BASIC_RESPONSE)
    throw new UnusableProof(`the OCSP responder refused with the status ${valueDec}`)
  const basic = BasicOCSPResponse.fromBER(responseBytes.response.getValue())
  const { tbsResponseData } = basic
  const signer = await signerOf(basic, issued.issuer, now)
  const id = await idOf(issued)
  const single = tbsResponseData.responses.find(({ certID }) => certID.isEqual(id))
  if (!single) throw new UnusableProof('the OCSP response is about another certificate')
  const until = endOfValidity(single.thisUpdate, single.nextUpdate, now)
  const { tag, time } = statusIn(single.certStatus)
  if (tag !== GOOD && tag !== REVOKED)
    throw new UnusableProof('the OCSP responder reports the status "unknown"')
  return {
    kind: 'ocsp',
    der,
    until,
    revokedAt: tag === REVOKED ? (time ?? now) : undefined,
    ...(signer !== issued.issuer && { signer: signer.der }),
  }
}

/** Returns the issuer, or the certificate of a responder that the issuer has authorized. */
async function signerOf(
  { tbsResponseData, signatureAlgorithm, signature, certs = [] }: BasicOCSPResponse,
  issuer: ParsedCertificate,
  now: Date,
): Promise<ParsedCertificate> {
  const signed = { bytes: tbsResponseData.tbsView, algorithm: signatureAlgorithm, signature }
  if (await isSignedBy(signed, issuer)) return issuer
  for (const certificate of certs.slice(0, CERTIFICATES_MAX)) {
    const responder = parseCertificate(Buffer.from(certificate.toSchema().toBER()))
    if (mayAnswer(certificate, now) && isIssuedBy(responder, issuer) && (await isSignedBy(signed, responder)))
      return responder
  }
  throw new UnusableProof('the OCSP response is not signed by the issuer or a responder of the issuer')
}

/** Returns true for a certificate of a responder whose own status need not be checked (RFC 6960, 4.2.2.2.1). */
function mayAnswer({ extensions = [], notBefore, notAfter }: Certificate, now: Date): boolean {
  const usage: unknown = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue
  const isResponder = usage instanceof ExtKeyUsage && usage.keyPurposes.includes(OCSP_SIGNING)
  const isValid = now >= notBefore.value && now <= notAfter.value
  return isResponder && isValid && extensions.some(({ extnID }) => extnID === NO_CHECK)
}

async function idOf({ certificate, issuer }: IssuedCertificate): Promise<CertID> {
  const parameters = { hashAlgorithm: ID_HASH, issuerCertificate: issuer.pki }
  return await CertID.create(certificate.pki, parameters, getCrypto(true))
}

/** Reads the status of a certificate, which pkijs leaves as it is. */
function statusIn(status: unknown): { tag: number; time: Date | undefined } {
  const { idBlock, valueBlock } = status as {
    idBlock: { tagNumber: number }
    valueBlock: { value?: unknown[] }
  }
  const [first] = valueBlock.value ?? []
  return { tag: idBlock.tagNumber, time: first instanceof GeneralizedTime ? first.toDate() : undefined }
}
