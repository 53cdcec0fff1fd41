import { createPausableDeadline, type PausableClock } from '@platen/capacity/pausable-deadline'
import { RenderingFault } from './produce.ts'

/** Time limits of an attempt at a job. */
export interface JobDeadline extends Disposable {
  /** Aborts when a time limit is over, or the attempt has lost its job. */
  signal: AbortSignal
  /** Clock of the working time. Pauses while the job waits for a slot of the renderer. */
  clock: PausableClock
  /** Returns true when the total time is over but the working time is not: the job has waited for a slot. */
  isQueueTimeout(): boolean
  /**
   * Waits for `work`, at most until its overtime is over. Work that ignores its signal continues in the background.
   * @throws {RenderingFault} when the overtime is over.
   */
  waitFor(work: Promise<void>): Promise<void>
}

/** Limit of the total time. A job that still waits for a slot then is retried later. pg-boss itself expires a job after 15 min. */
const TOTAL_LIMIT_MS = 600_000
/** Overtime as a share of the working time. Work that handles its signal ends long before. */
const OVERTIME_SHARE = 1 / 8

/**
 * Starts the time limits of an attempt.
 * @param workMs Limit of the working time, in milliseconds.
 * @param lost Aborts when the attempt has lost its job.
 * @param totalMs Limit of the total time, in milliseconds. For tests.
 */
export function startJobDeadline(workMs: number, lost: AbortSignal, totalMs = TOTAL_LIMIT_MS): JobDeadline {
  const work = createPausableDeadline(workMs)
  const total = AbortSignal.timeout(totalMs)
  const signal = AbortSignal.any([lost, work.signal, total])
  const overtime = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const startOvertime = () => {
    const message = `An attempt continued for ${OVERTIME_SHARE * workMs} ms after its time limit`
    timer = setTimeout(() => overtime.reject(new RenderingFault(message)), OVERTIME_SHARE * workMs)
  }
  signal.addEventListener('abort', startOvertime)
  return {
    signal,
    clock: work,
    isQueueTimeout: () => total.aborted && !work.signal.aborted,
    waitFor: (attempt) => Promise.race([attempt, overtime.promise]),
    [Symbol.dispose]() {
      // The signal also aborts after the attempt has ended.
      signal.removeEventListener('abort', startOvertime)
      clearTimeout(timer)
      work[Symbol.dispose]()
    },
  }
}
