import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { parseTimeZone } from '../../accounts/settings.ts'
import type { Database } from '../../database/database.ts'
import type { DayRange } from '../../generation/history/day-ranges.ts'
import { Refusal } from '@platen/template/refusal'

// The pattern excludes special values of PostgreSQL such as "now".
export const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
export const TIME_ZONE_PATTERN = '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'
export const DAYS_PATTERN = '^[1-9][0-9]{0,2}$'

const day = { pattern: DAY_PATTERN, examples: ['2026-11-21'] }
export const Day = Type.String(day)
export const FirstDay = Type.String({ ...day, description: 'First day, included.' })
export const LastDay = Type.String({ ...day, description: 'Last day, included.' })
export const TimeZone = Type.String({
  pattern: TIME_ZONE_PATTERN,
  description: 'IANA name of the time zone of the days. Default: the time zone of the account.',
  examples: ['Europe/Berlin'],
})
export const Days = Type.String({
  pattern: DAYS_PATTERN,
  description: 'Number of days up to `to`, if `from` is missing. Default: 30.',
})

const DAYS_MAX = 366
const DAY_MS = 24 * 3_600_000
const DEFAULT_DAYS = 30

interface DaysQuery {
  from?: string
  to?: string
  days?: string
  timeZone?: string
}

/**
 * Returns the range of days of a query. Default: the last 30 days, up to today in the time zone of the account.
 * @throws {Refusal} `invalid`.
 */
export async function rangeOf(database: Database, accountId: string, query: DaysQuery): Promise<DayRange> {
  const timeZone = await timeZoneOf(database, accountId, query)
  const to = query.to ?? dayOf(new Date(), timeZone)
  const last = timeOf(to, 'to')
  const requestedDays = Number(query.days ?? DEFAULT_DAYS)
  const from = query.from ?? toDay(last - (requestedDays - 1) * DAY_MS)
  const days = (last - timeOf(from, 'from')) / DAY_MS + 1
  if (days < 1) throw new Refusal('invalid', 'from must not be after to.')
  if (days > DAYS_MAX)
    throw new Refusal('invalid', `from and to must span at most ${DAYS_MAX} days, both included.`)
  return { from, to, timeZone }
}

/**
 * Returns a filter with its time zone. Default: the time zone of the account. `from` and `to` may be missing.
 * @throws {Refusal} `invalid`.
 */
export async function filterOf<Filter extends DaysQuery>(
  database: Database,
  accountId: string,
  filter: Filter,
): Promise<Filter & { timeZone: string }> {
  if (filter.from !== undefined) timeOf(filter.from, 'from')
  if (filter.to !== undefined) timeOf(filter.to, 'to')
  return { ...filter, timeZone: await timeZoneOf(database, accountId, filter) }
}

async function timeZoneOf(
  database: Database,
  accountId: string,
  { timeZone }: Pick<DaysQuery, 'timeZone'>,
): Promise<string> {
  return timeZone === undefined ? (await findAccount(database, accountId)).timeZone : parseTimeZone(timeZone)
}

function dayOf(now: Date, timeZone: string): string {
  // The Swedish date format is the ISO format.
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
