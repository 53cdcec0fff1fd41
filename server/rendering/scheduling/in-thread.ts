import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Refusal } from '../../errors.ts'

/** A refusal as plain data: errors lose their class on the way between threads. */
export interface Refused {
  refused: { message: string; detail?: string }
}

/** Of a busy processor a third of what the thread of the event loop gets. */
const NICE = 5

/** Runs `work` in a thread. @returns its result, or why it refused its input. */
export function orRefused<Result>(work: () => Result): Result | Refused {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      refused: { message: error.message, ...(error.detail !== undefined && { detail: error.detail }) },
    }
  }
}

/** Lowers the priority of this thread. Where all threads of a process share one (not on Linux), it stays as it is. */
export function lowerOwnPriority(): void {
  try {
    const [, thread] = readlinkSync('/proc/thread-self').split('/task/')
    if (thread !== undefined) setPriority(Number(thread), NICE)
  } catch {
    // There is no /proc.
  }
}
