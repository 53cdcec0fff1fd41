import { Conflict, ConnectionFailed, type PlatenError, Timeout } from './errors.ts'
import { wait } from './limits.ts'

/** Failed attempt. */
export interface Failure {
  error: PlatenError
  /** True if the service answered, and not a proxy. */
  ofService: boolean
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
  /** @param again true if an earlier attempt may have succeeded. */
  attempt(again: boolean): Promise<{ value: Value } | Failure>
}

const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 8_000
// A longer Retry-After is reported as an error instead of a long wait.
const RETRY_AFTER_SECONDS_MAX = 30
// A synchronous call ends after 29 s. If its process dies, its idempotency key is released after 45 s.
const UNDER_WAY_MS_MAX = 60_000
const PASSING = new Set([429, 500, 502, 503, 504])
// Limits of the account and time-outs of documents. Without Retry-After, a retry would fail in the same way.
const FINAL = new Set([429, 504])

/**
 * Runs an operation, with retries and exponential back-off where a retry may help and is safe.
 * @throws {PlatenError} of the last attempt, or the reason of the signal.
 */
export async function withRetries<Value>(task: Task<Value>): Promise<Value> {
  const { repeatable, retries, signal } = task
  let [tries, again] = [0, false]
  let underWayUntil: number | undefined
  for (;;) {
    const outcome = await task.attempt(again)
    if ('value' in outcome) return outcome.value
    const isComing = isUnderWay(outcome)
    // Waiting for a call in progress is not counted as a retry.
    if (isComing) underWayUntil ??= Date.now() + UNDER_WAY_MS_MAX
    else tries += 1
    const isOver = isComing ? retries === 0 || Date.now() > (underWayUntil ?? 0) : tries > retries
    const untouched = isUntouched(outcome)
    if (isOver || !mayPass(outcome) || !(repeatable || untouched)) throw outcome.error
    const pauseMs = pauseAfter(outcome.error, Math.max(1, tries))
    if (pauseMs === undefined) throw outcome.error
    again ||= !untouched
    await wait(pauseMs, signal)
  }
}

/** Returns true if the same call is still in progress, so that its answer will follow. */
function isUnderWay({ error }: Failure): boolean {
  return error instanceof Conflict && error.retryAfter !== undefined
}

function mayPass(failure: Failure): boolean {
  const { error } = failure
  if (error instanceof ConnectionFailed || error instanceof Timeout || isUnderWay(failure)) return true
  const { status = 0, retryAfter } = error
  if (failure.ofService && FINAL.has(status)) return retryAfter !== undefined
  return PASSING.has(status)
}

/** Returns true if the service has not processed the request. A proxy may answer 503 after the service has. */
function isUntouched({ error, ofService, neverSent }: Failure): boolean {
  return neverSent || (ofService && (error.status === 429 || error.status === 503))
}

/**
 * Returns the delay in milliseconds: Retry-After, else exponential back-off, both with jitter. `undefined` if Retry-
 * After is too long.
 */
function pauseAfter({ retryAfter }: PlatenError, tries: number): number | undefined {
  if (retryAfter !== undefined) {
    return retryAfter > RETRY_AFTER_SECONDS_MAX
      ? undefined
      : retryAfter * 1_000 + Math.random() * FIRST_PAUSE_MS
  }
  const longest = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (tries - 1))
  return longest / 2 + (Math.random() * longest) / 2
}
