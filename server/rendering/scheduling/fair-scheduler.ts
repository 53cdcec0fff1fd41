import type { PausableClock } from './deadline.ts'

/** Semaphore whose slots are shared fairly by partitions (tenants). */
export interface FairScheduler {
  /**
   * Waits for a slot; rejects with the signal's reason when it aborts first.
   *
   * @param partition the tenant: see `createFairScheduler`
   * @param clock pauses during the wait
   * @returns a function that releases the slot
   */
  acquire(partition: string, signal: AbortSignal, clock?: PausableClock): Promise<Release>
}

/**
 * Releases a slot.
 *
 * @param delayMs delay before the partition's next slot while other quick partitions are active, for work that has
 * blocked others beyond its slot. In milliseconds
 */
export type Release = (delayMs?: number) => void

/** A call that waits for a slot. */
interface Waiting {
  partition: string
  start: () => void
}

/** A partition that uses a slot for longer than this counts as slow for `SLOW_FOR_MS`, otherwise as quick. */
const LONG_MS = 1_000
const SLOW_FOR_MS = 60_000
/** A partition that sends calls one after the other returns within this time. */
const BACK_WITHIN_MS = 30
/** Time for which a slow partition leaves a slot free, because its next work would occupy the slot for long. */
const QUICK_WITHIN_MS = 1_000
/** Longest pause of a partition with many waiting calls: a multiple of the duration of its last slot, and a time. */
const PAUSE = { factorMax: 3, msMax: 100 }

/**
 * Creates a fair scheduler. Its rules:
 *
 * - Limit: a partition without a slot gets one while fewer than 4 × `count` slots are in use, or fewer than 2 × `count`
 *   if it is slow. A partition with a slot gets another one while fewer than `count` are in use, so a single partition
 *   may use `count` slots. A quick partition without a slot therefore waits for endless work of others only
 *   while that work holds 4 × `count` slots.
 * - Order: among the waiting partitions that may have a slot, the one with the fewest slots is next.
 * - Spare slot: a partition leaves one of its `count` slots free while another partition that has just released one is
 *   likely to return within `backWithinMs`. A slow partition does so for `quickWithinMs` after a quick one was active.
 * - Pause: a slot does not cover all resources of a call. Therefore a partition with many waiting calls pauses between
 *   its slots while a quick partition without waiting calls is active: the more calls wait, the longer the pause. A
 *   release with a delay has the same effect.
 *
 * @param count number of slots that one partition may use at a time
 * @param options for tests: `now`, a clock in milliseconds; `backWithinMs` and `quickWithinMs`, the times for which a
 * slot stays free
 */
export function createFairScheduler(
  count: number,
  { now = () => performance.now(), backWithinMs = BACK_WITHIN_MS, quickWithinMs = QUICK_WITHIN_MS } = {},
): FairScheduler {
  const waiting: Waiting[] = []
  const slotsByPartition = new Map<string, number>()
  // Ends of the slow state by partition, in ascending order.
  const slow = new Map<string, number>()
  const likelyBack = new Map<string, NodeJS.Timeout>()
  const pausing = new Map<string, { until: number; timer: NodeJS.Timeout }>()
  let total = 0
  let quickUntil = -Infinity
  let quickTimer: NodeJS.Timeout | undefined

  const slotsOf = (partition: string) => slotsByPartition.get(partition) ?? 0
  const mayStart = (partition: string) => {
    if (pausing.has(partition)) return false
    if (slotsOf(partition) > 0) return total + (isReturnExpected(partition) ? 1 : 0) < count
    return total < (isSlow(partition) ? 2 * count : 4 * count)
  }
  const isSlow = (partition: string) => (slow.get(partition) ?? 0) > now()
  const isReturnExpected = (partition: string) =>
    likelyBack.size > 0 || (isSlow(partition) && quickUntil > now())
  const begin = (partition: string) => {
    total += 1
    clearTimeout(likelyBack.get(partition))
    likelyBack.delete(partition)
    slotsByPartition.set(partition, slotsOf(partition) + 1)
  }
  const end = (partition: string, begunAt: number, delayMs: number) => {
    total -= 1
    const remaining = slotsOf(partition) - 1
    if (remaining === 0) slotsByPartition.delete(partition)
    else slotsByPartition.set(partition, remaining)
    const ms = now() - begunAt
    if (ms > LONG_MS) markSlow(partition)
    if (!isSlow(partition)) {
      quickUntil = now() + quickWithinMs
      clearTimeout(quickTimer)
      quickTimer = setTimeout(startWaiting, quickWithinMs).unref()
    }
    // Fewer than two waiting calls per slot cause no pause: several programs may share an account.
    const factor = Math.min(Math.floor(waitingOf(partition) / (2 * count)), PAUSE.factorMax)
    const pauseMs = Math.max(delayMs, Math.min(factor * ms, PAUSE.msMax))
    if (pauseMs > 0 && isOtherQuickActive(partition)) pause(partition, pauseMs)
    else if (remaining === 0) markLikelyBack(partition)
    startWaiting()
  }
  const waitingOf = (partition: string) => waiting.filter((one) => one.partition === partition).length
  const isOtherQuickActive = (partition: string) =>
    [...likelyBack.keys(), ...slotsByPartition.keys()].some(
      (other) => other !== partition && waitingOf(other) === 0 && !isSlow(other),
    )
  const pause = (partition: string, ms: number) => {
    const resume = () => {
      pausing.delete(partition)
      startWaiting()
    }
    const until = now() + ms
    const current = pausing.get(partition)
    if (current && current.until > until) return
    clearTimeout(current?.timer)
    pausing.set(partition, { until, timer: setTimeout(resume, ms).unref() })
  }
  const markLikelyBack = (partition: string) => {
    const expire = () => {
      likelyBack.delete(partition)
      startWaiting()
    }
    likelyBack.set(partition, setTimeout(expire, backWithinMs).unref())
  }
  const startWaiting = () => {
    const able = waiting.filter((one) => mayStart(one.partition))
    const fewest = Math.min(...able.map((one) => slotsOf(one.partition)))
    const next = able.find((one) => slotsOf(one.partition) === fewest)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    begin(next.partition)
    next.start()
    startWaiting()
  }
  const markSlow = (partition: string) => {
    slow.delete(partition)
    slow.set(partition, now() + SLOW_FOR_MS)
    for (const one of slow.keys()) {
      if (isSlow(one)) break
      slow.delete(one)
    }
  }

  return {
    async acquire(partition, signal, clock) {
      signal.throwIfAborted()
      if (mayStart(partition)) {
        begin(partition)
      } else {
        const endWait = clock?.beginWait()
        await new Promise<void>((resolve, reject) => {
          const start = () => {
            signal.removeEventListener('abort', abandon)
            resolve()
          }
          const one = { partition, start }
          const abandon = () => {
            waiting.splice(waiting.indexOf(one), 1)
            reject(signal.reason)
          }
          waiting.push(one)
          signal.addEventListener('abort', abandon, { once: true })
        }).finally(endWait)
      }
      const endWork = clock?.beginWork()
      const begunAt = now()
      let ended = false
      return (delayMs = 0) => {
        if (ended) return
        ended = true
        endWork?.()
        end(partition, begunAt, delayMs)
      }
    },
  }
}
