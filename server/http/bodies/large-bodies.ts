import { JsonText } from '../../json-text.ts'
import { createThreads } from '../../rendering/scheduling/threads.ts'
import type { ReadLarge } from './json-bodies.ts'
import type * as functions from './body-thread.ts'

/** How many bodies are read at the same time for one account. */
const AT_ONCE = 1
const HEAP_MB = 512

/** Reads large bodies in threads. @returns it, and what ends the threads. */
export function createLargeBodies(): { read: ReadLarge; close: () => Promise<void> } {
  const threads = createThreads<typeof functions>(new URL('body-thread.ts', import.meta.url), {
    count: AT_ONCE,
    heapMb: HEAP_MB,
  })
  return {
    async read(body, accountId, signal) {
      return put(await threads.run('readLargeBody', body, { partition: accountId }, signal))
    },
    async close() {
      await threads[Symbol.asyncDispose]()
    },
  }
}

/** The body with its `data`, each element of which is left as text. */
function put({ rest, data }: functions.LargeBody): unknown {
  const body: unknown = JSON.parse(rest)
  if (typeof body !== 'object' || body === null || data === undefined) return body
  const kept = Array.isArray(data)
    ? data.map((element) => (element === null ? null : new JsonText(element)))
    : new JsonText(data)
  return Object.assign(body, { data: kept })
}
