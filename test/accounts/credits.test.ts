import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount, findAccount } from '../../packages/server/src/accounts/accounts.ts'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { acceptSync } from '../../packages/server/src/generation/accept.ts'
import {
  completeGeneration,
  failAbandoned,
  failGeneration,
} from '../../packages/server/src/generation/generations.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'

const OUTCOME = { size: 1, sheets: 1, scale: 1, warnings: [], phases: {} }

describe('credits', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen?.[Symbol.asyncDispose]())

  const accept = async (caller: Caller, templateId: string, pages: number) => {
    const elements = JSON.stringify(Array.from({ length: pages }, () => ({})))
    return (
      await acceptSync(platen.app.services, {
        accountId: caller.accountId,
        templateId,
        elements,
        pages,
        recipients: [],
      })
    ).generation
  }

  it('start at 10 with one ledger entry, also after a second sign-up with the same address', async () => {
    const caller = await platen.account()
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
    const { rows } = await sql<{ kind: string; credits: number }>`
      select kind, credits from credit_entries where account_id = ${caller.accountId}`.execute(
      platen.app.services.database,
    )
    assert.deepEqual(rows, [{ kind: 'welcome', credits: 10 }])
    const again = () =>
      createAccount(platen.app.services.database, {
        email: caller.email.toUpperCase(),
        plan: 'default',
        identityPrefix: 'local',
        welcomeCredits: 10,
      })
    await assert.rejects(again(), (error) => error instanceof Refusal && error.kind === 'invalid')
  })

  it('are charged once when a generation is completed several times concurrently', async () => {
    const caller = await platen.account()
    const generation = await accept(caller, await caller.upload('x'), 3)
    const { database } = platen.app.services
    const results = await Promise.all(
      Array.from({ length: 5 }, () =>
        completeGeneration(database, generation, { ...OUTCOME, fileId: crypto.randomUUID() }),
      ),
    )
    assert.equal(results.filter((completed) => completed?.completedAt instanceof Date).length, 1)
    assert.equal(results.filter((completed) => completed === undefined).length, 4)
    assert.deepEqual(await caller.credits(), { credits: 7, reserved: 0 })
  })

  it('are released when their reservation expires, and a late completion charges nothing', async () => {
    const caller = await platen.account({ credits: 2 })
    const templateId = await caller.upload('x')
    const { database } = platen.app.services
    const generation = await accept(caller, templateId, 2)
    assert.deepEqual(await caller.credits(), { credits: 2, reserved: 2 })
    await assert.rejects(accept(caller, templateId, 1), Refusal)
    await sql`update generations set reserved_until = now() - interval '1 second' where generation_id = ${generation.generationId}`.execute(
      database,
    )
    // The next call can use them before the sweep has run.
    const next = await accept(caller, templateId, 2)
    assert.equal(
      await completeGeneration(database, generation, { ...OUTCOME, fileId: crypto.randomUUID() }),
      undefined,
    )
    await failGeneration(database, next, 'x')
    assert.deepEqual(await caller.credits(), { credits: 2, reserved: 0 })
    assert.equal(await failAbandoned(database), 0)
  })

  it('cannot be changed in the ledger, which is append-only', async () => {
    const change = sql`update credit_entries set credits = 1000`.execute(platen.app.services.database)
    await assert.rejects(change, /append-only/)
  })

  it('are reported by the audit when the balance differs from the ledger', async () => {
    const caller = await platen.account()
    const { database } = platen.app.services
    await sql`update accounts set credits = credits + 1 where account_id = ${caller.accountId}`.execute(
      database,
    )
    const [broken, ...others] = await auditCredits(database)
    assert.equal(broken?.accountId, caller.accountId)
    assert.match(broken?.problem ?? '', /balance 11, ledger 10/)
    assert.deepEqual(others, [])
    assert.equal((await findAccount(database, caller.accountId)).credits, 11)
    await sql`update accounts set credits = credits - 1 where account_id = ${caller.accountId}`.execute(
      database,
    )
  })
})
