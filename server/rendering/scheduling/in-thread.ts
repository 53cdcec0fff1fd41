import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Refusal } from '../../errors.ts'

/** A refusal as plain data: errors lose their class between threads. */
export interface RefusalData {
  refused: { message: string; detail?: string }
}

/** A third of a busy processor's time compared with the thread of the event loop. */
const NICE = 5

/**
 * Runs `work` in a thread.
 *
 * @returns its result, or the refusal of its input
 */
export function refusalAsData<Result>(work: () => Result): Result | RefusalData {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      refused: { message: error.message, ...(error.detail !== undefined && { detail: error.detail }) },
    }
  }
}

/**
 * Lowers the priority of this thread. On systems other than Linux, where all threads of a process share one priority,
 * it stays unchanged.
 */
export function lowerOwnPriority(): void {
  try {
    const [, thread] = readlinkSync('/proc/thread-self').split('/task/')
    if (thread !== undefined) setPriority(Number(thread), NICE)
  } catch {
    // The system has no /proc.
  }
}
