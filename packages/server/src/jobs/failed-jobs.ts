import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'

/** A failed job as operators see it: its account and times, without its data. */
export interface FailedJob {
  jobId: string
  userId: string
  email: string
  pages: number
  attempts: number
  createdAt: Date
  failedAt: Date
}

const LISTED_MAX = 50

/** Returns the latest 50 jobs that failed in the last 30 days, newest first. */
export async function listFailedJobs(database: Database): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select generation_id as "jobId", user_id, email, pages, attempt as attempts,
      generations.created_at, completed_at as "failedAt"
    from generations join accounts using (account_id)
    where status = 'failed' and is_async
    order by completed_at desc limit ${LISTED_MAX}`.execute(database)
  return rows
}

/** Counts the renders that are pending or in progress, and those that completed or failed in the last hour. */
export async function countGenerations(database: Database) {
  const { rows } = await sql<{
    pending: number
    processing: number
    completedLastHour: number
    failedLastHour: number
  }>`
    select count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'processing') as processing,
      count(*) filter (where status = 'completed') as "completedLastHour",
      count(*) filter (where status = 'failed') as "failedLastHour"
    from generations
    where status in ('pending', 'processing')
      or (status in ('completed', 'failed') and completed_at > now() - interval '1 hour')`.execute(database)
  return one(rows)
}
