import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { preview } from '../../generation/preview.ts'
import { HELPER_DESCRIPTIONS } from '@platen/template/helper-descriptions'
import { EXAMPLES } from '../../templates/examples.ts'
import { SourceFailure } from '../schemas/preview-schemas.ts'
import { failures } from '../schemas/schemas.ts'
import { streamJsonWithBytes } from '../bodies/json-stream.ts'
import { plainSource } from '../fields/template-source.ts'
import { Examples, Helpers, PreviewBody, PreviewResult } from './schemas/template-schemas.ts'

/** Routes for the template editor: preview of an unsaved source, the list of helpers, and the example templates. */
export function previewRoutes(): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/preview',
      {
        config: { permission: 'content:read', renders: 'always', hasData: true },
        schema: {
          summary: 'Preview an unsaved source as a PDF',
          description: 'The PDF has a PREVIEW label. It is not stored and not charged.',
          body: PreviewBody,
          response: { ...failures(504), 200: Type.Unsafe<Readable>(PreviewResult), 400: SourceFailure },
        },
      },
      async (request, reply) => {
        const { content, data, dataSchema } = request.body
        const elements = [data].flat().map(({ text }) => text)
        const { accountId } = request
        const { pdf, ...result } = await preview(
          request.services,
          {
            accountId,
            source: plainSource(content),
            elements,
            isList: Array.isArray(data),
            schema: dataSchema,
          },
          request.deadline,
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
