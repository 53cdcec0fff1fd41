const DAY_MS = 24 * 3_600_000

/** How long a key may live, as a form offers it. */
export const LIFETIMES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'day', label: 'On a day…' },
]

/** When a key with this choice is over; undefined: never. */
export function expiryTime(lifetime: string, day: string): Date | undefined {
  if (lifetime === 'never') return undefined
  return lifetime === 'day' ? new Date(`${day}T00:00:00`) : new Date(Date.now() + Number(lifetime) * DAY_MS)
}

/** What is wrong with the choice, in words. */
export function expiryProblem(lifetime: string, day: string): string | null {
  const time = expiryTime(lifetime, day)?.getTime()
  if (time === undefined) return null
  if (!Number.isFinite(time)) return 'Please choose a day'
  return time <= Date.now() ? 'Please choose a day that is still to come' : null
}
