import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { readTimeZone } from '../../accounts/settings.ts'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../errors.ts'

// The database's own names for "now" and the like are no days.
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: ['2026-11-21'] })
export const TimeZone = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
  description: 'In whose days is counted, by its IANA name. Default: the account’s own.',
  examples: ['Europe/Berlin'],
})
export const Days = Type.String({
  pattern: '^[1-9][0-9]{0,2}$',
  description: 'How many days up to the last one, where the first is not named. Default 30.',
})

const DAYS_MAX = 366
const DAY_MS = 24 * 3_600_000
const DEFAULT_DAYS = 30

interface DaysAsked {
  from?: string
  to?: string
  days?: string
}

/** Days as a query names them, or what it does not name: the last thirty, to today in that time zone. */
export function rangeFrom(query: DaysAsked, timeZone: string, now = new Date()) {
  const to = query.to ?? dayOf(now, timeZone)
  const last = timeOf(to, 'to')
  const wanted = Number(query.days ?? DEFAULT_DAYS)
  const from = query.from ?? toDay(last - (wanted - 1) * DAY_MS)
  const days = (last - timeOf(from, 'from')) / DAY_MS + 1
  if (days < 1) throw new Refusal('invalid', 'from is after to.')
  if (days > DAYS_MAX) throw new Refusal('invalid', `from and to are more than ${DAYS_MAX} days apart.`)
  return { from, to, timeZone }
}

/** The same where either end may be open, as a filter has it. */
export function openRangeFrom(query: Pick<DaysAsked, 'from' | 'to'>, timeZone: string) {
  if (query.from !== undefined) timeOf(query.from, 'from')
  if (query.to !== undefined) timeOf(query.to, 'to')
  return { from: query.from, to: query.to, timeZone }
}

/** In whose days is counted: the query's time zone, or else the account's own. @throws {Refusal} `invalid`. */
export async function timeZoneFor(
  database: Database,
  accountId: string,
  { timeZone }: { timeZone?: string },
): Promise<string> {
  return timeZone === undefined ? (await findAccount(database, accountId)).timeZone : readTimeZone(timeZone)
}

function dayOf(now: Date, timeZone: string): string {
  // Sweden writes its days as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}

function timeOf(day: string, name: string): number {
  const time = Date.parse(`${day}T00:00:00Z`)
  if (Number.isFinite(time) && toDay(time) === day && day >= '1970-01-01') return time
  throw new Refusal('invalid', `${name} must be a day such as 2026-11-21, not "${day}".`)
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
