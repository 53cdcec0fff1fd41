import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { Refusal } from '../../errors.ts'
import { previewImage, type PreviewImageRequest } from '../../generation/preview-image.ts'
import type { Services } from '../../services.ts'
import { mediaTypeFor } from '../protocol/media-types.ts'
import { CheckBody, Checked, PreviewBody, Previewed, SourceFailure } from '../schemas/preview-schemas.ts'
import { failures } from '../schemas/schemas.ts'
import { decodeSource, TEMPLATE_BODY } from '../fields/template-source.ts'

const PNG = 'image/png'

/** `POST /v1/templates/preview` and `/v1/templates/check`: how a template looks, before it is stored or paid for. */
export function previewRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/templates/preview',
      {
        config: { renders: 'always' },
        schema: {
          summary: 'Preview a template as a picture',
          description:
            'Prints a source or a stored template and draws one of its sheets. The sheet has a PREVIEW mark in its ' +
            'top right corner. Nothing is stored and nothing is charged. Of an array the first five elements are ' +
            'shown. An account may make 120 previews a minute and 10,000 a day. With Accept: image/png the answer is ' +
            'the picture alone, with x-platen-sheets, x-platen-scale and x-platen-warnings.',
          tags: ['templates'],
          body: PreviewBody,
          response: {
            ...failures(404, 504),
            200: {
              content: {
                'application/json': { schema: Previewed },
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
        const wantsPicture = mediaTypeFor(headers.accept) === PNG
        const asked = lookFrom(accountId, body, wantsPicture)
        const made = await previewImage({ ...services, telemetry: request.telemetry }, asked, deadline)
        const { picture, sheets, pages, scale, warnings, elementsLeftOut, problems } = made
        if (wantsPicture && picture) {
          return await reply
            .header('content-type', PNG)
            .header('x-platen-sheets', String(sheets))
            .header('x-platen-scale', String(scale))
            .header('x-platen-warnings', String(warnings.length))
            .send(picture)
        }
        return await reply.send({
          sheets,
          pages,
          scale,
          warnings,
          elementsLeftOut,
          problems,
          picture:
            picture && asked.view ? { sheet: asked.view.sheet, png: picture.toString('base64') } : null,
        })
      },
    )

    app.post(
      '/templates/check',
      {
        config: TEMPLATE_BODY,
        schema: {
          summary: 'Check that a Handlebars source compiles',
          description: 'Compiles the source without filling it. Nothing is stored and nothing is charged.',
          tags: ['templates'],
          body: CheckBody,
          response: { ...failures(504), 200: Checked, 400: SourceFailure },
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

function lookFrom(
  accountId: string,
  body: Static<typeof PreviewBody>,
  wantsPicture: boolean,
): PreviewImageRequest {
  const { data, picture = true, sheet = 1, width = WIDTH } = body
  return {
    accountId,
    what: sourceFrom(body),
    elements: data === undefined || Array.isArray(data) ? data : [data],
    isList: Array.isArray(data),
    view: picture || wantsPicture ? { sheet, widthMax: width, heightMax: 2 * width } : undefined,
  }
}

function sourceFrom({
  templateId,
  content,
  contentEncoding,
}: Static<typeof PreviewBody>): PreviewImageRequest['what'] {
  if (templateId !== undefined && content === undefined) return { templateId }
  if (content === undefined || templateId !== undefined) {
    throw new Refusal('invalid', 'Either templateId or content is required, and not both.')
  }
  if (contentEncoding === undefined)
    throw new Refusal('invalid', 'contentEncoding is required beside content.')
  return { source: decodeSource(content) }
}
