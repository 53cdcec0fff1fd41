import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { Refusal } from '../../errors.ts'
import type { ContentType } from '../../generation/content.ts'
import { dryRun } from '../../generation/dry-run.ts'
import { generate, type Generated, generateLater } from '../../generation/generate.ts'
import { PDF_LIFETIME, savedAs } from '../../generation/urls.ts'
import type { Services } from '../../services.ts'
import { dispositionOf } from '../../storage/disposition.ts'
import { readGeneration } from '../fields/generation-body.ts'
import { type MediaType, mediaTypeFor } from '../protocol/media-types.ts'
import { requestHash } from '../fields/request-hash.ts'
import { DataFailure, failures, GenerateAnswer, GenerateBody, GenerateHeaders } from '../schemas/schemas.ts'

type Body = Static<typeof GenerateBody>

/** What a sheet of A4 has at 150 dpi. */
const WIDTH = 1_240
/** That of a till roll of 10 m, as narrow as it is. */
const HEIGHT_MAX = 10_000

/** `POST /v1/pdf/generate`: a stored template and data become a PDF. */
export function generateRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/pdf/generate',
      {
        config: { renders: 'unless-async' },
        schema: {
          summary: 'Generate a PDF',
          description:
            'Each element of `data` costs one credit. A synchronous call ends after 29 seconds. A call with an ' +
            'Idempotency-Key can be repeated: the response is the same (with `idempotent-replayed: true`) and the ' +
            'charge is made once. The Location header of an asynchronous call is the address of its job. The Link ' +
            'header (rel="payment") of a 402 is the address where credits are bought. With Accept: application/pdf ' +
            'the response is the PDF itself, with Accept: image/png a picture of one sheet. Errors are always JSON.',
          tags: ['pdf'],
          headers: GenerateHeaders,
          body: GenerateBody,
          response: { ...failures(402, 404, 406, 409, 504), 200: GenerateAnswer, 400: DataFailure },
        },
      },
      async (request, reply) => {
        void reply.header('vary', 'accept')
        const { body, accountId, apiKey, deadline } = request
        const form = formOf(body, request.headers.accept)
        const wanted = await readGeneration(body, { renderer: services.renderer, accountId, deadline })
        const pages = wanted.elements.length
        const own = { ...services, telemetry: request.telemetry }
        if (body.dryRun) {
          const tried = await dryRun(own, { ...wanted, accountId }, deadline)
          const { cost, credits } = tried
          return {
            success: true as const,
            dryRun: true as const,
            pagesGenerated: pages,
            ...tried,
            coversCost: credits >= cost,
          }
        }

        const idempotency = await idempotencyOf(request.headers['idempotency-key'], body)
        const asked = { ...wanted, accountId, apiKey, idempotency }
        if (body.async) {
          const { jobId, replayed } = await generateLater(own, asked, deadline)
          if (replayed) void reply.header('idempotent-replayed', 'true')
          void reply.header('location', `/v1/jobs/${jobId}`)
          return {
            success: true as const,
            message: 'PDF generation started. An e-mail follows when it is ready.',
            async: true as const,
            pagesGenerated: pages,
          }
        }

        const generated = await generate(own, asked, deadline, form)
        if (generated.replayed) void reply.header('idempotent-replayed', 'true')
        void reply.header('x-platen-sheets', String(generated.sheets))
        if (generated.scale !== null) void reply.header('x-platen-scale', String(generated.scale))
        void reply.header('x-platen-warnings', String(generated.warnings.length))
        if (generated.content) {
          nameFile(reply, form, generated)
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

const FORMS = {
  'application/json': () => ({ kind: 'url' }),
  'application/pdf': () => ({ kind: 'pdf' }),
  'image/png': ({ sheet = 1, width = WIDTH } = {}) => ({
    kind: 'png',
    view: { sheet, widthMax: width, heightMax: HEIGHT_MAX },
  }),
} as const satisfies Record<MediaType, (picture: Body['picture']) => ContentType>

/** @throws {Refusal} `not-acceptable` or `invalid` for what excludes each other. */
function formOf({ async: isAsync, dryRun: isDry, picture }: Body, accept: string | undefined): ContentType {
  if (isAsync && isDry) {
    throw new Refusal('invalid', 'async and dryRun exclude each other: a dry run is answered at once.')
  }
  const onlyJson = isAsync
    ? 'A PDF that is made in the background is not there yet'
    : isDry
      ? 'A dry run gives no document'
      : undefined
  const type = mediaTypeFor(accept, onlyJson)
  if (picture && type !== 'image/png') {
    throw new Refusal(
      'invalid',
      'picture says what is drawn with Accept: image/png, and goes with nothing else.',
    )
  }
  return FORMS[type](picture)
}

/** As the link would be answered: a browser saves it and runs nothing of it. */
function nameFile(
  reply: FastifyReply,
  form: ContentType,
  made: Pick<Generated, 'pdfUrl' | 'templateName' | 'fileName' | 'content'>,
): void {
  const name = savedAs(made)
  void reply
    .type(form.kind === 'png' ? 'image/png' : 'application/pdf')
    .header('content-length', String(made.content?.size))
    .header(
      'content-disposition',
      dispositionOf(form.kind === 'png' ? name.replace(/\.pdf$/i, '.png') : name),
    )
    .header('link', `<${made.pdfUrl}>; rel="alternate"; type="application/pdf"`)
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', 'sandbox')
}

/** How the document is shown is no part of what is asked for: whoever repeats a call may look at another sheet. */
async function idempotencyOf(key: string | undefined, body: Body) {
  if (key === undefined) return undefined
  const { picture: _, ...asked } = body
  return { key, requestHash: await requestHash(asked, key) }
}
