import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { Refusal } from '@platen/template/refusal'
import type { RefusalData } from './in-thread.ts'
import { createFairScheduler } from '@platen/capacity/fair-scheduler'
import type { TenantUsage } from '@platen/capacity/tenant-usage'
import type { PausableClock } from '@platen/capacity/pausable-deadline'

/** Thread pool for work on callers' bytes that would block the event loop. */
export interface Threads<Functions extends ThreadFunctions> extends AsyncDisposable {
  /**
   * Runs one of the functions when the account has a slot.
   *
   * @throws {Refusal} `invalid` when the function rejects its input
   * @throws the signal's reason when it aborts
   */
  run<Name extends keyof Functions & string>(
    name: Name,
    task: Parameters<Functions[Name]>[0],
    account: ThreadAccount,
    signal: AbortSignal,
    transferList?: Transferable[],
  ): Promise<Exclude<Awaited<ReturnType<Functions[Name]>>, RefusalData>>
}

/** Exports of a thread's file. */
type ThreadFunctions = Record<string, (task: never) => unknown>

/** Account for which a thread runs a function. */
export interface ThreadAccount {
  tenant: string
  /** Paused while the work waits for a slot. */
  clock?: PausableClock
  /** Work outside of the thread, as for `Release`. In milliseconds. */
  extraMs?: number
}

/** `createFairScheduler` runs up to this many times `count` for all accounts together. */
const THREADS_PER_SLOT = 4
/** Idle threads end, since each takes 20 to 30 MB. Starting one takes about 50 ms of processor time. */
const IDLE_MS = 60_000

/**
 * Creates a pool of threads. They start when they are needed: most services never read a large body or create a large
 * PDF.
 *
 * @param file exports the functions
 * @param options `count`: concurrent calls per account; `usage`: use of all tenants of the process
 */
export function createThreads<Functions extends ThreadFunctions>(
  file: URL,
  { count, heapMb, usage }: { count: number; heapMb: number; usage: TenantUsage },
): Threads<Functions> {
  const scheduler = createFairScheduler(count, usage)
  const pool = new Tinypool({
    filename: fileURLToPath(file),
    minThreads: 0,
    maxThreads: THREADS_PER_SLOT * count,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    env: {},
  })
  return {
    async run(name, task, { tenant, clock, extraMs }, signal, transferList = []) {
      const release = await scheduler.acquire(tenant, signal, clock)
      try {
        const outcome = await pool.run(task, { name, signal, transferList }).catch((error: unknown) => {
          // The pool's own AbortError does not contain the reason.
          signal.throwIfAborted()
          throw error
        })
        if (!isRefusalData(outcome)) return outcome
        const { message, detail } = outcome.refused
        throw new Refusal('invalid', message, detail === undefined ? {} : { detail })
      } finally {
        release(extraMs)
      }
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

function isRefusalData(outcome: unknown): outcome is RefusalData {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome
}
