/** Memory for request bodies that are under way, in bytes, shared by tenants. */
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
  /** Gives everything back. A second call does nothing. */
  release(): void
}

/** A body of at most this many bytes is counted in a pool of its own, which large bodies cannot fill. */
export const SMALL_BODY_BYTES_MAX = 64 * 1024
/** Memory of the small bodies beside that of the large ones. Most have less than 4 KB, so it holds some 4,000. */
const SMALL_POOL_BYTES = 16 * 1024 * 1024
/** Memory of all bodies without an account: forms of the sign-in and events of Stripe. */
const ANONYMOUS_POOL_BYTES = 8 * 1024 * 1024

/**
 * Creates the budget. Tenants share it with dynamic thresholds (Choudhury and Hahne, 1998): a tenant may hold as many
 * bytes as are free. One tenant alone gets half of the memory, the next one half of the rest, and so on.
 * @param bytesMax memory of bodies over 64 KB.
 */
export function createBodyBudget(bytesMax: number): BodyBudget {
  const [small, large] = [createPool(SMALL_POOL_BYTES), createPool(bytesMax)]
  const anonymous = createPool(ANONYMOUS_POOL_BYTES)
  return {
    open: (accountId) => reserve(accountId, (bytes) => (bytes <= SMALL_BODY_BYTES_MAX ? small : large)),
    openAnonymous: (network) => reserve(network, () => anonymous),
  }
}

function reserve(tenant: string, poolFor: (bytes: number) => Pool): BodyReservation {
  let held = 0
  return {
    resize(bytes) {
      const [from, to] = [poolFor(held), poolFor(bytes)]
      if (!to.take(tenant, from === to ? bytes - held : bytes)) return false
      if (from !== to) from.give(tenant, held)
      held = bytes
      return true
    },
    release() {
      poolFor(held).give(tenant, held)
      held = 0
    },
  }
}

interface Pool {
  take(tenant: string, bytes: number): boolean
  give(tenant: string, bytes: number): void
}

function createPool(bytesMax: number): Pool {
  const heldBy = new Map<string, number>()
  let all = 0
  return {
    take(tenant: string, bytes: number): boolean {
      const own = heldBy.get(tenant) ?? 0
      const free = bytesMax - all - bytes
      if (bytes > 0 && own + bytes > free) return false
      if (own + bytes > 0) heldBy.set(tenant, own + bytes)
      all += bytes
      return true
    },
    give(tenant: string, bytes: number): void {
      const own = (heldBy.get(tenant) ?? 0) - bytes
      if (own > 0) heldBy.set(tenant, own)
      else heldBy.delete(tenant)
      all -= bytes
    },
  }
}
