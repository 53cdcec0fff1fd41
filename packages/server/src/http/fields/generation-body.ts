import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Static } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import type { GenerationRequest } from '../../generation/accept.ts'
import type { Idempotency } from '../../generation/idempotency.ts'
import { isEmailAddress } from '../../mail/addresses.ts'
import type { InvoiceContext } from './invoice-options.ts'
import { readPdfOptions } from './pdf-options.ts'
import type { PdfOptionsBody } from '../schemas/option-schemas.ts'
import type { GenerateBody, RenderBody } from '../schemas/schemas.ts'

const HASH_BYTES = 32
const slowHash = promisify<string, string, number, Buffer>(scrypt)

/**
 * Reads the fields of a render from a body, for calls of the API and of the dashboard.
 * @throws {Refusal} `invalid` for a recipient that is not an e-mail address, and the errors of `readPdfOptions`.
 */
export async function readGeneration(
  { templateId, templateVersion, data, sendEmail = [], options }: Static<typeof RenderBody>,
  call: InvoiceContext,
): Promise<
  Pick<
    GenerationRequest,
    'templateId' | 'templateVersion' | 'elements' | 'pages' | 'isList' | 'recipients' | 'fileName' | 'options'
  >
> {
  const texts = [data].flat().map(({ text }) => text)
  const pages = texts.length
  const { einvoice, ...pdf } = await readPdfOptions(options, pages, call)
  return {
    templateId,
    templateVersion,
    elements: `[${withEinvoice(texts, einvoice).join()}]`,
    pages,
    isList: Array.isArray(data),
    recipients: distinctRecipients(sendEmail),
    ...pdf,
  }
}

/**
 * Returns the idempotency key of a call with the hash of its body, by which a repeated call is compared. Calls with a
 * test key and with a live key are different. The hash is without `picture`, because a repeated call may request
 * another sheet. Passwords are hashed with scrypt first: from a fast hash, a password could be guessed if the rest of the
 * body is known.
 */
export async function readIdempotency(
  key: string | undefined,
  { picture: _picture, data, ...rest }: Static<typeof GenerateBody>,
  { elements, isTest }: Pick<GenerationRequest, 'elements'> & { isTest: boolean },
): Promise<Idempotency | undefined> {
  if (key === undefined) return undefined
  const fields = {
    ...rest,
    ...(rest.options && { options: await hashPasswords(rest.options, key) }),
    ...(isTest && { isTest }),
  }
  const hash = createHash('sha256').update(JSON.stringify(fields))
  return { key, requestHash: hash.update(Array.isArray(data) ? elements : data.text).digest() }
}

async function hashPasswords(options: PdfOptionsBody, key: string): Promise<object> {
  const { password, ownerPassword, ...others } = options
  if (password === undefined && ownerPassword === undefined) return options
  const hashed = await slowHash(JSON.stringify([password, ownerPassword]), key, HASH_BYTES)
  return { ...others, passwords: hashed.toString('base64') }
}

/**
 * Adds a complete invoice, if the call has one, to the JSON text of each element, as its last field: JSON.parse takes the
 * last of two.
 */
export function withEinvoice(texts: readonly string[], einvoice: object | undefined): readonly string[] {
  if (!einvoice) return texts
  return texts.map((text) => {
    const fields = text.slice(0, text.lastIndexOf('}'))
    const separator = fields.trim() === '{' ? '' : ','
    return `${fields}${separator}"einvoice":${JSON.stringify(einvoice)}}`
  })
}

/** Returns the recipients without duplicates. The domain is case-insensitive, the part before the @ is not. */
function distinctRecipients(addresses: string[]): string[] {
  const invalid = addresses.find((address) => !isEmailAddress(address))
  if (invalid !== undefined) {
    throw new Refusal(
      'invalid',
      `sendEmail contains ${JSON.stringify(invalid)}, which is not an e-mail address.`,
    )
  }
  const normalized = addresses.map((address) => {
    const at = address.lastIndexOf('@')
    return address.slice(0, at) + address.slice(at).toLowerCase()
  })
  return [...new Set(normalized)]
}
