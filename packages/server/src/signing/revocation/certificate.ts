import { type KeyObject, X509Certificate } from 'node:crypto'
import {
  Certificate,
  CRLDistributionPoints,
  type GeneralName,
  InfoAccess,
  type RelativeDistinguishedNames,
} from 'pkijs'

/** A certificate in the forms that checks need. */
export interface ParsedCertificate {
  der: Buffer
  x509: X509Certificate
  pki: Certificate
}

/** Addresses that a certificate names. */
export interface Addresses {
  /** OCSP responders. */
  ocsp: URL[]
  /** Revocation lists. */
  lists: URL[]
  /** Certificates of the issuer. */
  issuers: URL[]
}

const INFO_ACCESS = '1.3.6.1.5.5.7.1.1'
const OCSP = '1.3.6.1.5.5.7.48.1'
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2'
const LIST_POINTS = '2.5.29.31'
/** Type of a URI in a general name. */
const URI = 6
/** Addresses of each kind. Further ones are not used. */
const ADDRESSES_MAX = 2
const NAME_LENGTH_MAX = 200
/** Common name and organisation. */
const NAME_TYPES = ['2.5.4.3', '2.5.4.10']

/** Parses a certificate in DER or PEM. @throws when the bytes are not a certificate. */
export function parseCertificate(bytes: Buffer): ParsedCertificate {
  const x509 = new X509Certificate(bytes)
  return { der: x509.raw, x509, pki: Certificate.fromBER(Uint8Array.from(x509.raw)) }
}

/** Returns the name of the subject, for messages. */
export function subjectOf({ pki }: ParsedCertificate): string {
  return nameIn(pki.subject)
}

/** Returns the name of the issuer, for messages. */
export function issuerNameOf({ pki }: ParsedCertificate): string {
  return nameIn(pki.issuer)
}

/** Returns true for a certificate that its own key has signed, so that no issuer can revoke it. */
export function isSelfSigned(certificate: ParsedCertificate): boolean {
  const { subject, issuer } = certificate.x509
  const key = publicKeyOf(certificate)
  return subject === issuer && key !== undefined && certificate.x509.verify(key)
}

/** Returns true when the key of `issuer` has signed the certificate. */
export function isIssuedBy({ x509 }: ParsedCertificate, issuer: ParsedCertificate): boolean {
  const key = publicKeyOf(issuer)
  return key !== undefined && x509.checkIssued(issuer.x509) && x509.verify(key)
}

/** Returns the addresses that a certificate names, without those that are neither http nor https. */
export function addressesOf({ pki }: ParsedCertificate): Addresses {
  const access = parsedExtension(pki, INFO_ACCESS)
  const descriptions = access instanceof InfoAccess ? access.accessDescriptions : []
  const withMethod = (method: string) =>
    urlsIn(
      descriptions.flatMap(({ accessMethod, accessLocation }) =>
        accessMethod === method ? [accessLocation] : [],
      ),
    )
  const points = parsedExtension(pki, LIST_POINTS)
  const lists = (points instanceof CRLDistributionPoints ? points.distributionPoints : []).flatMap(
    // A list that another issuer signs cannot be checked here.
    ({ distributionPoint, cRLIssuer }) =>
      Array.isArray(distributionPoint) && cRLIssuer === undefined ? distributionPoint : [],
  )
  return { ocsp: withMethod(OCSP), lists: urlsIn(lists), issuers: withMethod(CA_ISSUERS) }
}

/** Returns the URI in a general name. */
export function uriIn({ type, value }: GeneralName): string | undefined {
  return type === URI ? String(value) : undefined
}

function parsedExtension({ extensions = [] }: Certificate, type: string): unknown {
  return extensions.find(({ extnID }) => extnID === type)?.parsedValue
}

function urlsIn(names: readonly GeneralName[]): URL[] {
  return names
    .flatMap((name) => {
      const url = URL.parse(uriIn(name) ?? '')
      return url !== null && ['http:', 'https:'].includes(url.protocol) ? [url] : []
    })
    .slice(0, ADDRESSES_MAX)
}

/** Returns the public key, or `undefined` for a kind that OpenSSL does not have. */
function publicKeyOf({ x509 }: ParsedCertificate): KeyObject | undefined {
  try {
    return x509.publicKey
  } catch {
    return undefined
  }
}

/** Returns the common name or the organisation. Messages are logged, so a name with a mail address is left out. */
function nameIn({ typesAndValues }: RelativeDistinguishedNames): string {
  const names = NAME_TYPES.flatMap((type) => typesAndValues.filter((part) => part.type === type))
  const name = names.map(({ value }) => value.valueBlock.value).find((text) => !text.includes('@'))
  return JSON.stringify(
    (name ?? 'without a name').replaceAll(/\p{Cc}|\p{Cs}/gu, ' ').slice(0, NAME_LENGTH_MAX),
  )
}
