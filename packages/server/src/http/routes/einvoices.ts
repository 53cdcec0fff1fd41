import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { invoiceSchema } from '@platen/einvoice'
import { xmlIn } from '../../einvoices/documents.ts'
import type { Services } from '../../services.ts'
import { einvoiceBytes, einvoiceTarget, targetResponse } from '../fields/einvoice-fields.ts'
import { invalidInvoice } from '../fields/invoice-options.ts'
import { prefersXml } from '../protocol/media-types.ts'
import {
  CreatedEinvoice,
  EinvoiceDocument,
  ExtractedEinvoice,
  NewEinvoice,
  VIOLATIONS_MAX,
} from '../schemas/einvoice-schemas.ts'
import { DataFailure, failures } from '../schemas/schemas.ts'
import { einvoiceValidationRoute } from './einvoice-validation.ts'

const tags = ['einvoices']
const XML = 'application/xml; charset=utf-8'
/** Response that is the XML itself. */
const XmlFile = { schema: Type.Unsafe<string>({ type: 'string', description: 'The XML.' }) }

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

    app.post(
      '/einvoices',
      {
        config: { scope: 'render' },
        schema: {
          summary: 'Create the XML of an e-invoice',
          description:
            'Completes the invoice with all amounts that follow from others, checks it, and writes the XML. Nothing is ' +
            'charged. With Accept: application/xml the response is the XML. For a PDF with the XML, send the option ' +
            '`einvoice` to POST /v1/pdf/generate.',
          tags,
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
