import { unlessAborted } from './abort.ts'
import type { Load } from './load.ts'

/** Admission limiter: rejects a call when its expected wait exceeds the wait budget (Little's law, per tenant). */
export interface AdmissionLimiter {
  /**
   * Admits a call. The caller must release the permit.
   * @param tenant tenant of the call. Waiting calls are counted per tenant.
   * @returns `undefined` when the call is rejected.
   */
  acquire(tenant: string): Permit | undefined
  /** Returns the calls at work, and those that wait. */
  load(): Load
}

/** Admission of a call. The caller holds it until the response. */
export interface Permit {
  /** Returns true when the call has to wait behind others. */
  isQueued(): boolean
  /** Waits in the queue of the tenant (first in, first out). @throws the reason of the signal. */
  wait(signal: AbortSignal): Promise<void>
  /**
   * Gives the permit back. A second call does nothing.
   * @param served true when the call used the limited resource. Only such calls are samples of the service time.
   */
  release(served: boolean): void
}

interface Tenant {
  calls: number
  active: number
  queue: Set<() => void>
  /** Start of the current busy period: arrival of its first call. */
  since: number
  /**
   * Moving average of the time that one call adds to the wait of the next, in milliseconds. A sample is the time from
   * arrival to release, divided by the calls of the tenant (at least `slots`) and by the number of tenants.
   * `undefined` without a sample.
   */
  msEach: number | undefined
}

/** Weight of the newest sample in the moving average of the service time. */
const SAMPLE_WEIGHT = 1 / 8
/** Multiple of `callsMax` up to which a tenant with few calls is admitted while others use all of `callsMax`. */
const HEADROOM = 2

/**
 * Creates the limiter. The expected wait of a call (Little's law) is the number of calls of its tenant, multiplied
 * by the number of tenants and by the average service time of the tenant. Other tenants count by their number
 * only, because slots are shared fairly by tenant. The service time is measured, so it includes slow documents, load
 * on the machine and background jobs.
 *
 * Calls wait here, where they use few resources. Only as many are active as keep the slots busy.
 *
 * In the first `waitBudgetMs` of a busy period the service time is at most `defaultServiceMs`: the samples of a burst
 * are not representative yet.
 * @param options
 * `slots`: number of calls that are served at once. Each tenant may have as many calls in any case.
 * `activeMax`: number of active calls of all tenants. One tenant may have `slots` active calls in any case.
 * `defaultServiceMs`: service time of a call in one slot before the first sample. In milliseconds.
 * `waitBudgetMs`: longest expected wait for which a call is admitted. In milliseconds.
 * `callsMax`: number of admitted calls of all tenants.
 * `now`: clock for tests. In milliseconds.
 */
export function createAdmissionLimiter(options: {
  slots: number
  activeMax: number
  defaultServiceMs: number
  waitBudgetMs: number
  callsMax: number
  now?: () => number
}): AdmissionLimiter {
  const { slots, activeMax, waitBudgetMs, callsMax, now = () => performance.now() } = options
  const defaultMs = options.defaultServiceMs / slots
  const tenants = new Map<string, Tenant>()
  let total = 0

  const msEachOf = ({ since, msEach = defaultMs }: Tenant) =>
    now() - since < waitBudgetMs ? Math.min(msEach, defaultMs) : msEach
  const canStart = ({ active }: Tenant) =>
    active < Math.max(slots, Math.floor(activeMax / Math.max(tenants.size, 1)))
  const startQueued = (tenant: Tenant) => {
    for (const start of tenant.queue) {
      if (!canStart(tenant)) return
      tenant.queue.delete(start)
      start()
    }
  }

  return {
    load() {
      const active = tenants.values().reduce((sum, one) => sum + one.active, 0)
      return { active, waiting: total - active }
    },
    acquire(name) {
      const since = now()
      const tenant = tenants.get(name) ?? newTenant(since)
      const tenantCount = tenants.size + (tenant.calls === 0 ? 1 : 0)
      const callsAhead = (tenant.calls + 1) * tenantCount
      if (total >= HEADROOM * callsMax) return undefined
      const isOverBudget = callsAhead > callsMax || callsAhead * msEachOf(tenant) > waitBudgetMs
      if (tenant.calls >= slots && isOverBudget) return undefined
      total += 1
      tenant.calls += 1
      tenants.set(name, tenant)
      const [callsAtStart, entry] = [tenant.calls, createQueueEntry(tenant)]
      let isReleased = false
      return {
        ...entry,
        release(served) {
          if (isReleased) return
          isReleased = true
          total -= 1
          tenant.calls -= 1
          entry.end()
          if (tenant.calls === 0) tenants.delete(name)
          if (!served) return
          const ms = (now() - since) / Math.max(callsAtStart, slots) / tenantCount
          tenant.msEach =
            tenant.msEach === undefined ? ms : tenant.msEach + (ms - tenant.msEach) * SAMPLE_WEIGHT
        },
      }
    },
  }

  function createQueueEntry(tenant: Tenant) {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isActive = false
    const start = () => {
      tenant.active += 1
      isActive = true
      resolve()
    }
    const isNext = () => tenant.queue.size === 0 && canStart(tenant)
    return {
      isQueued: () => !isActive && !isNext(),
      async wait(signal: AbortSignal) {
        signal.throwIfAborted()
        if (!isActive && isNext()) start()
        else if (!isActive) tenant.queue.add(start)
        await unlessAborted(promise, signal)
      },
      end() {
        tenant.queue.delete(start)
        if (isActive) tenant.active -= 1
        startQueued(tenant)
      },
    }
  }
}

function newTenant(since: number): Tenant {
  return { calls: 0, active: 0, queue: new Set(), since, msEach: undefined }
}
