import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'

const DAY_SECONDS = 86_400
/** Lifetime of an unused session. */
export const SESSION_SECONDS = 7 * DAY_SECONDS

/** A signed-in browser or device of a user. */
export interface Session {
  sessionId: string
  createdAt: Date
  /** Time of the last use. Updated at most once a day. */
  usedAt: Date
  /** Network address of the client. */
  address: string | null
  userAgent: string | null
}

/** Returns the sessions of a user of the built-in identity, the newest first. */
export async function listSessions(database: Database, subject: string): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select id as "sessionId", created_at, updated_at as "usedAt",
      nullif(ip_address, '') as address, nullif(user_agent, '') as "userAgent"
    from identity_sessions where user_id = ${subject} and expires_at > now()
    order by created_at desc, id`.execute(database)
  return rows
}

/** Ends a session. Its tokens are rejected from the next call on. @throws {Refusal} `not-found`. */
export async function removeSession(database: Database, subject: string, sessionId: string): Promise<void> {
  const { rows } = await sql`
    delete from identity_sessions where user_id = ${subject} and id = ${sessionId} returning id`.execute(
    database,
  )
  if (rows.length === 0) throw new Refusal('not-found', 'This session does not exist.')
}

/**
 * Ends all sessions except one, and revokes approvals that have not become a session yet.
 * @returns the number of ended sessions.
 */
export async function removeOtherSessions(
  database: Database,
  subject: string,
  sessionId: string,
): Promise<number> {
  // Runs first: an approval that becomes a session in the meantime is deleted with the sessions.
  await deleteSignInGrants(database, subject)
  const { rows } = await sql`
    delete from identity_sessions where user_id = ${subject} and id <> ${sessionId} returning id`.execute(
    database,
  )
  return rows.length
}

/** Revokes the approvals of devices that have not created their session yet. */
export async function deleteSignInGrants(database: Database, subject: string): Promise<void> {
  await sql`delete from identity_devices where user_id = ${subject}`.execute(database)
}
