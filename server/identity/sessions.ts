import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'

const DAY_SECONDS = 86_400
/** Lifetime of an unused session. */
export const SESSION_SECONDS = 7 * DAY_SECONDS

/** A browser or device in which a user is signed in. */
export interface Session {
  sessionId: string
  createdAt: Date
  /** To the day. More precise times are not stored. */
  usedAt: Date
  /** Network address of the sign-in. */
  address: string | null
  userAgent: string | null
}

/** Returns the sessions of a user of the built-in identity, the newest first. */
export async function listSessions(database: Database, subject: string): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select id as "sessionId", created_at as "createdAt", updated_at as "usedAt",
      nullif(ip_address, '') as address, nullif(user_agent, '') as "userAgent"
    from identity_sessions where user_id = ${subject} and expires_at > now()
    order by created_at desc, id`.execute(database)
  return rows
}

/**
 * Ends a session: its tokens are invalid from the next call on.
 *
 * @throws {Refusal} `not-found`
 */
export async function removeSession(database: Database, subject: string, sessionId: string): Promise<void> {
  const { rows } = await sql`
    delete from identity_sessions where user_id = ${subject} and id = ${sessionId} returning id`.execute(
    database,
  )
  if (rows.length === 0) throw new Refusal('not-found', 'There is no such session.')
}

/**
 * Ends all sessions but one, and revokes approved devices that have no session yet.
 *
 * @returns number of ended sessions
 */
export async function removeOtherSessions(
  database: Database,
  subject: string,
  sessionId: string,
): Promise<number> {
  // Before the sessions, so that one created meanwhile is ended too.
  await deleteSignInGrants(database, subject)
  const { rows } = await sql`
    delete from identity_sessions where user_id = ${subject} and id <> ${sessionId} returning id`.execute(
    database,
  )
  return rows.length
}

/** Revokes approved devices of a user that have no session yet. */
export async function deleteSignInGrants(database: Database, subject: string): Promise<void> {
  await sql`delete from identity_devices where user_id = ${subject}`.execute(database)
}
