import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'

/** Returns the hash of the secret that the browser of a sign-up stores in a cookie. Only the hash is stored. */
export function browserHash(browserSecret: string): string {
  return createHash('sha256').update(browserSecret).digest('base64url')
}

/** Content of a link in a mail. */
export interface MailLink {
  /** Current address of the user. */
  email: string
  /** Address that replaces the current one; `undefined` for a link that verifies the first address. */
  newEmail: string | undefined
  /** True when the link verifies a user's first address and that address is already verified. */
  isUsed: boolean
  /**
   * True in the browser that signed up. In another browser, the reader of the mail may not be the person who chose the
   * password.
   */
  isSameBrowser: boolean
}

/**
 * Reads the link of a mail.
 * @throws {Refusal} `invalid` for a link that is damaged, used or expired.
 */
export async function readMailLink(
  database: Database,
  link: { token: string; secret: string; browserSecret: string },
): Promise<MailLink> {
  const { payload } = await jwtVerify(link.token, new TextEncoder().encode(link.secret), {
    algorithms: ['HS256'],
  }).catch((error: unknown) => {
    throw error instanceof errors.JWTExpired ? expiredLink(error) : damagedLink(error)
  })
  const { email, updateTo, userId } = payload
  if (typeof email !== 'string' || typeof userId !== 'string') throw damagedLink()
  const { rows } = await sql<{ hash: string | null; isVerified: boolean }>`
    select browser_hash as hash, email_verified as "isVerified"
    from identity_users where id = ${userId} and email = ${email}`.execute(database)
  const [user] = rows
  if (!user) throw expiredLink()
  const newEmail = typeof updateTo === 'string' ? updateTo : undefined
  const isUsed = newEmail === undefined && user.isVerified
  return { email, newEmail, isUsed, isSameBrowser: isHashOf(link.browserSecret, user.hash) }
}

/** Deletes an unverified user with this address. */
export async function deleteUnverifiedUser(database: Database, email: string): Promise<void> {
  await sql`delete from identity_users where email = lower(${email}) and not email_verified`.execute(database)
}

/** Returns the error for a link that was changed or cut off. */
export function damagedLink(cause?: unknown): Refusal {
  return new Refusal('invalid', 'This link is damaged or incomplete. Copy the whole link from the mail.', {
    detail: 'DAMAGED_LINK',
    cause,
  })
}

/** Returns the error for a link that was used or has expired. */
export function expiredLink(cause?: unknown): Refusal {
  return new Refusal(
    'invalid',
    'This link was already used or has expired. Sign in, or request another link.',
    {
      detail: 'INVALID_TOKEN',
      cause,
    },
  )
}

function isHashOf(browserSecret: string, hash: string | null): boolean {
  const [one, other] = [Buffer.from(browserHash(browserSecret)), Buffer.from(hash ?? '')]
  return one.length === other.length && timingSafeEqual(one, other)
}
