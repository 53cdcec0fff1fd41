import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import type { ContentType } from '../../generation/content.ts'
import { dryRun } from '../../generation/dry-run.ts'
import { generate, type Generated, generateAsync } from '../../generation/generate.ts'
import { PDF_LIFETIME, fileNameFor } from '../../generation/urls.ts'
import type { Services } from '../../services.ts'
import { dispositionOf } from '../../storage/disposition.ts'
import { readGeneration, readIdempotency } from '../fields/generation-body.ts'
import { type MediaType, mediaTypeFor } from '../protocol/media-types.ts'
import { DataFailure, failures, GenerateResponse, GenerateBody, GenerateHeaders } from '../schemas/schemas.ts'

type Body = Static<typeof GenerateBody>

/** Width of an A4 sheet at 150 dpi, in pixels. */
const WIDTH = 1_240
/** Height limit of a picture, in pixels: a narrow receipt of 10 m. */
const HEIGHT_MAX = 10_000

/** Route `POST /v1/pdf/generate`: renders a stored template with data to a PDF. */
export function generateRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/pdf/generate',
      {
        config: { scope: 'render', renders: 'unless-async', hasData: true },
        schema: {
          summary: 'Generate a PDF',
          description:
            'Each element of `data` costs one credit. A synchronous call ends after at most 29 seconds. A call with an ' +
            'Idempotency-Key can be repeated: the response is the same (with `idempotent-replayed: true`) and the ' +
            'charge is made once. The Location header of an asynchronous call is the address of its job. The Link ' +
            'header (rel="payment") of a 402 is the address where credits are bought. With Accept: application/pdf ' +
            'the response is the PDF itself, with Accept: image/png a picture of one sheet. Errors are always JSON.',
          tags: ['pdf'],
          headers: GenerateHeaders,
          body: GenerateBody,
          response: { ...failures(402, 404, 406, 409, 504), 200: GenerateResponse, 400: DataFailure },
        },
      },
      async (request, reply) => {
        void reply.header('vary', 'accept')
        const { body, accountId, apiKey, deadline } = request
        const contentType = contentTypeOf(body, request.headers.accept)
        const input = await readGeneration(body, { einvoices: services.einvoices, accountId, deadline })
        const { pages } = input
        if (body.dryRun) {
          const result = await dryRun(request.services, { ...input, accountId, apiKey }, deadline)
          const { cost, credits } = result
          return {
            success: true as const,
            dryRun: true as const,
            pagesGenerated: pages,
            ...result,
            coversCost: credits >= cost,
          }
        }

        const idempotency = await readIdempotency(request.headers['idempotency-key'], body, {
          ...input,
          isTest: apiKey?.isTest ?? false,
        })
        const generation = { ...input, accountId, apiKey, idempotency }
        if (body.async) {
          const { jobId, replayed } = await generateAsync(request.services, generation, deadline)
          if (replayed) void reply.header('idempotent-replayed', 'true')
          void reply.header('location', `/v1/jobs/${jobId}`)
          return generationStarted(pages)
        }

        const generated = await generate(request.services, generation, deadline, contentType)
        if (generated.replayed) void reply.header('idempotent-replayed', 'true')
        void reply.header('x-platen-sheets', String(generated.sheets))
        if (generated.scale !== null) void reply.header('x-platen-scale', String(generated.scale))
        void reply.header('x-platen-warnings', String(generated.warnings.length))
        if (generated.content) {
          setFileHeaders(reply, contentType, generated)
          return await reply.header('x-platen-pages', String(pages)).send(generated.content.bytes)
        }
        return {
          success: true as const,
          pdfUrl: generated.pdfUrl,
          expiresIn: PDF_LIFETIME,
          size: generated.size,
          pagesGenerated: pages,
        }
      },
    )
  }
}

/** Returns the response for a started job. */
export function generationStarted(pagesGenerated: number) {
  return {
    success: true as const,
    message: 'PDF generation started. An e-mail follows when it is ready.',
    async: true as const,
    pagesGenerated,
  }
}

const CONTENT_TYPES = {
  'application/json': () => ({ kind: 'url' }),
  'application/pdf': () => ({ kind: 'pdf' }),
  'image/png': ({ sheet = 1, width = WIDTH } = {}) => ({
    kind: 'png',
    view: { sheet, widthMax: width, heightMax: HEIGHT_MAX },
  }),
} as const satisfies Record<MediaType, (picture: Body['picture']) => ContentType>

/** Returns the content type of the response. @throws {Refusal} `not-acceptable`; `invalid` for conflicting fields. */
function contentTypeOf(
  { async: isAsync, dryRun: isDry, picture }: Body,
  accept: string | undefined,
): ContentType {
  if (isAsync && isDry) {
    throw new Refusal('invalid', 'async and dryRun cannot be combined: a dry run is always synchronous.')
  }
  const onlyJson = isAsync
    ? 'An asynchronous call returns no document'
    : isDry
      ? 'A dry run returns no document'
      : undefined
  const type = mediaTypeFor(accept, onlyJson)
  if (picture && type !== 'image/png') {
    throw new Refusal('invalid', 'picture is only allowed with Accept: image/png.')
  }
  return CONTENT_TYPES[type](picture)
}

/** Sets the headers of a file, like those of its link: browsers save the file and run no scripts in it. */
function setFileHeaders(
  reply: FastifyReply,
  contentType: ContentType,
  rendered: Pick<Generated, 'pdfUrl' | 'templateName' | 'fileName' | 'content'>,
): void {
  const name = fileNameFor(rendered)
  void reply
    .type(contentType.kind === 'png' ? 'image/png' : 'application/pdf')
    .header('content-length', String(rendered.content?.size))
    .header(
      'content-disposition',
      dispositionOf(contentType.kind === 'png' ? name.replace(/\.pdf$/i, '.png') : name),
    )
    .header('link', `<${rendered.pdfUrl}>; rel="alternate"; type="application/pdf"`)
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', 'sandbox')
}
