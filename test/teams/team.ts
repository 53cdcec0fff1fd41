import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { MemberRole } from '../../packages/server/src/identity/teams/permissions.ts'
import { mailTo } from '../dashboard/outbox.ts'
import { type Answer, type Person, type Platen, send, startSession } from '../harness.ts'

/** A signed-in user without an account. */
export interface SignedIn {
  email: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Header that names the account of a call. */
export function inAccount({ userId }: Pick<Person, 'userId'>): Record<string, string> {
  return { 'x-platen-account': userId }
}

let users = 0

/** Signs a user in who has made no call yet, and so has no account. */
export async function signIn(platen: Platen, email?: string): Promise<SignedIn> {
  users += 1
  const address = email ?? `new-${users}@example.com`
  const { database, settings } = platen.app.services
  const cookie = await startSession(database, settings.baseUrl, { email: address, name: 'New' })
  const { token } = (await send(`${platen.url}/dashboard/auth/token`, 'GET', undefined, { cookie })).body
  return {
    email: address,
    call: (method, path, body, headers = {}) =>
      send(platen.url + path, method, body, { authorization: `Bearer ${token}`, ...headers }),
  }
}

/** Sends an invitation. @returns the token in the mail, and the id of the invitation. */
export async function invite(
  platen: Platen,
  owner: Person,
  email: string,
  role: MemberRole,
): Promise<{ token: string; invitationId: string }> {
  // All users of a test have one network. `invitations.test.ts` tests its limit.
  await sql`delete from token_buckets where subject like 'invitation network %'`.execute(
    platen.app.services.database,
  )
  const body = { email, role }
  const invited = await owner.call('POST', '/dashboard/api/invitations', body, inAccount(owner))
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  return { token: await tokenTo(platen, email), invitationId: invited.body.invitationId }
}

/** Waits for an invitation. @returns the token of its link. */
export async function tokenTo(platen: Platen, email: string): Promise<string> {
  const { link } = await mailTo(platen, email, /invites you/)
  return new URL(link).searchParams.get('token') ?? assert.fail(link)
}

/** Accepts an invitation. */
export async function accept(user: SignedIn, token: string): Promise<Answer> {
  return await user.call('POST', '/dashboard/api/invitations/accept', { token })
}

/** Makes a user a member of an account, by an invitation. @returns the id of the member. */
export async function join(platen: Platen, owner: Person, user: SignedIn, role: MemberRole): Promise<string> {
  const { token } = await invite(platen, owner, user.email, role)
  const joined = await accept(user, token)
  assert.deepEqual([joined.status, joined.body], [200, { userId: owner.userId, role }])
  return await memberIdOf(owner, user.email)
}

/** Returns the id of a member of an account. */
export async function memberIdOf(owner: Person, email: string): Promise<string> {
  const { members } = (await owner.call('GET', '/dashboard/api/members', undefined, inAccount(owner))).body
  return String(members.find((member: { email: string }) => member.email === email).memberId)
}
