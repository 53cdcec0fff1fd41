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

/**
 * One partition alone may have all turns. While it does, there are as many again for the others, one for each:
 * so nobody waits for somebody else's endless work. Of those who wait, who has the fewest turns comes first.
 * @param count how many turns may be taken at the same time.
 */
export function createTurns(count: number): Turns {
  const waiting: Waiting[] = []
  const taken = new Map<string, number>()
  let total = 0

  const takenBy = (partition: string) => taken.get(partition) ?? 0
  const mayStart = (partition: string) => total < (takenBy(partition) === 0 ? 2 * count : count)
  const begin = (partition: string) => {
    total += 1
    taken.set(partition, takenBy(partition) + 1)
  }
  const end = (partition: string) => {
    total -= 1
    const left = takenBy(partition) - 1
    if (left === 0) taken.delete(partition)
    else taken.set(partition, left)
    const able = waiting.filter((one) => mayStart(one.partition))
    const fewest = Math.min(...able.map((one) => takenBy(one.partition)))
    const next = able.find((one) => takenBy(one.partition) === fewest)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    begin(next.partition)
    next.start()
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
      let ended = false
      return () => {
        if (!ended) end(partition)
        ended = true
      }
    },
  }
}
