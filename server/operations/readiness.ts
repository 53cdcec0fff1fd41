import { sql } from 'kysely'
import type { Services } from '../services.ts'

const DATABASE_LIMIT_MS = 1_000
const STORAGE_LIMIT_MS = 4_000
const STORAGE_LOOK_EVERY_MS = 4_000
// A failed check is repeated soon, to use a store that has returned.
const STORAGE_LOOK_AGAIN_MS = 2_000

/**
 * Creates a function that checks all parts that a call needs. Mail is not included: mails wait in the queue for their
 * server. A draining process is not ready.
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

/** Details are in the log of the part. The answer contains none, because anyone may reach the port. */
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
