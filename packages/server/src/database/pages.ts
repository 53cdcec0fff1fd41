import { type RawBuilder, sql } from 'kysely'

/** Pattern of a cursor from `cursorOf`, if the ids are UUIDs. */
export const CURSOR_PATTERN = '^[0-9]{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** One page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** Cursor of the next page; `null` on the last page. */
  nextCursor: string | null
}

/** Columns that order a list, newest first: the time of a row, and a unique id for rows of the same time. */
interface Order {
  time: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** Returns SQL for the cursor of a row: its time in microseconds since 1970, and its id. */
export function cursorOf({ time, id }: Order): RawBuilder<string> {
  return sql`(extract(epoch from ${time}) * 1000000)::bigint || '_' || ${id}`
}

/** Returns an SQL condition for the rows after a cursor; without a cursor for all rows. */
export function isAfter({ time, id }: Order, cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql`true`
  const [microseconds = '', idOfCursor = ''] = cursor.split('_', 2)
  return sql`(${time}, ${id}) < (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${idOfCursor})`
}

/** Splits the rows of a query for `limit + 1` rows into a page and the cursor of the next one. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOfRow: (row: Row) => string | number,
): Page<Row> {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { rows: page, nextCursor: last === undefined ? null : String(cursorOfRow(last)) }
}
