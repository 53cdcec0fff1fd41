import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type HistoryFilter, listGenerationsPage } from './history.ts'
import { type Job, JOB_COLUMNS } from './jobs.ts'

/** Filter for jobs. Absent fields match all. */
export type JobListFilter = Pick<HistoryFilter, 'status' | 'templateId' | 'range'>

/**
 * Returns the jobs of an account, newest first, at most `limit`. Synchronous renders are not jobs: their callers have
 * received the result and have no job id.
 * @param olderThan Cursor from the previous page.
 * @returns `older`: the cursor of the next page; `undefined` on the last page.
 */
export async function listJobs(
  database: Database,
  accountId: string,
  { filter, olderThan, limit }: { filter: JobListFilter; olderThan: string | undefined; limit: number },
): Promise<{ jobs: Job[]; older: string | undefined }> {
  const { generations, older } = await listGenerationsPage(database, accountId, {
    filter: { ...filter, mode: 'async' },
    position: { olderThan },
    limit,
  })
  const ids = generations.map(({ generationId }) => generationId)
  const { rows } = await sql<Job>`
    select ${JOB_COLUMNS} from generations job
    where account_id = ${accountId} and generation_id = any (${ids}::uuid[])
    order by created_at desc, generation_id desc`.execute(database)
  return { jobs: rows, older }
}
