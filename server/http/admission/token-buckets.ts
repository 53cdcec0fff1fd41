/** Token buckets by key, in the memory of this process. */
export interface TokenBuckets {
  /** Takes tokens from a key's bucket. @returns 0, or the seconds until the bucket has as many. */
  take(key: string, count: number): number
}

/** About 3 MB. A bucket that is dropped is full again. */
const BUCKETS_MAX = 20_000

/** @param options `burst`: tokens of a full bucket; `perSecond`: tokens that are added; `now`: milliseconds, for tests. */
export function createTokenBuckets(options: {
  burst: number
  perSecond: number
  now?: () => number
}): TokenBuckets {
  const { burst, perSecond, now = () => performance.now() } = options
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(key, count) {
      const at = now()
      const { tokens: left, at: since } = buckets.get(key) ?? { tokens: burst, at }
      const tokens = Math.min(burst, left + ((at - since) / 1_000) * perSecond)
      const isTaken = tokens >= count
      // A Map lists its keys in the order in which they were set: the first one was used the longest time ago.
      buckets.delete(key)
      buckets.set(key, { tokens: isTaken ? tokens - count : tokens, at })
      const [oldest] = buckets.size > BUCKETS_MAX ? buckets.keys() : []
      if (oldest !== undefined) buckets.delete(oldest)
      return isTaken ? 0 : Math.ceil((count - tokens) / perSecond)
    },
  }
}
