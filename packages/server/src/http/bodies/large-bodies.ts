import { JsonText } from '../../json-text.ts'
import { createThreads } from '@platen/renderer/scheduling/threads'
import type { ReadLarge } from './json-bodies.ts'
import type * as functions from './body-thread.ts'

/** Number of threads. */
const THREADS = 1
const HEAP_MB = 512

/** Starts threads that parse large bodies. @returns `read` parses a body; `close` ends the threads. */
export function createLargeBodies(): { read: ReadLarge; close: () => Promise<void> } {
  const threads = createThreads<typeof functions>(new URL('body-thread.ts', import.meta.url), {
    count: THREADS,
    heapMb: HEAP_MB,
  })
  return {
    async read(body, accountId, signal) {
      return joined(await threads.run('readLargeBody', body, { tenant: accountId }, signal))
    },
    async close() {
      await threads[Symbol.asyncDispose]()
    },
  }
}

/** Returns the body with its `data`. Each element stays JSON text. */
function joined({ rest, data }: functions.LargeBody): unknown {
  const body: unknown = JSON.parse(rest)
  if (typeof body !== 'object' || body === null || data === undefined) return body
  const texts = Array.isArray(data)
    ? data.map((element) => (element === null ? null : new JsonText(element)))
    : new JsonText(data)
  return Object.assign(body, { data: texts })
}
