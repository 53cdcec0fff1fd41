/** Names the variable that says how much a campaign does: `long`, or, without it, what a usual run has time for. */
export const SCALE = 'TEST_SCALE'

/** How much of something a campaign does. */
export function scaled(amounts: { short: number; long: number }): number {
  return process.env[SCALE] === 'long' ? amounts.long : amounts.short
}
