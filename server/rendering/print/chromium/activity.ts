/** Activity of a Chromium: its processes need no close watch while all tabs are idle. */
export interface Activity {
  /** Counts one more tab that works. @returns a function that ends its work. */
  begin(): () => void
  /** Returns true if no tab has worked for a second. */
  isIdle(): boolean
}

/** Work that a page has begun may continue for a moment after its print. */
const IDLE_AFTER_MS = 1_000

/** Creates the count, which begins with no tab at work. @param now a clock in milliseconds. */
export function createActivity(now = () => performance.now()): Activity {
  let working = 0
  let endedAt = -Infinity
  return {
    begin() {
      working += 1
      return () => {
        working -= 1
        endedAt = now()
      }
    },
    isIdle: () => working === 0 && now() - endedAt > IDLE_AFTER_MS,
  }
}
