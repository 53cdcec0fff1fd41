import { csvLine } from '../../csv.ts'
import type { Database } from '../../database/database.ts'
import { type Job, type JobFilter, listJobs } from './jobs.ts'

const ROWS_AT_ONCE = 1_000

const HEADINGS = [
  'id',
  'status',
  'created',
  'completed',
  'template',
  'template_id',
  'key',
  'key_id',
  'mode',
  'pages',
  'credits',
  'sheets',
  'bytes',
  'milliseconds',
  'warnings',
  'message',
]

/**
 * Streams the renders of an account that match the filter as CSV (RFC 4180), newest first. Reads 1,000 rows at a time,
 * so memory use does not depend on their number.
 */
export async function* streamJobsCsv(
  database: Database,
  accountId: string,
  filter: JobFilter,
): AsyncGenerator<string> {
  yield csvLine(HEADINGS)
  for (let cursor: string | undefined; ;) {
    const { rows, nextCursor } = await listJobs(database, accountId, { filter, cursor, limit: ROWS_AT_ONCE })
    yield rows.map((job) => csvLine(cellsOf(job))).join('')
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

function cellsOf(job: Job): (string | number | null)[] {
  return [
    job.jobId,
    job.status,
    job.createdAt.toISOString(),
    job.completedAt?.toISOString() ?? null,
    job.templateName,
    job.templateId,
    job.keyName,
    job.tokenId,
    job.mode,
    job.pagesGenerated,
    job.status === 'completed' ? job.pagesGenerated : 0,
    job.sheets,
    job.size,
    job.durationMs,
    job.warnings.reduce((sum, { count }) => sum + count, 0),
    job.message,
  ]
}
