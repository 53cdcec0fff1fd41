import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type HistoryFilter, pageOfGenerations } from './history.ts'
import { type Job, JOB_COLUMNS } from './jobs.ts'

/** Which jobs are wanted; what is not named does not matter. */
export type JobListFilter = Pick<HistoryFilter, 'status' | 'templateId' | 'range'>

/**
 * An account's asynchronous generations, the newest first, `limit` at most. Calls that were waited for are no jobs:
 * whoever made them has had their answer, and no id to ask for.
 * @param olderThan the cursor that the page before has given.
 * @returns `older`: the cursor of the page after; undefined where this is the last one.
 */
export async function listJobs(
  database: Database,
  accountId: string,
  { filter, olderThan, limit }: { filter: JobListFilter; olderThan: string | undefined; limit: number },
): Promise<{ jobs: Job[]; older: string | undefined }> {
  const { generations, older } = await pageOfGenerations(database, accountId, {
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
