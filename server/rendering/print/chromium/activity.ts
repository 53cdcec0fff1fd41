/** Activity of a Chromium: its processes are checked less often while all tabs are idle. */
export interface Activity {
  /** Counts one more active tab. @returns a function that ends its work. */
  begin(): () => void
  /** Returns `true` when no tab has worked for 1 s. */
  isIdle(): boolean
}

/** Work of a page may continue for a moment after its print. */
const IDLE_AFTER_MS = 1_000

/** Creates the count, with no active tab. @param now a clock in milliseconds. */
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
