import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Refusal } from '../../errors.ts'
import { generate, generateLater } from '../../generation/generate.ts'
import { PDF_LIFETIME } from '../../generation/urls.ts'
import { isEmailAddress } from '../../mail/addresses.ts'
import type { Services } from '../../services.ts'
import { failures, GenerateBody, Generated, GenerateHeaders, GenerationStarted } from '../schemas.ts'
import { Type } from 'typebox'

/** `POST /v1/pdf/generate`: a stored template and data become a PDF. */
export function generateRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/pdf/generate',
      {
        schema: {
          summary: 'Generate a PDF',
          description:
            'One credit an element of data. Synchronous calls end after 29 seconds. A call with an ' +
            'Idempotency-Key can be repeated: it is answered as before (idempotent-replayed: true) and charged ' +
            'once; 409 for another body, or while it is under way. Location names the job of an asynchronous call.',
          tags: ['pdf'],
          headers: GenerateHeaders,
          body: GenerateBody,
          response: { 200: Type.Union([Generated, GenerationStarted]), ...failures(402, 404, 409, 503, 504) },
        },
      },
      async (request, reply) => {
        const { templateId, data, async: isAsync = false, sendEmail = [] } = request.body
        const elements: unknown[] = Array.isArray(data) ? data : [data]
        const recipients = distinctRecipients(sendEmail)
        const idempotency = idempotencyOf(request.headers['idempotency-key'], request.body)
        const asked = { accountId: request.accountId, templateId, elements, recipients, idempotency }

        const own = { ...services, telemetry: request.telemetry }
        if (isAsync) {
          const { jobId, replayed } = await generateLater(own, asked)
          if (replayed) void reply.header('idempotent-replayed', 'true')
          void reply.header('location', `/v1/jobs/${jobId}`)
          return {
            success: true as const,
            message: 'PDF generation started. An e-mail follows when it is ready.',
            async: true as const,
            pagesGenerated: elements.length,
          }
        }

        const generated = await generate(own, asked, request.deadline)
        if (generated.replayed) void reply.header('idempotent-replayed', 'true')
        void reply.header('x-platen-sheets', String(generated.sheets))
        void reply.header('x-platen-warnings', String(generated.warnings.length))
        return {
          success: true as const,
          pdfUrl: generated.pdfUrl,
          expiresIn: PDF_LIFETIME,
          size: generated.size,
          pagesGenerated: elements.length,
        }
      },
    )
  }
}

function idempotencyOf(key: string | undefined, body: unknown) {
  if (key === undefined) return undefined
  return { key, requestHash: createHash('sha256').update(JSON.stringify(body)).digest() }
}

/** Nobody gets the same PDF twice; the part before the @ is its owner's to read, the domain has no case. */
function distinctRecipients(addresses: string[]): string[] {
  const wrong = addresses.find((address) => !isEmailAddress(address))
  if (wrong !== undefined) {
    throw new Refusal('invalid', `sendEmail holds ${JSON.stringify(wrong)}, which is not an e-mail address.`)
  }
  const normalized = addresses.map((address) => {
    const at = address.lastIndexOf('@')
    return address.slice(0, at) + address.slice(at).toLowerCase()
  })
  return [...new Set(normalized)]
}
