/** A limit on how long something is at work. It stands still while all of it waits for a turn: others cause that. */
export interface PausableDeadline extends Disposable, PausableClock {
  /** Aborts when the time is over. */
  signal: AbortSignal
}

/** Is told what something spends its time on. */
export interface PausableClock {
  /** A part of it waits for its turn from now on. @returns what ends the wait. */
  waits(): () => void
  /** A part of it has its turn from now on. @returns what ends it. */
  works(): () => void
}

/** Begins to count; disposing it ends that. */
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
      // What is told from now on starts no timer.
      waiting = -Infinity
      runningSince = 0
    },
  }
}
