import { sql } from 'kysely'
import type { Services } from '../services.ts'

const DATABASE_LIMIT_MS = 1_000
const STORAGE_LIMIT_MS = 4_000
const STORAGE_CHECK_EVERY_MS = 4_000
// A failed check is repeated soon, so that calls resume soon after a recovery.
const STORAGE_RETRY_MS = 2_000

/**
 * Creates a check of all components that a call needs. Mail is not one of them: mails stay in the queue while the mail
 * server is unavailable. A draining process is never ready.
 */
export function createReadinessCheck(
  services: Pick<Services, 'database' | 'storage' | 'renderer' | 'log' | 'draining'>,
) {
  let storageCheck: { until: number; state: Promise<string> } | undefined
  const storageState = () => {
    if (!storageCheck || performance.now() > storageCheck.until) {
      const probe = within(
        STORAGE_LIMIT_MS,
        services.storage.probe(AbortSignal.timeout(STORAGE_LIMIT_MS)),
      ).catch((error: unknown) => {
        services.log.error({ err: error }, 'the object store is not available')
        throw error
      })
      const check = { until: Infinity, state: stateOf(probe) }
      storageCheck = check
      void check.state.then((state) => {
        check.until = performance.now() + (state === 'ok' ? STORAGE_CHECK_EVERY_MS : STORAGE_RETRY_MS)
      })
    }
    return storageCheck.state
  }
  return async (): Promise<{ ready: boolean; components: Record<string, string> }> => {
    if (services.draining.aborted) return { ready: false, components: { process: 'ending' } }
    const [database, storage, renderer] = await Promise.all([
      stateOf(within(DATABASE_LIMIT_MS, sql`select 1`.execute(services.database))),
      storageState(),
      stateOf(services.renderer.describe()),
    ])
    const components = { database, storage, renderer }
    return { ready: Object.values(components).every((state) => state === 'ok'), components }
  }
}

/** Returns the state of a component. Details are only logged, because any client can call the check. */
async function stateOf(check: Promise<unknown>): Promise<string> {
  return await check.then(
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
