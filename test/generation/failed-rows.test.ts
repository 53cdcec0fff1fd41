import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { FAILED_MAX } from '../../packages/server/src/generation/generations.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'

/** Fails with a reason of more than 1,500 characters. */
const FAILING = `{{${'y'.repeat(1_500)} 1}}`

describe('the rows of failed calls', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  const failedOf = async ({ accountId }: Caller) => {
    const { rows } = await sql<{ count: number; longest: number; newest: string }>`
      select count(*), max(length(message)) as longest,
        (array_agg(generation_id order by created_at desc))[1] as newest
      from generations where account_id = ${accountId} and status = 'failed'`.execute(
      platen.app.services.database,
    )
    return rows[0] ?? assert.fail()
  }

  /** Inserts old failed renders, as earlier releases left them. @returns the id of the oldest. */
  const writeOld = async ({ accountId }: Caller, count: number, { isAsync = false } = {}) => {
    const { rows } = await sql<{ oldest: string }>`
      with written as (
        insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
          reserved_until, created_at, completed_at, message)
        select gen_random_uuid(), ${accountId}, gen_random_uuid(), 'x', ${isAsync}, 'failed', 1, now(),
          now() - n * interval '1 minute', now() - n * interval '1 minute', 'old'
        from generate_series(1, ${count}::int) as n
        returning generation_id, created_at
      )
      select (array_agg(generation_id order by created_at))[1] as oldest from written`.execute(
      platen.app.services.database,
    )
    return rows[0]?.oldest ?? assert.fail()
  }

  const fail = async (caller: Caller, templateId: string) =>
    assert.equal((await caller.generate(templateId, {})).status, 400)

  it('keep a reason of at most 1,000 characters', async () => {
    const caller = await platen.account()
    await fail(caller, await caller.upload(FAILING))
    assert.equal((await failedOf(caller)).longest, 1_000)
  })

  it(`keep the newest ${FAILED_MAX} of an account, and do not affect other accounts`, async () => {
    const [caller, other] = [await platen.account(), await platen.account()]
    const templateId = await caller.upload(FAILING)
    await writeOld(caller, FAILED_MAX + 50)
    await writeOld(other, FAILED_MAX + 50)
    await fail(caller, templateId)
    const { count } = await failedOf(caller)
    assert.equal(count, FAILED_MAX)
    const { rows } = await sql<{ oldest: boolean; latest: string }>`
      select bool_or(created_at < now() - ${FAILED_MAX} * interval '1 minute') as oldest,
        (array_agg(message order by created_at desc))[1] as latest
      from generations where account_id = ${caller.accountId} and status = 'failed'`.execute(
      platen.app.services.database,
    )
    assert.equal(rows[0]?.oldest, false)
    assert.match(rows[0]?.latest ?? '', /yyy/)
    assert.equal((await failedOf(other)).count, FAILED_MAX + 50)
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
  })

  it('shrink to the limit by a bounded number for each failure', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(FAILING)
    await writeOld(caller, FAILED_MAX + 150)
    await fail(caller, templateId)
    assert.equal((await failedOf(caller)).count, FAILED_MAX + 51)
    await fail(caller, templateId)
    assert.equal((await failedOf(caller)).count, FAILED_MAX)
  })

  it('stay at the limit when many calls fail at once', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(FAILING)
    await writeOld(caller, FAILED_MAX)
    await Promise.all(Array.from({ length: 10 }, () => fail(caller, templateId)))
    const { count } = await failedOf(caller)
    assert.ok(count >= FAILED_MAX && count < FAILED_MAX + 10, String(count))
    await fail(caller, templateId)
    assert.equal((await failedOf(caller)).count, FAILED_MAX)
  })

  it('stay while their idempotency key is valid, so that the same key does not run again', async () => {
    const caller = await platen.account()
    const { database } = platen.app.services
    const templateId = await caller.upload(FAILING)
    const oldest = await writeOld(caller, FAILED_MAX, { isAsync: true })
    await sql`
      insert into idempotency_keys (account_id, key, request_hash, generation_id)
      values (${caller.accountId}, 'k', decode(repeat('00', 32), 'hex'), ${oldest})`.execute(database)
    await writeOld(caller, 50)
    await fail(caller, templateId)
    const status = async () => (await caller.call('GET', `/v1/jobs/${oldest}`)).status
    assert.equal(await status(), 200)
    assert.equal((await failedOf(caller)).count, FAILED_MAX + 1)
    await sql`
      update idempotency_keys set created_at = now() - interval '25 hours' where generation_id = ${oldest}`.execute(
      database,
    )
    await fail(caller, templateId)
    assert.equal(await status(), 404)
  })

  it('stay while a webhook event about them is pending', async () => {
    const caller = await platen.account()
    const { database } = platen.app.services
    const templateId = await caller.upload(FAILING)
    const oldest = await writeOld(caller, FAILED_MAX, { isAsync: true })
    await sql`
      insert into webhook_deliveries (account_id, webhook_id, generation_id, event, next_attempt_at)
      values (${caller.accountId}, gen_random_uuid(), ${oldest}, 'job.failed', 'infinity')`.execute(database)
    const isKept = async () => (await caller.call('GET', `/v1/jobs/${oldest}`)).status
    await fail(caller, templateId)
    assert.equal(await isKept(), 200)
    await sql`
      update webhook_deliveries set status = 'delivered', next_attempt_at = null, ended_at = now()
      where generation_id = ${oldest}`.execute(database)
    await fail(caller, templateId)
    assert.equal(await isKept(), 404)
  })
})
