import type { Services } from '../../services.ts'
import type { Job } from './jobs.ts'
import { PDF_LIFETIME, pdfExpiry, pdfUrl } from '../urls.ts'

/** Returns the response of `GET /v1/jobs/{jobId}`. */
export async function jobResponse(services: Pick<Services, 'storage' | 'signedUrls'>, job: Job) {
  return {
    ...(await jobOutcome(services, job)),
    recipients: job.recipients.map(({ email, status, message }) => ({
      email,
      status,
      ...(message !== null && { message }),
    })),
  }
}

/** Returns a job for webhook events, without its mails, which continue after its end. The same for each attempt. */
export async function jobOutcome(services: Pick<Services, 'storage' | 'signedUrls'>, job: Job) {
  return {
    jobId: job.jobId,
    status: job.status,
    templateId: job.templateId,
    pagesGenerated: job.pages,
    createdAt: job.createdAt.toISOString(),
    completedAt: job.completedAt?.toISOString() ?? null,
    size: job.size,
    ...(await result(services, job)),
  }
}

async function result(services: Pick<Services, 'storage' | 'signedUrls'>, job: Job) {
  if (job.fileId === null || job.completedAt === null)
    return { pdfUrl: null, expiresIn: null, message: job.message }
  if (pdfExpiry(job.completedAt).getTime() <= Date.now()) {
    return { pdfUrl: null, expiresIn: null, message: `The PDF was kept for ${PDF_LIFETIME}.` }
  }
  const { fileId, templateName, fileName, completedAt, message } = job
  const url = await pdfUrl(services, { fileId, templateName, fileName }, completedAt)
  return { pdfUrl: url, expiresIn: PDF_LIFETIME, message }
}
