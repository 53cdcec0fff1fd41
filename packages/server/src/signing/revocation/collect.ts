import type { ValidationData } from '@platen/renderer/service'
import { Refusal } from '@platen/template/refusal'
import { addressesOf, type ParsedCertificate, parseCertificate, subjectOf } from './certificate.ts'
import { completeChain } from './chain.ts'
import type { DataRequest, Downloads } from './download.ts'
import { type Attempt, failureOf, RevokedError, UnavailableError } from './failures.ts'
import { checkList } from './list.ts'
import { checkOcspResponse, type IssuedCertificate, ocspRequest } from './ocsp.ts'
import type { Proof } from './proof.ts'

/** Owner of a chain of certificates. */
export type ChainOwner = 'signer' | 'time-stamp server'

/** Time for all requests of a chain. */
const LIMIT_MS = 30_000
const OCSP_BYTES_MAX = 64 * 1024
const LIST_BYTES_MAX = 5 * 1024 * 1024
/** Validation data of a signature, which each signed PDF contains. */
const DATA_BYTES_MAX = 10 * 1024 * 1024
const RETRY_AFTER_SECONDS = 30

/**
 * Collects what a long-term validation of a certificate needs (ETSI EN 319 142-1, B-LT): its chain, and a proof for each
 * certificate but the root that it was not revoked. OCSP is preferred, because its responses are small.
 * @param certificates DER: the certificate, and others that may belong to its chain.
 * @throws {Refusal} `invalid` when a certificate was revoked or names no address; `busy` when no address answers.
 * @throws the signal's reason when it aborts.
 */
export async function collectValidationData(
  certificates: readonly Buffer[],
  owner: ChainOwner,
  downloads: Downloads,
  signal: AbortSignal,
): Promise<ValidationData> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
  try {
    const [own, ...known] = certificates.map(parseCertificate)
    if (!own) throw new Error('There is no certificate')
    const chain = await completeChain(own, known, downloads, limit)
    const issued = chain.slice(0, -1).map((certificate, index) => {
      const issuer = chain[index + 1]
      if (!issuer) throw new Error('A certificate of a chain has no issuer')
      return { certificate, issuer }
    })
    const proofs = await Promise.all(issued.map(async (one) => findProof(one, downloads, limit)))
    return dataOf(chain, proofs)
  } catch (error) {
    signal.throwIfAborted()
    throw refusalFor(error, owner, limit)
  }
}

/** Joins validation data, without duplicates. @throws {Refusal} `invalid` above 10 MiB. */
export function joinValidationData(parts: readonly ValidationData[]): ValidationData {
  const data = {
    certificates: unique(parts.flatMap(({ certificates }) => certificates)),
    ocspResponses: unique(parts.flatMap(({ ocspResponses }) => ocspResponses)),
    revocationLists: unique(parts.flatMap(({ revocationLists }) => revocationLists)),
  }
  const bytes = Object.values(data)
    .flat()
    .reduce((sum, { length }) => sum + length, 0)
  if (bytes <= DATA_BYTES_MAX) return data
  throw new Refusal(
    'invalid',
    `The revocation data of the certificates has ${bytes.toLocaleString('en')} bytes. The limit is ` +
      `${DATA_BYTES_MAX.toLocaleString('en')}. Use certificates of an authority with OCSP, or send the level B-T.`,
  )
}

/** Finds a proof that a certificate was not revoked. @throws {RevokedError} @throws {UnavailableError} */
async function findProof(
  issued: IssuedCertificate,
  downloads: Downloads,
  signal: AbortSignal,
): Promise<Proof> {
  const name = subjectOf(issued.certificate)
  const attempts: Attempt[] = []
  for (const { request, check } of await sourcesOf(issued)) {
    try {
      const data = await downloads.receive(request, signal)
      const proof = await check(data)
      if (proof.revokedAt)
        throw new RevokedError(`The certificate ${name} was revoked at ${proof.revokedAt.toISOString()}.`)
      downloads.keep(request, data, proof.until)
      return proof
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RevokedError) throw error
      attempts.push({ url: request.url, reason: failureOf(error) })
    }
  }
  throw new UnavailableError(
    attempts.length === 0
      ? `The certificate ${name} has no address for its revocation status.`
      : `The revocation status of the certificate ${name} is not available.`,
    attempts,
  )
}

/** Request for the status of a certificate, with the check of the response. */
interface Source {
  request: DataRequest
  check: (data: Buffer) => Promise<Proof>
}

/** Returns the sources that a certificate names: OCSP responders, then revocation lists. */
async function sourcesOf(issued: IssuedCertificate): Promise<Source[]> {
  const { ocsp, lists } = addressesOf(issued.certificate)
  const now = new Date()
  const body = ocsp.length > 0 ? await ocspRequest(issued) : undefined
  return [
    ...ocsp.map((url) => ({
      request: { url, ...(body && { body }), bytesMax: OCSP_BYTES_MAX },
      check: async (data: Buffer) => checkOcspResponse(data, issued, now),
    })),
    ...lists.map((url) => ({
      request: { url, bytesMax: LIST_BYTES_MAX },
      check: async (data: Buffer) => checkList(data, issued, { url, now }),
    })),
  ]
}

function dataOf(chain: readonly ParsedCertificate[], proofs: readonly Proof[]): ValidationData {
  const signers = proofs.flatMap(({ signer }) => signer ?? [])
  const ofKind = (kind: Proof['kind']) => proofs.flatMap((one) => (one.kind === kind ? [one.der] : []))
  return joinValidationData([
    {
      certificates: [...chain.map(({ der }) => der), ...signers],
      ocspResponses: ofKind('ocsp'),
      revocationLists: ofKind('list'),
    },
  ])
}

function unique(values: readonly Buffer[]): Buffer[] {
  return [...new Map(values.map((value) => [value.toString('latin1'), value])).values()]
}

function refusalFor(error: unknown, owner: ChainOwner, limit: AbortSignal): unknown {
  const cause = { cause: error }
  const subject = owner === 'signer' ? 'options.sign.certificate' : 'The time-stamp server of this service'
  if (error instanceof RevokedError)
    return new Refusal('invalid', `${subject} cannot sign. ${error.message}`, cause)
  if (error instanceof UnavailableError && error.attempts.length === 0)
    return new Refusal(
      'invalid',
      `${subject} cannot be used at the level B-LT. ${error.message} Send the level B-T.`,
      cause,
    )
  if (!(error instanceof UnavailableError) && !limit.aborted) return error
  const attempts = error instanceof UnavailableError ? error.attempts : []
  return new Refusal(
    'busy',
    `The PDF could not be signed at the level B-LT. ${error instanceof UnavailableError ? error.message : 'The status of the certificates was not received in time.'} Try again.`,
    {
      retryAfter: RETRY_AFTER_SECONDS,
      ...(attempts.length > 0 && {
        detail: attempts.map(({ url, reason }) => `${url.href}: ${reason}.`).join(' '),
      }),
      ...cause,
    },
  )
}
