import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { Refusal } from '../../errors.ts'
import { createTurns } from '../turns.ts'
import type { WorkClock } from '../work-limit.ts'
import type * as Functions from './thread.ts'

/** Threads for work on PDFs and their XML, which would hold up the event loop. */
export interface PdfThreads extends AsyncDisposable {
  /**
   * Runs a function of `thread.ts` when it is the account's turn.
   * @throws {Refusal} `invalid` for what the function refuses. @throws the signal's reason when that ends it.
   */
  run<Name extends FunctionName>(
    name: Name,
    task: Parameters<(typeof Functions)[Name]>[0],
    account: ThreadAccount,
    signal: AbortSignal,
    transferList?: Transferable[],
  ): Promise<Exclude<ReturnType<(typeof Functions)[Name]>, Functions.Refused>>
}

/** The account for which a thread works. */
export interface ThreadAccount {
  partition: string
  /** Stands still while the work waits for its turn. */
  clock?: WorkClock
}

type FunctionName = 'assemble' | 'readInvoiceXml'

/** The tags of a 50 MB document need about 400 MB. */
const HEAP_MB = 1_024
/** `createTurns` lets so many times as many work at once, for all accounts together. */
const THREADS_A_TURN = 4
/** A thread starts in some 50 ms. */
const IDLE_MS = 10_000

/** @param count how many work at the same time for one account. Each is started when it is first needed. */
export function createPdfThreads(count: number): PdfThreads {
  const turns = createTurns(count)
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('thread.ts', import.meta.url)),
    minThreads: 1,
    maxThreads: THREADS_A_TURN * count,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    env: {},
  })
  return {
    async run(name, task, { partition, clock }, signal, transferList = []) {
      const endTurn = await turns.take(partition, signal, clock)
      try {
        const outcome = await pool.run(task, { name, signal, transferList })
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

function isRefused(outcome: unknown): outcome is Functions.Refused {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome
}
