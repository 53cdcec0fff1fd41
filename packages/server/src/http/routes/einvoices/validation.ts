import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import { xmlIn } from '../../../einvoices/documents.ts'
import type { EinvoiceCall } from '../../../einvoices/einvoices.ts'
import type { Services } from '../../../services.ts'
import { einvoiceBytes, einvoiceTarget, targetResponse } from '../../fields/einvoice-fields.ts'
import { EinvoiceToValidate, EinvoiceValidation, VIOLATIONS_MAX } from '../../schemas/einvoice-schemas.ts'
import { failures } from '../../schemas/schemas.ts'

/** Route that checks an invoice, for callers and for the dashboard. */
export function einvoiceValidationRoute({ einvoices, renderer }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/einvoices/validate',
      {
        config: { permission: 'content:read', scope: 'read' },
        schema: {
          summary: 'Check an e-invoice',
          description:
            'Checks an invoice of the JSON model, the XML of an invoice, or a PDF with such XML against EN 16931 and the ' +
            'rules of its format. Amounts of the JSON model must be exact. Documents may have the tolerances of the ' +
            'official rules. Nothing is charged.',
          tags: ['einvoices'],
          body: EinvoiceToValidate,
          response: { ...failures(504), 200: EinvoiceValidation },
        },
      },
      async (request) => {
        const { target, violations, ...checked } = await validate(request.body, request)
        return {
          ...checked,
          ...targetResponse(target),
          valid: !violations.some(({ severity }) => severity === 'error'),
          violations: violations.slice(0, VIOLATIONS_MAX),
          violationCount: violations.length,
        }
      },
    )
  }

  async function validate(body: Static<typeof EinvoiceToValidate>, call: EinvoiceCall) {
    const { invoice, content, contentEncoding, format, profile } = body
    const isModel = invoice !== undefined
    if (isModel === (content !== undefined)) {
      throw new Refusal('invalid', 'Send either invoice or content, not both.')
    }
    if (isModel) {
      if (format === undefined) throw new Refusal('invalid', 'format is required with invoice.')
      const target = einvoiceTarget({ format, profile })
      const checked = await einvoices.create(invoice, target, call)
      return { target, invoice: checked.invoice, violations: checked.violations, ignored: [] }
    }
    if (profile !== undefined && format === undefined) {
      throw new Refusal('invalid', 'profile is only allowed with format. Send the format facturx.')
    }
    if (contentEncoding === undefined) {
      throw new Refusal('invalid', 'contentEncoding is required with content.')
    }
    const xml = await xmlIn(einvoiceBytes({ content: content ?? '', contentEncoding }), renderer, call)
    const requested = format && einvoiceTarget({ format, profile })
    const { target, invoice: read, violations, ignored } = await einvoices.read(xml, requested, call)
    if (!target) throw unknownFormat(read.specification)
    return { target, invoice: read, violations, ignored: [...ignored] }
  }
}

function unknownFormat(specification: string | undefined): Refusal {
  const named =
    specification === undefined
      ? 'The invoice has no specification identifier (BT-24)'
      : `The specification identifier (BT-24) ${JSON.stringify(specification.slice(0, 200))} is not known`
  return new Refusal('invalid', `${named}. To check the invoice against a format, send format.`)
}
