import { LRUCache } from 'lru-cache'

/** Limits of the rows and bodies that one account adds to the request log in one process. */
export interface QuotaLimits {
  /** Rows per minute, and at once. */
  rowsPerMinute: number
  /** Bytes of bodies per hour, and at once. */
  bodyBytesPerHour: number
}

/** Default limits. The rate limit of an account is 600 calls a minute by default. */
export const QUOTA: QuotaLimits = { rowsPerMinute: 1_200, bodyBytesPerHour: 32 * 1024 * 1024 }

/** Token buckets of the accounts, in the memory of this process. */
export interface AccountQuota {
  /** Takes the quota of one row. Counts the call when none is left. @returns true when the row may be written. */
  takeRow(accountId: string, requestId: string): boolean
  /** Takes the quota of a body. @returns true when the body may be kept. */
  takeBody(accountId: string, bytes: number): boolean
  /** Returns the numbers of calls without a row, by the id of the row before them, and resets them. */
  takeOmitted(): { requestId: string; omitted: number }[]
}

/** Uses about 2 MB. An account that is removed has its full quota again. */
const ACCOUNTS_MAX = 10_000

interface Used {
  rows: number
  bodyBytes: number
  at: number
  lastRequestId: string
  omitted: number
}

/** Creates the quota. @param now clock for tests, in milliseconds. */
export function createAccountQuota(
  limits: QuotaLimits,
  now: () => number = () => performance.now(),
): AccountQuota {
  const accounts = new LRUCache<string, Used>({ max: ACCOUNTS_MAX })
  const exceeded = new Set<Used>()
  const usedBy = (accountId: string): Used => {
    const at = now()
    const used = accounts.get(accountId) ?? { rows: 0, bodyBytes: 0, at, lastRequestId: '', omitted: 0 }
    const minutes = (at - used.at) / 60_000
    used.rows = Math.max(0, used.rows - minutes * limits.rowsPerMinute)
    used.bodyBytes = Math.max(0, used.bodyBytes - (minutes / 60) * limits.bodyBytesPerHour)
    used.at = at
    accounts.set(accountId, used)
    return used
  }
  return {
    takeRow(accountId, requestId) {
      const used = usedBy(accountId)
      // Counts belong to the row before them, so they are taken before another row is written.
      if (used.rows + 1 > limits.rowsPerMinute || used.omitted > 0) {
        used.omitted += 1
        exceeded.add(used)
        return false
      }
      used.rows += 1
      used.lastRequestId = requestId
      return true
    },
    takeBody(accountId, bytes) {
      const used = usedBy(accountId)
      if (used.bodyBytes + bytes > limits.bodyBytesPerHour) return false
      used.bodyBytes += bytes
      return true
    },
    takeOmitted() {
      const counts = Array.from(exceeded, ({ lastRequestId, omitted }) => ({
        requestId: lastRequestId,
        omitted,
      }))
      for (const used of exceeded) used.omitted = 0
      exceeded.clear()
      return counts
    },
  }
}
