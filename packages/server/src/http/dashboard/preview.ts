import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { preview } from '../../generation/preview.ts'
import type { Services } from '../../services.ts'
import { HELPER_DESCRIPTIONS } from '@platen/template/helper-descriptions'
import { EXAMPLES } from '../../templates/examples.ts'
import { SourceFailure } from '../schemas/preview-schemas.ts'
import { failures } from '../schemas/schemas.ts'
import { streamJsonWithBytes } from '../bodies/json-stream.ts'
import { withEinvoice } from '../fields/generation-body.ts'
import { readPdfOptions } from '../fields/pdf-options.ts'
import { rejectCallOptions } from '../fields/stored-options.ts'
import { plainSource } from '../fields/template-source.ts'
import { Examples, Helpers, PreviewBody, PreviewResult } from './schemas/template-schemas.ts'

/** Routes for the template editor: preview of an unsaved source, the list of helpers, and the example templates. */
export function previewRoutes({ einvoices }: Pick<Services, 'einvoices'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/preview',
      {
        config: { permission: 'content:read', renders: 'always', hasData: true },
        schema: {
          summary: 'Preview an unsaved source as a PDF',
          description:
            'The PDF has a PREVIEW label. It is not stored and not charged. Passwords and signatures are not allowed in options.',
          body: PreviewBody,
          response: { ...failures(504), 200: Type.Unsafe<Readable>(PreviewResult), 400: SourceFailure },
        },
      },
      async (request, reply) => {
        const { content, data, dataSchema, options = {} } = request.body
        rejectCallOptions(options)
        const { accountId, deadline } = request
        const texts = [data].flat().map(({ text }) => text)
        const parsed = await readPdfOptions(options, texts.length, { einvoices, accountId, deadline })
        const { pdf, ...result } = await preview(
          request.services,
          {
            accountId,
            source: plainSource(content),
            elements: withEinvoice(texts, parsed.einvoice),
            isList: Array.isArray(data),
            schema: dataSchema,
            options: parsed.options,
          },
          deadline,
        )
        return await reply
          .type('application/json; charset=utf-8')
          .send(streamJsonWithBytes(result, 'pdf', pdf))
      },
    )

    app.get(
      '/helpers',
      {
        config: { permission: 'content:read' },
        schema: { summary: 'List the helpers that templates can call', response: { 200: Helpers } },
      },
      async () => ({
        helpers: HELPER_DESCRIPTIONS.map((helper) => ({ ...helper, parameters: [...helper.parameters] })),
      }),
    )

    app.get(
      '/examples',
      {
        config: { permission: 'content:read' },
        schema: { summary: 'List the example templates', response: { 200: Examples } },
      },
      async () => ({ examples: [...EXAMPLES] }),
    )
  }
}
