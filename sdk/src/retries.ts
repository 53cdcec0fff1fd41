import { Conflict, ConnectionFailed, type PlatenError, Timeout } from './errors.ts'
import { wait } from './limits.ts'

/** A try that has failed. */
export interface Failure {
  error: PlatenError
  /** Whether these are the service's own words, and not those of a proxy before it. */
  ofService: boolean
  /** Whether it is certain that nobody has seen the call. */
  neverSent: boolean
}

/** What is to be tried, and how often. */
export interface Task<Value> {
  /** Whether doing it twice is the same as doing it once. */
  repeatable: boolean
  /** Tries after the first. */
  retries: number
  signal: AbortSignal | undefined
  /** @param again whether an earlier try may have done it. */
  attempt(again: boolean): Promise<{ value: Value } | Failure>
}

const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 8_000
// Whoever is asked to come back later than this is told so rather than kept waiting.
const RETRY_AFTER_SECONDS_MAX = 30
// A synchronous call ends after 29 s; if its process dies, its key is free after 45 s.
const UNDER_WAY_MS_MAX = 60_000
const PASSING = new Set([429, 500, 502, 503, 504])
// An account that holds as many templates as it may, and a document that takes more than 29 s: where the service
// names no time to come back, no wait will change that.
const FINAL = new Set([429, 504])

/**
 * Does something, and again where that may help and does no harm.
 * @throws {PlatenError} the last try's; the reason of the signal that has ended it.
 */
export async function persist<Value>(task: Task<Value>): Promise<Value> {
  const { repeatable, retries, signal } = task
  let [tries, again] = [0, false]
  let underWayUntil: number | undefined
  for (;;) {
    const outcome = await task.attempt(again)
    if ('value' in outcome) return outcome.value
    const isComing = isUnderWay(outcome)
    // A call that is still at work is only waited for, so this is no further try.
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

/** Whether it was repeated while it was still at work, so that its answer is yet to come. */
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

/** A proxy may answer 503 when the service has done its work and only the answer was lost; the service does not. */
function isUntouched({ error, ofService, neverSent }: Failure): boolean {
  return neverSent || (ofService && (error.status === 429 || error.status === 503))
}

/** Milliseconds: what the service asks for, else twice as long each time; never the same for everybody. */
function pauseAfter({ retryAfter }: PlatenError, tries: number): number | undefined {
  if (retryAfter !== undefined) {
    return retryAfter > RETRY_AFTER_SECONDS_MAX
      ? undefined
      : retryAfter * 1_000 + Math.random() * FIRST_PAUSE_MS
  }
  const longest = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (tries - 1))
  return longest / 2 + (Math.random() * longest) / 2
}
