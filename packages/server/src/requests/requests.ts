import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { cursorOf, isAfter, type Page, pageOf } from '../database/pages.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { endOf, startOf } from '../generation/history/day-ranges.ts'
import type { JOB_STATUSES } from '../generation/history/jobs.ts'
import type { RequestRow } from './insert-requests.ts'

/** A row of the request log with the state of its template and render. */
export interface StoredRequest extends RequestRow {
  /** `null` without a template, and when it has been deleted. */
  templateName: string | null
  /** `null` without a render, and when its row has been removed. */
  renderStatus: (typeof JOB_STATUSES)[number] | null
  omitted: number
}

/** Filter for requests. Absent fields match all. */
export interface RequestFilter {
  requestId?: string
  /** A status, such as `404`, or a class, such as `4xx`. */
  status?: string
  method?: string
  route?: string
  tokenId?: string
  templateId?: string
  isTest?: 'true' | 'false'
  /** Days of the arrival, in `timeZone`, both included. */
  from?: string
  to?: string
  timeZone: string
}

/** Returns a page of the requests of an account that match the filter, newest first and without bodies. */
export async function listRequests(
  database: Database,
  accountId: string,
  { filter, cursor, limit }: { filter: RequestFilter; cursor: string | undefined; limit: number },
): Promise<Page<StoredRequest>> {
  const { rows } = await sql<StoredRequest & { cursor: string }>`
    with page as (
      select *, ${cursorOf(ORDER)} as cursor from requests
      where account_id = ${accountId} and ${sql.join(conditions(filter), sql` and `)} and ${isAfter(ORDER, cursor)}
      order by created_at desc, request_id desc limit ${limit + 1})
    select ${COLUMNS}, null as body, cursor from page request ${JOINS}
    order by request.created_at desc, request_id desc`.execute(database)
  return pageOf(rows, limit, (row) => row.cursor)
}

/**
 * Returns one request of an account, with its body if it is kept.
 * @throws {Refusal} `not-found`, also for a request of another account.
 */
export async function findRequest(
  database: Database,
  accountId: string,
  requestId: string,
): Promise<StoredRequest> {
  const { rows } = await sql<StoredRequest>`
    select ${COLUMNS}, (select content from request_bodies body where body.request_id = request.request_id) as body
    from requests request ${JOINS}
    where request.request_id = ${requestId} and request.account_id = ${accountId}`.execute(database)
  return oneOrNotFound(rows, 'There is no request with this requestId.')
}

const ORDER = { time: sql`created_at`, id: sql`request_id` }

// A job that failed is not charged.
const COLUMNS = sql`request_id, request.account_id, request.created_at, method, route, path, request.status,
  duration_ms, request.phases, request.token_id, request.key_name, request.is_test, request.template_id,
  content.name as template_name, request.generation_id, job.status as render_status,
  case when job.status = 'failed' then 0 else request.cost end as cost, request.warnings, failure, body_left_out, omitted`

const JOINS = sql`
  left join generations job on job.generation_id = request.generation_id and job.account_id = request.account_id
  left join contents content on content.content_id = request.template_id and content.kind = 'template'
    and content.account_id = request.account_id`

function conditions(filter: RequestFilter): RawBuilder<unknown>[] {
  const { requestId, status, method, route, tokenId, templateId, isTest, from, to, timeZone } = filter
  const equal = (column: RawBuilder<unknown>, value: string | undefined) =>
    value === undefined ? [] : [sql`${column} = ${value}`]
  return [
    sql`true`,
    ...equal(sql`request_id`, requestId),
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...equal(sql`method`, method),
    ...equal(sql`route`, route),
    ...equal(sql`token_id`, tokenId),
    ...equal(sql`template_id`, templateId),
    ...(isTest === undefined ? [] : [sql`is_test = ${isTest === 'true'}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${startOf({ from, timeZone })}`]),
    ...(to === undefined ? [] : [sql`created_at < ${endOf({ to, timeZone })}`]),
  ]
}

function hasStatus(status: string): RawBuilder<unknown> {
  const first = Number(status.replace('xx', '00'))
  const last = status.endsWith('xx') ? first + 99 : first
  return sql`status between ${first} and ${last}`
}
