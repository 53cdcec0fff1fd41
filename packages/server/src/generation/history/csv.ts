import { streamCsv } from '../../csv.ts'
import type { Database } from '../../database/database.ts'
import { type Job, type JobFilter, listJobs } from './jobs.ts'

/** Streams the renders of an account that match the filter as CSV, newest first. */
export function streamJobsCsv(
  database: Database,
  accountId: string,
  filter: JobFilter,
): AsyncGenerator<string> {
  return streamCsv(COLUMNS, (page) => listJobs(database, accountId, { filter, ...page }))
}

const COLUMNS = {
  id: (job: Job) => job.jobId,
  status: (job: Job) => job.status,
  created: (job: Job) => job.createdAt.toISOString(),
  completed: (job: Job) => job.completedAt?.toISOString() ?? null,
  template: (job: Job) => job.templateName,
  template_id: (job: Job) => job.templateId,
  key: (job: Job) => job.keyName,
  key_id: (job: Job) => job.tokenId,
  mode: (job: Job) => job.mode,
  test: (job: Job) => (job.isTest ? 'yes' : 'no'),
  pages: (job: Job) => job.pagesGenerated,
  credits: (job: Job) => (job.status === 'completed' ? job.cost : 0),
  sheets: (job: Job) => job.sheets,
  bytes: (job: Job) => job.size,
  milliseconds: (job: Job) => job.durationMs,
  warnings: (job: Job) => job.warnings.reduce((sum, { count }) => sum + count, 0),
  message: (job: Job) => job.message,
}
