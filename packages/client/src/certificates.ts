import { base64Of } from './base64.ts'
import { call, type Connection } from './connection/calls.ts'
import { resourcePath } from './connection/paths.ts'
import type { CallOptions, Certificate } from './types.ts'

/** PKCS#12 file with a private key and its certificates. */
export interface NewCertificate {
  /** Name by which `options.sign.certificate` refers to it. */
  name: string
  /** Bytes of the file (.p12 or .pfx). */
  content: Uint8Array
  /** Password of the file. */
  password: string
}

/** Certificates with which PDFs are signed. */
export interface Certificates {
  list(options?: CallOptions): Promise<Certificate[]>
  /** Adds a certificate, or replaces the one with the same name. @throws {BadRequest} for a file that cannot be used. */
  add(certificate: NewCertificate, options?: CallOptions): Promise<Certificate>
  /** Deletes a certificate with its private key. @throws {NotFound} */
  remove(name: string, options?: CallOptions): Promise<void>
}

/** Creates the certificate methods of a client. */
export function createCertificates(connection: Connection): Certificates {
  const path = '/v1/certificates'
  return {
    async list(options) {
      const request = { method: 'GET', path, repeatable: true } as const
      return (await call<{ certificates: Certificate[] }>(connection, request, options)).body.certificates
    },
    async add({ name, content, password }, options) {
      const body = { name, content: base64Of(content), password }
      return (await call<Certificate>(connection, { method: 'POST', path, body, repeatable: true }, options))
        .body
    },
    async remove(name, options) {
      const target = resourcePath('certificates', 'name', name)
      await call(connection, { method: 'DELETE', path: target, repeatable: true }, options)
    },
  }
}
