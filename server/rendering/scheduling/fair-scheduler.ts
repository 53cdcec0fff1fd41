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
 * @param restMs delay before the partition's next slot, while other quick partitions are active: for work that has
 * blocked others beyond its slot
 */
export type Release = (restMs?: number) => void

interface Waiting {
  partition: string
  start: () => void
}

/** A partition whose slot was held longer than this counts as slow for a while. */
const LONG_MS = 1_000
const SLOW_FOR_MS = 60_000
/** A partition that sends calls one after the other is back within this time. */
const BACK_WITHIN_MS = 30
/** The same for a slow partition, whose next work would occupy a slot for long. */
const QUICK_WITHIN_MS = 1_000
/**
 * A partition with many waiting calls pauses between slots for so many times the duration of its last slot, and at most
 * for so long.
 */
const PAUSE = { mostTimes: 3, mostMs: 100 }

/**
 * A single partition may use all slots. It leaves one of them free for another partition that has just released one and
 * is likely to return within `BACK_WITHIN_MS`, or within a second if the first is slow and the other is not. While it
 * uses all, as many additional slots exist for the other partitions, one for each, and twice as many for other
 * partitions that are not slow. So a quick partition never waits for endless work of others, unless more partitions
 * than these slots have such work. Among the waiting partitions, the one with the fewest slots is next.
 *
 * A slot does not cover all resources of a call. Therefore a partition with many waiting calls pauses between its slots
 * while another partition that has none waiting is likely to return: the more calls wait, the longer the pause. A
 * release with a rest has the same effect.
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
  const taken = new Map<string, number>()
  // Ends of the slow state by partition, in ascending order.
  const slow = new Map<string, number>()
  const likelyBack = new Map<string, NodeJS.Timeout>()
  const pausing = new Map<string, { until: number; timer: NodeJS.Timeout }>()
  let total = 0
  let quickUntil = -Infinity
  let quickIsGone: NodeJS.Timeout | undefined

  const takenBy = (partition: string) => taken.get(partition) ?? 0
  const mayStart = (partition: string) => {
    if (pausing.has(partition)) return false
    if (takenBy(partition) > 0) return total + (isAnybodyExpected(partition) ? 1 : 0) < count
    return total < (isSlow(partition) ? 2 * count : 4 * count)
  }
  const isSlow = (partition: string) => (slow.get(partition) ?? 0) > now()
  const isAnybodyExpected = (partition: string) =>
    likelyBack.size > 0 || (isSlow(partition) && quickUntil > now())
  const begin = (partition: string) => {
    total += 1
    clearTimeout(likelyBack.get(partition))
    likelyBack.delete(partition)
    taken.set(partition, takenBy(partition) + 1)
  }
  const end = (partition: string, begunAt: number, restMs: number) => {
    total -= 1
    const left = takenBy(partition) - 1
    if (left === 0) taken.delete(partition)
    else taken.set(partition, left)
    const ms = now() - begunAt
    if (ms > LONG_MS) becomesSlow(partition)
    if (!isSlow(partition)) {
      quickUntil = now() + quickWithinMs
      clearTimeout(quickIsGone)
      quickIsGone = setTimeout(startWaiting, quickWithinMs).unref()
    }
    // Programs that share an account send up to two calls per slot.
    const times = Math.min(Math.floor(waitingOf(partition) / (2 * count)), PAUSE.mostTimes)
    const pauseMs = Math.max(restMs, Math.min(times * ms, PAUSE.mostMs))
    if (pauseMs > 0 && isAnybodyQuickBeside(partition)) pause(partition, pauseMs)
    else if (left === 0) expect(partition)
    startWaiting()
  }
  const waitingOf = (partition: string) => waiting.filter((one) => one.partition === partition).length
  const isAnybodyQuickBeside = (partition: string) =>
    [...likelyBack.keys(), ...taken.keys()].some(
      (other) => other !== partition && waitingOf(other) === 0 && !isSlow(other),
    )
  const pause = (partition: string, ms: number) => {
    const goOn = () => {
      pausing.delete(partition)
      startWaiting()
    }
    const until = now() + ms
    const longer = pausing.get(partition)
    if (longer && longer.until > until) return
    clearTimeout(longer?.timer)
    pausing.set(partition, { until, timer: setTimeout(goOn, ms).unref() })
  }
  const expect = (partition: string) => {
    const forget = () => {
      likelyBack.delete(partition)
      startWaiting()
    }
    likelyBack.set(partition, setTimeout(forget, backWithinMs).unref())
  }
  const startWaiting = () => {
    const able = waiting.filter((one) => mayStart(one.partition))
    const fewest = Math.min(...able.map((one) => takenBy(one.partition)))
    const next = able.find((one) => takenBy(one.partition) === fewest)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    begin(next.partition)
    next.start()
    startWaiting()
  }
  const becomesSlow = (partition: string) => {
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
        const endWait = clock?.waits()
        await new Promise<void>((resolve, reject) => {
          const start = () => {
            signal.removeEventListener('abort', leave)
            resolve()
          }
          const one = { partition, start }
          const leave = () => {
            waiting.splice(waiting.indexOf(one), 1)
            reject(signal.reason)
          }
          waiting.push(one)
          signal.addEventListener('abort', leave, { once: true })
        }).finally(endWait)
      }
      const endWork = clock?.works()
      const begunAt = now()
      let ended = false
      return (restMs = 0) => {
        if (ended) return
        ended = true
        endWork?.()
        end(partition, begunAt, restMs)
      }
    },
  }
}
