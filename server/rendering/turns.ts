/** So many at a time; the others wait in the order in which they came. */
export interface Turns {
  /** Waits for a turn; rejects with the signal's reason when that comes first. @returns what ends the turn. */
  take(signal: AbortSignal): Promise<() => void>
}

/** @param count how many turns may be taken at the same time. */
export function createTurns(count: number): Turns {
  const waiting: (() => void)[] = []
  let free = count

  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
      } else {
        await new Promise<void>((resolve, reject) => {
          const start = () => {
            signal.removeEventListener('abort', leave)
            resolve()
          }
          const leave = () => {
            waiting.splice(waiting.indexOf(start), 1)
            reject(signal.reason)
          }
          waiting.push(start)
          signal.addEventListener('abort', leave, { once: true })
        })
      }
      let ended = false
      return () => {
        if (!ended) end()
        ended = true
      }
    },
  }
}
