import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'

/** Returns the stored hash of a browser's sign-up secret. */
export function browserHash(browser: string): string {
  return createHash('sha256').update(browser).digest('base64url')
}

/** Content of a link in a mail. */
export interface MailLink {
  /** Current sign-in address of the user. */
  email: string
  /** Address that replaces it; `undefined` for a link that confirms a first address. */
  newEmail: string | undefined
  /** True when the link verifies the first address of a user, and that address is already verified. */
  isUsed: boolean
  /**
   * True if it was opened in the browser that signed up. In another browser, the reader may not be the person who chose
   * the password.
   */
  isOfBrowser: boolean
}

/**
 * Reads the link of a mail.
 *
 * @throws {Refusal} `invalid` for a link that is damaged, used or expired
 */
export async function readMailLink(
  database: Database,
  link: { token: string; secret: string; browser: string },
): Promise<MailLink> {
  const { payload } = await jwtVerify(link.token, new TextEncoder().encode(link.secret), {
    algorithms: ['HS256'],
  }).catch((error: unknown) => {
    throw error instanceof errors.JWTExpired ? spentLink(error) : damagedLink(error)
  })
  const { email, updateTo, userId } = payload
  if (typeof email !== 'string' || typeof userId !== 'string') throw damagedLink()
  const { rows } = await sql<{ hash: string | null; isVerified: boolean }>`
    select browser_hash as hash, email_verified as "isVerified"
    from identity_users where id = ${userId} and email = ${email}`.execute(database)
  const [found] = rows
  if (!found) throw spentLink()
  const newEmail = typeof updateTo === 'string' ? updateTo : undefined
  const isUsed = newEmail === undefined && found.isVerified
  return { email, newEmail, isUsed, isOfBrowser: isHashOf(link.browser, found.hash) }
}

/** Deletes users who signed up with this address and never verified it. */
export async function forgetUnverified(database: Database, email: string): Promise<void> {
  await sql`delete from identity_users where email = lower(${email}) and not email_verified`.execute(database)
}

/** Returns the error for a link that was changed. */
export function damagedLink(cause?: unknown): Refusal {
  return new Refusal('invalid', 'This link is damaged or incomplete. Copy the whole link from the mail.', {
    detail: 'DAMAGED_LINK',
    cause,
  })
}

/** Returns the error for a link that was already used. */
export function spentLink(cause?: unknown): Refusal {
  return new Refusal('invalid', 'This link was already used or has expired. Sign in, or send another link.', {
    detail: 'INVALID_TOKEN',
    cause,
  })
}

function isHashOf(browser: string, hash: string | null): boolean {
  const [one, other] = [Buffer.from(browserHash(browser)), Buffer.from(hash ?? '')]
  return one.length === other.length && timingSafeEqual(one, other)
}
