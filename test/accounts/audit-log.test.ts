import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { eventually, type Person, type Platen, send, startPlaten } from '../harness.ts'

const OPERATOR = '/dashboard/api/operator'

describe('the operator API', () => {
  let platen: Platen
  let operator: Person
  before(async () => {
    platen = await startPlaten({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    operator = await platen.person({ role: 'operator' })
  })
  after(() => platen?.[Symbol.asyncDispose]())

  it('is forbidden to members on every route (403), also right after the role was removed', async () => {
    const ada = await platen.person()
    const { body } = await send(`${platen.url}/dashboard/openapi.json`, 'GET')
    const operations = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      path.startsWith(OPERATOR) ? Object.keys(methods).map((method) => [method.toUpperCase(), path]) : [],
    )
    assert.equal(operations.length, 9)
    for (const [method = '', path = ''] of operations) {
      const refused = await ada.call(
        method,
        path.replace('{userId}', ada.userId),
        method === 'GET' ? undefined : {},
      )
      assert.equal(refused.status, 403, `${method} ${path}`)
    }
    // A change of the role applies to the next call.
    const bob = await platen.person({ role: 'operator' })
    assert.equal((await bob.call('GET', `${OPERATOR}/accounts`)).status, 200)
    await sql`update accounts set role = 'member' where account_id = ${bob.accountId}`.execute(
      platen.app.services.database,
    )
    assert.equal((await bob.call('GET', `${OPERATOR}/accounts`)).status, 403)
  })

  it('searches accounts by part of the address with pages, and returns no content of accounts', async () => {
    for (let number = 0; number < 52; number += 1) {
      await platen.person({ email: `crowd_${number}%@example.com` })
    }
    const ada = await platen.person({ email: 'ada.search@example.com' })
    const result = (await operator.call('GET', `${OPERATOR}/accounts?search=ADA.sea`)).body
    assert.equal(result.accounts.length, 1)
    const { createdAt, ...account } = result.accounts[0]
    assert.ok(createdAt)
    assert.deepEqual(account, {
      userId: ada.userId,
      email: ada.email,
      plan: 'default',
      role: 'member',
      credits: 10,
      reserved: 0,
      suspended: false,
      deletionAt: null,
      templates: 0,
      keys: 0,
      pages: 0,
      lastCallAt: null,
    })
    const path = `${OPERATOR}/accounts?search=${encodeURIComponent('_%')}`
    assert.equal((await operator.call('GET', path)).body.accounts.length, 0, 'wildcards of LIKE are escaped')
    const first = (await operator.call('GET', `${OPERATOR}/accounts?search=crowd_`)).body
    const cursor = encodeURIComponent(first.nextCursor)
    const second = (await operator.call('GET', `${OPERATOR}/accounts?search=crowd_&cursor=${cursor}`)).body
    assert.deepEqual([first.accounts.length, second.accounts.length, second.nextCursor], [50, 2, null])
    const ids = [...first.accounts, ...second.accounts].map(({ userId }) => userId)
    assert.equal(new Set(ids).size, 52)
    for (const odd of ['x', '1_x', '99999999999999999_00000000-0000-0000-0000-000000000000']) {
      assert.equal((await operator.call('GET', `${OPERATOR}/accounts?cursor=${odd}`)).status, 400, odd)
    }
    assert.equal((await operator.call('GET', `${OPERATOR}/accounts/nobody`)).status, 404)
  })

  it('adds credits, changes plans, suspends and restores, and logs each action with actor and reason', async () => {
    const ada = await platen.person()
    const { key } = await createKey(platen.app.services.database, {
      accountId: ada.accountId,
      name: 'x',
      expiresAt: undefined,
    })
    const listed = async () =>
      (await send(`${platen.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status
    const at = `${OPERATOR}/accounts/${ada.userId}`
    const added = await operator.call('POST', `${at}/credits`, { credits: 40, reason: 'For the outage' })
    assert.deepEqual(added.body, { credits: 50 })
    const repeated = { credits: 5, reason: 'Sent twice', idempotencyKey: 'a-repeated-of-five-credits' }
    const twice = await Promise.all([1, 2].map(() => operator.call('POST', `${at}/credits`, repeated)))
    assert.deepEqual(
      twice.map(({ body }) => body),
      [{ credits: 55 }, { credits: 55 }],
    )
    assert.equal(
      (await operator.call('POST', `${at}/credits`, { ...repeated, idempotencyKey: 'five' })).status,
      400,
    )
    assert.equal(
      (await operator.call('POST', `${at}/credits`, { credits: -60, reason: 'Mistake' })).body.credits,
      -5,
    )
    const { entries } = (await ada.call('GET', '/dashboard/api/billing/ledger')).body
    assert.deepEqual(
      entries.map(({ kind, credits, note }: Record<string, unknown>) => [kind, credits, note]),
      [
        ['added', -60, 'Mistake'],
        ['added', 5, 'Sent twice'],
        ['added', 40, 'For the outage'],
        ['welcome', 10, ''],
      ],
    )
    assert.equal((await operator.call('PUT', `${at}/plan`, { plan: 'enterprise' })).status, 200)
    assert.equal((await operator.call('PUT', `${at}/plan`, { plan: 'enterprise' })).status, 200)
    assert.equal(await listed(), 200)
    assert.equal((await operator.call('POST', `${at}/suspend`, { reason: 'Unpaid' })).status, 200)
    assert.equal(await listed(), 403)
    assert.equal((await ada.call('GET', '/dashboard/api/me')).status, 403)
    assert.equal((await operator.call('POST', `${at}/restore`)).status, 200)
    assert.equal(await listed(), 200)

    const { account, actions } = (await operator.call('GET', at)).body
    assert.deepEqual(
      [account.plan, account.credits, account.suspended, account.keys],
      ['enterprise', -5, false, 1],
    )
    assert.ok(account.lastCallAt)
    assert.deepEqual(
      actions.map(({ actor, action, detail }: Record<string, unknown>) => [actor, action, detail]),
      [
        [operator.userId, 'restore', {}],
        [operator.userId, 'suspend', { reason: 'Unpaid' }],
        [operator.userId, 'plan', { plan: 'enterprise', was: 'default' }],
        [operator.userId, 'credits', { credits: -60, reason: 'Mistake' }],
        [operator.userId, 'credits', { credits: 5, reason: 'Sent twice' }],
        [operator.userId, 'credits', { credits: 40, reason: 'For the outage' }],
      ],
    )
    const all = (await operator.call('GET', `${OPERATOR}/actions`)).body
    assert.equal(all.actions[0].actionId, actions[0].actionId)
    assert.deepEqual([all.actions[0].actorEmail, all.actions[0].email], [operator.email, ada.email])
    const older = (await operator.call('GET', `${OPERATOR}/actions?cursor=${actions[2].actionId}`)).body
    assert.equal(older.actions[0].actionId, actions[3].actionId)

    const rejected: [string, string, object][] = [
      ['POST', `${at}/credits`, { credits: 0, reason: 'x' }],
      ['POST', `${at}/credits`, { credits: 1.5, reason: 'x' }],
      ['POST', `${at}/credits`, { credits: 1e12, reason: 'x' }],
      ['POST', `${at}/credits`, { credits: 1 }],
      ['POST', `${at}/credits`, { credits: 1, reason: '' }],
      ['PUT', `${at}/plan`, { plan: 'gold' }],
      ['POST', `${at}/suspend`, {}],
      ['POST', `${OPERATOR}/accounts/${operator.userId}/suspend`, { reason: 'Myself' }],
    ]
    for (const [method, path, body] of rejected) {
      assert.equal((await operator.call(method, path, body)).status, 400, JSON.stringify(body))
    }
    const missing = `${OPERATOR}/accounts/local_nobody`
    assert.equal((await operator.call('POST', `${missing}/credits`, { credits: 1, reason: 'x' })).status, 404)
    assert.equal((await operator.call('PUT', `${missing}/plan`, { plan: 'default' })).status, 404)
    assert.equal((await operator.call('POST', `${missing}/suspend`, { reason: 'x' })).status, 404)
    assert.equal((await operator.call('POST', `${missing}/restore`)).status, 404)
  })

  it('shows the queue, failed jobs without their data, and the state of each component', async () => {
    const ada = await platen.account()
    const templateId = await ada.upload('<p>{{formatDate secret}}</p>')
    const { headers } = await ada.generate(templateId, { secret: 'a secret of Ada' }, { async: true })
    const jobId = headers.get('location')?.split('/').at(-1)
    const failed = async () => {
      const { body } = await operator.call('GET', `${OPERATOR}/queue`)
      // The list and the counts are read one after the other.
      return body.failed.length > 0 && body.failedLastHour > 0 && body
    }
    const queue = await eventually(failed)
    const { createdAt, failedAt, ...job } = queue.failed[0]
    assert.ok(createdAt <= failedAt)
    assert.deepEqual(job, { jobId, userId: ada.userId, email: ada.email, pages: 1, attempts: 1 })
    assert.equal(JSON.stringify(queue).includes('secret'), false)
    assert.deepEqual([queue.pending, queue.processing, queue.failedLastHour], [0, 0, 1])
    const names = queue.queues.map((backlog: { queue: string }) => backlog.queue)
    assert.ok(names.includes('generate') && names.includes('notice'), String(names))

    const health = (await operator.call('GET', `${OPERATOR}/health`)).body
    const parts = Object.fromEntries(
      health.components.map(({ name, isHealthy }: { name: string; isHealthy: boolean }) => [name, isHealthy]),
    )
    assert.deepEqual(parts, { database: true, storage: true, renderer: true, mail: false })
    assert.ok(health.tabs.idle + health.tabs.busy >= 1)
    assert.match(health.components[0].detail, /^PostgreSQL \d+/)
  })
})
