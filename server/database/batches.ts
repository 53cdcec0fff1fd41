/** A part takes far less than a statement may, with all that goes along with its rows. */
const ROWS_MAX = 500

/**
 * Removes rows until none is left to be removed: of many, one statement would be ended before it is done, and then
 * at every other try.
 * @param remove Removes up to so many rows and gives how many they were.
 * @param signal Ends it between two parts; its reason is thrown.
 * @returns how many there were in all.
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
