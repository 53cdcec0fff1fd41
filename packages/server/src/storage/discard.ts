import type { Log } from '../log.ts'
import type { Storage } from './storage.ts'

/**
 * Removes an object without references. A failure is only logged, because it must not change the outcome of the call.
 * The sweep removes the object later.
 */
export async function discard({ storage, log }: { storage: Storage; log: Log }, key: string): Promise<void> {
  try {
    await storage.remove(key)
  } catch (error) {
    log.warn({ err: error }, 'cannot remove an unused object; the sweep removes it later')
  }
}
