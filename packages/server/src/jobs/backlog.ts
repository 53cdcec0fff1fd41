import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Number and age of the jobs that wait in one queue. */
export interface Backlog {
  queue: string
  /** Number of jobs that are ready to start. */
  waiting: number
  /** Time since the oldest of them became ready, in seconds. */
  oldestSeconds: number
}

/** Returns the backlog of each queue, empty ones included. Uses the index by which pg-boss selects the next job. */
export async function readBacklog(database: Database): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select queue.name as queue, coalesce(waiting, 0) as waiting, coalesce(oldest, 0)::float8 as "oldestSeconds"
    from pgboss.queue left join (
      select name, count(*) as waiting,
        extract(epoch from now() - min(greatest(created_on, start_after))) as oldest
      from pgboss.job where state < 'active' and not blocked and start_after <= now()
      group by name
    ) as job using (name)
    where queue.name not like '\_\_pgboss\_\_%'`.execute(database)
  return rows
}
