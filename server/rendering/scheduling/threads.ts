import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { Refusal } from '../../errors.ts'
import type { Refused } from './in-thread.ts'
import { createFairScheduler } from './fair-scheduler.ts'
import type { PausableClock } from './deadline.ts'

/** Threads for work on callers' bytes that would hold up the event loop. */
export interface Threads<Functions extends ThreadFunctions> extends AsyncDisposable {
  /**
   * Runs one of the functions when it is the account's turn.
   * @throws {Refusal} `invalid` for what the function refuses. @throws the signal's reason when that ends it.
   */
  run<Name extends keyof Functions & string>(
    name: Name,
    task: Parameters<Functions[Name]>[0],
    account: ThreadAccount,
    signal: AbortSignal,
    transferList?: Transferable[],
  ): Promise<Exclude<ReturnType<Functions[Name]>, Refused>>
}

/** What a thread's file exports. */
type ThreadFunctions = Record<string, (task: never) => unknown>

/** The account for which a thread works. */
export interface ThreadAccount {
  partition: string
  /** Stands still while the work waits for its turn. */
  clock?: PausableClock
}

/** `createFairScheduler` lets so many times as many work at once, for all accounts together. */
const THREADS_A_TURN = 4
/** Idle threads end: each takes 20 to 30 MB. Starting one takes about 150 ms of processor time. */
const IDLE_MS = 60_000

/**
 * Sets up threads. Each starts when it is first needed: most services never read a large body or make a large PDF.
 * @param file exports the functions. @param options `count`: how many work at the same time for one account.
 */
export function createThreads<Functions extends ThreadFunctions>(
  file: URL,
  { count, heapMb }: { count: number; heapMb: number },
): Threads<Functions> {
  const turns = createFairScheduler(count)
  const pool = new Tinypool({
    filename: fileURLToPath(file),
    minThreads: 0,
    maxThreads: THREADS_A_TURN * count,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    env: {},
  })
  return {
    async run(name, task, { partition, clock }, signal, transferList = []) {
      const endTurn = await turns.acquire(partition, signal, clock)
      try {
        const outcome = await pool.run(task, { name, signal, transferList }).catch((error: unknown) => {
          // The pool's own AbortError does not hold the reason.
          signal.throwIfAborted()
          throw error
        })
        if (!isRefused(outcome)) return outcome
        const { message, detail } = outcome.refused
        throw new Refusal('invalid', message, detail === undefined ? {} : { detail })
      } finally {
        endTurn()
      }
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

function isRefused(outcome: unknown): outcome is Refused {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome
}
