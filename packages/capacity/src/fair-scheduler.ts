import type { Load } from './load.ts'
import type { PausableClock } from './pausable-deadline.ts'
import type { TenantUsage } from './tenant-usage.ts'

/** Semaphore whose slots are shared fairly by tenants. */
export interface FairScheduler {
  /**
   * Waits for a slot.
   * @param clock pauses during the wait.
   * @returns a function that releases the slot.
   * @throws the reason of the signal when it aborts.
   */
  acquire(tenant: string, signal: AbortSignal, clock?: PausableClock): Promise<Release>
  /** Returns the slots in use, and the tasks that wait. */
  load(): Load
}

/**
 * Releases a slot.
 * @param extraMs work that the task has caused outside of its slot, in milliseconds. The next task of the tenant waits
 * as long while lighter tenants are active.
 */
export type Release = (extraMs?: number) => void

interface Tenant {
  /** Times at which its running tasks began. */
  running: Set<{ begunAt: number }>
  /** Duration of its last task, in milliseconds. */
  lastTaskMs: number
  /** Functions that start the waiting tasks, in order of arrival. */
  waiting: Set<() => void>
  /** End of the pause after the last task, because of many waiting tasks. */
  pausedUntil: number
  /** End of the delay by extra work. It applies only while a lighter tenant is active. */
  delayedUntil: number
}

/** A tenant with a recent use above this is heavy. */
const HEAVY_MS = 1_000
/** Slots in use, as a multiple of `count`, up to which a tenant without a slot gets one. */
const LIMIT = { light: 4, heavy: 2 }
/** A program that sends one call after the other returns within this time. */
const BACK_WITHIN_MS = 30
/** Longest time for which a tenant counts as active after its last task. */
const ACTIVE_WITHIN_MS = 1_000
/** Longest pause of a tenant with many waiting tasks: a multiple of the duration of its last task, and a time. */
const PAUSE = { factorMax: 3, msMax: 100 }
/** Interval at which waiting tasks are tried again while they may start only because of the time that passes. */
const RETRY_MS = 10

/**
 * Creates a fair scheduler: weighted by the measured use of the tenants, which is known after a task only (surplus round
 * robin). Its rules:
 *
 * - Order: the waiting tenant with the smallest recent use is next.
 * - Limit: a tenant may use all `count` slots. While others use them, a tenant without a slot gets one beyond, up to
 *   4 × `count` in total, or 2 × `count` if it is heavy. So endless tasks of some tenants do not stop the others.
 * - Reserve: while a lighter tenant holds a slot or is likely to return before a task of the heavier one would end, the
 *   heavier one leaves one of the `count` slots free.
 * - Pause: a slot does not cover all resources of a call. Therefore a tenant with many waiting tasks pauses after a task
 *   if a lighter tenant holds a slot or is likely to return at once: the longer, the more tasks wait.
 * - Delay: a release with `extraMs` delays the next task of its tenant while lighter tenants are active.
 * @param count number of slots that one tenant may use.
 * @param usage use of all tenants of the process.
 * @param options `now`: clock in milliseconds, for tests.
 */
export function createFairScheduler(
  count: number,
  usage: TenantUsage,
  { now = () => performance.now() } = {},
): FairScheduler {
  const tenants = new Map<string, Tenant>()
  let total = 0
  let waitingTasks = 0
  let timer: NodeJS.Timeout | undefined

  const tenantOf = (name: string) => {
    const tenant = tenants.get(name) ?? {
      running: new Set(),
      lastTaskMs: 0,
      waiting: new Set(),
      pausedUntil: -Infinity,
      delayedUntil: -Infinity,
    }
    tenants.set(name, tenant)
    return tenant
  }
  const mayStart = (name: string, tenant: Tenant) => {
    if (tenant.pausedUntil > now()) return false
    if (tenant.delayedUntil > now() && usage.hasLighterActive(name, ACTIVE_WITHIN_MS)) return false
    if (tenant.running.size > 0)
      return total + (usage.hasLighterActive(name, expectedTaskMs(tenant)) ? 1 : 0) < count
    return total < LIMIT.heavy * count || (total < LIMIT.light * count && usage.of(name) <= HEAVY_MS)
  }
  /** Returns how long a task of a tenant is likely to hold its slot, within the limits of activity. */
  const expectedTaskMs = ({ running: [oldest], lastTaskMs }: Tenant) => {
    const longest = Math.max(lastTaskMs, oldest ? now() - oldest.begunAt : 0)
    return Math.min(Math.max(longest, BACK_WITHIN_MS), ACTIVE_WITHIN_MS)
  }
  const begin = (name: string, clock?: PausableClock): Release => {
    const tenant = tenantOf(name)
    const [endUse, endWork] = [usage.hold(name), clock?.beginWork()]
    const task = { begunAt: now() }
    tenant.running.add(task)
    total += 1
    return (extraMs = 0) => {
      if (!tenant.running.delete(task)) return
      endUse()
      endWork?.()
      total -= 1
      tenant.lastTaskMs = now() - task.begunAt
      pause(name, tenant, extraMs)
      removeIdle(name, tenant)
      startWaiting()
    }
  }
  const pause = (name: string, tenant: Tenant, extraMs: number) => {
    usage.add(name, extraMs)
    tenant.delayedUntil = Math.max(tenant.delayedUntil, now() + extraMs)
    // Fewer than two waiting tasks per slot cause no pause: several programs may share an account.
    const factor = Math.min(Math.floor(tenant.waiting.size / (2 * count)), PAUSE.factorMax)
    if (factor > 0 && usage.hasLighterActive(name, BACK_WITHIN_MS))
      tenant.pausedUntil = now() + Math.min(factor * tenant.lastTaskMs, PAUSE.msMax)
  }
  const removeIdle = (name: string, { running, waiting, delayedUntil }: Tenant) => {
    if (running.size === 0 && waiting.size === 0 && delayedUntil <= now()) tenants.delete(name)
  }
  /** Returns the waiting tenant with the smallest use that may start a task. */
  const nextTenant = () => {
    let next: { tenant: Tenant; use: number } | undefined
    for (const [name, tenant] of tenants) {
      removeIdle(name, tenant)
      if (tenant.waiting.size === 0 || !mayStart(name, tenant)) continue
      const use = usage.of(name)
      if (!next || use < next.use) next = { tenant, use }
    }
    return next?.tenant
  }
  const startWaiting = () => {
    while (waitingTasks > 0 && total < LIMIT.light * count) {
      const [start] = nextTenant()?.waiting ?? []
      if (!start) break
      start()
    }
    retryLater()
  }
  const retryLater = () => {
    if (timer || waitingTasks === 0 || total >= LIMIT.light * count) return
    timer = setTimeout(() => {
      timer = undefined
      startWaiting()
    }, RETRY_MS).unref()
  }

  /** Waits in the queue of the tenant. */
  const enqueue = async (name: string, signal: AbortSignal, clock?: PausableClock) => {
    const endWait = clock?.beginWait()
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const tenant = tenantOf(name)
    const leave = () => {
      tenant.waiting.delete(start)
      waitingTasks -= 1
    }
    const start = () => {
      leave()
      resolve(begin(name, clock))
    }
    const abandon = () => {
      leave()
      removeIdle(name, tenant)
      reject(signal.reason)
    }
    tenant.waiting.add(start)
    waitingTasks += 1
    signal.addEventListener('abort', abandon, { once: true })
    retryLater()
    return await promise.finally(() => {
      signal.removeEventListener('abort', abandon)
      endWait?.()
    })
  }

  return {
    async acquire(name, signal, clock) {
      signal.throwIfAborted()
      const tenant = tenantOf(name)
      const isNext = tenant.waiting.size === 0 && mayStart(name, tenant)
      return isNext ? begin(name, clock) : await enqueue(name, signal, clock)
    },
    load: () => ({ active: total, waiting: waitingTasks }),
  }
}
