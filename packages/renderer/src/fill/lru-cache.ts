/** LRU cache with bounded count and weight. */
export interface LruCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Creates a cache of at most `count` values with a total weight of at most `weight`. The least recently used values are
 * evicted.
 */
export function createLruCache<Value extends { weight: number }>(max: {
  count: number
  weight: number
}): LruCache<Value> {
  // A Map keeps the order of insertion.
  const values = new Map<string, Value>()
  let weight = 0
  const evict = (key: string) => {
    weight -= values.get(key)?.weight ?? 0
    values.delete(key)
  }
  const cache: LruCache<Value> = {
    get(key) {
      const value = values.get(key)
      if (value) cache.set(key, value)
      return value
    },
    set(key, value) {
      evict(key)
      values.set(key, value)
      weight += value.weight
      for (const oldest of values.keys()) {
        if (values.size <= max.count && weight <= max.weight) return
        evict(oldest)
      }
    },
  }
  return cache
}
