import type { PausableClock } from './deadline.ts'

/** Semaphore whose slots are shared fairly by tenants. */
export interface FairScheduler {
  /**
   * Waits for a slot; rejects with the signal's reason when it aborts first.
   *
   * @param tenant see `createFairScheduler`
   * @param clock pauses during the wait
   * @returns a function that releases the slot
   */
  acquire(tenant: string, signal: AbortSignal, clock?: PausableClock): Promise<Release>
}

/**
 * Releases a slot.
 *
 * @param delayMs delay before the tenant's next slot while other quick tenants are active, for work that has
 * blocked others beyond its slot. In milliseconds
 */
export type Release = (delayMs?: number) => void

/** A call that waits for a slot. */
interface Waiting {
  tenant: string
  start: () => void
}

/** A tenant that uses a slot for longer than this counts as slow for `SLOW_FOR_MS`, otherwise as quick. */
const LONG_MS = 1_000
const SLOW_FOR_MS = 60_000
/** A tenant that sends calls one after the other returns within this time. */
const BACK_WITHIN_MS = 30
/** Time for which a slow tenant leaves a slot free, because its next work would occupy the slot for long. */
const QUICK_WITHIN_MS = 1_000
/** Longest pause of a tenant with many waiting calls: a multiple of the duration of its last slot, and a time. */
const PAUSE = { factorMax: 3, msMax: 100 }

/**
 * Creates a fair scheduler. Its rules:
 *
 * - Limit: a tenant without a slot gets one while fewer than 4 × `count` slots are in use, or fewer than 2 × `count`
 *   if it is slow. A tenant with a slot gets another one while fewer than `count` are in use, so a single tenant
 *   may use `count` slots. A quick tenant without a slot therefore waits for endless work of others only
 *   while that work holds 4 × `count` slots.
 * - Order: among the waiting tenants that may have a slot, the one with the fewest slots is next.
 * - Spare slot: a tenant leaves one of its `count` slots free while another tenant that has just released one is
 *   likely to return within `backWithinMs`. A slow tenant does so for `quickWithinMs` after a quick one was active.
 * - Pause: a slot does not cover all resources of a call. Therefore a tenant with many waiting calls pauses between
 *   its slots while a quick tenant without waiting calls is active: the more calls wait, the longer the pause. A
 *   release with a delay has the same effect.
 *
 * @param count number of slots that one tenant may use at a time
 * @param options for tests: `now`, a clock in milliseconds; `backWithinMs` and `quickWithinMs`, the times for which a
 * slot stays free
 */
export function createFairScheduler(
  count: number,
  { now = () => performance.now(), backWithinMs = BACK_WITHIN_MS, quickWithinMs = QUICK_WITHIN_MS } = {},
): FairScheduler {
  const waiting: Waiting[] = []
  const slotsByTenant = new Map<string, number>()
  // Ends of the slow state by tenant, in ascending order.
  const slow = new Map<string, number>()
  const likelyBack = new Map<string, NodeJS.Timeout>()
  const pausing = new Map<string, { until: number; timer: NodeJS.Timeout }>()
  let total = 0
  let quickUntil = -Infinity
  let quickTimer: NodeJS.Timeout | undefined

  const slotsOf = (tenant: string) => slotsByTenant.get(tenant) ?? 0
  const mayStart = (tenant: string) => {
    if (pausing.has(tenant)) return false
    if (slotsOf(tenant) > 0) return total + (isReturnExpected(tenant) ? 1 : 0) < count
    return total < (isSlow(tenant) ? 2 * count : 4 * count)
  }
  const isSlow = (tenant: string) => (slow.get(tenant) ?? 0) > now()
  const isReturnExpected = (tenant: string) => likelyBack.size > 0 || (isSlow(tenant) && quickUntil > now())
  const begin = (tenant: string) => {
    total += 1
    clearTimeout(likelyBack.get(tenant))
    likelyBack.delete(tenant)
    slotsByTenant.set(tenant, slotsOf(tenant) + 1)
  }
  const end = (tenant: string, begunAt: number, delayMs: number) => {
    total -= 1
    const remaining = slotsOf(tenant) - 1
    if (remaining === 0) slotsByTenant.delete(tenant)
    else slotsByTenant.set(tenant, remaining)
    const ms = now() - begunAt
    if (ms > LONG_MS) markSlow(tenant)
    if (!isSlow(tenant)) {
      quickUntil = now() + quickWithinMs
      clearTimeout(quickTimer)
      quickTimer = setTimeout(startWaiting, quickWithinMs).unref()
    }
    // Fewer than two waiting calls per slot cause no pause: several programs may share an account.
    const factor = Math.min(Math.floor(waitingOf(tenant) / (2 * count)), PAUSE.factorMax)
    const pauseMs = Math.max(delayMs, Math.min(factor * ms, PAUSE.msMax))
    if (pauseMs > 0 && isOtherQuickActive(tenant)) pause(tenant, pauseMs)
    else if (remaining === 0) markLikelyBack(tenant)
    startWaiting()
  }
  const waitingOf = (tenant: string) => waiting.filter((one) => one.tenant === tenant).length
  const isOtherQuickActive = (tenant: string) =>
    [...likelyBack.keys(), ...slotsByTenant.keys()].some(
      (other) => other !== tenant && waitingOf(other) === 0 && !isSlow(other),
    )
  const pause = (tenant: string, ms: number) => {
    const resume = () => {
      pausing.delete(tenant)
      startWaiting()
    }
    const until = now() + ms
    const current = pausing.get(tenant)
    if (current && current.until > until) return
    clearTimeout(current?.timer)
    pausing.set(tenant, { until, timer: setTimeout(resume, ms).unref() })
  }
  const markLikelyBack = (tenant: string) => {
    const expire = () => {
      likelyBack.delete(tenant)
      startWaiting()
    }
    likelyBack.set(tenant, setTimeout(expire, backWithinMs).unref())
  }
  const startWaiting = () => {
    const able = waiting.filter((one) => mayStart(one.tenant))
    const fewest = Math.min(...able.map((one) => slotsOf(one.tenant)))
    const next = able.find((one) => slotsOf(one.tenant) === fewest)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    begin(next.tenant)
    next.start()
    startWaiting()
  }
  const markSlow = (tenant: string) => {
    slow.delete(tenant)
    slow.set(tenant, now() + SLOW_FOR_MS)
    for (const one of slow.keys()) {
      if (isSlow(one)) break
      slow.delete(one)
    }
  }

  return {
    async acquire(tenant, signal, clock) {
      signal.throwIfAborted()
      if (mayStart(tenant)) {
        begin(tenant)
      } else {
        const endWait = clock?.beginWait()
        await new Promise<void>((resolve, reject) => {
          const start = () => {
            signal.removeEventListener('abort', abandon)
            resolve()
          }
          const one = { tenant, start }
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
        end(tenant, begunAt, delayMs)
      }
    },
  }
}
