import { LRUCache } from 'lru-cache'
import { networkOf } from '../network.ts'

const WINDOW_MS = 60_000
/** Uses about 5 MB. The network that is removed has sent no invalid key for the longest time. */
const NETWORKS_MAX = 20_000

/** Counter of calls with invalid API keys, by network, in the memory of this process. */
export interface FailedKeys {
  /**
   * Counts a call with an invalid key.
   * @returns 0, or the seconds until the window of the network ends when it is above the limit.
   */
  count(address: string): number
}

/**
 * Creates the counter: fixed windows of one minute. Only calls with invalid keys are counted and rejected. A valid key
 * always works, so one client cannot lock out others on the same network.
 * @param options `perMinute`: invalid keys that a network may send; `now`: clock for tests, in milliseconds.
 */
export function createFailedKeys(options: { perMinute: number; now?: () => number }): FailedKeys {
  const now = options.now ?? (() => performance.now())
  const windows = new LRUCache<string, { failed: number; endsAt: number }>({ max: NETWORKS_MAX })
  return {
    count(address) {
      const network = networkOf(address)
      const existing = windows.get(network)
      const isOpen = existing !== undefined && existing.endsAt > now()
      const window = isOpen ? existing : { failed: 0, endsAt: now() + WINDOW_MS }
      if (!isOpen) windows.set(network, window)
      window.failed += 1
      return window.failed <= options.perMinute ? 0 : Math.ceil((window.endsAt - now()) / 1000)
    },
  }
}
