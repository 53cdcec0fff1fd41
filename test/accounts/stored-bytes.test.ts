import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { base64, type Caller, type Platen, startPlaten } from '../harness.ts'

const LIMIT = 1024 * 1024
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the stored bytes of an account', () => {
  let platen: Platen
  before(async () => {
    platen = await startPlaten({ environment: { STORAGE_MB_PER_ACCOUNT: '1' } })
  })
  after(() => platen?.[Symbol.asyncDispose]())

  let number = 0
  /** Returns a source that differs from all others, so that each is stored as a new version. */
  const text = (bytes: number) => `${++number} `.padEnd(bytes, 'x')
  const template = (caller: Caller, bytes: number, id?: string) =>
    caller.call(id === undefined ? 'POST' : 'PUT', `/v1/templates/${id ?? 'upload'}`, {
      name: 'x',
      content: base64(text(bytes)),
      contentEncoding: 'base64',
    })
  const partial = (caller: Caller, name: string, bytes: number) =>
    caller.call('PUT', `/v1/partials/${name}`, { content: base64(text(bytes)), contentEncoding: 'base64' })
  const asset = (caller: Caller, name: string, bytes: number) =>
    caller.call('PUT', `/v1/assets/${name}`, Buffer.concat([PNG, Buffer.from(text(bytes - PNG.length))]))

  /** Returns the counter, after a comparison with the stored rows. */
  const storedBy = async ({ accountId }: Caller) => {
    const { rows } = await sql<{ counted: number; summed: number }>`
      select stored_bytes as counted, (
        select coalesce(sum(greatest(file_size, 4096)), 0)::int8
        from content_versions join contents using (content_id) where contents.account_id = ${accountId}) as summed
      from accounts where account_id = ${accountId}`.execute(platen.app.services.database)
    const { counted, summed } = rows[0] ?? assert.fail()
    assert.equal(counted, summed)
    return counted
  }
  const objectsOf = async ({ userId }: Caller) => {
    let count = 0
    for await (const { key } of platen.app.services.storage.list('users'))
      if (key.includes(userId)) count += 1
    return count
  }

  it('count every version of templates and partials, and assets, with at least 4 KiB each', async () => {
    const caller = await platen.account()
    const { templateId } = (await template(caller, 10_000)).body
    await template(caller, 20_000, templateId)
    await partial(caller, 'a', 10)
    await partial(caller, 'a', 5_000)
    await asset(caller, 'b', 30_000)
    assert.equal(await storedBy(caller), 10_000 + 20_000 + 4_096 + 5_000 + 30_000)
    assert.deepEqual((await caller.call('GET', '/v1/usage')).body.storage, { bytes: 69_096, limit: LIMIT })
    await asset(caller, 'b', 7_000)
    assert.equal(await storedBy(caller), 10_000 + 20_000 + 4_096 + 5_000 + 30_000 + 7_000)
    for (const path of [`templates/${templateId}`, 'partials/a', 'assets/b'])
      assert.equal((await caller.call('DELETE', `/v1/${path}`)).status, 200)
    assert.equal(await storedBy(caller), 0)
  })

  it('are limited: 429 with the reason, and nothing of the rejected content is stored', async () => {
    const caller = await platen.account()
    const { templateId } = (await template(caller, 600_000)).body
    const objects = await objectsOf(caller)
    const expected =
      'The account would store 1,200,000 bytes of templates, partials and assets, with all their versions. ' +
      'The limit of its plan is 1,048,576 bytes. Delete some that you do not need, or ask the operator for another plan.'
    for (const refused of [
      await template(caller, 600_000, templateId),
      await template(caller, 600_000),
      await asset(caller, 'a', 600_000),
    ]) {
      assert.deepEqual([refused.status, refused.body], [429, { message: expected }])
      assert.equal(refused.headers.get('retry-after'), null)
    }
    assert.equal((await partial(caller, 'p', 500_000)).status, 429)
    assert.equal(await storedBy(caller), 600_000)
    assert.equal(await objectsOf(caller), objects)
    assert.equal((await caller.call('GET', '/v1/partials/p')).status, 404)
    assert.equal((await caller.call('DELETE', `/v1/templates/${templateId}`)).status, 200)
    assert.equal((await template(caller, 900_000)).status, 201)
  })

  it('are exact after concurrent uploads of templates, partials and assets', async () => {
    const caller = await platen.account()
    const { templateId } = (await template(caller, 100_000)).body
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => [
        template(caller, 100_000),
        template(caller, 100_000, templateId),
        partial(caller, `p${n}`, 100_000),
        asset(caller, `a${n}`, 100_000),
      ]).flat(),
    )
    const stored = answers.filter(({ status }) => status < 300).length
    assert.ok(answers.every(({ status }) => status < 300 || status === 429))
    // 10 of 100,000 bytes fit, and the first template is one of them.
    assert.equal(stored, 9)
    assert.equal(await storedBy(caller), 1_000_000)
  })

  it('do not deadlock with concurrent deletions, and are exact afterwards', async () => {
    const caller = await platen.account()
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => String((await template(caller, 10_000)).body.templateId)),
    )
    const answers = await Promise.all(
      ids.flatMap((id, n) => [
        template(caller, 11_000, id),
        caller.call('DELETE', `/v1/templates/${id}`),
        partial(caller, `p${n % 2}`, 5_000),
        caller.call('DELETE', `/v1/partials/p${n % 2}`),
        asset(caller, `a${n % 2}`, 5_000),
        caller.call('DELETE', `/v1/assets/a${n % 2}`),
      ]),
    )
    assert.deepEqual(
      answers.filter(({ status }) => status >= 500),
      [],
    )
    await storedBy(caller)
  })

  it('above the limit can be read, reduced and deleted, but not increased', async () => {
    const caller = await platen.account({ plan: 'enterprise' })
    const { templateId } = (await template(caller, 2 * LIMIT)).body
    await asset(caller, 'a', 50_000)
    await sql`update accounts set plan = 'default' where account_id = ${caller.accountId}`.execute(
      platen.app.services.database,
    )
    assert.equal((await caller.call('GET', `/v1/templates/${templateId}`)).status, 200)
    assert.equal((await asset(caller, 'a', 40_000)).status, 429)
    assert.equal((await template(caller, 10)).status, 429)
    assert.equal((await caller.call('DELETE', `/v1/templates/${templateId}`)).status, 200)
    assert.equal((await template(caller, 10)).status, 201)
    assert.equal(await storedBy(caller), 50_000 + 4_096)
  })

  it('have no limit on the enterprise plan', async () => {
    const caller = await platen.account({ plan: 'enterprise' })
    assert.equal((await template(caller, 2 * LIMIT)).status, 201)
    assert.equal(await storedBy(caller), 2 * LIMIT)
    assert.deepEqual((await caller.call('GET', '/v1/usage')).body.storage, { bytes: 2 * LIMIT, limit: null })
  })

  it('do not prevent the deletion of an account', async () => {
    const caller = await platen.account()
    await template(caller, 10_000)
    await asset(caller, 'a', 10_000)
    const { database } = platen.app.services
    await sql`delete from accounts where account_id = ${caller.accountId}`.execute(database)
    const { rows } = await sql`
      select 1 from content_versions where account_id = ${caller.accountId}`.execute(database)
    assert.equal(rows.length, 0)
  })
})
