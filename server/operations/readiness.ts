import { sql } from 'kysely'
import type { Services } from '../services.ts'

const DATABASE_LIMIT_MS = 1_000
const STORAGE_LIMIT_MS = 4_000
const STORAGE_LOOK_EVERY_MS = 4_000
// One that failed is looked at again soon: what is back should be used.
const STORAGE_LOOK_AGAIN_MS = 2_000

/**
 * Makes the question whether all parts that a call needs are there. Mail is not among them: it waits in the
 * queue until its server is back. A process that was asked to end is not ready, whatever its parts are.
 */
export function readiness(
  services: Pick<Services, 'database' | 'storage' | 'renderer' | 'log' | 'draining'>,
) {
  let storageLook: { until: number; state: Promise<string> } | undefined
  const storageState = () => {
    if (!storageLook || performance.now() > storageLook.until) {
      const probe = within(
        STORAGE_LIMIT_MS,
        services.storage.probe(AbortSignal.timeout(STORAGE_LIMIT_MS)),
      ).catch((error: unknown) => {
        services.log.error({ err: error }, 'the object store does not work')
        throw error
      })
      const look = { until: Infinity, state: stateOf(probe) }
      storageLook = look
      void look.state.then((state) => {
        look.until = performance.now() + (state === 'ok' ? STORAGE_LOOK_EVERY_MS : STORAGE_LOOK_AGAIN_MS)
      })
    }
    return storageLook.state
  }
  return async (): Promise<{ ready: boolean; parts: Record<string, string> }> => {
    if (services.draining.aborted) return { ready: false, parts: { process: 'ending' } }
    const [database, storage, renderer] = await Promise.all([
      stateOf(within(DATABASE_LIMIT_MS, sql`select 1`.execute(services.database))),
      storageState(),
      stateOf(services.renderer.describe()),
    ])
    const parts = { database, storage, renderer }
    return { ready: Object.values(parts).every((state) => state === 'ok'), parts }
  }
}

/** What is wrong in detail is for the log of the part itself, not for whoever can reach the port. */
async function stateOf(look: Promise<unknown>): Promise<string> {
  return await look.then(
    () => 'ok',
    () => 'unavailable',
  )
}

async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
