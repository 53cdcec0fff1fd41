import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { findAccountByIdOrEmail } from '../../packages/server/src/accounts/accounts.ts'
import {
  changeRole as changeOperatorRole,
  COMMAND_LINE,
  listAuditEntries,
} from '../../packages/server/src/accounts/audit-log.ts'
import { releaseAccount } from '../../packages/server/src/identity/users.ts'
import { removeDeletedAccounts } from '../../packages/server/src/jobs/remove-accounts.ts'
import { mailsTo, mailTo } from '../dashboard/outbox.ts'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { refusal, startMailServer } from '../mail-server.ts'
import { inAccount, invite, join, memberIdOf, type SignedIn, signIn } from './team.ts'

const API = '/dashboard/api'
const LAST_OWNER =
  'This member is the last owner of the account. Make another member an owner first, or delete the account.'

describe('members of an account', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  const membersOf = async (person: Person, account: Person) => {
    const { members } = (await person.call('GET', `${API}/members`, undefined, inAccount(account))).body
    return members.map(({ email, role }: { email: string; role: string }) => `${email} ${role}`)
  }
  const changeRole = (actor: Person, account: Person, memberId: string, role: string) =>
    actor.call('PUT', `${API}/members/${memberId}`, { role }, inAccount(account))
  const remove = (actor: Person, account: Person, memberId: string) =>
    actor.call('DELETE', `${API}/members/${memberId}`, undefined, inAccount(account))
  const leave = (person: Person, account: Person) =>
    person.call('DELETE', `${API}/membership`, undefined, inAccount(account))

  it('start with the owner of a new account', async () => {
    const ada = await platen.person()
    assert.deepEqual(await membersOf(ada, ada), [`${ada.email} owner`])
  })

  it('choose an account in each call, and use their own one by default', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'editor')
    const created = await bob.call(
      'POST',
      `${API}/templates`,
      { name: 'Shared', content: '<p>1</p>' },
      inAccount(ada),
    )
    assert.equal(created.status, 201)
    const { templateId } = created.body
    assert.equal((await ada.call('GET', `${API}/templates/${templateId}`)).status, 200)
    assert.equal((await bob.call('GET', `${API}/templates/${templateId}`)).status, 404)
    assert.equal((await bob.call('GET', `${API}/me`)).body.account.userId, bob.userId)
    const { accounts } = (await bob.call('GET', `${API}/accounts`)).body
    assert.deepEqual(accounts, [
      { userId: bob.userId, email: bob.email, role: 'owner', isOwn: true, suspended: false },
      { userId: ada.userId, email: ada.email, role: 'editor', isOwn: false, suspended: false },
    ])
  })

  it('stay in the own account by default when it is suspended, and can still list their accounts', async () => {
    const { database } = platen.app.services
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'editor')
    const suspend = (account: Person) =>
      sql`update accounts set suspended_at = now() where account_id = ${account.accountId}`.execute(database)
    const resultOf = async (path: string, headers?: Record<string, string>) => {
      const { status, body } = await bob.call('GET', API + path, undefined, headers)
      return status === 200 ? 200 : `${status} ${body.error}`
    }
    await suspend(bob)
    assert.equal(await resultOf('/me'), '403 ACCOUNT_SUSPENDED')
    assert.equal(await resultOf('/me', inAccount(ada)), 200)
    assert.equal(await resultOf('/accounts'), 200)
    assert.equal(await resultOf('/accounts', inAccount(bob)), 200)
    await suspend(ada)
    assert.equal(await resultOf('/me', inAccount(ada)), '403 ACCOUNT_SUSPENDED')
    assert.equal(await resultOf('/accounts'), '403 ACCOUNT_SUSPENDED')
  })

  it('get another role, and lose access when they are removed, from the next call on', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const memberId = await join(platen, ada, bob, 'editor')
    const save = () => bob.call('POST', `${API}/templates`, { name: 'x', content: 'x' }, inAccount(ada))
    assert.equal((await save()).status, 201)
    assert.equal((await changeRole(ada, ada, memberId, 'viewer')).body.role, 'viewer')
    assert.equal((await save()).status, 403)
    assert.equal((await bob.call('GET', `${API}/templates`, undefined, inAccount(ada))).status, 200)
    assert.equal((await remove(ada, ada, memberId)).status, 200)
    const rejected = await bob.call('GET', `${API}/templates`, undefined, inAccount(ada))
    assert.deepEqual([rejected.status, rejected.body.error], [403, 'NOT_A_MEMBER'])
    assert.equal((await bob.call('GET', `${API}/templates`)).status, 200)
    assert.equal((await remove(ada, ada, memberId)).status, 404)
  })

  it('of other accounts are not found by their id', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const id = await memberIdOf(bob, bob.email)
    assert.equal((await changeRole(ada, ada, id, 'viewer')).status, 404)
    assert.equal((await remove(ada, ada, id)).status, 404)
    assert.deepEqual(await membersOf(bob, bob), [`${bob.email} owner`])
  })

  it('always include an owner: the last one cannot leave, be removed or get another role (409)', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'editor')
    const adaId = await memberIdOf(ada, ada.email)
    for (const answer of [
      await leave(ada, ada),
      await remove(ada, ada, adaId),
      await changeRole(ada, ada, adaId, 'viewer'),
    ]) {
      assert.deepEqual([answer.status, answer.body.message], [409, LAST_OWNER])
    }
    assert.equal((await changeRole(ada, ada, adaId, 'owner')).status, 200)
  })

  for (const [change, attempt] of [
    ['demote', (actor: Person, account: Person, id: string) => changeRole(actor, account, id, 'viewer')],
    ['remove', remove],
  ] as const) {
    it(`keep one owner when two owners ${change} each other at the same time`, async () => {
      for (let round = 0; round < 4; round += 1) {
        const [ada, bob] = [await platen.person(), await platen.person()]
        const bobId = await join(platen, ada, bob, 'owner')
        const adaId = await memberIdOf(ada, ada.email)
        const answers = await Promise.all([attempt(ada, ada, bobId), attempt(bob, ada, adaId)])
        const statuses = answers.map(({ status }) => status).toSorted()
        assert.equal(statuses[0], 200)
        assert.ok(statuses[1] === 403 || statuses[1] === 409, String(statuses))
        const { rows } = await sql`
          select from members where account_id = ${ada.accountId} and role = 'owner'`.execute(
          platen.app.services.database,
        )
        assert.equal(rows.length, 1)
      }
    })

    it(`keep one owner when both owners ${change} themselves at the same time`, async () => {
      for (let round = 0; round < 4; round += 1) {
        const [ada, bob] = [await platen.person(), await platen.person()]
        const bobId = await join(platen, ada, bob, 'owner')
        const adaId = await memberIdOf(ada, ada.email)
        const answers = await Promise.all([attempt(ada, ada, adaId), attempt(bob, ada, bobId)])
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      }
    })
  }

  it('can hand an account over: the address and the notices follow, and the user gets a new own account', async () => {
    const { database, queue } = platen.app.services
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'owner')
    assert.equal((await leave(ada, ada)).status, 200)
    const { account } = (await bob.call('GET', `${API}/me`, undefined, inAccount(ada))).body
    assert.equal(account.email, bob.email)
    // The address names the own account of the user, not the one that was handed over.
    assert.equal((await findAccountByIdOrEmail(database, bob.email)).accountId, bob.accountId)

    // Ada has no session any more, because she belonged to no other account.
    assert.equal((await ada.call('GET', `${API}/me`)).status, 401)
    const again = await platen.person({ email: ada.email })
    assert.notEqual(again.userId, ada.userId)
    assert.equal((await findAccountByIdOrEmail(database, ada.email)).accountId, again.accountId)

    const notice = { noticeId: crypto.randomUUID(), kind: 'low-credits' as const, accountId: ada.accountId }
    await queue.send('notice', database, [{ data: notice }])
    await mailTo(platen, bob.email, /credits/i)
    assert.deepEqual(
      (await mailsTo(platen, ada.email)).filter(({ subject }) => /credits/i.test(subject)),
      [],
    )
  })

  it('get welcome credits once, also after they have handed their account over', async () => {
    const { database } = platen.app.services
    const [ada, bob] = [await platen.person(), await platen.person()]
    const balanceOf = async (person: Person) => (await person.call('GET', `${API}/me`)).body.account.credits
    assert.equal(await balanceOf(ada), 10)
    await join(platen, ada, bob, 'owner')
    assert.equal((await leave(ada, ada)).status, 200)
    const again = await platen.person({ email: ada.email.toUpperCase() })
    assert.notEqual(again.userId, ada.userId)
    assert.equal(await balanceOf(again), 0)

    // After the removal of the account that received them, the address may get them again.
    const soon = new Date(Date.now() + 1_000)
    await sql`
      update accounts set deletion_at = now()
      where account_id in (${ada.accountId}, ${again.accountId})`.execute(database)
    await removeDeletedAccounts(platen.app.services, soon)
    assert.equal(await balanceOf(await platen.person({ email: ada.email })), 10)
  })

  it('receive mails about credits as owners or for billing only', async () => {
    const { database, queue } = platen.app.services
    const ada = await platen.person()
    const [billing, viewer] = [await platen.person(), await platen.person()]
    await join(platen, ada, billing, 'billing')
    await join(platen, ada, viewer, 'viewer')
    const notice = { noticeId: crypto.randomUUID(), kind: 'low-credits' as const, accountId: ada.accountId }
    await queue.send('notice', database, [{ data: notice }])
    await mailTo(platen, ada.email, /credits/i)
    await mailTo(platen, billing.email, /credits/i)
    await eventually(async () => {
      const { rows } = await sql`
        select from pgboss.job where name = 'notice' and state < 'completed'`.execute(database)
      return rows.length === 0
    })
    assert.ok((await mailsTo(platen, viewer.email)).every(({ subject }) => !/credits/i.test(subject)))
  })

  it('receive mails about credits once, also after a temporary failure at another member', async () => {
    const sent: string[] = []
    let isFailing = true
    await using mails = await startMailServer({
      onMail({ to: [recipient = ''], text }, done) {
        if (!text.includes('credits')) return done()
        // The first recipient in the order of the addresses.
        if (isFailing && recipient.startsWith('a-')) return done(refusal(451, 'not now'))
        sent.push(recipient)
        done()
      },
    })
    await using own = await startPlaten({ environment: { SMTP_URL: mails.url } })
    const { database, queue } = own.app.services
    const first = await own.person({ email: 'a-first@example.com' })
    const second = await own.person({ email: 'b-second@example.com' })
    await sql`
      insert into members (account_id, user_id, role)
      select ${first.accountId}, id, 'billing' from users where email = ${second.email}`.execute(database)
    const notice = { noticeId: crypto.randomUUID(), kind: 'low-credits' as const, accountId: first.accountId }
    await queue.send('notice', database, [{ data: notice }])
    await eventually(() => sent.length > 0)
    assert.deepEqual(sent, [second.email])
    isFailing = false
    await eventually(async () => {
      await sql`update pgboss.job set start_after = now() where name = 'notice' and state = 'retry'`.execute(
        database,
      )
      const { rows } = await sql`
        select from pgboss.job where name = 'notice' and state < 'completed'`.execute(database)
      return rows.length === 0
    })
    assert.deepEqual(sent, [second.email, first.email])
  })

  it('without another account are deleted with their sessions when they are removed', async () => {
    const ada = await platen.person()
    const invited = await signIn(platen)
    const memberId = await join(platen, ada, invited, 'viewer')
    assert.equal((await invited.call('GET', `${API}/me`)).body.account.userId, ada.userId)
    assert.equal((await remove(ada, ada, memberId)).status, 200)
    assert.equal((await invited.call('GET', `${API}/me`)).status, 401)
    const { rows } = await sql`select from identity_users where email = ${invited.email}`.execute(
      platen.app.services.database,
    )
    assert.deepEqual(rows, [])
  })

  it('of a deleted account stay users if they belong to another account, and are not signed out', async () => {
    const { database } = platen.app.services
    const [ada, bob] = [await platen.person(), await platen.person()]
    const invited = await signIn(platen)
    await join(platen, ada, bob, 'editor')
    await join(platen, ada, invited, 'viewer')
    assert.equal((await ada.call('PUT', `${API}/settings/deletion`, { email: ada.email })).status, 200)
    for (const { email } of [ada, bob, invited]) {
      const { text } = await mailTo(platen, email, /will be deleted/)
      assert.ok(text.includes(`the account ${ada.email} will be deleted permanently`), text)
    }
    assert.equal((await ada.call('GET', `${API}/me`)).status, 401)
    assert.equal((await invited.call('GET', `${API}/me`)).status, 401)
    assert.equal((await bob.call('GET', `${API}/me`)).status, 200)
    await sql`update accounts set deletion_at = now() where account_id = ${ada.accountId}`.execute(database)
    await removeDeletedAccounts(platen.app.services, new Date(Date.now() + 1_000))
    const { rows } = await sql<{ email: string }>`
      select email from users where email in (${ada.email}, ${bob.email}, ${invited.email})`.execute(database)
    assert.deepEqual(rows, [{ email: bob.email }])
    const named = await bob.call('GET', `${API}/me`, undefined, inAccount(ada))
    assert.deepEqual([named.status, named.body.error], [403, 'NOT_A_MEMBER'])
  })

  it('of an operator’s account are not operators, and the operator is none in other accounts', async () => {
    const operator = await platen.person({ role: 'operator' })
    const bob = await platen.person()
    await join(platen, operator, bob, 'owner')
    assert.equal((await operator.call('GET', `${API}/operator/health`)).status, 200)
    assert.equal(
      (await bob.call('GET', `${API}/operator/health`, undefined, inAccount(operator))).status,
      403,
    )
    const { account } = (await bob.call('GET', `${API}/me`, undefined, inAccount(operator))).body
    assert.equal(account.role, 'member')
    await join(platen, bob, operator, 'owner')
    assert.equal(
      (await operator.call('GET', `${API}/operator/health`, undefined, inAccount(bob))).status,
      403,
    )
  })

  it('of an operator’s account do not become operators when it is handed over and released', async () => {
    const { database } = platen.app.services
    const operator = await platen.person({ role: 'operator' })
    const carol = await signIn(platen)
    await join(platen, operator, carol, 'owner')
    assert.equal((await leave(operator, operator)).status, 200)
    const isOperator = async (user: SignedIn) =>
      (await user.call('GET', `${API}/operator/health`, undefined, inAccount(operator))).status === 200
    assert.equal(await isOperator(carol), false)
    const { rows } = await listAuditEntries(database, { userId: operator.userId, limit: 10 })
    assert.deepEqual(
      rows.map(({ actor, action, detail }) => ({ actor, action, detail })),
      [
        {
          actor: 'handover',
          action: 'role',
          detail: {
            role: 'member',
            was: 'operator',
            reason: 'The operator is no longer an owner of this account',
          },
        },
      ],
    )
    const entry = { actor: COMMAND_LINE, userId: operator.userId }
    await assert.rejects(changeOperatorRole(database, { ...entry, role: 'operator' }), {
      kind: 'conflict',
      message: /^The account \S+ was handed over to another owner/,
    })
    await releaseAccount(database, entry)
    const again = await signIn(platen, carol.email)
    assert.equal((await again.call('GET', `${API}/me`)).body.account.userId, operator.userId)
    assert.equal(await isOperator(again), false)
    await changeOperatorRole(database, { ...entry, role: 'operator' })
    assert.equal(await isOperator(again), true)
  })

  it('lose their pending invitations with the role of an owner', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const bobId = await join(platen, ada, bob, 'owner')
    const sent = await bob.call(
      'POST',
      `${API}/invitations`,
      { email: 'second-address-of-bob@example.com', role: 'owner' },
      inAccount(ada),
    )
    assert.equal(sent.status, 201)
    assert.equal((await changeRole(ada, ada, bobId, 'viewer')).status, 200)
    assert.deepEqual((await ada.call('GET', `${API}/invitations`)).body.invitations, [])
  })

  it('are logged with every change and its author', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const bobId = await join(platen, ada, bob, 'viewer')
    await changeRole(ada, ada, bobId, 'owner')
    const { invitationId } = await invite(platen, ada, 'carol@example.com', 'billing')
    await bob.call('POST', `${API}/invitations/${invitationId}/resend`, undefined, inAccount(ada))
    await bob.call('DELETE', `${API}/invitations/${invitationId}`, undefined, inAccount(ada))
    await leave(bob, ada)
    const { actions, nextCursor } = (await ada.call('GET', `${API}/members/actions`)).body
    assert.equal(nextCursor, null)
    assert.deepEqual(
      actions
        .toReversed()
        .map((entry: Record<string, string | null>) =>
          [entry['actor'], entry['action'], entry['subject'], entry['previousRole'], entry['role']].join(' '),
        ),
      [
        `${ada.email} invite ${bob.email}  viewer`,
        `${bob.email} join ${bob.email}  viewer`,
        `${ada.email} change-role ${bob.email} viewer owner`,
        `${ada.email} invite carol@example.com  billing`,
        `${bob.email} resend carol@example.com  billing`,
        `${bob.email} revoke carol@example.com  billing`,
        `${bob.email} leave ${bob.email} owner `,
      ],
    )
  })

  it('are removed when the operator releases the account, which the next user with its address gets', async () => {
    const { database } = platen.app.services
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'editor')
    await releaseAccount(database, { actor: COMMAND_LINE, userId: ada.userId })
    const named = await bob.call('GET', `${API}/me`, undefined, inAccount(ada))
    assert.equal(named.status, 403)
    const again = await platen.person({ email: ada.email })
    assert.equal(again.userId, ada.userId)
    assert.deepEqual(await membersOf(again, again), [`${ada.email} owner`])
    await assert.rejects(releaseAccount(database, { actor: COMMAND_LINE, userId: 'eu_nobody' }), {
      kind: 'not-found',
    })
  })

  it('cannot be released from an account whose address names the own account of another user', async () => {
    const { database } = platen.app.services
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'owner')
    await leave(ada, ada)
    await assert.rejects(releaseAccount(database, { actor: COMMAND_LINE, userId: ada.userId }), {
      kind: 'conflict',
    })
    assert.deepEqual(await membersOf(bob, ada), [`${bob.email} owner`])
  })
})
