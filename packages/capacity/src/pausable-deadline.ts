/** Time limit that pauses while all parts of the work wait in queues, because other tenants cause these waits. */
export interface PausableDeadline extends Disposable, PausableClock {
  /** Aborts when the time is over. */
  signal: AbortSignal
}

/** Clock that a task stops while its parts wait for slots. */
export interface PausableClock {
  /**
   * Records that a part of the work waits in a queue.
   *
   * @returns a function that records the end of the wait
   */
  beginWait(): () => void
  /**
   * Records that a part of the work has a slot.
   *
   * @returns a function that records its end
   */
  beginWork(): () => void
}

/** Starts the time limit. Disposing it stops the timer. */
export function createPausableDeadline(limitMs: number): PausableDeadline {
  const over = new AbortController()
  let waiting = 0
  let working = 0
  let leftMs = limitMs
  let runningSince: number | undefined
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    runningSince = performance.now()
    timer = setTimeout(() => over.abort(new Error(`The work exceeded its limit of ${limitMs} ms`)), leftMs)
  }
  const stop = () => {
    if (runningSince !== undefined) leftMs -= performance.now() - runningSince
    runningSince = undefined
    clearTimeout(timer)
  }
  const adjust = () => {
    const isOnlyWaiting = waiting > 0 && working === 0
    if (isOnlyWaiting && runningSince !== undefined) stop()
    if (!isOnlyWaiting && runningSince === undefined) start()
  }
  start()

  return {
    signal: over.signal,
    beginWait() {
      waiting += 1
      adjust()
      return () => {
        waiting -= 1
        adjust()
      }
    },
    beginWork() {
      working += 1
      adjust()
      return () => {
        working -= 1
        adjust()
      }
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      // Later calls must not start a timer.
      waiting = -Infinity
      runningSince = 0
    },
  }
}
