import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import { previewImage, type PreviewImageRequest } from '../../generation/preview-image.ts'
import type { Services } from '../../services.ts'
import { mediaTypeFor } from '../protocol/media-types.ts'
import {
  CheckBody,
  CheckResult,
  PreviewBody,
  PreviewResult,
  SourceFailure,
} from '../schemas/preview-schemas.ts'
import { failures } from '../schemas/schemas.ts'
import { decodeSource, TEMPLATE_BODY } from '../fields/template-source.ts'

const PNG = 'image/png'

/** Routes `POST /v1/templates/preview` and `/v1/templates/check`: preview and check of a template without a charge. */
export function previewRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/templates/preview',
      {
        config: { scope: 'render', renders: 'always', hasData: true },
        schema: {
          summary: 'Preview a template as a picture',
          description:
            'Prints a source or a stored template and returns a picture of one sheet. The sheet has a PREVIEW label ' +
            'in its top right corner. Nothing is stored and nothing is charged. If `data` is an array, its first five ' +
            'elements are shown. An account can make 120 previews a minute and 10,000 a day. With Accept: image/png ' +
            'the response is the picture, with the headers x-platen-sheets, x-platen-scale and x-platen-warnings.',
          tags: ['templates'],
          body: PreviewBody,
          response: {
            ...failures(404, 504),
            200: {
              content: {
                'application/json': { schema: PreviewResult },
                [PNG]: { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
              },
            },
            400: SourceFailure,
          },
        },
      },
      async (request, reply) => {
        const { accountId, body, deadline, headers } = request
        void reply.header('vary', 'accept')
        const isPictureOnly = mediaTypeFor(headers.accept) === PNG
        const previewRequest = previewRequestFrom(accountId, body, isPictureOnly)
        const result = await previewImage(request.services, previewRequest, deadline)
        const { image, sheets, pages, scale, warnings, elementsLeftOut, problems } = result
        if (isPictureOnly && image) {
          return await reply
            .header('content-type', PNG)
            .header('x-platen-sheets', String(sheets))
            .header('x-platen-scale', String(scale))
            .header('x-platen-warnings', String(warnings.length))
            .send(image)
        }
        return await reply.send({
          sheets,
          pages,
          scale,
          warnings,
          elementsLeftOut,
          problems,
          picture:
            image && previewRequest.view
              ? { sheet: previewRequest.view.sheet, png: image.toString('base64') }
              : null,
        })
      },
    )

    app.post(
      '/templates/check',
      {
        config: { ...TEMPLATE_BODY, scope: 'read' },
        schema: {
          summary: 'Check that a Handlebars source compiles',
          description: 'Compiles the source without filling it. Nothing is stored and nothing is charged.',
          tags: ['templates'],
          body: CheckBody,
          response: { ...failures(504), 200: CheckResult, 400: SourceFailure },
        },
      },
      async ({ accountId, body, deadline }) => {
        await services.renderer.check(decodeSource(body.content), accountId, deadline)
        return { valid: true as const }
      },
    )
  }
}

const WIDTH = 1_000

function previewRequestFrom(
  accountId: string,
  body: Static<typeof PreviewBody>,
  isPictureOnly: boolean,
): PreviewImageRequest {
  const { data, picture = true, sheet = 1, width = WIDTH } = body
  return {
    accountId,
    target: sourceFrom(body),
    elements: data && [data].flat().map(({ text }) => text),
    isList: Array.isArray(data),
    view: picture || isPictureOnly ? { sheet, widthMax: width, heightMax: 2 * width } : undefined,
  }
}

function sourceFrom({
  templateId,
  templateVersion,
  data,
  dataSet,
  content,
  contentEncoding,
}: Static<typeof PreviewBody>): PreviewImageRequest['target'] {
  if (dataSet !== undefined && (templateId === undefined || data !== undefined))
    throw new Refusal('invalid', 'dataSet is only allowed with templateId and without data.')
  if (templateId !== undefined && content === undefined) return { templateId, templateVersion, dataSet }
  if (content === undefined || templateId !== undefined) {
    throw new Refusal('invalid', 'Send either templateId or content, not both.')
  }
  if (templateVersion !== undefined) {
    throw new Refusal('invalid', 'templateVersion is only allowed with templateId.')
  }
  if (contentEncoding === undefined) throw new Refusal('invalid', 'contentEncoding is required with content.')
  return { source: decodeSource(content) }
}
