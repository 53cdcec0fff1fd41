import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'

const DAY_SECONDS = 86_400
/** How long a session lives that is not used. */
export const SESSION_SECONDS = 7 * DAY_SECONDS

/** A browser in which somebody is signed in. */
export interface Session {
  sessionId: string
  createdAt: Date
  /** To the day: more often a session's use is not written down. */
  usedAt: Date
  /** Where from, as far as the network knows. */
  address: string | null
  userAgent: string | null
}

/** The sessions of a person of the built-in identity, the newest first. */
export async function listSessions(database: Database, subject: string): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select id as "sessionId", created_at as "createdAt", updated_at as "usedAt",
      nullif(ip_address, '') as address, nullif(user_agent, '') as "userAgent"
    from identity_sessions where user_id = ${subject} and expires_at > now()
    order by created_at desc, id`.execute(database)
  return rows
}

/** Ends a session: what was made from it is good for nothing from the next call on. @throws {Refusal} `not-found`. */
export async function removeSession(database: Database, subject: string, sessionId: string): Promise<void> {
  const { rows } = await sql`
    delete from identity_sessions where user_id = ${subject} and id = ${sessionId} returning id`.execute(
    database,
  )
  if (rows.length === 0) throw new Refusal('not-found', 'There is no such session.')
}

/** Ends all sessions but one, and lets nothing in that was still to get one. @returns how many. */
export async function removeOtherSessions(
  database: Database,
  subject: string,
  sessionId: string,
): Promise<number> {
  // First: what becomes a session meanwhile is ended as one.
  await deleteSignInGrants(database, subject)
  const { rows } = await sql`
    delete from identity_sessions where user_id = ${subject} and id <> ${sessionId} returning id`.execute(
    database,
  )
  return rows.length
}

/** Shuts out the programs that were let in as this person and have not got their session yet. */
export async function deleteSignInGrants(database: Database, subject: string): Promise<void> {
  await sql`delete from identity_devices where user_id = ${subject}`.execute(database)
}
