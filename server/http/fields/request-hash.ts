import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { jsonOf } from '../../json-text.ts'
import type { PdfOptionsBody } from '../schemas/option-schemas.ts'

const HASH_BYTES = 32
const slowHash = promisify<string, string, number, Buffer>(scrypt)

/**
 * What a body is recognised by that comes again with its Idempotency-Key. A password could be guessed from a quick
 * hash, were the rest of the body known; its own is a slow one.
 */
export async function requestHash(
  { data, ...others }: { data: unknown; options?: PdfOptionsBody | undefined },
  key: string,
): Promise<Buffer> {
  const named = others.options ? { ...others, options: await withoutPasswords(others.options, key) } : others
  return createHash('sha256').update(JSON.stringify(named)).update(jsonOf(data)).digest()
}

async function withoutPasswords(options: PdfOptionsBody, key: string): Promise<object> {
  const { password, ownerPassword, ...others } = options
  if (password === undefined && ownerPassword === undefined) return options
  const hashed = await slowHash(JSON.stringify([password, ownerPassword]), key, HASH_BYTES)
  return { ...others, passwords: hashed.toString('base64') }
}
