import { BitString, fromBER, GeneralizedTime, UTCTime } from 'asn1js'
import { AlgorithmIdentifier, IssuingDistributionPoint } from 'pkijs'
import { uriIn } from './certificate.ts'
import { bytesOf, contentOf, DerError, type Element, elementAt, elementsIn } from './der.ts'
import type { IssuedCertificate } from './ocsp.ts'
import { endOfValidity, type Proof, UnusableProof } from './proof.ts'
import { isSignedBy } from './signature.ts'

const INTEGER = 0x02
const BOOLEAN = 0x01
const SEQUENCE = 0x30
const TIMES = [0x17, 0x18]
const EXTENSIONS = 0xa0
/** Largest numbers of elements. An entry of a usual list has 37 bytes, so 5 MB hold about 130,000. */
const COUNT_MAX = { parts: 8, extensions: 50, entries: 200_000 }
/** Identifier of the issuing distribution point in DER: 2.5.29.28. */
const ISSUING_POINT = Buffer.of(0x55, 0x1d, 0x1c)

/** Parts of a revocation list (RFC 5280, 5.1). */
interface RevocationList {
  from: Date
  to: Date | undefined
  /** The revoked certificates. */
  entries: Element | undefined
  extensions: Element | undefined
}

/**
 * Checks a revocation list: its signature, that it covers the certificate, and that it is valid now.
 * @param url address from which it was received.
 * @throws {UnusableProof} when it proves nothing.
 * @throws {DerError} when it is not DER.
 */
export async function checkList(
  der: Buffer,
  { certificate, issuer }: IssuedCertificate,
  { url, now }: { url: URL; now: Date },
): Promise<Proof> {
  const whole = elementAt(der, 0)
  const [signed, algorithm, signature] = [...elementsIn(der, whole, COUNT_MAX.parts)]
  if (whole.tag !== SEQUENCE || !signed || !algorithm || !signature)
    throw new DerError('The revocation list is incomplete')
  const isSigned = await isSignedBy(
    {
      bytes: bytesOf(der, signed),
      algorithm: AlgorithmIdentifier.fromBER(Uint8Array.from(bytesOf(der, algorithm))),
      signature: bitStringIn(bytesOf(der, signature)),
    },
    issuer,
  )
  if (!isSigned) throw new UnusableProof('the revocation list is not signed by the issuer')
  const list = readList(der, signed)
  if (list.extensions) checkExtensions(der, list.extensions, { isAuthority: certificate.x509.ca, url })
  return {
    kind: 'list',
    der: bytesOf(der, whole),
    until: endOfValidity(list.from, list.to, now),
    revokedAt: list.entries && findRevocation(der, list.entries, serialOf(certificate.pki.serialNumber)),
  }
}

function readList(der: Buffer, signed: Element): RevocationList {
  const parts = [...elementsIn(der, signed, COUNT_MAX.parts)]
  if (parts[0]?.tag === INTEGER) parts.shift()
  const [, , from, ...rest] = parts
  if (!from) throw new DerError('The revocation list has no date')
  const to = rest[0] && TIMES.includes(rest[0].tag) ? rest.shift() : undefined
  return {
    from: timeIn(der, from),
    to: to && timeIn(der, to),
    entries: rest.find(({ tag }) => tag === SEQUENCE),
    extensions: rest.find(({ tag }) => tag === EXTENSIONS),
  }
}

/** Returns the time at which a certificate was revoked. `undefined`: it is not in the list. */
function findRevocation(der: Buffer, entries: Element, serial: Buffer): Date | undefined {
  for (const entry of elementsIn(der, entries, COUNT_MAX.entries)) {
    const number = elementAt(der, entry.content, entry.end)
    if (withoutZeros(contentOf(der, number)).equals(serial))
      return timeIn(der, elementAt(der, number.end, entry.end))
  }
  return undefined
}

/** Checks that a list covers a certificate. @throws {UnusableProof} when it is for others, or has unknown rules. */
function checkExtensions(
  der: Buffer,
  extensions: Element,
  { isAuthority, url }: { isAuthority: boolean; url: URL },
): void {
  const list = elementAt(der, extensions.content, extensions.end)
  for (const extension of elementsIn(der, list, COUNT_MAX.extensions)) {
    const parts = [...elementsIn(der, extension, COUNT_MAX.parts)]
    const [type] = parts
    const value = parts.at(-1)
    if (!type || !value) throw new DerError('An extension is incomplete')
    const isCritical = parts[1]?.tag === BOOLEAN && der[parts[1].content] !== 0
    if (contentOf(der, type).equals(ISSUING_POINT)) {
      const point = IssuingDistributionPoint.fromBER(Uint8Array.from(contentOf(der, value)))
      if (!covers(point, { isAuthority, url }))
        throw new UnusableProof('the revocation list is for other certificates')
    } else if (isCritical) throw new UnusableProof('the revocation list has an unknown critical extension')
  }
}

function covers(
  point: IssuingDistributionPoint,
  { isAuthority, url }: { isAuthority: boolean; url: URL },
): boolean {
  const { distributionPoint: names } = point
  const isFromHere =
    !Array.isArray(names) || names.some((name) => URL.parse(uriIn(name) ?? '')?.href === url.href)
  return (
    isFromHere &&
    !point.indirectCRL &&
    !point.onlyContainsAttributeCerts &&
    (point.onlySomeReasons ?? 0) === 0 &&
    !(isAuthority ? point.onlyContainsUserCerts : point.onlyContainsCACerts)
  )
}

function serialOf({ valueBlock }: { valueBlock: { valueHexView: Uint8Array } }): Buffer {
  return withoutZeros(Buffer.from(valueBlock.valueHexView))
}

function withoutZeros(number: Buffer): Buffer {
  const first = number.findIndex((byte) => byte !== 0)
  return first === -1 ? number.subarray(number.length) : number.subarray(first)
}

function timeIn(der: Buffer, element: Element): Date {
  const { result } = fromBER(Uint8Array.from(bytesOf(der, element)))
  if (result instanceof UTCTime || result instanceof GeneralizedTime) return result.toDate()
  throw new DerError('A date is missing')
}

function bitStringIn(der: Buffer): BitString {
  const { result } = fromBER(Uint8Array.from(der))
  if (result instanceof BitString) return result
  throw new DerError('The signature is missing')
}
