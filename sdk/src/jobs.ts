import { call, type Connection } from './calls.ts'
import { type Download, downloadOf } from './downloads.ts'
import { JobFailed } from './errors.ts'
import { wait } from './limits.ts'
import { resourcePath } from './paths.ts'
import { queryOf } from './query.ts'
import type { CallOptions, Job, JobList } from './types.ts'

/** How to wait for a job. `timeoutMs` and `retries` are for each question; a signal ends the waiting. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two questions. */
  pollMs?: number | undefined
}

/** A job whose PDF is there. */
export interface FinishedJob extends Job, Download {
  status: 'completed'
  pdfUrl: string
  expiresIn: string
  size: number
}

/** Which jobs are listed, and from where on. */
export interface JobFilter {
  status?: Job['status'] | undefined
  templateId?: string | undefined
  /** Days on which they began, as 2026-11-21, in `timeZone`; both ends are included. */
  from?: string | undefined
  to?: string | undefined
  /** Its IANA name; the account's own unless told. */
  timeZone?: string | undefined
  /** How many, 50 unless told; at most 100. */
  limit?: number | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
}

/** Asynchronous generations, for the 30 days that they are kept. */
export interface Jobs {
  /** A page of them, the newest first. @throws {BadRequest} */
  list(filter?: JobFilter, options?: CallOptions): Promise<JobList>
  /** How far it is. @throws {NotFound} */
  get(jobId: string, options?: CallOptions): Promise<Job>
  /** Waits until it has ended. @throws {JobFailed} @throws {NotFound} */
  wait(jobId: string, options?: WaitOptions): Promise<FinishedJob>
}

const POLL_MS = 1_000

/** What asks for jobs over a connection. */
export function createJobs(connection: Connection): Jobs {
  return {
    list: (filter = {}, options) => listJobs(connection, filter, options),
    get: (jobId, options) => findJob(connection, jobId, options),
    wait: (jobId, options) => waitForJob(connection, jobId, options),
  }
}

/** Asks until the job has ended. @throws {JobFailed} */
export async function waitForJob(
  connection: Connection,
  jobId: string,
  { pollMs = POLL_MS, ...options }: WaitOptions = {},
): Promise<FinishedJob> {
  for (;;) {
    const job = await findJob(connection, jobId, options)
    if (job.status === 'failed') throw new JobFailed(job)
    if (isFinished(job)) return { ...job, ...downloadOf(connection, job.pdfUrl) }
    await wait(pollMs, options.signal)
  }
}

async function listJobs(
  connection: Connection,
  { status, templateId, from, to, timeZone, limit, cursor }: JobFilter,
  options?: CallOptions,
): Promise<JobList> {
  const path = `/v1/jobs${queryOf({ status, templateId, from, to, timeZone, limit, cursor })}`
  return (await call<JobList>(connection, { method: 'GET', path, repeatable: true }, options)).body
}

async function findJob(connection: Connection, jobId: string, options?: CallOptions): Promise<Job> {
  const path = resourcePath('jobs', 'jobId', jobId)
  const request = { method: 'GET', path, repeatable: true } as const
  const { body } = await call<{ job: Job }>(connection, request, options)
  return body.job
}

function isFinished(job: Job): job is Job & Omit<FinishedJob, keyof Download> {
  return job.status === 'completed'
}
