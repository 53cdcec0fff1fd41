import { createHash } from 'node:crypto'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import {
  appendSecurityStore,
  fillSignature,
  type SignatureBox,
  type SignatureField,
  signedParts,
} from '@platen/renderer/service'
import { Refusal } from '@platen/template/refusal'
import type { Database } from '../database/database.ts'
import { findSigningKey } from './certificates.ts'
import { createSignature, hashFor } from './cms.ts'
import { collectValidationData, joinValidationData } from './revocation/collect.ts'
import type { Signing } from './signing.ts'
import { requestTimeStamp, type TimeStamp, TOKEN_BYTES_MAX } from './time-stamp.ts'

/** Levels of PAdES (ETSI EN 319 142-1). */
export const LEVELS = ['B-B', 'B-T', 'B-LT'] as const

/** Signature of a call, validated. Plain data: it is stored with a job. */
export interface SignOption {
  /** Name of a certificate of the account. */
  certificate: string
  level: (typeof LEVELS)[number]
  reason?: string
  location?: string
  /** Box that shows the signature. Without it the signature is invisible. */
  box?: SignatureBox
}

/** A signature that can be made: the field for the PDF, and the function that signs its bytes. */
export interface PreparedSignature {
  field: SignatureField
  /**
   * Signs a PDF that was rendered with the field. Writes the signature into its bytes.
   * @returns the PDF, with the data for long-term validation appended at the level B-LT.
   * @throws {Refusal} `busy` when the time-stamp server gives no time stamp, or the status of a certificate is not
   * available; `invalid` when a certificate was revoked.
   */
  sign(pdf: Buffer, signal: AbortSignal): Promise<Buffer>
}

/** Size of the attributes and algorithms of a signature, and of the signature itself, in bytes. */
const OVERHEAD_BYTES = 2_048
/** Bytes that are hashed without a pause: at most about 5 ms. */
const HASHED_AT_ONCE = 2 * 1024 * 1024

/**
 * Reads the certificate of a signature, and checks that it can be used now.
 * @throws {Refusal} `invalid` for an unknown or expired certificate, or a level that needs a time-stamp server.
 */
export async function prepareSignature(
  { database, signing }: { database: Database; signing: Pick<Signing, 'keys' | 'timeStamps' | 'downloads'> },
  accountId: string,
  { certificate, level, reason, location, box }: SignOption,
): Promise<PreparedSignature> {
  const { timeStamps, downloads } = signing
  const isLongTerm = level === 'B-LT'
  if (level !== 'B-B' && !timeStamps)
    throw new Refusal(
      'invalid',
      `options.sign.level is ${level}, but this service has no time-stamp server. Its operator must set TIMESTAMP_URL. Or send the level B-B.`,
    )
  const { key, chain, signer, notAfter } = await findSigningKey(
    { database, keys: signing.keys },
    { accountId, name: certificate },
  ).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.kind !== 'not-found') throw error
    throw new Refusal('invalid', `options.sign.certificate is wrong. ${error.message}`, { cause: error })
  })
  const signedAt = new Date()
  if (signedAt > notAfter)
    throw new Refusal(
      'invalid',
      `options.sign.certificate has expired: it was valid until ${notAfter.toISOString()}. Add a new certificate with the same name.`,
    )
  // The signature contains all certificates, and repeats the issuer name of the first. Its length has no limit.
  const certificateBytes = [...chain, ...chain.slice(0, 1)].reduce((sum, der) => sum + der.length, 0)
  return {
    field: {
      signer,
      signedAt: signedAt.toISOString(),
      bytes: OVERHEAD_BYTES + certificateBytes + (level === 'B-B' ? 0 : TOKEN_BYTES_MAX),
      ...(isLongTerm && { hasSecurityStore: true }),
      ...(reason !== undefined && { reason }),
      ...(location !== undefined && { location }),
      ...(box && { box }),
    },
    async sign(pdf, signal) {
      // First, so that a revoked certificate signs nothing.
      const ofSigner = isLongTerm && (await collectValidationData(chain, 'signer', downloads, signal))
      const digest = await hashInParts(pdf, hashFor(key))
      let timeStamp: TimeStamp | undefined
      const stamp =
        level === 'B-B' || !timeStamps
          ? undefined
          : async (signature: Buffer) => {
              timeStamp = await requestTimeStamp(signature, timeStamps, signal)
              return timeStamp.token
            }
      fillSignature(pdf, await createSignature(digest, { key, chain }, stamp))
      if (!ofSigner) return pdf
      if (!timeStamp) throw new Error('A signature for long-term validation has no time stamp')
      const ofStamp = await collectValidationData(
        timeStamp.certificates,
        'time-stamp server',
        downloads,
        signal,
      )
      return await appendSecurityStore(pdf, joinValidationData([ofSigner, ofStamp]))
    },
  }
}

/** Hashes the signed parts of a PDF without blocking the event loop for long. */
async function hashInParts(pdf: Buffer, algorithm: string): Promise<Buffer> {
  const hash = createHash(algorithm)
  for (const part of signedParts(pdf)) {
    for (let at = 0; at < part.length; at += HASHED_AT_ONCE) {
      if (at > 0) await yieldToEvents()
      hash.update(part.subarray(at, at + HASHED_AT_ONCE))
    }
  }
  return hash.digest()
}
