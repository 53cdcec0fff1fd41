import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'

describe('credits, usage and jobs of an account', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  /** Runs a job and waits for its end and its mail. */
  const completedJob = async (caller: Caller, templateId: string, data: unknown = {}) => {
    const { headers } = await caller.generate(templateId, data, { async: true })
    const path = headers.get('location') ?? ''
    return await eventually(async () => {
      const { job } = (await caller.call('GET', path)).body
      return job.recipients[0]?.status !== 'queued' && job
    })
  }
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date())

  it('GET /v1/credits returns the balance, the reserved credits and the billing URL', async () => {
    const caller = await platen.account({ credits: 3 })
    await caller.generate(await caller.upload('x'), {})
    const answer = await caller.call('GET', '/v1/credits')
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { credits: 2, reserved: 0, available: 2, billingUrl: `${platen.url}/billing` }],
    )
    const templateId = await caller.upload('<script>while(true){}</script>')
    const disconnect = new AbortController()
    const call = fetch(`${platen.url}/v1/pdf/generate`, {
      method: 'POST',
      signal: disconnect.signal,
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
      body: JSON.stringify({ templateId, data: [{}, {}] }),
    })
    await eventually(async () => (await caller.call('GET', '/v1/credits')).body.available === 0)
    disconnect.abort()
    await assert.rejects(call)
    await eventually(async () => (await caller.call('GET', '/v1/credits')).body.reserved === 0)
  })

  it('GET /v1/usage counts pages, calls and failures by day, template and key', async () => {
    const caller = await platen.account()
    const [good, bad] = [await caller.upload('x', 'Good'), await caller.upload('{{nope 1}}', 'Bad')]
    await caller.generate(good, [{}, {}])
    await completedJob(caller, good)
    await caller.generate(bad, {})
    const today = dayIn('UTC')
    const { status, body } = await caller.call('GET', '/v1/usage?days=2&timeZone=UTC')
    assert.equal(status, 200)
    assert.deepEqual(
      [body.to, body.timeZone, body.pages, body.completed, body.failed],
      [today, 'UTC', 3, 2, 1],
    )
    const [, last] = body.days
    assert.deepEqual(last, {
      day: today,
      pages: 3,
      details: { syncPages: 2, asyncPages: 1, completed: 2, failed: 1 },
    })
    assert.deepEqual(body.templates, [
      { templateId: good, name: 'Good', exists: true, pages: 3, completed: 2, failed: 0 },
      { templateId: bad, name: 'Bad', exists: true, pages: 0, completed: 0, failed: 1 },
    ])
    assert.deepEqual([body.keys.length, body.keys[0].name, body.keys[0].pages], [1, 'test', 3])
    assert.deepEqual(Object.keys(body.failures[0]), ['message', 'count', 'lastAt', 'jobId'])
    assert.match(body.failures[0].message, /no helper named "nope"/)
    assert.deepEqual([body.durations.sync.count, body.durations.async.count], [1, 1])
    const before = (await caller.call('GET', '/v1/usage?from=2020-01-01&to=2020-01-31')).body
    assert.deepEqual([before.days.length, before.pages, before.days[0].details], [31, 0, null])
    assert.equal((await caller.call('GET', '/v1/usage')).body.days.length, 30)
  })

  it('GET /v1/jobs lists jobs page by page with the fields of GET /v1/jobs/{jobId}, without synchronous calls', async () => {
    const caller = await platen.account()
    const [good, bad] = [await caller.upload('x'), await caller.upload('{{nope 1}}')]
    await caller.generate(good, {})
    const jobs = [
      await completedJob(caller, good),
      await completedJob(caller, bad),
      await completedJob(caller, good, [{}, {}]),
    ]
    const { status, body } = await caller.call('GET', '/v1/jobs')
    assert.deepEqual([status, body], [200, { jobs: jobs.toReversed(), nextCursor: null }])

    const ids = async (query: string) => {
      const { jobs, nextCursor } = (await caller.call('GET', `/v1/jobs?${query}`)).body
      return { ids: jobs.map(({ jobId }: { jobId: string }) => jobId), nextCursor }
    }
    const [first, second, third] = jobs.map(({ jobId }) => jobId)
    const page = await ids('limit=2')
    assert.deepEqual(page.ids, [third, second])
    assert.deepEqual(await ids(`limit=2&cursor=${page.nextCursor}`), { ids: [first], nextCursor: null })
    assert.deepEqual((await ids('status=failed')).ids, [second])
    assert.deepEqual((await ids(`templateId=${good}&status=completed`)).ids, [third, first])
    const today = dayIn('Pacific/Auckland')
    assert.equal((await ids(`from=${today}&to=${today}&timeZone=Pacific/Auckland`)).ids.length, 3)
    assert.deepEqual((await ids('to=2020-01-01')).ids, [])
    assert.deepEqual((await ids(`templateId=${randomUUID()}`)).ids, [])
  })

  it('returns no data of another account', async () => {
    const [caller, otherAccount] = [await platen.account(), await platen.account({ credits: 7 })]
    const templateId = await caller.upload('x')
    const job = await completedJob(caller, templateId)
    const [cursor] = [`${Date.now()}000_${job.jobId}`]
    for (const query of ['', `?templateId=${templateId}`, `?cursor=${cursor}`]) {
      const { body } = await otherAccount.call('GET', `/v1/jobs${query}`)
      assert.deepEqual(body, { jobs: [], nextCursor: null }, query)
    }
    const usage = (await otherAccount.call('GET', '/v1/usage')).body
    assert.deepEqual([usage.pages, usage.completed, usage.templates, usage.keys], [0, 0, [], []])
    assert.equal((await otherAccount.call('GET', '/v1/credits')).body.credits, 7)
  })

  it('rejects unknown and invalid parameters with their name (400)', async () => {
    const caller = await platen.account()
    const odd = {
      '/v1/credits?all=1': /"all"/,
      '/v1/usage?template=x': /"template"/,
      '/v1/usage?from=yesterday': /from must be a day such as/,
      '/v1/usage?from=2026-02-30': /from must be a day such as/,
      '/v1/usage?from=2026-02-02&to=2026-02-01': /from must not be after to/,
      '/v1/usage?from=2020-01-01&to=2026-01-01': /366 days/,
      '/v1/usage?from=2026-01-01&from=2026-01-02': /from must be a string/,
      '/v1/usage?days=0': /days/,
      '/v1/usage?timeZone=Nowhere/Town': /`timeZone` must be/,
      "/v1/usage?timeZone=UTC';--": /timeZone/,
      '/v1/jobs?state=failed': /"state"/,
      '/v1/jobs?status=lost': /status must be "pending" or "processing" or "completed" or "failed"/,
      '/v1/jobs?limit=0': /limit must be an integer from 1 to 100/,
      '/v1/jobs?limit=101': /limit/,
      '/v1/jobs?limit=1e1': /limit/,
      '/v1/jobs?cursor=x': /cursor/,
      '/v1/jobs?templateId=x': /templateId must be a UUID/,
      '/v1/jobs?to=2026-13-01': /to must be a day/,
    }
    for (const [path, reason] of Object.entries(odd)) {
      const { status, body } = await caller.call('GET', path)
      assert.equal(status, 400, `${path}: ${JSON.stringify(body)}`)
      assert.match(body.message, reason)
    }
  })
})
