import { totalmem } from 'node:os'

/** Returns the memory of the machine or container in MiB. */
export function machineMemoryMb(): number {
  // The value is 0 without a limit.
  const limit = process.constrainedMemory() || Infinity
  return Math.min(totalmem(), limit) / 2 ** 20
}
