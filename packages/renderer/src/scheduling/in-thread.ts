import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import { Refusal } from '@platen/template/refusal'

/** A refusal as plain data, because errors lose their class between threads. */
export interface RefusalData {
  refused: { message: string; detail?: string }
}

/** On a busy processor, a thread with this priority gets a third of the time that the event loop's thread gets. */
const NICE = 5

/** Runs `work`, and returns a refusal as data instead of throwing it. */
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
 * Lowers the priority of this thread, unless it is the main thread. On systems other than Linux, where all threads of a process share one priority,
 * it stays unchanged.
 */
export function lowerOwnPriority(): void {
  if (isMainThread) return
  try {
    const [, thread] = readlinkSync('/proc/thread-self').split('/task/')
    if (thread !== undefined) setPriority(Number(thread), NICE)
  } catch {
    // The system has no /proc.
  }
}
