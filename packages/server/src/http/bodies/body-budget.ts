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

/** Largest body, in bytes, of the pool for small bodies. Large bodies cannot fill that pool. */
export const SMALL_BODY_BYTES_MAX = 64 * 1024
/** Memory of the small bodies. Most have less than 4 KB, so there is memory for about 4,000. */
const SMALL_POOL_BYTES = 16 * 1024 * 1024
/** Memory of all bodies without an account: sign-in forms and Stripe events. */
const ANONYMOUS_POOL_BYTES = 8 * 1024 * 1024

/**
 * Creates the budget. Tenants share it with dynamic thresholds (Choudhury and Hahne, 1998): a tenant may reserve as many
 * bytes as remain free. One tenant alone gets half of the memory, the next one half of the rest, and so on.
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
  let reserved = 0
  return {
    resize(bytes) {
      const [from, to] = [poolFor(reserved), poolFor(bytes)]
      if (!to.acquire(tenant, from === to ? bytes - reserved : bytes)) return false
      if (from !== to) from.release(tenant, reserved)
      reserved = bytes
      return true
    },
    release() {
      poolFor(reserved).release(tenant, reserved)
      reserved = 0
    },
  }
}

interface Pool {
  acquire(tenant: string, bytes: number): boolean
  release(tenant: string, bytes: number): void
}

function createPool(bytesMax: number): Pool {
  const reservedBy = new Map<string, number>()
  let total = 0
  return {
    acquire(tenant: string, bytes: number): boolean {
      const reserved = reservedBy.get(tenant) ?? 0
      const free = bytesMax - total - bytes
      if (bytes > 0 && reserved + bytes > free) return false
      if (reserved + bytes > 0) reservedBy.set(tenant, reserved + bytes)
      total += bytes
      return true
    },
    release(tenant: string, bytes: number): void {
      const reserved = (reservedBy.get(tenant) ?? 0) - bytes
      if (reserved > 0) reservedBy.set(tenant, reserved)
      else reservedBy.delete(tenant)
      total -= bytes
    },
  }
}
