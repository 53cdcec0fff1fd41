/**
 * Memory in bytes that tenants share with dynamic thresholds (Choudhury and Hahne, 1998): a tenant may reserve as many
 * bytes as remain free. One tenant alone gets half of the memory, the next one half of the rest, and so on.
 */
export interface MemoryBudget {
  /**
   * Reserves bytes. A negative number is always possible.
   * @returns false when the budget does not allow it. The reservation is unchanged then.
   */
  reserve(tenant: string, bytes: number): boolean
  /** Releases bytes that were reserved. */
  release(tenant: string, bytes: number): void
}

/** Creates a budget with nothing reserved. @param bytesMax total size, in bytes. */
export function createMemoryBudget(bytesMax: number): MemoryBudget {
  const reservedBy = new Map<string, number>()
  let total = 0
  const add = (tenant: string, bytes: number) => {
    const reserved = (reservedBy.get(tenant) ?? 0) + bytes
    if (reserved > 0) reservedBy.set(tenant, reserved)
    else reservedBy.delete(tenant)
    total += bytes
  }
  return {
    reserve(tenant, bytes) {
      const free = bytesMax - total - bytes
      if (bytes > 0 && (reservedBy.get(tenant) ?? 0) + bytes > free) return false
      add(tenant, bytes)
      return true
    },
    release: (tenant, bytes) => add(tenant, -bytes),
  }
}
