import { api, unwrap } from '../../api/client.ts'
import { Failure, failureFromResponse, toConnectionFailure } from '../../base/failure.ts'
import { queryClient } from '../../api/query-client.ts'
import { refreshCredits } from '../../api/billing.ts'
import { jobQuery, refreshJobs } from '../../api/jobs.ts'
import { refreshKeys } from '../../api/keys.ts'
import { refreshUsage } from '../../api/usage.ts'

/** Call that renders a template with its sample data. */
export interface SampleCall {
  templateId: string
  data: object
}

/** Rendered PDF. */
export interface CallResult {
  /** PDF in base64. `undefined` when the browser cannot read the file, because it is stored on another host. */
  pdf: string | undefined
  /** URL of the PDF, valid for 5 days. */
  url: string
}

/** Poll interval of a job, in milliseconds. */
const POLL_MS = 500

/** Call that is charged once, also when its response is lost and it is sent again. */
export interface Attempt {
  idempotencyKey: string
  /** Set once the service has accepted the job. */
  jobId?: string | undefined
}

/** Creates a new attempt, which is charged separately. */
export function newAttempt(): Attempt {
  // `crypto.randomUUID` exists on secure origins only.
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16))
  return { idempotencyKey: bytes.join('-') }
}

/** Calls `POST /v1/pdf/generate` with an API key. @throws {Failure} for an error response. */
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
    throw toConnectionFailure(error)
  })
  const payload: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw failureFromResponse(response, payload)
  refresh()
  const url = typeof payload === 'object' && payload && 'pdfUrl' in payload ? String(payload.pdfUrl) : ''
  return { url, pdf: await download(url) }
}

/**
 * Creates a job of the dashboard and waits until it ends. An interrupted attempt continues with the same job.
 * @throws {Failure} for an error response, and when the job failed.
 */
export async function runAsJob({ templateId, data }: SampleCall, attempt: Attempt): Promise<CallResult> {
  attempt.jobId ??= (await unwrap(api.POST('/dashboard/api/jobs', { body: { templateId, data } }))).jobId
  for (;;) {
    const job = await queryClient.fetchQuery({ ...jobQuery(attempt.jobId), staleTime: 0 })
    if (job.status === 'failed') {
      attempt.jobId = undefined
      throw new Failure(0, job.message ?? 'The job failed.')
    }
    if (job.status === 'completed') {
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
  void refreshUsage()
  void refreshKeys()
}

/** Downloads a PDF as base64. `undefined` for a PDF on another host and when the download fails. */
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
      const dataUrl = typeof reader.result === 'string' ? reader.result : ''
      resolve(dataUrl.slice(dataUrl.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The PDF could not be read.')))
    reader.readAsDataURL(blob)
  })
}
