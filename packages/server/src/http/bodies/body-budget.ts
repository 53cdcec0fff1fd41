import { createMemoryBudget, type MemoryBudget } from '@platen/capacity/memory-budget'

/** Memory budget for request bodies in progress, in bytes, shared by tenants. */
export interface BodyBudget {
  /** Starts an empty reservation for an account. */
  open(accountId: string): BodyReservation
  /** Starts an empty reservation for a request without an account. It never uses the memory of accounts. */
  openAnonymous(network: string): BodyReservation
}

/** Memory of one request's body. */
export interface BodyReservation {
  /**
   * Changes the reservation to `bytes`.
   * @returns false when the budget does not allow it. The reservation is unchanged then.
   */
  resize(bytes: number): boolean
  /** Releases the whole reservation. A second call does nothing. */
  release(): void
}

/** Largest body, in bytes, of the budget for small bodies. Large bodies cannot fill it. */
export const SMALL_BODY_BYTES_MAX = 64 * 1024
/** Memory of the small bodies. Most have less than 4 KB, so there is memory for about 4,000. */
const SMALL_BYTES = 16 * 1024 * 1024
/** Memory of all bodies without an account: sign-in forms and Stripe events. */
const ANONYMOUS_BYTES = 8 * 1024 * 1024

/** Creates the budget. @param bytesMax memory of bodies over 64 KB. */
export function createBodyBudget(bytesMax: number): BodyBudget {
  const [small, large] = [createMemoryBudget(SMALL_BYTES), createMemoryBudget(bytesMax)]
  const anonymous = createMemoryBudget(ANONYMOUS_BYTES)
  return {
    open: (accountId) => reserve(accountId, (bytes) => (bytes <= SMALL_BODY_BYTES_MAX ? small : large)),
    openAnonymous: (network) => reserve(network, () => anonymous),
  }
}

function reserve(tenant: string, budgetFor: (bytes: number) => MemoryBudget): BodyReservation {
  let reserved = 0
  return {
    resize(bytes) {
      const [from, to] = [budgetFor(reserved), budgetFor(bytes)]
      if (!to.reserve(tenant, from === to ? bytes - reserved : bytes)) return false
      if (from !== to) from.release(tenant, reserved)
      reserved = bytes
      return true
    },
    release() {
      budgetFor(reserved).release(tenant, reserved)
      reserved = 0
    },
  }
}
