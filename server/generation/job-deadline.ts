import { createPausableDeadline, type PausableClock } from '../rendering/scheduling/deadline.ts'
import { RenderingFault } from './produce.ts'

/** The time that an attempt at a job has. */
export interface JobDeadline extends Disposable {
  /** Aborts when the time is over, or the attempt has lost its job. */
  signal: AbortSignal
  /** Stands still while the job waits for its turn at the renderer. */
  clock: PausableClock
  /** Whether the time is over though the job has not had its share of work: it waited for its turn. */
  isOnlyWaited(): boolean
  /**
   * Waits for `work`, but not for ever: what goes on though its time is over is left to itself.
   * @throws {RenderingFault} then.
   */
  during(work: Promise<void>): Promise<void>
}

/** What is still in a line then comes back later. The queue itself would give up a job after a quarter of an hour. */
const WAIT_LIMIT_MS = 600_000
/** What obeys its signal has ended long before. Of the time at work. */
const OVERTIME_SHARE = 1 / 8

/**
 * Begins to count.
 * @param workMs How long it may be at work.
 * @param lost Aborts when the attempt has lost its job.
 * @param waitMs For tests: how long it may take in all.
 */
export function jobDeadline(workMs: number, lost: AbortSignal, waitMs = WAIT_LIMIT_MS): JobDeadline {
  const work = createPausableDeadline(workMs)
  const wait = AbortSignal.timeout(waitMs)
  const signal = AbortSignal.any([lost, work.signal, wait])
  const overtime = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const startOvertime = () => {
    const words = `An attempt went on for ${OVERTIME_SHARE * workMs} ms after its time was over`
    timer = setTimeout(() => overtime.reject(new RenderingFault(words)), OVERTIME_SHARE * workMs)
  }
  signal.addEventListener('abort', startOvertime)
  return {
    signal,
    clock: work,
    isOnlyWaited: () => wait.aborted && !work.signal.aborted,
    during: (attempt) => Promise.race([attempt, overtime.promise]),
    [Symbol.dispose]() {
      // The attempt's own signal aborts when it has ended, too.
      signal.removeEventListener('abort', startOvertime)
      clearTimeout(timer)
      work[Symbol.dispose]()
    },
  }
}
