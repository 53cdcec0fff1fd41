import type { Log } from '../log.ts'
import type { Storage } from './storage.ts'

/**
 * Removes an object that nobody refers to any more. One that cannot be removed now is left to the sweeper: what
 * the call was about has been decided already.
 */
export async function discard({ storage, log }: { storage: Storage; log: Log }, key: string): Promise<void> {
  try {
    await storage.remove(key)
  } catch (error) {
    log.warn({ err: error }, 'an object that nobody needs is left to the sweeper')
  }
}
