import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Services } from '../../../services.ts'
import { einvoiceTarget, targetResponse } from '../../fields/einvoice-fields.ts'
import { invalidInvoice } from '../../fields/invoice-options.ts'
import { prefersXml } from '../../protocol/media-types.ts'
import { CreatedEinvoice, NewEinvoice, VIOLATIONS_MAX } from '../../schemas/einvoice-schemas.ts'
import { DataFailure, failures } from '../../schemas/schemas.ts'

/** Media type of the XML of an invoice. */
export const XML = 'application/xml; charset=utf-8'
/** Response that is the XML itself. */
export const XmlFile = { schema: Type.Unsafe<string>({ type: 'string', description: 'The XML.' }) }

/** Route that completes and checks an invoice and writes its XML, for callers and for the dashboard. */
export function einvoiceCreationRoute({ einvoices }: Pick<Services, 'einvoices'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/einvoices',
      {
        config: { permission: 'content:read', scope: 'render' },
        schema: {
          summary: 'Create the XML of an e-invoice',
          description:
            'Completes the invoice with all amounts that follow from others, checks it, and writes the XML. Nothing is ' +
            'charged. With Accept: application/xml the response is the XML. For a PDF with the XML, send the option ' +
            '`einvoice` to POST /v1/pdf/generate.',
          tags: ['einvoices'],
          body: NewEinvoice,
          response: {
            ...failures(504),
            200: { content: { 'application/json': { schema: CreatedEinvoice }, 'application/xml': XmlFile } },
            400: DataFailure,
          },
        },
      },
      async (request, reply) => {
        const target = einvoiceTarget(request.body)
        const { xml, invoice, violations } = await einvoices.create(request.body.invoice, target, request)
        if (xml === undefined) throw invalidInvoice('invoice', violations, target)
        void reply.header('vary', 'accept')
        if (prefersXml(request.headers.accept)) return await reply.header('content-type', XML).send(xml)
        const warnings = violations.slice(0, VIOLATIONS_MAX)
        return await reply.send({ ...targetResponse(target), xml, invoice, warnings })
      },
    )
  }
}
