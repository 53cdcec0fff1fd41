import { Refusal } from '../../errors.ts'
import type { Attachment, Metadata, PdfOptions, Protection, Watermark } from '../../rendering/pdf/options.ts'
import { createProtection } from '../../rendering/pdf/finish/protection.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { sanitizeFileName } from './file-names.ts'
import { ATTACHED_BYTES_MAX, type PdfOptionsBody } from '../schemas/option-schemas.ts'
import { passwordBytes } from './passwords.ts'
import { isBase64Of } from './template-source.ts'

/** What a call's `options` ask for. */
export interface Wanted {
  fileName: string | null
  options: PdfOptions | null
}

/** The call that `options` belong to. */
export interface OptionsCall {
  renderer: Pick<Renderer, 'readInvoice'>
  accountId: string
  deadline: AbortSignal
}

/**
 * Reads and checks a body's `options`. The passwords are gone from the result: what is kept of them opens this one PDF,
 * and does not tell them.
 * @param elements How many the body has.
 * @throws {Refusal} `invalid`, naming the field.
 */
export async function readPdfOptions(
  body: PdfOptionsBody | undefined,
  elements: number,
  call: OptionsCall,
): Promise<Wanted> {
  if (!body) return { fileName: null, options: null }
  const { filename, metadata, attachments, watermark, pdfa, facturx } = body
  refuseContradictions(body, elements)
  const invoice = facturx && (await invoiceFrom(facturx, call))
  const attached = [...(invoice ? [invoice.attachment] : []), ...attachmentsFrom(attachments ?? [])]
  refuseTooMuch(attached)
  const protection = protectionFrom(body)
  const isArchive = pdfa !== undefined || facturx !== undefined
  const options: PdfOptions = {
    ...(metadata && { metadata: metadataFrom(metadata) }),
    ...(attached.length > 0 && { attachments: attached }),
    ...(watermark && { watermark: watermarkFrom(watermark) }),
    ...(isArchive && { isArchive }),
    ...(invoice && { invoice: invoice.invoice }),
    ...(protection && { protection }),
  }
  return {
    fileName: filename === undefined ? null : sanitizeFileName(filename, 'options.filename', '.pdf'),
    options: Object.keys(options).length > 0 ? options : null,
  }
}

function refuseContradictions(body: PdfOptionsBody, elements: number): void {
  const { password, ownerPassword, permissions, pdfa, facturx } = body
  const isProtected = password !== undefined || ownerPassword !== undefined
  if (isProtected && (pdfa !== undefined || facturx !== undefined))
    throw invalid(
      `${password === undefined ? 'ownerPassword' : 'password'} does not go with ${facturx ? 'facturx' : 'pdfa'}: a PDF/A may not have a password`,
    )
  if (permissions && !isProtected) throw invalid('permissions goes with a password or an ownerPassword only')
  if (password !== undefined && password === ownerPassword)
    throw invalid('ownerPassword must be another one than password: who knows it is allowed everything')
  if (facturx && elements > 1)
    throw invalid(`facturx belongs to one invoice, and data has ${elements} elements. Make a call for each`)
}

function protectionFrom({
  password,
  ownerPassword,
  permissions = {},
}: PdfOptionsBody): Protection | undefined {
  if (password === undefined && ownerPassword === undefined) return undefined
  const { print = true, copy = true, modify = true, annotate = true } = permissions
  return createProtection(
    passwordBytes(password ?? '', 'options.password'),
    ownerPassword === undefined ? undefined : passwordBytes(ownerPassword, 'options.ownerPassword'),
    { print, copy, modify, annotate },
  )
}

function metadataFrom(body: NonNullable<PdfOptionsBody['metadata']>): Metadata {
  const { title, author, subject, keywords, language, createdAt } = body
  for (const [field, value] of Object.entries({ title, author, subject, language }))
    refuseUnsayable(value, `metadata.${field}`)
  for (const keyword of keywords ?? []) refuseUnsayable(keyword, 'metadata.keywords')
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(subject !== undefined && { subject }),
    ...(keywords && keywords.length > 0 && { keywords }),
    ...(language !== undefined && { language: languageFrom(language) }),
    ...(createdAt !== undefined && { createdAt: timeFrom(createdAt, 'metadata.createdAt') }),
  }
}

function languageFrom(tag: string): string {
  try {
    const [language = tag] = Intl.getCanonicalLocales(tag)
    return language
  } catch (error) {
    throw invalid(`metadata.language is ${JSON.stringify(tag)}, which is no language (as en or de-AT)`, error)
  }
}

function attachmentsFrom(bodies: NonNullable<PdfOptionsBody['attachments']>): Attachment[] {
  return bodies.map((body, index) => {
    const field = `attachments.${index}`
    const { name, content, description, relationship = 'Unspecified', modifiedAt } = body
    const { mimeType = 'application/octet-stream' } = body
    if (!/^[\w.+-]+\/[\w.+-]+$/.test(mimeType))
      throw invalid(`${field}.mimeType is ${JSON.stringify(mimeType)}, which is no type (as text/csv)`)
    refuseUnsayable(description, `${field}.description`)
    bytesIn(content, `${field}.content`)
    return {
      name: sanitizeFileName(name, `options.${field}.name`),
      content,
      mimeType,
      ...(description !== undefined && { description }),
      relationship,
      modifiedAt:
        modifiedAt === undefined ? new Date().toISOString() : timeFrom(modifiedAt, `${field}.modifiedAt`),
    }
  })
}

async function invoiceFrom(
  { xml, profile, relationship }: NonNullable<PdfOptionsBody['facturx']>,
  { renderer, accountId, deadline }: OptionsCall,
) {
  const bytes = bytesIn(xml, 'facturx.xml')
  const invoice = await renderer.readInvoice(bytes, profile, accountId, deadline)
  const isWhole = profile !== 'MINIMUM' && profile !== 'BASIC WL'
  const attachment: Attachment = {
    name: invoice.fileName,
    content: xml,
    mimeType: 'text/xml',
    description: `The invoice as data, ${profile}`,
    // An invoice by itself, where the profile has all that one needs.
    relationship: relationship ?? (isWhole ? 'Alternative' : 'Data'),
    modifiedAt: new Date().toISOString(),
  }
  return { invoice, attachment }
}

function watermarkFrom(body: NonNullable<PdfOptionsBody['watermark']>): Watermark {
  const { text, color = '#808080', opacity = 0.3, angle = 45, size, layer = 'above' } = body
  refuseUnsayable(text, 'watermark.text')
  if (text.trim() === '') throw invalid('watermark.text is empty')
  if (!/^#[0-9A-Fa-f]{6}$/.test(color)) throw invalid('watermark.color must be #rrggbb, as #808080')
  const isBehind = layer === 'behind'
  return { text, colour: color, opacity, angle, ...(size !== undefined && { size }), isBehind }
}

function refuseTooMuch(attachments: Attachment[]): void {
  const names = attachments.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw invalid(`attachments has two files with the name ${JSON.stringify(twice)}`)
  const bytes = attachments.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0)
  if (bytes > ATTACHED_BYTES_MAX)
    throw invalid(
      `attachments has ${bytes.toLocaleString('en')} bytes in all; ${ATTACHED_BYTES_MAX.toLocaleString('en')} are allowed`,
    )
}

function bytesIn(content: string, field: string): Buffer {
  const bytes = Buffer.from(content, 'base64')
  if (!isBase64Of(content, bytes))
    throw invalid(`${field} is not valid base64 (standard alphabet, padded, no line breaks)`)
  return bytes
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

function timeFrom(time: string, field: string): string {
  const date = new Date(TIME.test(time) ? time : Number.NaN)
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9_999)) throw invalid(`${field} must be a time as 2026-11-20T12:00:00Z`)
  return date.toISOString()
}

/** XML can hold no control characters, and half of a pair is no character. */
function refuseUnsayable(text: string | undefined, field: string): void {
  if (text === undefined) return
  if (/\p{Cc}|[\uFFFE\uFFFF]/u.test(text) || !text.isWellFormed())
    throw invalid(`${field} may not hold control characters or halves of characters`)
}

/** @param what begins with the field. */
function invalid(what: string, cause?: unknown): Refusal {
  return new Refusal('invalid', `options.${what}.`, { cause })
}
