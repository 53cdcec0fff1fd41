import { answered, api } from '../../api/client.ts'
import { Failure, failureFor, failureToReach } from '../../api/failure.ts'
import { queryClient } from '../../api/query-client.ts'
import { refreshCredits } from '../billing/billing.ts'
import { jobQuery, refreshJobs } from '../jobs/jobs.ts'

/** The call of a template with its sample data, as the page shows it. */
export interface SampleCall {
  templateId: string
  data: object
}

/** A generated PDF. */
export interface CallResult {
  /** Base64; undefined when the browser may not read the file, because it is stored on another host. */
  pdf: string | undefined
  /** Address of the PDF, valid for five days. */
  url: string
}

/** Poll interval of a job, in milliseconds. */
const POLL_MS = 500

/** A call that is made once, also when its answer is lost and it is sent again. */
export interface Attempt {
  idempotencyKey: string
  /** Set once the service has accepted the job. */
  jobId?: string | undefined
}

/** Starts another attempt, which is charged on its own. */
export function newAttempt(): Attempt {
  // `crypto.randomUUID` exists on secure origins only.
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16))
  return { idempotencyKey: bytes.join('-') }
}

/** Makes the call as a program does: `POST /v1/pdf/generate` with a key. @throws {Failure} as the service answers. */
export async function runWithKey(
  key: string,
  { templateId, data }: SampleCall,
  { idempotencyKey }: Attempt,
): Promise<CallResult> {
  const response = await fetch('/v1/pdf/generate', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ templateId, data }),
  }).catch((error: unknown) => {
    throw failureToReach(error)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw failureFor(response, answer)
  refresh()
  const url = typeof answer === 'object' && answer && 'pdfUrl' in answer ? String(answer.pdfUrl) : ''
  return { url, pdf: await download(url) }
}

/**
 * Makes a job of the dashboard and waits for its end. An attempt that was interrupted goes on with its job.
 * @throws {Failure} as the service answers, or as the job failed.
 */
export async function runAsJob({ templateId, data }: SampleCall, attempt: Attempt): Promise<CallResult> {
  attempt.jobId ??= (await answered(api.POST('/dashboard/api/jobs', { body: { templateId, data } }))).jobId
  for (;;) {
    const job = await queryClient.fetchQuery({ ...jobQuery(attempt.jobId), staleTime: 0 })
    if (job.state === 'failed') {
      attempt.jobId = undefined
      throw new Failure(0, job.message ?? 'The job failed.')
    }
    if (job.state === 'completed') {
      if (job.pdfUrl === null) throw new Failure(0, 'The PDF of the job has expired.')
      refresh()
      return { url: job.pdfUrl, pdf: await download(job.pdfUrl) }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function refresh(): void {
  void refreshJobs()
  void refreshCredits()
}

/** Reads a PDF of this service. One on another host, or one that cannot be read now, can only be opened. */
async function download(url: string): Promise<string | undefined> {
  if (new URL(url, window.location.href).origin !== window.location.origin) return undefined
  const response = await fetch(url).catch(() => undefined)
  if (!response?.ok) return undefined
  return base64Of(await response.blob())
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader()
  return await new Promise((resolve, reject) => {
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The PDF could not be read.')))
    reader.readAsDataURL(blob)
  })
}
