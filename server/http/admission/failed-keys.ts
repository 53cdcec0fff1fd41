import { networkOf } from '../network.ts'

const WINDOW_MS = 60_000
// Some 5 MB at most, however many addresses try.
const NETWORKS_MAX = 20_000

/** Counts, for this process, the keys that did not work by the address that sent them. */
export interface FailedKeys {
  /**
   * Counts one more.
   * @returns seconds until `address` is heard again; 0 while it has failed no more often than it may.
   */
  count(address: string): number
}

/**
 * Makes the counter. Only failures are counted and only failures refused: a valid key works from any address,
 * so nobody can lock out whoever shares one with them.
 */
export function createFailedKeys(options: { perMinute: number; now?: () => number }): FailedKeys {
  const now = options.now ?? (() => performance.now())
  const windows = new Map<string, { failed: number; endsAt: number }>()

  const begin = (network: string) => {
    const window = { failed: 0, endsAt: now() + WINDOW_MS }
    windows.delete(network)
    windows.set(network, window)
    // A Map lists its keys in the order in which they were set: the first window is the next to end.
    for (const [oldest, { endsAt }] of windows) {
      if (endsAt > now() && windows.size <= NETWORKS_MAX) break
      windows.delete(oldest)
    }
    return window
  }

  return {
    count(address) {
      const network = networkOf(address)
      const open = windows.get(network)
      const window = open && open.endsAt > now() ? open : begin(network)
      window.failed += 1
      return window.failed <= options.perMinute ? 0 : Math.ceil((window.endsAt - now()) / 1000)
    },
  }
}
