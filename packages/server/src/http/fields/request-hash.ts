import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { serializeJson } from '../../json-text.ts'
import type { PdfOptionsBody } from '../schemas/option-schemas.ts'

const HASH_BYTES = 32
const slowHash = promisify<string, string, number, Buffer>(scrypt)

/**
 * Returns the hash by which a repeated call with the same Idempotency-Key is compared. Passwords are hashed with scrypt
 * first: from a fast hash, a password could be guessed if the rest of the body is known.
 */
export async function requestHash(
  { data, ...rest }: { data: unknown; options?: PdfOptionsBody | undefined },
  key: string,
): Promise<Buffer> {
  const fields = rest.options ? { ...rest, options: await hashPasswords(rest.options, key) } : rest
  return createHash('sha256').update(JSON.stringify(fields)).update(serializeJson(data)).digest()
}

async function hashPasswords(options: PdfOptionsBody, key: string): Promise<object> {
  const { password, ownerPassword, ...others } = options
  if (password === undefined && ownerPassword === undefined) return options
  const hashed = await slowHash(JSON.stringify([password, ownerPassword]), key, HASH_BYTES)
  return { ...others, passwords: hashed.toString('base64') }
}
