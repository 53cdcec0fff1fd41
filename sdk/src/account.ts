import { call, type Connection } from './calls.ts'
import { queryOf } from './query.ts'
import type { CallOptions, Credits, Usage } from './types.ts'

/** Which days are counted; the last thirty unless told. */
export interface UsageRange {
  /** As 2026-11-21, in `timeZone`; both ends are included. */
  from?: string | undefined
  to?: string | undefined
  /** How many days up to the last one, where `from` is not given; at most 366. */
  days?: number | undefined
  /** Its IANA name; the account's own unless told. */
  timeZone?: string | undefined
}

/** What is left to spend. */
export async function readCredits(connection: Connection, options?: CallOptions): Promise<Credits> {
  const request = { method: 'GET', path: '/v1/credits', repeatable: true } as const
  return (await call<Credits>(connection, request, options)).body
}

/** What was made. @throws {BadRequest} for days or a time zone that there are not. */
export async function readUsage(
  connection: Connection,
  { from, to, days, timeZone }: UsageRange,
  options?: CallOptions,
): Promise<Usage> {
  const path = `/v1/usage${queryOf({ from, to, days, timeZone })}`
  return (await call<Usage>(connection, { method: 'GET', path, repeatable: true }, options)).body
}
