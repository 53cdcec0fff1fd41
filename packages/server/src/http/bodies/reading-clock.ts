/** Time limit in which a client has to read a response. */
export interface ReadingLimit {
  /** Time for each response. In milliseconds. */
  graceMs: number
  /** Minimum rate of the client: it gets one more second for this many bytes. */
  bytesPerSecond: number
}

/** State of a connection at one moment. */
export interface Reading {
  /** Time on a monotonic clock. In milliseconds. */
  at: number
  /** True while the connection has bytes that the client has not read. */
  isWaiting: boolean
  /** Bytes of the connection that the kernel has accepted for the client so far. */
  takenBytes: number
}

/**
 * Creates a clock of the time that the service waits for a client to read. Time in which the service has nothing to send
 * does not count.
 * @param maxStepMs largest time that one observation adds, because the process may have been paused. In milliseconds.
 */
export function createReadingClock(limit: ReadingLimit, start: Reading, maxStepMs: number) {
  let last = start
  let waitedMs = 0
  return {
    /** Returns the remaining time in milliseconds. 0 or less when the client is too slow. */
    observe(now: Reading): number {
      if (last.isWaiting && now.isWaiting) waitedMs += Math.min(now.at - last.at, maxStepMs)
      last = now
      const takenBytes = now.takenBytes - start.takenBytes
      return limit.graceMs + (takenBytes / limit.bytesPerSecond) * 1_000 - waitedMs
    },
  }
}
