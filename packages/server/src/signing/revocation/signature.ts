import type { BitString } from 'asn1js'
import { type AlgorithmIdentifier, getCrypto } from 'pkijs'
import type { ParsedCertificate } from './certificate.ts'

/** Bytes with a signature. */
export interface Signed {
  bytes: Uint8Array
  algorithm: AlgorithmIdentifier
  signature: BitString
}

/** Returns true when the key of a certificate has signed the bytes. False also for an unknown algorithm. */
export async function isSignedBy(
  { bytes, algorithm, signature }: Signed,
  { pki }: ParsedCertificate,
): Promise<boolean> {
  try {
    const data = Uint8Array.from(bytes)
    return await getCrypto(true).verifyWithPublicKey(data, signature, pki.subjectPublicKeyInfo, algorithm)
  } catch {
    return false
  }
}
