import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../packages/server/src/accounts/accounts.ts'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { listAuditEntries } from '../../packages/server/src/accounts/audit-log.ts'
import type { Claims } from '../../packages/server/src/identity/identity.ts'
import { findOrCreateUser } from '../../packages/server/src/identity/users.ts'
import { type Platen, send, startPlaten } from '../harness.ts'

const SIGN_UPS = 12

describe('the first account of a service without a mail server', () => {
  let platen: Platen
  before(async () => {
    const environment = { FIRST_ACCOUNT_ROLE: 'operator', FIRST_ACCOUNT_CREDITS: '1000' }
    platen = await startPlaten({ environment })
  })
  after(() => platen?.[Symbol.asyncDispose]())
  afterEach(async () => {
    const { database } = platen.app.services
    for (const table of ['credit_entries', 'users', 'accounts', 'operator_actions'])
      await sql`delete from ${sql.table(table)}`.execute(database)
  })

  /** Signs a new user in. */
  const signIn = async (email: string, settings = platen.app.services.settings.newAccounts) => {
    const { database } = platen.app.services
    const claims: Claims = {
      issuer: 'built-in',
      subject: randomUUID(),
      email,
      emailVerified: true,
      name: 'x',
      issuedAt: new Date(),
      sessionId: undefined,
    }
    const { membership } = await findOrCreateUser(database, claims, settings)
    const { accountId, isOperator } = membership ?? assert.fail()
    const { rows } = await sql<{ kind: string; credits: number }>`
      select kind, credits from credit_entries where account_id = ${accountId} order by credits`.execute(
      database,
    )
    return { role: isOperator ? 'operator' : 'member', entries: rows }
  }
  const showsOperatorHint = async () => {
    const page = String((await send(`${platen.url}/sign-up`, 'GET')).body)
    return page.includes('becomesOperator&quot;:true')
  }

  it('becomes the operator and gets credits in addition to its welcome credits', async () => {
    assert.equal(await showsOperatorHint(), true)
    assert.deepEqual(await signIn('ada@example.com'), {
      role: 'operator',
      entries: [
        { kind: 'welcome', credits: 10 },
        { kind: 'added', credits: 1_000 },
      ],
    })
    assert.deepEqual(await signIn('bob@example.com'), {
      role: 'member',
      entries: [{ kind: 'welcome', credits: 10 }],
    })
    assert.equal(await showsOperatorHint(), false)
    const { database } = platen.app.services
    const { rows: actions } = await listAuditEntries(database, { limit: 10 })
    assert.deepEqual(
      actions.map(({ actor, email, action, detail }) => [actor, email, action, detail.reason]),
      [
        ['first sign-up', 'ada@example.com', 'credits', 'First account of this service'],
        ['first sign-up', 'ada@example.com', 'role', 'First account of this service'],
      ],
    )
    assert.deepEqual(await auditCredits(database), [])
  })

  it('is exactly one account when several users sign up concurrently', async () => {
    const users = await Promise.all(
      Array.from({ length: SIGN_UPS }, (_, index) => signIn(`user-${index}@example.com`)),
    )
    assert.equal(users.filter(({ role }) => role === 'operator').length, 1)
    assert.equal(users.filter(({ entries }) => entries.length === 2).length, 1)
    assert.equal(users.filter(({ entries }) => entries.length === 1).length, SIGN_UPS - 1)
  })

  it('has no privileges when the operator has created an account before', async () => {
    const { database } = platen.app.services
    const account = { plan: 'default', identityPrefix: 'local', welcomeCredits: 10 } as const
    const created = await createAccount(database, { ...account, email: 'created@example.com' })
    assert.deepEqual([created.role, created.credits], ['member', 10])
    for (const email of ['made@example.com', 'ada@example.com']) {
      assert.deepEqual(await signIn(email), { role: 'member', entries: [{ kind: 'welcome', credits: 10 }] })
    }
  })

  it('is not created when sign-up is by invitation only', async () => {
    const invited = { ...platen.app.services.settings.newAccounts, signUp: 'invited' } as const
    await assert.rejects(signIn('ada@example.com', invited), /No account exists for your e-mail address/)
  })
})
