import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { removeOldRequests } from '../../packages/server/src/requests/retention.ts'
import { base64, type Caller, eventually, type Person, type Platen, send, startPlaten } from '../harness.ts'

const DAY_MS = 24 * 3_600_000

describe('the request log', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten({ overrides: { failedKeysPerMinute: 10_000 } })))
  after(() => platen[Symbol.asyncDispose]())

  /** Calls that have ended, newest first. A call is recorded when its connection has received the response. */
  const recorded = async (caller: Caller, count: number, query = '') =>
    await eventually(async () => {
      await platen.app.services.requestLog.flush()
      const { body } = await caller.call('GET', `/v1/requests?limit=100${query}`)
      return body.requests.length >= count && body.requests
    })
  const detailOf = async (caller: Caller, requestId: string) =>
    (await caller.call('GET', `/v1/requests/${requestId}`)).body.request
  const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? ''

  it('has a completed call with its key, template, render, phases and cost', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>{{n}}</p>', 'Report')
    const answer = await caller.generate(templateId, [{ n: 1 }, { n: 2 }])
    const [request] = await recorded(caller, 1)
    assert.equal(request.requestId, idOf(answer))
    const { createdAt, durationMs, tokenId, renderId, ...rest } = request
    assert.deepEqual(rest, {
      requestId: idOf(answer),
      method: 'POST',
      route: '/v1/pdf/generate',
      path: '/v1/pdf/generate',
      status: 200,
      keyName: 'test',
      isTest: false,
      templateId,
      templateName: 'Report',
      renderStatus: 'completed',
      cost: 2,
      warnings: [],
      message: null,
      omitted: 0,
    })
    assert.ok(Date.parse(createdAt) <= Date.now() && durationMs > 0 && tokenId && renderId)
    const { phases, requestBody, errorBody } = await detailOf(caller, request.requestId)
    assert.deepEqual(
      phases.map(({ phase }: { phase: string }) => phase),
      ['key', 'body', 'reserve', 'template', 'fill', 'print', 'pack', 'store', 'settle', 'sign'],
    )
    assert.deepEqual([requestBody, errorBody], [null, null])
  })

  it('has each kind of rejected call with its error', async () => {
    const caller = await platen.account({ credits: 1 })
    const templateId = await caller.upload('{{formatDate d}}')
    const expected: [number, RegExp][] = []
    const call = async (status: number, message: RegExp, answer: Promise<{ status: number }>) => {
      assert.equal((await answer).status, status)
      expected.push([status, message])
    }
    await call(402, /This needs 2 credits and 1 is left/, caller.generate(templateId, [{}, {}]))
    await call(404, /There is no template/, caller.generate(randomUUID(), {}))
    await call(404, /There is no template/, caller.call('GET', `/v1/templates/${randomUUID()}`))
    await call(400, /templateId must be a UUID/, caller.generate('x', {}))
    await call(400, /./, caller.generate(templateId, { d: 'never' }))
    await call(400, /The body is not valid JSON/, caller.call('POST', '/v1/pdf/generate', '{'))
    await call(
      415,
      /requires a body with Content-Type/,
      caller.call('POST', '/v1/pdf/generate', 'x', { 'content-type': 'text/plain' }),
    )
    await call(
      413,
      /larger/,
      caller.call('POST', '/v1/templates/upload', JSON.stringify({ name: 'x'.repeat(7_000_000) })),
    )
    const requests = await recorded(caller, expected.length)
    assert.deepEqual(
      requests.map(({ status }: { status: number }) => status).toReversed(),
      expected.map(([status]) => status),
    )
    for (const [index, [, message]] of expected.toReversed().entries())
      assert.match(requests[index].message, message)
    const failed = requests.find(({ renderStatus }: { renderStatus: string }) => renderStatus === 'failed')
    assert.equal(failed.cost, 0)
    const { errorBody } = await detailOf(caller, failed.requestId)
    assert.equal(JSON.parse(errorBody).message, failed.message)
  })

  it('has calls that the key does not allow: a scope, the rate limit, a suspended account', async () => {
    await using limited = await startPlaten({ environment: { RATE_LIMIT_PER_MINUTE: '2' } })
    const caller = await limited.account()
    const { database, requestLog } = limited.app.services
    const reader = await createKey(database, {
      accountId: caller.accountId,
      name: 'reader',
      scopes: ['read'],
    })
    const upload = { name: 'x', content: base64('x'), contentEncoding: 'base64' }
    const denied = await caller.call('POST', '/v1/templates/upload', upload, { 'x-api-key': reader.key })
    assert.equal(denied.status, 403)
    assert.equal((await caller.call('GET', '/v1/templates')).status, 200)
    assert.equal((await caller.call('GET', '/v1/templates')).status, 429)
    await sql`update accounts set suspended_at = now() where account_id = ${caller.accountId}`.execute(
      database,
    )
    assert.equal((await caller.call('GET', '/v1/credits')).status, 403)
    const rows = await eventually(async () => {
      await requestLog.flush()
      const { rows } = await sql<{ status: number; keyName: string }>`
        select status, key_name from requests where account_id = ${caller.accountId}
        order by created_at`.execute(database)
      return rows.length === 4 && rows
    })
    assert.deepEqual(
      rows.map(({ status, keyName }) => [status, keyName]),
      [
        [403, 'reader'],
        [200, 'test'],
        [429, 'test'],
        [403, 'test'],
      ],
    )
  })

  it('has a job with the state of its render, and warnings by kind', async () => {
    const caller = await platen.account()
    const bad = await caller.upload('{{formatDate d}}')
    const { headers } = await caller.generate(bad, { d: 'never' }, { async: true })
    const jobId = headers.get('location')?.split('/').at(-1)
    const job = await eventually(async () => {
      const [request] = await recorded(caller, 1, '&method=POST')
      return request.renderStatus === 'failed' && request
    })
    assert.deepEqual([job.status, job.renderId, job.cost], [200, jobId, 0])
    const poor = await caller.upload('<html lang="en"><img alt="" src="data:image/png;base64,AAAA"><p>x')
    const answer = await caller.generate(poor, {}, { dryRun: true })
    assert.ok(answer.body.warnings.length > 0)
    const detail = await eventually(async () => {
      await platen.app.services.requestLog.flush()
      return await detailOf(caller, idOf(answer))
    })
    assert.deepEqual(detail.warnings, [{ kind: 'image-missing', count: 1 }])
    assert.deepEqual([detail.renderId, detail.cost], [null, 0])
  })

  it('selects by status, method, route, key, template, mode, id and day, and lists in pages', async () => {
    const caller = await platen.account()
    const { database } = platen.app.services
    const test = await createKey(database, { accountId: caller.accountId, name: 'trial', isTest: true })
    const templateId = await caller.upload('x')
    await caller.call('GET', `/v1/templates/${templateId}`)
    await caller.call('GET', '/v1/credits')
    await caller.call('GET', `/v1/templates/${randomUUID()}`)
    await caller.call('GET', '/v1/credits', undefined, { 'x-api-key': test.key })
    const all = await recorded(caller, 4)
    const listed = async (query: string) => {
      const { status, body } = await caller.call('GET', `/v1/requests?${query}`)
      assert.equal(status, 200, query)
      return body.requests.length
    }
    assert.equal(await listed('status=4xx'), 1)
    assert.equal(await listed('status=404'), 1)
    assert.equal(await listed('status=2xx'), 3)
    assert.equal(await listed('method=POST'), 0)
    assert.equal(await listed('route=/v1/credits'), 2)
    assert.equal(await listed(`route=${encodeURIComponent('/v1/templates/{templateId}')}`), 2)
    assert.equal(await listed(`tokenId=${test.tokenId}`), 1)
    assert.equal(await listed(`templateId=${templateId}`), 1)
    assert.equal(await listed('isTest=true'), 1)
    assert.equal(await listed('isTest=false'), 3)
    assert.equal(await listed(`requestId=${all[0].requestId}`), 1)
    assert.equal(await listed('from=2020-01-01&to=2020-01-02'), 0)
    for (const query of ['status=9', 'isTest=1', 'requestId=x', 'cursor=x', 'limit=0', 'extra=1', 'from=x'])
      assert.equal((await caller.call('GET', `/v1/requests?${query}`)).status, 400, query)
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { requests: { requestId: string }[]; nextCursor: string | null } = (
        await caller.call('GET', `/v1/requests?limit=3${cursor && `&cursor=${cursor}`}`)
      ).body
      ids.push(...page.requests.map(({ requestId }) => requestId))
      cursor = page.nextCursor
    }
    assert.deepEqual(
      ids,
      all.map(({ requestId }: { requestId: string }) => requestId),
    )
  })

  it('has no calls with an unknown key, of other accounts, or of the log itself', async () => {
    const [caller, other] = [await platen.account(), await platen.account()]
    assert.equal((await caller.call('GET', '/v1/credits', undefined, { 'x-api-key': 'tlfy_x' })).status, 401)
    await caller.call('GET', '/v1/credits')
    const [request, ...rest] = await recorded(caller, 1)
    assert.deepEqual([request.route, rest.length], ['/v1/credits', 0])
    assert.equal((await other.call('GET', '/v1/requests')).body.requests.length, 0)
    assert.equal(
      (await other.call('GET', `/v1/requests?requestId=${request.requestId}`)).body.requests.length,
      0,
    )
    assert.equal((await other.call('GET', `/v1/requests/${request.requestId}`)).status, 404)
    const reader = await createKey(platen.app.services.database, {
      accountId: caller.accountId,
      name: 'renderer',
      scopes: ['render'],
    })
    const denied = await caller.call('GET', '/v1/requests', undefined, { 'x-api-key': reader.key })
    assert.equal(denied.status, 403)
  })

  it('stores no key, mail address, query, data or source in clear', async () => {
    const caller = await platen.account()
    await keepBodies(await ownerOf(caller), true)
    const templateId = await caller.upload('{{formatDate d}}')
    const body = { options: { password: 'open-sesame' }, sendEmail: ['reader@secret.example'] }
    await caller.generate(templateId, { d: 'confidential' }, body)
    const certificate = { name: 'seal', content: 'QUFB', password: 'open-sesame' }
    await caller.call('POST', '/v1/certificates', certificate)
    await caller.generate(templateId, {}, { password: 'open-sesame' })
    await caller.call('GET', `/v1/templates/${caller.key}?signature=forgedsig&x=confidential`)
    await caller.call('GET', '/v1/partials/reader%40secret.example')
    await caller.call('GET', '/v1/partials/reader@secret.example')
    await caller.call('GET', '/v1/partials/a%00b')
    const all = await recorded(caller, 7)
    const { rows } = await sql<object>`
      select to_json(requests)::text || coalesce(encode(failure, 'escape'), '') as text from requests
      where account_id = ${caller.accountId}
      union all select encode(content, 'escape') from request_bodies
      where account_id = ${caller.accountId}`.execute(platen.app.services.database)
    assert.equal(rows.length, 9, 'the body with a certificate is not kept')
    const stored = JSON.stringify(rows)
    for (const secret of [
      'confidential',
      caller.key,
      'secret.example',
      'open-sesame',
      'QUFB',
      'forgedsig',
      'formatDate',
    ])
      assert.ok(!stored.includes(secret), secret)
    const { requestBody } = await detailOf(caller, all[6].requestId)
    assert.ok(requestBody.includes('confidential') && !requestBody.includes('open-sesame'))
  })

  it('keeps bodies only while the account wants it, up to 256 KiB, with all digits', async () => {
    const caller = await platen.account()
    const owner = await ownerOf(caller)
    const templateId = await caller.upload('{{id}}')
    const data = '{"id":12345678901234567890}'
    const generate = async (text: string, headers = {}) =>
      idOf(await caller.call('POST', '/v1/pdf/generate', text, headers))
    const body = (more = '') => `{"templateId":"${templateId}",${more}"data":[${data}]}`
    const before = await generate(body())
    await keepBodies(owner, true)
    const stored = await generate(body())
    const large = await generate(body(`"fileName":"${'x'.repeat(256 * 1024)}",`))
    await recorded(caller, 3)
    assert.equal((await detailOf(caller, before)).requestBody, null)
    assert.equal(
      (await detailOf(caller, stored)).requestBody,
      `{"templateId":"${templateId}","data":[${data}]}`,
    )
    const { requestBody, requestBodyNote } = await detailOf(caller, large)
    assert.equal(requestBody, null)
    assert.match(requestBodyNote, /larger than 256 KiB/)
    const read = await owner.call('GET', `/dashboard/api/requests/${stored}`)
    assert.ok(read.body.request.requestBody.includes(data))
    assert.equal((await owner.call('GET', '/dashboard/api/settings')).body.requestLog.keepsBodies, true)
    await keepBodies(owner, false)
    assert.equal((await detailOf(caller, stored)).requestBody, null)
    assert.equal((await detailOf(caller, stored)).status, 200)
  })

  it('cannot read texts after the key was lost, and shows all other fields', async () => {
    const caller = await platen.account()
    await keepBodies(await ownerOf(caller), true)
    const answer = await caller.call('POST', '/v1/pdf/generate', { templateId: randomUUID(), data: {} })
    await recorded(caller, 1)
    await using other = await startPlaten({
      environment: { DATABASE_URL: platen.databaseUrl, REQUEST_LOG_KEY: 'ab'.repeat(32) },
    })
    const { body } = await send(`${other.url}/v1/requests/${idOf(answer)}`, 'GET', undefined, {
      'x-api-key': caller.key,
    })
    assert.equal(body.request.status, 404)
    assert.match(body.request.message, /encrypted with another key/)
    assert.match(body.request.requestBodyNote, /encrypted with another key/)
    assert.deepEqual([body.request.requestBody, body.request.errorBody], [null, null])
  })

  it('counts calls above the limit of an account instead of recording them', async () => {
    await using strict = await startPlaten({ overrides: { requestLog: { rowsPerMinute: 3 } } })
    const caller = await strict.account()
    const calls = 8
    for (let call = 0; call < calls; call += 1) await caller.call('GET', '/v1/credits')
    const rows = await eventually(async () => {
      await strict.app.services.requestLog.flush()
      const { body } = await caller.call('GET', '/v1/requests')
      const total = body.requests.reduce((sum: number, row: { omitted: number }) => sum + 1 + row.omitted, 0)
      return total === calls && body.requests
    })
    assert.ok(rows.length >= 3 && rows.length < calls, `${rows.length} rows`)
  })

  it('keeps no body above the limit of an account', async () => {
    await using strict = await startPlaten({ overrides: { requestLog: { bodyBytesPerHour: 120 } } })
    const caller = await strict.account()
    await sql`update accounts set keeps_request_bodies = true where account_id = ${caller.accountId}`.execute(
      strict.app.services.database,
    )
    const body = { templateId: randomUUID(), data: { text: 'x'.repeat(40) } }
    const ids = [idOf(await caller.call('POST', '/v1/pdf/generate', body))]
    ids.push(idOf(await caller.call('POST', '/v1/pdf/generate', body)))
    const [first, second] = await eventually(async () => {
      await strict.app.services.requestLog.flush()
      const details = await Promise.all(ids.map((id) => caller.call('GET', `/v1/requests/${id}`)))
      return details.every(({ status }) => status === 200) && details.map(({ body }) => body.request)
    })
    assert.deepEqual([first.requestBodyNote, typeof first.requestBody], [null, 'string'])
    assert.equal(second.requestBody, null)
    assert.match(second.requestBodyNote, /too many bodies/)
  })

  it('removes calls by age and number, and bodies that must not be kept', async () => {
    const [caller, other] = [await platen.account(), await platen.account()]
    await keepBodies(await ownerOf(caller), true)
    for (let call = 0; call < 4; call += 1) await caller.generate(randomUUID(), {})
    await other.call('GET', '/v1/credits')
    await recorded(caller, 4)
    await recorded(other, 1)
    const { database } = platen.app.services
    const remove = (now: Date, limits: { requests: number; bodies: number }) =>
      removeOldRequests(database, { now, days: 30, limits, signal: new AbortController().signal })
    const left = async () => [(await recorded(caller, 0)).length, (await recorded(other, 0)).length]
    const now = new Date()
    await remove(now, { requests: 10, bodies: 2 })
    assert.deepEqual(await left(), [4, 1])
    const bodies = await Promise.all(
      (await recorded(caller, 4)).map(({ requestId }: { requestId: string }) => detailOf(caller, requestId)),
    )
    assert.deepEqual(
      bodies.map(({ requestBody }) => requestBody !== null),
      [true, true, false, false],
    )
    await sql`update accounts set keeps_request_bodies = false where account_id = ${caller.accountId}`.execute(
      database,
    )
    await remove(now, { requests: 3, bodies: 2 })
    assert.deepEqual(await left(), [3, 1])
    const { rows } = await sql`select from request_bodies where account_id = ${caller.accountId}`.execute(
      database,
    )
    assert.equal(rows.length, 0)
    await remove(new Date(now.getTime() + 31 * DAY_MS), { requests: 10, bodies: 10 })
    assert.deepEqual(await left(), [0, 0])
  })

  it('records nothing with REQUEST_LOG_DAYS=0', async () => {
    await using off = await startPlaten({ environment: { REQUEST_LOG_DAYS: '0' } })
    const caller = await off.account()
    await caller.call('GET', '/v1/credits')
    assert.deepEqual(off.app.services.requestLog.pending(), { rows: 0, bytes: 0 })
    const { body } = await caller.call('GET', '/v1/requests')
    assert.deepEqual(body, { requests: [], nextCursor: null, days: 0 })
  })

  it('writes its calls before the process ends', async () => {
    const ending = await startPlaten({ environment: { DATABASE_URL: platen.databaseUrl } })
    const caller = await ending.account()
    const answer = await caller.call('GET', '/v1/credits')
    await ending[Symbol.asyncDispose]()
    const { rows } = await sql`select from requests where request_id = ${idOf(answer)}`.execute(
      platen.app.services.database,
    )
    assert.equal(rows.length, 1)
  })

  /** The user of an account that was created without one. */
  async function ownerOf(caller: Caller): Promise<Person> {
    return await platen.person({ email: caller.email })
  }

  async function keepBodies(owner: Person, keepsBodies: boolean): Promise<void> {
    const answer = await owner.call('PUT', '/dashboard/api/settings/request-log', { keepsBodies })
    assert.deepEqual([answer.status, answer.body], [200, { keepsBodies }])
  }
})
