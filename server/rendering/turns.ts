/** So many at a time; the others wait. */
export interface Turns {
  /**
   * Waits for a turn; rejects with the signal's reason when that comes first.
   * @param partition for whom: see `createTurns`.
   * @returns what ends the turn.
   */
  take(partition: string, signal: AbortSignal): Promise<() => void>
}

interface Waiting {
  partition: string
  start: () => void
}

/** Whose turn took longer than this is slow, and remains so for a while. */
const LONG_MS = 1_000
const SLOW_FOR_MS = 60_000

/**
 * One partition alone may have all turns. While it does, there are as many again for the others, one for each,
 * and twice as many again for those of the others who are not slow: so nobody who is quick waits for somebody
 * else's endless work, as long as that is not of more partitions than all these. Of those who wait, who has the
 * fewest turns comes first.
 * @param count how many turns one partition may take at the same time.
 * @param now milliseconds on a clock.
 */
export function createTurns(count: number, now = () => performance.now()): Turns {
  const waiting: Waiting[] = []
  const taken = new Map<string, number>()
  // Until when; in the order in which they end.
  const slow = new Map<string, number>()
  let total = 0

  const takenBy = (partition: string) => taken.get(partition) ?? 0
  const mayStart = (partition: string) => {
    if (takenBy(partition) > 0) return total < count
    return total < (isSlow(partition) ? 2 * count : 4 * count)
  }
  const isSlow = (partition: string) => (slow.get(partition) ?? 0) > now()
  const begin = (partition: string) => {
    total += 1
    taken.set(partition, takenBy(partition) + 1)
  }
  const end = (partition: string, begunAt: number) => {
    total -= 1
    const left = takenBy(partition) - 1
    if (left === 0) taken.delete(partition)
    else taken.set(partition, left)
    if (now() - begunAt > LONG_MS) becomesSlow(partition)
    const able = waiting.filter((one) => mayStart(one.partition))
    const fewest = Math.min(...able.map((one) => takenBy(one.partition)))
    const next = able.find((one) => takenBy(one.partition) === fewest)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    begin(next.partition)
    next.start()
  }
  const becomesSlow = (partition: string) => {
    slow.delete(partition)
    slow.set(partition, now() + SLOW_FOR_MS)
    for (const one of slow.keys()) {
      if (isSlow(one)) break
      slow.delete(one)
    }
  }

  return {
    async take(partition, signal) {
      signal.throwIfAborted()
      if (mayStart(partition)) {
        begin(partition)
      } else {
        await new Promise<void>((resolve, reject) => {
          const start = () => {
            signal.removeEventListener('abort', leave)
            resolve()
          }
          const one = { partition, start }
          const leave = () => {
            waiting.splice(waiting.indexOf(one), 1)
            reject(signal.reason)
          }
          waiting.push(one)
          signal.addEventListener('abort', leave, { once: true })
        })
      }
      const begunAt = now()
      let ended = false
      return () => {
        if (!ended) end(partition, begunAt)
        ended = true
      }
    },
  }
}
