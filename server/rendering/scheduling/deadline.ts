/** A time limit that pauses while all parts of the work wait in queues, since other tenants cause that wait. */
export interface PausableDeadline extends Disposable, PausableClock {
  /** Aborts when the time is over. */
  signal: AbortSignal
}

/** Receives the waits and the work of a task. */
export interface PausableClock {
  /**
   * A part of the work waits in a queue from now on.
   *
   * @returns a function that ends the wait
   */
  waits(): () => void
  /**
   * A part of the work has a slot from now on.
   *
   * @returns a function that ends it
   */
  works(): () => void
}

/** Starts the time limit. Disposing it stops the timer. */
export function createPausableDeadline(limitMs: number): PausableDeadline {
  const over = new AbortController()
  let waiting = 0
  let working = 0
  let leftMs = limitMs
  let runningSince: number | undefined
  let timer: NodeJS.Timeout | undefined

  const run = () => {
    runningSince = performance.now()
    timer = setTimeout(() => over.abort(new Error(`It was at work for ${limitMs} ms`)), leftMs)
  }
  const stand = () => {
    if (runningSince !== undefined) leftMs -= performance.now() - runningSince
    runningSince = undefined
    clearTimeout(timer)
  }
  const adjust = () => {
    const isOnlyWaiting = waiting > 0 && working === 0
    if (isOnlyWaiting && runningSince !== undefined) stand()
    if (!isOnlyWaiting && runningSince === undefined) run()
  }
  run()

  return {
    signal: over.signal,
    waits() {
      waiting += 1
      adjust()
      return () => {
        waiting -= 1
        adjust()
      }
    },
    works() {
      working += 1
      adjust()
      return () => {
        working -= 1
        adjust()
      }
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      // Later calls must start no timer.
      waiting = -Infinity
      runningSince = 0
    },
  }
}
