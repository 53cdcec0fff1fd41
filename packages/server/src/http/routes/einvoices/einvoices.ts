import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { invoiceSchema } from '@platen/einvoice'
import { xmlIn } from '../../../einvoices/documents.ts'
import type { Services } from '../../../services.ts'
import { einvoiceBytes, targetResponse } from '../../fields/einvoice-fields.ts'
import { prefersXml } from '../../protocol/media-types.ts'
import { EinvoiceDocument, ExtractedEinvoice } from '../../schemas/einvoice-schemas.ts'
import { failures } from '../../schemas/schemas.ts'
import { einvoiceCreationRoute, XML, XmlFile } from './creation.ts'
import { einvoiceValidationRoute } from './validation.ts'

const tags = ['einvoices']

/** Routes `/v1/einvoices`: electronic invoices of EN 16931 without a PDF. They cost nothing. */
export function einvoiceRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { einvoices, renderer } = services
  return async (app) => {
    app.get(
      '/einvoices/schema',
      {
        schema: {
          summary: 'Read the JSON Schema of an e-invoice',
          description:
            'The schema describes the types of all fields. The rules of the formats are checked by the other routes.',
          tags,
          response: { 200: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) },
        },
      },
      async () => SCHEMA,
    )

    await app.register(einvoiceCreationRoute(services))
    await app.register(einvoiceValidationRoute(services))

    app.post(
      '/einvoices/extract',
      {
        config: { scope: 'read' },
        schema: {
          summary: 'Read an e-invoice',
          description:
            'Returns the XML of a document and the invoice in the JSON model. The invoice is not checked. Nothing is ' +
            'charged. With Accept: application/xml the response is the XML.',
          tags,
          body: EinvoiceDocument,
          response: {
            ...failures(504),
            200: {
              content: { 'application/json': { schema: ExtractedEinvoice }, 'application/xml': XmlFile },
            },
          },
        },
      },
      async (request, reply) => {
        const xml = await xmlIn(einvoiceBytes(request.body), renderer, request)
        const { target, invoice, syntax, ignored } = await einvoices.read(xml, undefined, request)
        void reply.header('vary', 'accept')
        if (prefersXml(request.headers.accept)) {
          return await reply.header('content-type', XML).send(xml.toString())
        }
        const format = target ? targetResponse(target) : { format: null, profile: null }
        return await reply.send({ ...format, syntax, xml: xml.toString(), invoice, ignored: [...ignored] })
      },
    )
  }
}

const SCHEMA = invoiceSchema()
