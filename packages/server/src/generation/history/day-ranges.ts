import { type RawBuilder, sql } from 'kysely'

/** Range of days in a time zone, both ends included. Each day has the form `2026-11-21`. */
export interface DayRange {
  from: string
  to: string
  timeZone: string
}

/** Returns the start of the first day of a range, as SQL. */
export function startOf({ from, timeZone }: Pick<DayRange, 'from' | 'timeZone'>): RawBuilder<unknown> {
  return sql`(${from}::date::timestamp at time zone ${timeZone})`
}

/** Returns the end of the last day of a range, as SQL. */
export function endOf({ to, timeZone }: Pick<DayRange, 'to' | 'timeZone'>): RawBuilder<unknown> {
  return sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`
}
