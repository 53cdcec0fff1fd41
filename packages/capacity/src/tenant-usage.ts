import { LRUCache } from 'lru-cache'

/**
 * Recent use of slots by tenant. All schedulers of a process share it, so a tenant that has used much of one resource
 * comes later at the others too.
 */
export interface TenantUsage {
  /** Records that a tenant holds a slot. @returns a function that records its release. */
  hold(tenant: string): () => void
  /** Adds work that a tenant has caused outside of its slots, in milliseconds. */
  add(tenant: string, ms: number): void
  /** Returns the recent use of a tenant, in milliseconds: about 10,000 for each slot that it always holds. */
  of(tenant: string): number
  /**
   * Returns true while another tenant is active that has used less. A tenant is active while it holds a slot, and for
   * `withinMs` afterwards, at most 1 s.
   */
  hasLighterActive(tenant: string, withinMs: number): boolean
}

interface Usage {
  slots: number
  /** Use at the time `at`. */
  ms: number
  at: number
  /** Time of the last release of a slot. */
  releasedAt: number
}

/** Use decays with this time constant: after 10 s, 37 % remains. */
const DECAY_MS = 10_000
const ACTIVE_MS_MAX = 1_000
/** Number of active tenants above which those that are no longer active are removed at each change. */
const ACTIVE_COUNT_MAX = 1_000
/** Uses about 1 MB. A tenant that is removed counts as new. */
const TENANTS_MAX = 10_000

/** Creates an empty record. @param now clock in milliseconds, for tests. */
export function createTenantUsage(now = () => performance.now()): TenantUsage {
  const usages = new LRUCache<string, Usage>({ max: TENANTS_MAX })
  const active = new Set<Usage>()

  const usageOf = (tenant: string): Usage => {
    const usage = usages.get(tenant) ?? { slots: 0, ms: 0, at: now(), releasedAt: -Infinity }
    usages.set(tenant, usage)
    return usage
  }
  /** Brings the use up to date: the integral of the slots, with exponential decay. */
  const update = (usage: Usage): Usage => {
    const remaining = Math.exp((usage.at - now()) / DECAY_MS)
    usage.ms = usage.ms * remaining + usage.slots * DECAY_MS * (1 - remaining)
    usage.at = now()
    return usage
  }
  const change = (usage: Usage, slots: number) => {
    update(usage).slots += slots
    active.add(usage)
    if (active.size > ACTIVE_COUNT_MAX)
      for (const one of active) if (!isActive(one, ACTIVE_MS_MAX)) active.delete(one)
  }
  const isActive = ({ slots, releasedAt }: Usage, withinMs: number) =>
    slots > 0 || now() - releasedAt < withinMs

  return {
    hold(tenant) {
      const usage = usageOf(tenant)
      change(usage, 1)
      return () => {
        change(usage, -1)
        usage.releasedAt = now()
      }
    },
    add: (tenant, ms) => void (update(usageOf(tenant)).ms += ms),
    of: (tenant) => update(usageOf(tenant)).ms,
    hasLighterActive(tenant, withinMs) {
      const own = update(usageOf(tenant))
      for (const other of active) {
        if (!isActive(other, ACTIVE_MS_MAX)) active.delete(other)
        else if (other !== own && isActive(other, withinMs) && update(other).ms < own.ms) return true
      }
      return false
    },
  }
}
