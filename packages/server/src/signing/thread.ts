// The function that runs in a thread. Its input comes from callers and is not trusted.

import { lowerOwnPriority, refusalAsData, type RefusalData } from '@platen/renderer/scheduling/in-thread'
import { Refusal } from '@platen/template/refusal'
import { type CertificateFacts, factsOf, findChain } from './certificate-facts.ts'
import { readPkcs12 } from './pkcs12/read.ts'

lowerOwnPriority()

/** A private key with its certificates, read from a PKCS#12 file. */
export interface KeyPair {
  /** PKCS#8 in DER. */
  privateKey: Uint8Array
  /** DER, from the certificate of the key upwards. */
  chain: Uint8Array[]
  facts: CertificateFacts
}

/** Reads a PKCS#12 file, and checks that its certificate can sign documents. */
export function readKeyPair({
  file,
  password,
}: {
  file: Uint8Array
  password: string
}): KeyPair | RefusalData {
  return refusalAsData(() => {
    const { keys, certificates } = readPkcs12(Buffer.from(file), password)
    try {
      const { key, chain } = findChain(keys, certificates, new Date())
      const [own = Buffer.alloc(0)] = chain
      return { privateKey: key.export({ format: 'der', type: 'pkcs8' }), chain, facts: factsOf(own) }
    } catch (error) {
      if (error instanceof Refusal) throw error
      const message = 'The private key or a certificate in the PKCS#12 file cannot be read.'
      throw new Refusal('invalid', message, { cause: error })
    }
  })
}
