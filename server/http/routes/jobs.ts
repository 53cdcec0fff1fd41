import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findJob, type Job } from '../../generation/jobs.ts'
import { PDF_LIFETIME, pdfExpiry, pdfUrl } from '../../generation/urls.ts'
import type { Services } from '../../services.ts'
import { JobParams } from '../params.ts'
import { failures, JobFound } from '../schemas.ts'

/** `GET /v1/jobs/{jobId}`: how far an asynchronous generation is. */
export function jobRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/jobs/:jobId',
      {
        schema: {
          summary: 'Ask how far an asynchronous generation is',
          tags: ['pdf'],
          params: JobParams,
          response: { 200: JobFound, ...failures(404) },
        },
      },
      async (request) => {
        const job = await findJob(services.database, request.accountId, request.params.jobId)
        return { job: { ...shown(job), ...(await result(services, job)) } }
      },
    )
  }
}

function shown(job: Job) {
  return {
    jobId: job.jobId,
    status: job.status,
    templateId: job.templateId,
    pagesGenerated: job.pages,
    createdAt: job.createdAt.toISOString(),
    completedAt: job.completedAt?.toISOString() ?? null,
    size: job.size,
    recipients: job.recipients.map(({ email, status, message }) => ({
      email,
      status,
      ...(message !== null && { message }),
    })),
  }
}

async function result(services: Services, job: Job) {
  if (job.fileId === null || job.completedAt === null)
    return { pdfUrl: null, expiresIn: null, message: job.message }
  if (pdfExpiry(job.completedAt).getTime() <= Date.now()) {
    return { pdfUrl: null, expiresIn: null, message: `The PDF was kept for ${PDF_LIFETIME}.` }
  }
  const { fileId, templateName, completedAt, message } = job
  const url = await pdfUrl(services, { fileId, templateName }, completedAt)
  return { pdfUrl: url, expiresIn: PDF_LIFETIME, message }
}
