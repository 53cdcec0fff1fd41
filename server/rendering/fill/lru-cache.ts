/** Keeps what was used last, within bounds. */
export interface LruCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Keeps at most `count` values of together at most `weight`; of more, those that were not used for the longest go. */
export function createLruCache<Value extends { weight: number }>(max: {
  count: number
  weight: number
}): LruCache<Value> {
  // A Map lists its keys in the order in which they were set.
  const values = new Map<string, Value>()
  let weight = 0
  const forget = (key: string) => {
    weight -= values.get(key)?.weight ?? 0
    values.delete(key)
  }
  const recent: LruCache<Value> = {
    get(key) {
      const value = values.get(key)
      if (value) recent.set(key, value)
      return value
    },
    set(key, value) {
      forget(key)
      values.set(key, value)
      weight += value.weight
      for (const oldest of values.keys()) {
        if (values.size <= max.count && weight <= max.weight) return
        forget(oldest)
      }
    },
  }
  return recent
}
