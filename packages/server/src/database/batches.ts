/** Small enough that a batch, with its cascades, stays far below the statement time limit. */
const ROWS_MAX = 500

/**
 * Removes rows in batches until none is left. One statement for many rows would exceed the statement time limit at
 * each attempt.
 * @param remove Removes up to `rowsMax` rows and returns their number.
 * @param signal Stops the removal between two batches; its reason is thrown.
 * @returns the number of rows removed.
 */
export async function inBatches(
  remove: (rowsMax: number) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  for (let total = 0; ;) {
    signal.throwIfAborted()
    const removed = await remove(ROWS_MAX)
    total += removed
    if (removed < ROWS_MAX) return total
  }
}
