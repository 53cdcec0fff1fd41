import type { TenantUsage } from '@platen/capacity/tenant-usage'
import { createThreads } from '@platen/renderer/scheduling/threads'
import { timeoutRefusal } from '@platen/renderer/scheduling/timed-out'
import { Refusal } from '@platen/template/refusal'
import type * as functions from './thread.ts'
import type { Rows, RowsFile } from './thread.ts'

/** Reads files with rows, in threads that the accounts share fairly. */
export interface RowsReader extends AsyncDisposable {
  /** Reads the rows of a file. @throws {Refusal} `invalid` for a file that cannot be read; `timed-out`. */
  read(file: RowsFile, call: { accountId: string; deadline: AbortSignal }): Promise<Rows>
}

/** A file of 20 MB with 50,000 rows needs about 300 MB. */
const HEAP_MB = 768

/** Creates the threads. They start when they are needed. @param usage use of all tenants of the process. */
export function createRowsReader(usage: TenantUsage): RowsReader {
  const threads = createThreads<typeof functions>(new URL('thread.ts', import.meta.url), {
    count: 1,
    heapMb: HEAP_MB,
    usage,
  })
  return {
    async read(file, { accountId, deadline }) {
      try {
        const rows = await threads.run('readRows', file, { tenant: accountId }, deadline)
        return rows
      } catch (error) {
        if (deadline.aborted) throw timeoutRefusal(error)
        if (!isOutOfMemory(error)) throw error
        throw new Refusal('invalid', 'The file needs too much memory. Split it into several files.', {
          cause: error,
        })
      }
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
