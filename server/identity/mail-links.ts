import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'

/** What is stored of the secret that a browser was given when it signed up. */
export function browserHash(browser: string): string {
  return createHash('sha256').update(browser).digest('base64url')
}

/** What following a link in a mail is about. */
export interface MailLink {
  /** By which the person signs in now. */
  email: string
  /** What it would replace that address by; undefined for one that confirms a first one. */
  newEmail: string | undefined
  /** True when the link verifies the first address of a person, and that address is verified already. */
  isUsed: boolean
  /** Whether it was opened in the browser that signed up. In any other, its reader need not have chosen the password. */
  isOfBrowser: boolean
}

/** Reads the link of a mail. @throws {Refusal} `invalid` for a link that is damaged, used or expired. */
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

/** Removes who signed up with this address and has never shown that it is theirs. */
export async function forgetUnverified(database: Database, email: string): Promise<void> {
  await sql`delete from identity_users where email = lower(${email}) and not email_verified`.execute(database)
}

/** Refusal of a link that is not as the mail has it. */
export function damagedLink(cause?: unknown): Refusal {
  return new Refusal('invalid', 'This link is damaged or incomplete. Copy the whole link from the mail.', {
    detail: 'DAMAGED_LINK',
    cause,
  })
}

/** Refusal of a link that worked before. */
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
