import type { Format, Profile, Target } from '@platen/einvoice'
import { Refusal } from '@platen/template/refusal'
import type { EinvoiceDocument } from '../schemas/einvoice-schemas.ts'
import { isBase64Of } from './template-source.ts'

/** Reads the format of an e-invoice. @throws {Refusal} `invalid` for a profile of another format than Factur-X. */
export function einvoiceTarget({
  format,
  profile,
}: {
  format: Format
  profile?: Profile | undefined
}): Target {
  if (profile === undefined) return { format }
  if (format === 'facturx') return { format, profile }
  throw new Refusal('invalid', `profile is only allowed with the format facturx. ${format} has no profiles.`)
}

/** Returns the format of an e-invoice as the fields of a response. */
export function targetResponse({ format, profile }: Target) {
  return { format, profile: format === 'facturx' ? (profile ?? 'EN 16931') : null }
}

/** Decodes a document. @throws {Refusal} `invalid` for content that is not valid base64. */
export function einvoiceBytes({ content, contentEncoding }: EinvoiceDocument): Buffer {
  if (contentEncoding === 'utf-8') return Buffer.from(content)
  const bytes = Buffer.from(content, 'base64')
  if (isBase64Of(content, bytes)) return bytes
  throw new Refusal('invalid', 'content is not valid base64 (standard alphabet, padded, no line breaks).')
}
