import { Conflict, ConnectionFailed, type PlatenError, Timeout } from '../errors.ts'
import { wait } from './timeouts.ts'

/** Failed attempt. */
export interface Failure {
  error: PlatenError
  /** True if the service answered, and not a proxy. */
  fromService: boolean
  /** True if the request was certainly not sent. */
  neverSent: boolean
}

/** Operation with its retry policy. */
export interface Task<Value> {
  /** True if the operation is idempotent. */
  repeatable: boolean
  /** Retries after the first attempt. */
  retries: number
  signal: AbortSignal | undefined
  attempt(mayHaveSucceeded: boolean): Promise<{ value: Value } | Failure>
}

const FIRST_DELAY_MS = 500
const DELAY_MS_MAX = 8_000
// A longer Retry-After is reported as an error instead of a long wait.
const RETRY_AFTER_SECONDS_MAX = 30
// A synchronous call ends after 29 s. If its process dies, its idempotency key is released after 45 s.
const IN_PROGRESS_MS_MAX = 60_000
const TRANSIENT_STATUSES = new Set([429, 500, 502, 503, 504])
// Limits of the account and time-outs of documents. Without Retry-After, a retry would fail in the same way.
const FINAL_STATUSES = new Set([429, 504])

/**
 * Runs an operation. Retries with exponential back-off after a transient failure, if a retry is safe.
 * @throws {PlatenError} of the last attempt, or the reason of the signal.
 */
export async function withRetries<Value>(task: Task<Value>): Promise<Value> {
  const { repeatable, retries, signal } = task
  let [tries, mayHaveSucceeded] = [0, false]
  let inProgressUntil: number | undefined
  for (;;) {
    const outcome = await task.attempt(mayHaveSucceeded)
    if ('value' in outcome) return outcome.value
    const inProgress = isInProgress(outcome)
    // Waiting for a call in progress is not counted as a retry.
    if (inProgress) inProgressUntil ??= Date.now() + IN_PROGRESS_MS_MAX
    else tries += 1
    const isOver = inProgress ? retries === 0 || Date.now() > (inProgressUntil ?? 0) : tries > retries
    const unprocessed = isUnprocessed(outcome)
    if (isOver || !isTransient(outcome) || !(repeatable || unprocessed)) throw outcome.error
    const delayMs = delayBeforeRetry(outcome.error, Math.max(1, tries))
    if (delayMs === undefined) throw outcome.error
    mayHaveSucceeded ||= !unprocessed
    await wait(delayMs, signal)
  }
}

/** Returns true if an earlier attempt is still in progress, so that a later attempt gets its response. */
function isInProgress({ error }: Failure): boolean {
  return error instanceof Conflict && error.retryAfter !== undefined
}

function isTransient(failure: Failure): boolean {
  const { error } = failure
  if (error instanceof ConnectionFailed || error instanceof Timeout || isInProgress(failure)) return true
  const { status = 0, retryAfter } = error
  if (failure.fromService && FINAL_STATUSES.has(status)) return retryAfter !== undefined
  return TRANSIENT_STATUSES.has(status)
}

/** Returns true if the service has not processed the request. A 503 of a proxy does not prove that. */
function isUnprocessed({ error, fromService, neverSent }: Failure): boolean {
  return neverSent || (fromService && (error.status === 429 || error.status === 503))
}

/**
 * Returns the delay in milliseconds: Retry-After, else exponential back-off, both with jitter. `undefined` if Retry-
 * After is too long.
 */
function delayBeforeRetry({ retryAfter }: PlatenError, tries: number): number | undefined {
  if (retryAfter !== undefined) {
    return retryAfter > RETRY_AFTER_SECONDS_MAX
      ? undefined
      : retryAfter * 1_000 + Math.random() * FIRST_DELAY_MS
  }
  const longest = Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 2 ** (tries - 1))
  return longest / 2 + (Math.random() * longest) / 2
}
