/** Activity of a Chromium: its processes are checked less often while all tabs are idle. */
export interface Activity {
  /** Counts a tab as active. @returns a function that counts it as idle again. */
  begin(): () => void
  /** Returns `true` when no tab has been active for 1 s. */
  isIdle(): boolean
}

/** Work of a page may continue for a moment after its print. */
const IDLE_AFTER_MS = 1_000

/** Creates the count, with no active tab. @param now a clock in milliseconds. */
export function createActivity(now = () => performance.now()): Activity {
  let active = 0
  let endedAt = -Infinity
  return {
    begin() {
      active += 1
      return () => {
        active -= 1
        endedAt = now()
      }
    },
    isIdle: () => active === 0 && now() - endedAt > IDLE_AFTER_MS,
  }
}
