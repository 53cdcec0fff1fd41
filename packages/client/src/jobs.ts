import { call, type Connection } from './connection/calls.ts'
import { type Download, downloadOf } from './connection/downloads.ts'
import { JobFailed } from './errors.ts'
import { wait } from './connection/timeouts.ts'
import { queryOf, resourcePath } from './connection/paths.ts'
import type { CallOptions, Job, JobList } from './types.ts'

/** Options for waiting. `timeoutMs` and `retries` apply to each request. The signal ends the wait. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two requests. Default: 1,000. */
  pollMs?: number | undefined
}

/** Job with a finished PDF. */
export interface FinishedJob extends Job, Download {
  status: 'completed'
  pdfUrl: string
  expiresIn: string
  size: number
}

/** Filter and cursor for the list of jobs. */
export interface JobFilter {
  status?: Job['status'] | undefined
  templateId?: string | undefined
  /** Batch of the jobs. Without it, the list has no jobs of batches. */
  batchId?: string | undefined
  /** First and last day on which jobs were created, such as 2026-11-21, in `timeZone`. Both are inclusive. */
  from?: string | undefined
  to?: string | undefined
  /** IANA name. Default: the time zone of the account. */
  timeZone?: string | undefined
  /** Number of jobs, at most 100. Default: 50. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/** Jobs, the renders in the background. They are kept for 30 days. */
export interface Jobs {
  /** Lists a page of jobs, the newest first. @throws {BadRequest} */
  list(filter?: JobFilter, options?: CallOptions): Promise<JobList>
  /** Returns a job. @throws {NotFound} */
  get(jobId: string, options?: CallOptions): Promise<Job>
  /** Waits until the job ends. @throws {JobFailed} @throws {NotFound} */
  wait(jobId: string, options?: WaitOptions): Promise<FinishedJob>
}

const POLL_MS = 1_000

/** Creates the job methods of a client. */
export function createJobs(connection: Connection): Jobs {
  return {
    list: (filter = {}, options) => listJobs(connection, filter, options),
    get: (jobId, options) => findJob(connection, jobId, options),
    wait: (jobId, options) => waitForJob(connection, jobId, options),
  }
}

/** Polls until the job ends. @throws {JobFailed} */
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
  { status, templateId, batchId, from, to, timeZone, limit, cursor }: JobFilter,
  options?: CallOptions,
): Promise<JobList> {
  const path = `/v1/jobs${queryOf({ status, templateId, batchId, from, to, timeZone, limit, cursor })}`
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
