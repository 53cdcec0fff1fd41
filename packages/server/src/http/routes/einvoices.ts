import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { type Format, invoiceSchema, type Profile, type Target } from '@platen/einvoice'
import { Refusal } from '@platen/template/refusal'
import { xmlIn } from '../../einvoices/documents.ts'
import type { EinvoiceCall } from '../../einvoices/einvoices.ts'
import type { Services } from '../../services.ts'
import { invalidInvoice } from '../fields/invoice-options.ts'
import { isBase64Of } from '../fields/template-source.ts'
import { prefersXml } from '../protocol/media-types.ts'
import {
  CreatedEinvoice,
  EinvoiceDocument,
  EinvoiceToValidate,
  EinvoiceValidation,
  ExtractedEinvoice,
  NewEinvoice,
} from '../schemas/einvoice-schemas.ts'
import { DataFailure, failures } from '../schemas/schemas.ts'

const tags = ['einvoices']
const XML = 'application/xml; charset=utf-8'
const VIOLATIONS_MAX = 100
/** Response that is the XML itself. */
const XmlFile = { schema: Type.Unsafe<string>({ type: 'string', description: 'The XML.' }) }

/** Routes `/v1/einvoices`: electronic invoices of EN 16931 without a PDF. They cost nothing. */
export function einvoiceRoutes({ einvoices, renderer }: Services): FastifyPluginAsyncTypebox {
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
        const target = targetFrom(request.body)
        const { xml, invoice, violations } = await einvoices.create(request.body.invoice, target, request)
        if (xml === undefined) throw invalidInvoice('invoice', violations, target)
        void reply.header('vary', 'accept')
        if (prefersXml(request.headers.accept)) return await reply.header('content-type', XML).send(xml)
        const warnings = violations.slice(0, VIOLATIONS_MAX)
        return await reply.send({ ...foundTarget(target), xml, invoice, warnings })
      },
    )

    app.post(
      '/einvoices/validate',
      {
        config: { scope: 'read' },
        schema: {
          summary: 'Check an e-invoice',
          description:
            'Checks an invoice of the JSON model, the XML of an invoice, or a PDF with such XML against EN 16931 and the ' +
            'rules of its format. Amounts of the JSON model must be exact. Documents may have the tolerances of the ' +
            'official rules. Nothing is charged.',
          tags,
          body: EinvoiceToValidate,
          response: { ...failures(504), 200: EinvoiceValidation },
        },
      },
      async (request) => {
        const { target, violations, ...checked } = await validate(request.body, request)
        return {
          ...checked,
          ...foundTarget(target),
          valid: !violations.some(({ severity }) => severity === 'error'),
          violations: violations.slice(0, VIOLATIONS_MAX),
          violationCount: violations.length,
        }
      },
    )

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
        const xml = await xmlIn(bytesOf(request.body), renderer, request)
        const { target, invoice, syntax, ignored } = await einvoices.read(xml, undefined, request)
        void reply.header('vary', 'accept')
        if (prefersXml(request.headers.accept)) {
          return await reply.header('content-type', XML).send(xml.toString())
        }
        const format = target ? foundTarget(target) : { format: null, profile: null }
        return await reply.send({ ...format, syntax, xml: xml.toString(), invoice, ignored: [...ignored] })
      },
    )

    async function validate(body: Static<typeof EinvoiceToValidate>, call: EinvoiceCall) {
      const { invoice, content, contentEncoding, format, profile } = body
      const isModel = invoice !== undefined
      if (isModel === (content !== undefined)) {
        throw new Refusal('invalid', 'Send either invoice or content, not both.')
      }
      if (isModel) {
        if (format === undefined) throw new Refusal('invalid', 'format is required with invoice.')
        const target = targetFrom({ format, profile })
        const checked = await einvoices.create(invoice, target, call)
        return { target, invoice: checked.invoice, violations: checked.violations, ignored: [] }
      }
      if (profile !== undefined && format === undefined) {
        throw new Refusal('invalid', 'profile is only allowed with format. Send the format facturx.')
      }
      if (contentEncoding === undefined) {
        throw new Refusal('invalid', 'contentEncoding is required with content.')
      }
      const xml = await xmlIn(bytesOf({ content: content ?? '', contentEncoding }), renderer, call)
      const requested = format && targetFrom({ format, profile })
      const { target, invoice: read, violations, ignored } = await einvoices.read(xml, requested, call)
      if (!target) throw unknownFormat(read.specification)
      return { target, invoice: read, violations, ignored: [...ignored] }
    }
  }
}

const SCHEMA = invoiceSchema()

/** @throws {Refusal} `invalid` for a profile of another format than Factur-X. */
function targetFrom({ format, profile }: { format: Format; profile?: Profile | undefined }): Target {
  if (profile === undefined) return { format }
  if (format === 'facturx') return { format, profile }
  throw new Refusal('invalid', `profile is only allowed with the format facturx. ${format} has no profiles.`)
}

function foundTarget({ format, profile }: Target) {
  return { format, profile: format === 'facturx' ? (profile ?? 'EN 16931') : null }
}

/** @throws {Refusal} `invalid` for content that is not valid base64. */
function bytesOf({ content, contentEncoding }: EinvoiceDocument): Buffer {
  if (contentEncoding === 'utf-8') return Buffer.from(content)
  const bytes = Buffer.from(content, 'base64')
  if (isBase64Of(content, bytes)) return bytes
  throw new Refusal('invalid', 'content is not valid base64 (standard alphabet, padded, no line breaks).')
}

function unknownFormat(specification: string | undefined): Refusal {
  const named =
    specification === undefined
      ? 'The invoice has no specification identifier (BT-24)'
      : `The specification identifier (BT-24) ${JSON.stringify(specification.slice(0, 200))} is not known`
  return new Refusal('invalid', `${named}. To check the invoice against a format, send format.`)
}
