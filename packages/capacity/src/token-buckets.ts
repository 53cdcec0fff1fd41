import { LRUCache } from 'lru-cache'

/** Token buckets by key, in the memory of this process. */
export interface TokenBuckets {
  /** Takes tokens from the bucket of a key. @returns 0, or the seconds until the bucket has `count` tokens. */
  take(key: string, count: number): number
}

/** Uses about 3 MB. A bucket that is removed counts as full again. */
const BUCKETS_MAX = 20_000

/**
 * Creates the buckets.
 * @param options `burst`: tokens of a full bucket; `perSecond`: tokens added per second; `now`: clock for tests, in
 * milliseconds.
 */
export function createTokenBuckets(options: {
  burst: number
  perSecond: number
  now?: () => number
}): TokenBuckets {
  const { burst, perSecond, now = () => performance.now() } = options
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: BUCKETS_MAX })
  return {
    take(key, count) {
      const at = now()
      const { tokens: left, at: since } = buckets.get(key) ?? { tokens: burst, at }
      const tokens = Math.min(burst, left + ((at - since) / 1_000) * perSecond)
      const isTaken = tokens >= count
      buckets.set(key, { tokens: isTaken ? tokens - count : tokens, at })
      return isTaken ? 0 : Math.ceil((count - tokens) / perSecond)
    },
  }
}
