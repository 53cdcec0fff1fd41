import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../packages/server/src/accounts/accounts.ts'
import {
  deleteExpiredInvitations,
  MEMBERS_MAX,
} from '../../packages/server/src/identity/teams/invitations.ts'
import { openJar } from '../dashboard/cookies.ts'
import { mailTo } from '../dashboard/outbox.ts'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { refusal, startMailServer } from '../mail-server.ts'
import { accept, inAccount, invite, join, signIn, type SignedIn, tokenTo } from './team.ts'

const API = '/dashboard/api'
const NOT_VALID =
  'This invitation is not valid: it was used or revoked, or it has expired. Ask an owner of the account for a new one.'

describe('invitations to an account', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  const send = (owner: Person, email: string, role = 'viewer') =>
    owner.call('POST', `${API}/invitations`, { email, role })
  const listed = async (owner: Person) => (await owner.call('GET', `${API}/invitations`)).body.invitations
  const read = (user: SignedIn, token: string) => user.call('POST', `${API}/invitations/read`, { token })
  const assertNotValid = async (user: SignedIn, token: string) => {
    for (const answer of [await read(user, token), await accept(user, token)]) {
      assert.equal(answer.status, 400)
      assert.deepEqual(answer.body, { message: NOT_VALID, error: 'INVALID_TOKEN' })
    }
  }

  it('are sent by mail, and make an existing user a member once', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const { token } = await invite(platen, ada, bob.email, 'editor')
    const { subject, text } = await mailTo(platen, bob.email, /invites you/)
    assert.equal(subject, `${ada.email} invites you to a Platen account`)
    assert.match(
      text,
      new RegExp(`^${ada.email} invites you to their Platen account as an editor: you can change`),
    )
    assert.match(text, /The link works once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\./)
    const [invitation] = await listed(ada)
    assert.deepEqual(
      [invitation.email, invitation.role, invitation.invitedBy, invitation.isExpired],
      [bob.email, 'editor', ada.email, false],
    )
    assert.equal(await eventually(async () => (await listed(ada))[0].mailStatus === 'sent'), true)
    const days = (Date.parse(invitation.expiresAt) - Date.now()) / 86_400_000
    assert.ok(days > 6.9 && days <= 7, String(days))

    assert.deepEqual((await read(bob, token)).body, {
      account: ada.email,
      role: 'editor',
      invitedBy: ada.email,
      expiresAt: invitation.expiresAt,
    })
    assert.deepEqual((await accept(bob, token)).body, { userId: ada.userId, role: 'editor' })
    await assertNotValid(bob, token)
    assert.deepEqual(await listed(ada), [])
  })

  it('store no token: neither in a table nor in a job', async () => {
    const ada = await platen.person()
    const { token } = await invite(platen, ada, 'secret@example.com', 'viewer')
    const { database } = platen.app.services
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(database)
    assert.ok(tables.length > 20)
    for (const { name } of tables) {
      const { rows } = await sql`
        select from ${sql.raw(name)} as stored where stored::text like ${`%${token}%`}`.execute(database)
      assert.equal(rows.length, 0, name)
    }
  })

  it('let a person without a user sign up, without an account of their own', async () => {
    const ada = await platen.person()
    const email = 'invited-newcomer@example.com'
    const { token } = await invite(platen, ada, email, 'viewer')
    const jar = openJar(platen)
    const next = `/invitation?token=${token}`
    await jar.post('/sign-up/email', { name: 'New', email, password: 'correct horse battery', next })
    const { link } = await mailTo(platen, email, /Confirm/)
    // Without the token: the mail of a sign-up goes to an address that an uninvited person may have typed.
    assert.equal(new URL(link).searchParams.get('next'), '/invitation')
    await jar.post('/verify-email', { token: new URL(link).searchParams.get('token') })
    assert.equal((await jar.call('POST', `${API}/invitations/read`, { token })).status, 200)
    assert.equal((await jar.call('POST', `${API}/invitations/accept`, { token })).status, 200)
    const { accounts } = (await jar.call('GET', `${API}/accounts`)).body
    assert.deepEqual(accounts, [
      { userId: ada.userId, email: ada.email, role: 'viewer', isOwn: false, suspended: false },
    ])
    assert.equal((await jar.call('GET', `${API}/me`)).body.account.userId, ada.userId)
  })

  it('leave an invited person the account that an operator prepared for the address', async () => {
    const { database } = platen.app.services
    const ada = await platen.person()
    const email = 'prepared@example.com'
    const prepared = await createAccount(database, {
      email,
      plan: 'enterprise',
      identityPrefix: 'eu',
      welcomeCredits: 3,
    })
    const { token } = await invite(platen, ada, email, 'viewer')
    const invited = await signIn(platen, email)
    assert.equal((await accept(invited, token)).status, 200)
    const { account } = (await invited.call('GET', `${API}/me`)).body
    assert.deepEqual([account.userId, account.plan, account.credits], [prepared.userId, 'enterprise', 3])
    assert.equal((await invited.call('GET', `${API}/accounts`)).body.accounts.length, 2)
  })

  it('allow sign-up with SIGN_UP=invited', async () => {
    await using closed = await startPlaten({ environment: { SIGN_UP: 'invited' } })
    const { database } = closed.app.services
    await sql`insert into accounts (user_id, email) values ('eu_ada', 'ada@example.com')`.execute(database)
    const ada = await closed.person({ email: 'ada@example.com' })
    const uninvited = await signIn(closed)
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/accounts'],
    ] as const) {
      const { status, body } = await uninvited.call(method, API + path)
      assert.equal(status, 403)
      assert.match(body.message, /^No account exists for your e-mail address\./)
    }
    const invited = await signIn(closed)
    const { token } = await invite(closed, ada, invited.email, 'viewer')
    assert.equal((await invited.call('GET', `${API}/me`)).status, 403)
    assert.equal((await accept(invited, token)).status, 200)
    assert.equal((await invited.call('GET', `${API}/me`)).body.account.userId, ada.userId)
  })

  it('are valid for the invited address only, and stay valid after an attempt of another user', async () => {
    const [ada, bob, eve] = [await platen.person(), await platen.person(), await platen.person()]
    const { token } = await invite(platen, ada, bob.email.replace('person', 'PERSON'), 'viewer')
    for (const answer of [await read(eve, token), await accept(eve, token)]) {
      assert.equal(answer.status, 403)
      assert.equal(answer.body.error, 'OTHER_ADDRESS')
      assert.ok(answer.body.message.includes(`You are signed in as ${eve.email}.`))
      assert.ok(!JSON.stringify(answer.body).toLowerCase().includes(bob.email))
    }
    assert.equal((await accept(bob, token)).status, 200)
  })

  it('are not valid when they have expired, were revoked, were sent again, or the link is damaged', async () => {
    const { database } = platen.app.services
    const [ada, bob] = [await platen.person(), await platen.person()]
    const first = await invite(platen, ada, bob.email, 'viewer')
    await assertNotValid(bob, `${first.token}x`)
    await assertNotValid(bob, first.token.slice(1))
    await sql`
      update invitations set expires_at = now() where invitation_id = ${first.invitationId}`.execute(database)
    await assertNotValid(bob, first.token)
    assert.equal((await listed(ada))[0].isExpired, true)

    await eventually(async () => (await listed(ada))[0].mailStatus === 'sent')
    const resent = await ada.call('POST', `${API}/invitations/${first.invitationId}/resend`)
    assert.deepEqual([resent.status, resent.body.isExpired, resent.body.mailStatus], [200, false, 'queued'])
    const second = await eventually(async () => {
      const token = await tokenTo(platen, bob.email)
      return token !== first.token && token
    })
    await assertNotValid(bob, first.token)
    assert.equal((await read(bob, second)).status, 200)

    assert.equal((await ada.call('DELETE', `${API}/invitations/${first.invitationId}`)).status, 200)
    await assertNotValid(bob, second)
    assert.equal((await ada.call('DELETE', `${API}/invitations/${first.invitationId}`)).status, 404)
  })

  it('make a user a member once when they are accepted several times at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ada, bob] = [await platen.person(), await platen.person()]
      const { token } = await invite(platen, ada, bob.email, 'viewer')
      const answers = await Promise.all([1, 2, 3].map(() => accept(bob, token)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400])
      const { members } = (await ada.call('GET', `${API}/members`)).body
      assert.equal(members.length, 2)
    }
  })

  it('give the role that they had when the user joined already', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const address = 'second@example.com'
    const { token } = await invite(platen, ada, address, 'owner')
    await join(platen, ada, bob, 'viewer')
    await sql`update invitations set email = ${bob.email} where email = ${address}`.execute(
      platen.app.services.database,
    )
    assert.deepEqual((await accept(bob, token)).body, { userId: ada.userId, role: 'viewer' })
  })

  it('are rejected for members and invited persons, whatever the case of the address (409)', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'viewer')
    const member = await send(ada, bob.email.toUpperCase())
    assert.equal(member.status, 409)
    assert.match(member.body.message, /is already a member of this account/)
    assert.equal((await send(ada, 'twice@example.com')).status, 201)
    const twice = await send(ada, 'Twice@example.com')
    assert.equal(twice.status, 409)
    assert.match(twice.body.message, /already has an invitation/)
  })

  it('are answered alike for an address with a user and one without', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const answers = [await send(ada, bob.email), await send(ada, 'no-such-user@example.com')]
    const [known, unknown] = answers.map(({ status, body }) => {
      const { invitationId: _id, email: _email, createdAt: _at, ...rest } = body
      return { status, rest }
    })
    assert.deepEqual(known, unknown)
  })

  it('need a valid address and role (400)', async () => {
    const ada = await platen.person()
    for (const body of [
      { email: 'no address', role: 'viewer' },
      { email: 'a@example.com\r\nBcc: b@example.com', role: 'viewer' },
      { email: 'a@example.com', role: 'operator' },
      { email: 'a@example.com' },
    ]) {
      assert.equal((await ada.call('POST', `${API}/invitations`, body)).status, 400, JSON.stringify(body))
    }
  })

  it('are limited per account, mailbox and network (429), and with the members to 100', async () => {
    await using own = await startPlaten()
    const [ada, bob] = [await own.person(), await own.person()]
    const address = 'flooded@example.com'
    for (let count = 0; count < 5; count += 1) {
      const sent = await send(count % 2 === 0 ? ada : bob, address)
      assert.equal(sent.status, 201)
      await (count % 2 === 0 ? ada : bob).call('DELETE', `${API}/invitations/${sent.body.invitationId}`)
    }
    const flooded = await send(bob, address)
    assert.equal(flooded.status, 429)
    assert.ok(Number(flooded.headers.get('retry-after')) > 0)

    const { database } = own.app.services
    await sql`delete from token_buckets`.execute(database)
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1)
      statuses.push((await send(ada, `a${count}@example.com`)).status)
    assert.deepEqual(statuses.slice(-2), [201, 429])
    for (let count = 0; count < 20; count += 1)
      statuses.push((await send(bob, `b${count}@example.com`)).status)
    assert.equal(statuses.at(-1), 201)
    assert.equal((await send(await own.person(), 'c@example.com')).status, 429)

    await sql`delete from token_buckets`.execute(database)
    await sql`
      insert into invitations (account_id, email, role, invited_by, expires_at)
      select ${ada.accountId}, number || '@example.com', 'viewer', id, now() from users,
        generate_series(1, ${MEMBERS_MAX - 21}) number
      where account_id = ${ada.accountId}`.execute(database)
    const expired = await send(ada, 'expired-ones-do-not-count@example.com')
    assert.equal(expired.status, 201)
    await ada.call('DELETE', `${API}/invitations/${expired.body.invitationId}`)
    await sql`
      update invitations set expires_at = now() + interval '1 day'
      where account_id = ${ada.accountId} and email <> '1@example.com'`.execute(database)
    assert.equal((await send(ada, 'last@example.com')).status, 201)
    const full = await send(ada, 'one-too-many@example.com')
    assert.equal(full.status, 429)
    assert.match(full.body.message, /^The account has 100 members and pending invitations/)
    const { invitationId } = (await listed(ada)).find(
      ({ email }: { email: string }) => email === '1@example.com',
    )
    assert.equal((await ada.call('POST', `${API}/invitations/${invitationId}/resend`)).status, 429)
    const valid = (await listed(ada)).find(({ email }: { email: string }) => email === '2@example.com')
    assert.equal((await ada.call('POST', `${API}/invitations/${valid.invitationId}/resend`)).status, 200)
  })

  it('cannot be guessed: attempts with wrong links are limited (429)', async () => {
    await using own = await startPlaten()
    const ada = await own.person()
    const statuses = new Set<number>()
    for (let count = 0; count < 40; count += 1) statuses.add((await accept(ada, `wrong-${count}`)).status)
    assert.deepEqual([...statuses], [400, 429])
  })

  it('are sent again after a temporary failure with a new link, and marked after a permanent one', async () => {
    let isTemporary = true
    const texts: string[] = []
    await using mails = await startMailServer({
      onMail(mail, done) {
        texts.push(JSON.stringify(mail))
        if (mail.to[0]?.startsWith('never')) return done(refusal(550, 'no such user'))
        done(isTemporary ? refusal(451, 'not now') : undefined)
        isTemporary = false
      },
    })
    await using own = await startPlaten({ environment: { SMTP_URL: mails.url } })
    const { database } = own.app.services
    const ada = await own.person()
    assert.equal((await send(ada, 'later@example.com')).status, 201)
    await eventually(() => texts.length === 1)
    assert.equal((await send(ada, 'never@example.com')).status, 201)
    await eventually(async () => {
      await sql`update pgboss.job set start_after = now() where name = 'invitation-mail' and state = 'retry'`.execute(
        database,
      )
      const statuses = (await listed(ada)).map(({ mailStatus }: { mailStatus: string }) => mailStatus)
      return statuses.join(' ') === 'failed sent'
    })
    assert.equal(texts.length, 3)
  })

  it('are marked after the last attempt at a mail has failed temporarily', async () => {
    await using mails = await startMailServer({ onMail: (_mail, done) => done(refusal(451, 'not now')) })
    await using own = await startPlaten({ environment: { SMTP_URL: mails.url } })
    const ada = await own.person()
    assert.equal((await send(ada, 'unreachable@example.com')).status, 201)
    await eventually(async () => {
      await sql`
        update pgboss.job set start_after = now(), retry_limit = retry_count + 1
        where name = 'invitation-mail' and state in ('created', 'retry')`.execute(own.app.services.database)
      return (await listed(ada))[0].mailStatus === 'failed'
    })
  })

  it('are removed 30 days after their expiry, with the users who joined no account', async () => {
    const { database } = platen.app.services
    const ada = await platen.person()
    const { token, invitationId } = await invite(platen, ada, 'never-joined@example.com', 'viewer')
    const invited = await signIn(platen, 'never-joined@example.com')
    assert.equal((await read(invited, token)).status, 200)
    const exists = async () => {
      const { rows } = await sql<{ users: number; invitations: number }>`
        select (select count(*) from users where email = ${invited.email}) as users,
          (select count(*) from invitations where invitation_id = ${invitationId}) as invitations`.execute(
        database,
      )
      return rows[0]
    }
    await deleteExpiredInvitations(database, new Date(Date.now() + 6 * 86_400_000))
    assert.deepEqual(await exists(), { users: 1, invitations: 1 })
    await deleteExpiredInvitations(database, new Date(Date.now() + 8 * 86_400_000))
    assert.deepEqual(await exists(), { users: 0, invitations: 1 })
    await deleteExpiredInvitations(database, new Date(Date.now() + 38 * 86_400_000))
    assert.deepEqual(await exists(), { users: 0, invitations: 0 })
    assert.equal((await ada.call('GET', `${API}/me`)).status, 200)
  })

  it('of a demoted owner are not sent by calls in progress (403)', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const memberId = await join(platen, ada, bob, 'owner')
    const [, sent] = await Promise.all([
      ada.call('PUT', `${API}/members/${memberId}`, { role: 'viewer' }),
      bob.call('POST', `${API}/invitations`, { email: 'late@example.com', role: 'owner' }, inAccount(ada)),
    ])
    assert.ok(sent.status === 201 || sent.status === 403, String(sent.status))
    assert.deepEqual(await listed(ada), [])
  })
})
