import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { PhaseTimes } from '../telemetry/telemetry.ts'

/** A call that has ended, with its texts in clear. */
export interface LoggedRequest {
  requestId: string
  accountId: string
  /** Arrival of the call. */
  createdAt: Date
  method: string
  /** Pattern of the route, such as `/v1/templates/{templateId}`. */
  route: string
  /** Without the query. */
  path: string
  status: number
  durationMs: number
  phases: PhaseTimes
  /** `null` for a call that was rejected before its key was looked up. */
  tokenId: string | null
  keyName: string | null
  isTest: boolean
  templateId: string | null
  generationId: string | null
  /** Credits that the call costs. */
  cost: number
  /** Number of warnings by kind. */
  warnings: Record<string, number>
  /** Body of the error response. */
  failure: { message: string } | undefined
  /** JSON text of the body, if the account keeps bodies and the call has one. `null` for a body that is too large. */
  body: string | null | undefined
}

/** Reason why a body was not kept: its size, or the limit of the account. */
export type BodyLeftOut = 'size' | 'limit'

/** A row of the request log. Its texts are encrypted. */
export interface RequestRow extends Omit<LoggedRequest, 'failure' | 'body'> {
  failure: Buffer | null
  body: Buffer | null
  bodyLeftOut: BodyLeftOut | null
}

/**
 * Writes rows in one statement. Ignores rows that exist, so that it can be repeated, and rows of removed accounts. A
 * body is left out when its account has stopped keeping bodies in the meantime.
 */
export async function insertRequests(database: Database, rows: readonly RequestRow[]): Promise<void> {
  const json = JSON.stringify(
    rows.map((row) => ({
      ...row,
      failure: row.failure?.toString('base64') ?? null,
      body: row.body?.toString('base64') ?? null,
    })),
  )
  await sql`
    with ended as (
      select * from json_to_recordset(${json}::json) as ended("requestId" uuid, "accountId" uuid,
        "createdAt" timestamptz, method text, route text, path text, status smallint, "durationMs" float8, phases json,
        "tokenId" uuid, "keyName" text, "isTest" boolean, "templateId" uuid, "generationId" uuid, cost integer,
        warnings json, failure text, body text, "bodyLeftOut" text)
      join (select account_id, keeps_request_bodies from accounts) account on account_id = "accountId"
    ), logged as (
      insert into requests (request_id, account_id, created_at, method, route, path, status, duration_ms, phases,
        token_id, key_name, is_test, template_id, generation_id, cost, warnings, failure, body_left_out)
      select "requestId", "accountId", "createdAt", method, route, path, status, "durationMs", phases,
        "tokenId", "keyName", "isTest", "templateId", "generationId", cost, warnings, decode(failure, 'base64'),
        "bodyLeftOut"
      from ended
      on conflict do nothing
      returning request_id
    )
    insert into request_bodies (request_id, account_id, created_at, content)
    select request_id, account_id, "createdAt", decode(body, 'base64')
    from logged join ended on "requestId" = request_id
    where body is not null and keeps_request_bodies`.execute(database)
}

/** Adds the numbers of calls without a row to the rows before them. */
export async function addOmitted(
  database: Database,
  counts: readonly { requestId: string; omitted: number }[],
): Promise<void> {
  await sql`
    update requests set omitted = requests.omitted + added.omitted
    from json_to_recordset(${JSON.stringify(counts)}::json) as added("requestId" uuid, omitted integer)
    where request_id = "requestId"`.execute(database)
}
