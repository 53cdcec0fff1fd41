import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { preview } from '../../generation/preview.ts'
import { HELPER_DESCRIPTIONS } from '../../rendering/fill/helpers/descriptions.ts'
import type { Services } from '../../services.ts'
import { EXAMPLES } from '../../templates/examples.ts'
import { SourceFailure } from '../schemas/preview-schemas.ts'
import { failures } from '../schemas/schemas.ts'
import { streamJsonWithBytes } from '../bodies/json-stream.ts'
import { plainSource } from '../fields/template-source.ts'
import { Examples, Helpers, PreviewBody, PreviewMade } from './schemas/template-schemas.ts'

/** What editing takes: the PDF of a source that is not stored, the helpers that it may call, and examples. */
export function previewRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/preview',
      {
        config: { renders: 'always' },
        schema: {
          operationId: 'previewTemplate',
          summary: 'Make a PDF with a PREVIEW mark from a source and data, without charging or storing it',
          body: PreviewBody,
          response: { ...failures(504), 200: Type.Unsafe<Readable>(PreviewMade), 400: SourceFailure },
        },
      },
      async (request, reply) => {
        const { content, data, dataSchema } = request.body
        const isList = Array.isArray(data)
        const elements: unknown[] = isList ? data : [data]
        const { accountId } = request
        const asked = { accountId, source: plainSource(content), elements, isList, schema: dataSchema }
        const { pdf, ...made } = await preview(
          { ...services, telemetry: request.telemetry },
          asked,
          request.deadline,
        )
        return await reply.type('application/json; charset=utf-8').send(streamJsonWithBytes(made, 'pdf', pdf))
      },
    )

    app.get(
      '/helpers',
      {
        schema: {
          operationId: 'listHelpers',
          summary: 'List what a template may call',
          response: { 200: Helpers, ...failures() },
        },
      },
      async () => ({ helpers: [...HELPER_DESCRIPTIONS] }),
    )

    app.get(
      '/examples',
      {
        schema: {
          operationId: 'listExamples',
          summary: 'List the templates that one may begin with',
          response: { 200: Examples, ...failures() },
        },
      },
      async () => ({ examples: [...EXAMPLES] }),
    )
  }
}
