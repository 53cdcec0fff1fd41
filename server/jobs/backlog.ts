import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** How much waits in one queue. */
export interface Backlog {
  queue: string
  /** Jobs that could start now. */
  waiting: number
  /** For how long the oldest of them could have started. */
  oldestSeconds: number
}

/** What waits in each queue, from the index by which pg-boss finds its next job. Empty queues are listed, too. */
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
