/** Name of the variable that selects the amounts of campaigns: `long`, or unset for the short form. */
export const SCALE = 'TEST_SCALE'

/** Returns the amount for this run. */
export function scaled(amounts: { short: number; long: number }): number {
  return process.env[SCALE] === 'long' ? amounts.long : amounts.short
}
