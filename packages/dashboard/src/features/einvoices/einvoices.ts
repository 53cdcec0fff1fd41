import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { retriesOnRequest } from '../../api/retries.ts'
import type { paths } from '../../api/schema.ts'
import type { Format, Target } from './formats.ts'
import { type Invoice, parseInvoice } from './invoice-json.ts'

type Body = paths['/dashboard/api/einvoices/validate']['post']['requestBody']['content']['application/json']

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

/**
 * Query of the check of an invoice that is being written. A check that is no longer needed is aborted.
 * @param invoice `undefined` when a text is not valid JSON.
 */
export const validationQuery = (invoice: Invoice | undefined, target: Target) =>
  queryOptions({
    queryKey: ['einvoices', 'validation', invoice, target],
    queryFn: async ({ signal }) =>
      await unwrap(
        api.POST('/dashboard/api/einvoices/validate', {
          body: { ...target, invoice: invoice ?? {} },
          signal,
        }),
      ),
    enabled: invoice !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
    ...retriesOnRequest,
    throwOnError: false,
  })

/** Returns the XML of an invoice. @throws {Failure} when it breaks a rule. */
export async function createXml(invoice: Invoice, target: Target): Promise<string> {
  const headers = { accept: 'application/xml' }
  const body = { ...target, invoice }
  return await unwrap(api.POST('/dashboard/api/einvoices', { body, headers, parseAs: 'text' }))
}

function bodyOf({ content, format }: Document): Body {
  const target = format ? { format } : {}
  if (typeof content !== 'string')
    return { content: content.toBase64(), contentEncoding: 'base64', ...target }
  if (!content.trimStart().startsWith('{')) return { content, contentEncoding: 'utf-8', ...target }
  return { format: format ?? 'facturx', invoice: parseInvoice(content) }
}
