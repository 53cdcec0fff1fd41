import { Refusal } from '@platen/template/refusal'
import {
  type Attachment,
  createProtection,
  type Metadata,
  type PageRange,
  type Protection,
  type Watermark,
} from '@platen/renderer/service'
import { sanitizeFileName } from './file-names.ts'
import { ATTACHED_BYTES_MAX, type PdfOptionsBody } from '../schemas/option-schemas.ts'
import { embedFinishedXml, embedInvoice, type InvoiceContext } from './invoice-options.ts'
import type { RenderOptions } from '../../generation/render-options.ts'
import { passwordBytes } from './passwords.ts'
import { signOptionFrom } from './sign-option.ts'
import { isBase64Of } from './template-source.ts'

/** File name and PDF options of a call. `null` when the call does not set them. */
export interface ParsedPdfOptions {
  fileName: string | null
  options: RenderOptions | null
  /** The complete invoice of the option `einvoice`, for the template. */
  einvoice: object | undefined
}

/**
 * Reads and checks the `options` of a body. The result has no passwords, only key material for this PDF, from which
 * they cannot be computed.
 * @param elements number of elements of `data`.
 * @throws {Refusal} `invalid`, with the name of the field.
 */
export async function readPdfOptions(
  body: PdfOptionsBody | undefined,
  elements: number,
  call: InvoiceContext,
): Promise<ParsedPdfOptions> {
  if (!body) return { fileName: null, options: null, einvoice: undefined }
  const { filename, pageRanges, metadata, attachments, watermark, pdfa, pdfua, facturx, einvoice, sign } =
    body
  rejectConflicts(body, elements)
  const created = einvoice && (await embedInvoice(einvoice, call))
  const embedded = facturx
    ? await embedFinishedXml(facturx, bytesIn(facturx.xml, 'facturx.xml'), call)
    : created
  const files = [...(embedded ? [embedded.attachment] : []), ...attachmentsFrom(attachments ?? [])]
  limitAttachments(files)
  const protection = protectionFrom(body)
  const isArchive = pdfa !== undefined || embedded !== undefined
  const options: RenderOptions = {
    ...(pageRanges !== undefined && { pageRanges: pageRangesFrom(pageRanges) }),
    ...(metadata && { metadata: metadataFrom(metadata) }),
    ...(files.length > 0 && { attachments: files }),
    ...(watermark && { watermark: watermarkFrom(watermark) }),
    ...(isArchive && { isArchive }),
    ...((pdfua || pdfa === '3a') && { isAccessible: true }),
    ...(embedded && { invoice: embedded.invoice }),
    ...(protection && { protection }),
    ...(sign && { sign: signOptionFrom(sign) }),
  }
  return {
    fileName: filename === undefined ? null : sanitizeFileName(filename, 'options.filename', '.pdf'),
    options: Object.keys(options).length > 0 ? options : null,
    einvoice: created?.complete,
  }
}

/** Options that make a PDF/A file. */
const ARCHIVE_OPTIONS = ['facturx', 'einvoice', 'pdfa'] as const

function rejectConflicts(body: PdfOptionsBody, elements: number): void {
  const { password, ownerPassword, permissions } = body
  const archive = ARCHIVE_OPTIONS.find((name) => body[name] !== undefined)
  const isProtected = password !== undefined || ownerPassword !== undefined
  if (isProtected && archive !== undefined)
    throw invalid(
      `${password === undefined ? 'ownerPassword' : 'password'} cannot be combined with ${archive}: a PDF/A file must not have a password`,
    )
  if (isProtected && body.sign)
    throw invalid(
      `${password === undefined ? 'ownerPassword' : 'password'} cannot be combined with sign: a signed PDF is not encrypted`,
    )
  if (body.facturx && body.einvoice)
    throw invalid('facturx cannot be combined with einvoice: a PDF has one invoice')
  requireXmlText(body.sign?.reason, 'sign.reason')
  requireXmlText(body.sign?.location, 'sign.location')
  if (body.sign?.visible?.sheet === 0)
    throw invalid('sign.visible.sheet must not be 0: sheets are counted from 1')
  if (permissions && !isProtected) throw invalid('permissions requires a password or an ownerPassword')
  if (password !== undefined && password === ownerPassword)
    throw invalid('ownerPassword must differ from password: it gives all permissions')
  if (archive !== undefined && archive !== 'pdfa' && elements > 1)
    throw invalid(
      `${archive} requires a single element, but data has ${elements} elements. Send one call for each invoice`,
    )
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

function pageRangesFrom(text: string): PageRange[] {
  return text.split(',').map((range) => {
    const [first = '', last = first, ...more] = range.split('-').map((end) => end.trim())
    const areNumbers = SHEET_NUMBER.test(first) && SHEET_NUMBER.test(last)
    if (!areNumbers || first + last === '' || more.length > 0)
      throw invalid(
        `pageRanges must be a list of sheets and ranges such as "1-3, 5, 8-", not ${JSON.stringify(text)}`,
      )
    if (last !== '' && Number(first) > Number(last))
      throw invalid(`pageRanges has the range ${first}-${last}, which ends before it begins`)
    return { first: Number(first || 1), ...(last !== '' && { last: Number(last) }) }
  })
}

/** A number from 1, or nothing: a range without a beginning or an end. */
const SHEET_NUMBER = /^(?:[1-9]\d{0,8})?$/

function metadataFrom(body: NonNullable<PdfOptionsBody['metadata']>): Metadata {
  const { title, author, subject, keywords, language, createdAt } = body
  for (const [field, value] of Object.entries({ title, author, subject, language }))
    requireXmlText(value, `metadata.${field}`)
  for (const keyword of keywords ?? []) requireXmlText(keyword, 'metadata.keywords')
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
    throw invalid(
      `metadata.language must be a language tag such as en or de-AT, not ${JSON.stringify(tag)}`,
      error,
    )
  }
}

function attachmentsFrom(bodies: NonNullable<PdfOptionsBody['attachments']>): Attachment[] {
  return bodies.map((body, index) => {
    const field = `attachments[${index}]`
    const { name, content, description, relationship = 'Unspecified', modifiedAt } = body
    const { mimeType = 'application/octet-stream' } = body
    if (!/^[\w.+-]+\/[\w.+-]+$/.test(mimeType))
      throw invalid(
        `${field}.mimeType must be a media type such as text/csv, not ${JSON.stringify(mimeType)}`,
      )
    requireXmlText(description, `${field}.description`)
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

function watermarkFrom(body: NonNullable<PdfOptionsBody['watermark']>): Watermark {
  const { text, color = '#808080', opacity = 0.3, angle = 45, size, layer = 'above' } = body
  requireXmlText(text, 'watermark.text')
  if (text.trim() === '') throw invalid('watermark.text is empty')
  if (!/^#[0-9A-Fa-f]{6}$/.test(color))
    throw invalid('watermark.color must have the form #rrggbb, such as #808080')
  const isBehind = layer === 'behind'
  return { text, colour: color, opacity, angle, ...(size !== undefined && { size }), isBehind }
}

function limitAttachments(attachments: Attachment[]): void {
  const names = attachments.map(({ name }) => name)
  const duplicate = names.find((name, index) => names.indexOf(name) < index)
  if (duplicate !== undefined)
    throw invalid(`attachments has two files with the name ${JSON.stringify(duplicate)}`)
  const bytes = attachments.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0)
  if (bytes > ATTACHED_BYTES_MAX)
    throw invalid(
      `attachments has ${bytes.toLocaleString('en')} bytes in total. The limit is ${ATTACHED_BYTES_MAX.toLocaleString('en')} bytes`,
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
  if (!(year >= 1 && year <= 9_999))
    throw invalid(
      `${field} must be a date and time in the format of RFC 3339, for example 2026-11-20T12:00:00Z`,
    )
  return date.toISOString()
}

/** Rejects texts that XML cannot represent: control characters and unpaired surrogates. */
function requireXmlText(text: string | undefined, field: string): void {
  if (text === undefined) return
  if (/\p{Cc}|[\uFFFE\uFFFF]/u.test(text) || !text.isWellFormed())
    throw invalid(`${field} must not contain control characters or unpaired UTF-16 surrogates`)
}

/** Creates an error. @param what starts with the name of the field. */
function invalid(what: string, cause?: unknown): Refusal {
  return new Refusal('invalid', `options.${what}.`, { cause })
}
