const DAY_MS = 24 * 3_600_000

/** Options for the lifetime of an API key. */
export const LIFETIMES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'day', label: 'On a date…' },
]

/** Returns the expiry of a key with this option; `undefined` for a key that does not expire. */
export function expiryTime(lifetime: string, day: string): Date | undefined {
  if (lifetime === 'never') return undefined
  return lifetime === 'day' ? new Date(`${day}T00:00:00`) : new Date(Date.now() + Number(lifetime) * DAY_MS)
}

/** Returns the problem of an expiry date; null for a valid one. */
export function expiryProblem(lifetime: string, day: string): string | null {
  const time = expiryTime(lifetime, day)?.getTime()
  if (time === undefined) return null
  if (!Number.isFinite(time)) return 'Choose a date.'
  return time <= Date.now() ? 'Choose a date in the future.' : null
}
