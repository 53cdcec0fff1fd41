/** Time that a client has to read an answer. */
export interface ReadingLimit {
  /** Milliseconds for any answer. */
  graceMs: number
  /** Beyond that: a second for so many bytes. */
  bytesPerSecond: number
}

/** State of a connection at one moment. */
export interface Reading {
  /** Milliseconds on a monotonic clock. */
  at: number
  /** The connection has bytes that the client has not taken yet. */
  isWaiting: boolean
  /** Bytes of the connection that the client's side has taken so far. */
  takenBytes: number
}

/**
 * Counts the time that the service waits for a client to read. Time in which the service itself has nothing to send
 * does not count.
 * @param maxStepMs most milliseconds that one observation adds, because the process may have stood still.
 */
export function createReadingClock(limit: ReadingLimit, start: Reading, maxStepMs: number) {
  let last = start
  let waitedMs = 0
  return {
    /** Returns the milliseconds that are left, 0 or less when the client is too slow. */
    observe(now: Reading): number {
      if (last.isWaiting && now.isWaiting) waitedMs += Math.min(now.at - last.at, maxStepMs)
      last = now
      const takenBytes = now.takenBytes - start.takenBytes
      return limit.graceMs + (takenBytes / limit.bytesPerSecond) * 1_000 - waitedMs
    },
  }
}
