import { call, type Connection } from './connection/calls.ts'
import { queryOf } from './connection/paths.ts'
import type { CallOptions, Credits, Usage } from './types.ts'

/** Range of days. Default: the last 30 days. */
export interface UsageRange {
  /** First and last day in `timeZone`, such as 2026-11-21. Both are inclusive. */
  from?: string | undefined
  to?: string | undefined
  /** Number of days up to the last one, instead of `from`. At most 366. */
  days?: number | undefined
  /** IANA name. Default: the time zone of the account. */
  timeZone?: string | undefined
}

/** Returns the credits of the account. */
export async function readCredits(connection: Connection, options?: CallOptions): Promise<Credits> {
  const request = { method: 'GET', path: '/v1/credits', repeatable: true } as const
  return (await call<Credits>(connection, request, options)).body
}

/** Returns the usage of the account. @throws {BadRequest} for an invalid day or time zone. */
export async function readUsage(
  connection: Connection,
  { from, to, days, timeZone }: UsageRange,
  options?: CallOptions,
): Promise<Usage> {
  const path = `/v1/usage${queryOf({ from, to, days, timeZone })}`
  return (await call<Usage>(connection, { method: 'GET', path, repeatable: true }, options)).body
}
