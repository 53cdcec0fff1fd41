import type { Services } from '../services.ts'
import type { Job } from './generations.ts'
import { PDF_LIFETIME, pdfExpiry, pdfUrl } from './urls.ts'

/** A job as its account is told of it: by `GET /v1/jobs/{jobId}`, and by its webhook. */
export function jobAnswer(services: Pick<Services, 'signedUrls'>, job: Job) {
  return {
    jobId: job.jobId,
    status: job.status,
    templateId: job.templateId,
    pagesGenerated: job.pages,
    createdAt: job.createdAt.toISOString(),
    completedAt: job.completedAt?.toISOString() ?? null,
    size: job.size,
    ...result(services, job),
  }
}

function result(services: Pick<Services, 'signedUrls'>, job: Job) {
  if (job.fileId === null || job.completedAt === null)
    return { pdfUrl: null, expiresIn: null, message: job.message }
  if (pdfExpiry(job.completedAt).getTime() <= Date.now()) {
    return { pdfUrl: null, expiresIn: null, message: `The PDF was kept for ${PDF_LIFETIME}.` }
  }
  const { fileId, templateName, completedAt, message } = job
  return { pdfUrl: pdfUrl(services, { fileId, templateName }, completedAt), expiresIn: PDF_LIFETIME, message }
}
