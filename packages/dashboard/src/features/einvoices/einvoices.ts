import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import type { components, paths } from '../../api/schema.ts'
import { Failure } from '../../base/failure.ts'

type Body = paths['/dashboard/api/einvoices/validate']['post']['requestBody']['content']['application/json']
/** Format of an e-invoice. */
export type Format = NonNullable<Body['format']>
/** Result of a check. */
export type Validation = components['schemas']['EinvoiceValidation']
/** Rule that an invoice breaks. */
export type Violation = Validation['violations'][number]

/** Invoice to check: text of JSON or XML, or the bytes of a PDF. */
export interface Document {
  content: string | Uint8Array<ArrayBuffer>
  /** Name of the file, if the invoice is one. */
  name?: string
  /** Default: the format that the document names; Factur-X for JSON. */
  format: Format | undefined
}

/** Checks an invoice. */
export function useCheck() {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: async (document: Document) =>
      await unwrap(api.POST('/dashboard/api/einvoices/validate', { body: bodyOf(document) })),
  })
}

function bodyOf({ content, format }: Document): Body {
  const target = format ? { format } : {}
  if (typeof content !== 'string')
    return { content: content.toBase64(), contentEncoding: 'base64', ...target }
  if (!content.trimStart().startsWith('{')) return { content, contentEncoding: 'utf-8', ...target }
  return { format: format ?? 'facturx', invoice: invoiceIn(content) }
}

/** Parses an invoice, or sample data with an invoice as `einvoice`. */
function invoiceIn(text: string): Record<string, unknown> {
  const data = parseObject(text)
  const { einvoice } = data
  return isObject(einvoice) ? einvoice : data
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text)
    if (isObject(data)) return data
  } catch {
    // Reported below.
  }
  throw new Failure(0, 'The text is not valid JSON. Check it for missing quotes, commas and brackets.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
