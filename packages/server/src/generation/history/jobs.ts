import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { Refusal } from '@platen/template/refusal'

/** A job as its caller sees it. */
export interface Job {
  jobId: string
  status: 'pending' | 'processing' | 'completed' | 'failed'
  templateId: string
  templateName: string
  /** File name of the PDF. `null`: the name of the template. */
  fileName: string | null
  pages: number
  createdAt: Date
  completedAt: Date | null
  fileId: string | null
  size: number | null
  message: string | null
  recipients: Recipient[]
}

/** State of the mail to one recipient. */
export interface Recipient {
  email: string
  status: 'queued' | 'sent' | 'failed'
  /** Message of the mail server when the mail is not sent. */
  message: string | null
}

/** Returns a job of an account. @throws {Refusal} `not-found`, also for a job of another account. */
export async function findJob(database: Database, accountId: string, jobId: string): Promise<Job> {
  const { rows } = await sql<Job>`
    select ${JOB_COLUMNS} from generations job
    where generation_id = ${jobId} and account_id = ${accountId} and is_async`.execute(database)
  const [job] = rows
  if (!job) throw new Refusal('not-found', 'There is no job with this jobId.')
  return job
}

/** SQL expression for the recipients of the row `job` of the enclosing statement, in the order of the call. */
export const RECIPIENTS = sql<Recipient[]>`(select coalesce(json_agg(json_build_object('email', email,
      'status', coalesce(mail.status, case when job.status = 'failed' then 'failed' else 'queued' end),
      'message', coalesce(mail.message, case when job.status = 'failed' then 'The render failed, so this mail was not sent.' end))
      order by ordinal), '[]')
    from unnest(job.recipients) with ordinality as named (email, ordinal)
    left join deliveries mail on mail.generation_id = job.generation_id and mail.kind = 'ready'
      and mail.recipient = named.email)`

/** Columns of a `Job`, for a statement that names the render `job`. */
export const JOB_COLUMNS = sql`generation_id as "jobId", status, template_id as "templateId",
  template_name as "templateName", file_name as "fileName", pages, created_at as "createdAt",
  completed_at as "completedAt",
  file_id as "fileId", size, message, ${RECIPIENTS} as recipients`
