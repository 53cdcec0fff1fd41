import type { Services } from '../../services.ts'
import { type Job, STORED_PHASES } from './jobs.ts'
import { PDF_LIFETIME, pdfExpiry, pdfUrl } from '../urls.ts'

/** Returns the response for a job, with the link to its PDF. The schemas of the routes select the fields. */
export async function jobResponse(services: Pick<Services, 'storage' | 'signedUrls'>, job: Job) {
  return {
    ...job,
    ...(await linkOf(services, job)),
    phases: STORED_PHASES.flatMap((phase) => {
      const ms = job.phases?.[phase]
      return ms === undefined ? [] : [{ phase, ms }]
    }),
  }
}

/** Returns a job for webhook events, without its mails, which continue after its end. The same for each attempt. */
export async function jobOutcome(services: Pick<Services, 'storage' | 'signedUrls'>, job: Job) {
  const { pdfUrl, expiresIn, message } = await linkOf(services, job)
  return {
    jobId: job.jobId,
    status: job.status,
    templateId: job.templateId,
    isTest: job.isTest,
    pagesGenerated: job.pagesGenerated,
    createdAt: job.createdAt,
    completedAt: job.completedAt,
    size: job.size,
    pdfUrl,
    expiresIn,
    message,
  }
}

async function linkOf(services: Pick<Services, 'storage' | 'signedUrls'>, job: Job) {
  const { fileId, completedAt, templateName, fileName, message } = job
  if (fileId === null || completedAt === null) {
    return { pdfUrl: null, expiresIn: null, expiresAt: null, message }
  }
  const expiresAt = pdfExpiry(completedAt)
  if (expiresAt.getTime() <= Date.now()) {
    return { pdfUrl: null, expiresIn: null, expiresAt, message: `The PDF was kept for ${PDF_LIFETIME}.` }
  }
  const url = await pdfUrl(services, { fileId, templateName, fileName }, completedAt)
  return { pdfUrl: url, expiresIn: PDF_LIFETIME, expiresAt, message }
}
