import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { PdfOptionsBody } from './option-schemas.ts'

const HASH_BYTES = 32
const slowHash = promisify<string, string, number, Buffer>(scrypt)

/**
 * What a body is recognised by that comes again with its Idempotency-Key. A password could be guessed from a quick
 * hash, were the rest of the body known; its own is a slow one.
 */
export async function requestHash(
  body: { options?: PdfOptionsBody | undefined },
  key: string,
): Promise<Buffer> {
  const named = body.options ? { ...body, options: await withoutPasswords(body.options, key) } : body
  return createHash('sha256').update(JSON.stringify(named)).digest()
}

async function withoutPasswords(options: PdfOptionsBody, key: string): Promise<object> {
  const { password, ownerPassword, ...others } = options
  if (password === undefined && ownerPassword === undefined) return options
  const hashed = await slowHash(JSON.stringify([password, ownerPassword]), key, HASH_BYTES)
  return { ...others, passwords: hashed.toString('base64') }
}
