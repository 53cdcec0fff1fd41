import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addCredits, auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { type Answer, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { pauseRenderer } from './paused-renderer.ts'

const SLOW = '<p>slow</p><script>platen.ready = new Promise((resolve) => setTimeout(resolve, 300))</script>'
const ENDLESS = '<script>while (true) {}</script>'

describe('Idempotency-Key', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  const generate = (caller: Caller, key: string, templateId: string, data: unknown, more: object = {}) =>
    caller.call('POST', '/v1/pdf/generate', { templateId, data, ...more }, { 'idempotency-key': key })
  const hasReserved = (caller: Caller, pages: number) =>
    eventually(async () => (await caller.credits()).reserved === pages, 60_000)
  const keysOf = async (caller: Caller) => {
    const { rows } = await sql<{ key: string }>`
      select key from idempotency_keys where account_id = ${caller.accountId}`.execute(
      platen.app.services.database,
    )
    return rows.map(({ key }) => key)
  }
  const replayable = ({ status, body, headers }: Answer) => ({
    status,
    body,
    headers: ['location', 'x-platen-sheets', 'x-platen-scale', 'x-platen-warnings'].map((name) =>
      headers.get(name),
    ),
  })

  it('returns the same response for a repeated call and charges it once', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>{{n}}</p>')
    const first = await generate(caller, 'invoice 1', templateId, [{ n: 1 }, { n: 2 }])
    assert.equal(first.status, 200)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    const again = await generate(caller, 'invoice 1', templateId, [{ n: 1 }, { n: 2 }])
    assert.deepEqual(replayable(again), replayable(first))
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal((await send(again.body.pdfUrl, 'GET')).status, 200)
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
    // A call with another key, or without a key, is a new call.
    await generate(caller, 'invoice 2', templateId, [{ n: 1 }, { n: 2 }])
    await caller.generate(templateId, [{ n: 1 }, { n: 2 }])
    assert.deepEqual(await caller.credits(), { credits: 4, reserved: 0 })
  })

  it('returns the same job for a repeated asynchronous call, in any state of the job', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('x')
    const repeat = () => generate(caller, 'job', templateId, {}, { async: true })
    const paused = pauseRenderer(platen.app.services)
    const first = await repeat()
    const again = await repeat()
    paused.release()
    assert.match(first.headers.get('location') ?? '', /^\/v1\/jobs\//)
    assert.deepEqual(replayable(again), replayable(first))
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    await eventually(async () => (await caller.credits()).credits === 9, 60_000)
    assert.deepEqual(replayable(await repeat()), replayable(first))
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('returns the same job for a repeated call when the job has failed', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('{{nope 1}}')
    const repeat = () => generate(caller, 'job', templateId, {}, { async: true })
    const first = await repeat()
    const job = async () => (await caller.call('GET', first.headers.get('location') ?? '')).body.job
    await eventually(async () => (await job()).status === 'failed', 60_000)
    assert.deepEqual(replayable(await repeat()), replayable(first))
  })

  it('rejects a call with the same key and another body (409)', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('x')
    await generate(caller, 'k', templateId, { a: 1 })
    for (const more of [{ async: true }, { sendEmail: ['a@example.com'] }]) {
      assert.equal((await generate(caller, 'k', templateId, { a: 1 }, more)).status, 409)
    }
    const { status, body, headers } = await generate(caller, 'k', templateId, { a: 2 })
    assert.deepEqual(
      [status, body, headers.get('retry-after')],
      [
        409,
        {
          message:
            'This Idempotency-Key was used with another body, or with an API key of the other mode (test or live). Use a new one.',
        },
        null,
      ],
    )
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('answers 409 with Retry-After while the first call is in progress', async () => {
    const caller = await platen.account({ credits: 1 })
    const templateId = await caller.upload('x')
    const paused = pauseRenderer(platen.app.services)
    const first = generate(caller, 'k', templateId, {})
    await hasReserved(caller, 1)
    const { status, body, headers } = await generate(caller, 'k', templateId, {})
    paused.release()
    assert.deepEqual(
      [status, body, headers.get('retry-after')],
      [
        409,
        { message: 'A call with this Idempotency-Key is still in progress. Try again in a moment.' },
        '1',
      ],
    )
    const answer = await first
    assert.equal(answer.status, 200)
    assert.deepEqual(replayable(await generate(caller, 'k', templateId, {})), replayable(answer))
    assert.deepEqual(await caller.credits(), { credits: 0, reserved: 0 })
  })

  it('renders one of 50 simultaneous calls, also with a single credit', async () => {
    for (const more of [{}, { async: true }]) {
      const caller = await platen.account({ credits: 1 })
      const templateId = await caller.upload('x')
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => generate(caller, 'storm', templateId, {}, more)),
      )
      const accepted = answers.filter(({ status }) => status === 200)
      assert.ok(accepted.length >= 1)
      assert.equal(accepted.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1)
      for (const one of accepted) assert.deepEqual(replayable(one), accepted[0] && replayable(accepted[0]))
      const others = answers.filter(({ status }) => status !== 200)
      for (const { status, headers } of others) {
        assert.deepEqual([status, headers.get('retry-after')], [409, '1'])
      }
      await eventually(async () => (await caller.credits()).credits === 0, 60_000)
      assert.deepEqual(await caller.credits(), { credits: 0, reserved: 0 })
    }
  })

  it('charges a caller at most once who disconnects and repeats the call', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload(SLOW)
    for (let n = 0; n < 3; n += 1) {
      const disconnect = new AbortController()
      let isAnswered = false
      const call = fetch(`${platen.url}/v1/pdf/generate`, {
        method: 'POST',
        headers: { 'x-api-key': caller.key, 'content-type': 'application/json', 'idempotency-key': 'k' },
        body: JSON.stringify({ templateId, data: {} }),
        signal: disconnect.signal,
      })
        .catch(() => undefined)
        .finally(() => (isAnswered = true))
      // A call is answered at once while the previous one is in progress.
      await eventually(async () => isAnswered || (await caller.credits()).reserved === 1, 60_000)
      disconnect.abort()
      await call
    }
    const answer = await eventually(async () => {
      const latest = await generate(caller, 'k', templateId, {})
      return latest.status === 200 && latest
    }, 60_000)
    assert.deepEqual(replayable(await generate(caller, 'k', templateId, {})), replayable(answer))
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('can be used again after a failed call, which is not charged', async () => {
    const caller = await platen.account({ credits: 1 })
    const [broken, endless] = [await caller.upload('{{nope 1}}'), await caller.upload(ENDLESS)]
    const templateId = await caller.upload('x')
    // A second service, because the other calls must not have its short time limit.
    await using impatient = await startPlaten({
      environment: { DATABASE_URL: platen.databaseUrl, DATA_DIR: platen.config.dataDir },
      overrides: { syncLimitMs: 500 },
    })
    const timedOut = await send(
      `${impatient.url}/v1/pdf/generate`,
      'POST',
      { templateId: endless, data: {} },
      { 'x-api-key': caller.key, 'idempotency-key': 'k' },
    )
    assert.equal(timedOut.status, 504)
    const failing: [number, string, unknown][] = [
      [400, broken, {}],
      [400, templateId, []],
      [402, templateId, [{}, {}]],
      [404, crypto.randomUUID(), {}],
    ]
    for (const [status, template, data] of failing) {
      assert.equal((await generate(caller, 'k', template, data)).status, status)
    }
    await addCredits(platen.app.services.database, {
      accountId: caller.accountId,
      credits: 1,
      reference: crypto.randomUUID(),
    })
    const answer = await generate(caller, 'k', templateId, [{}, {}])
    assert.deepEqual([answer.status, answer.headers.get('idempotent-replayed')], [200, null])
    assert.deepEqual(await caller.credits(), { credits: 0, reserved: 0 })
  })

  it('can be used again when the process of its call died. The first call can no longer be charged', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('x')
    const paused = pauseRenderer(platen.app.services)
    const lost = generate(caller, 'k', templateId, {})
    await paused.rendered
    paused.stopPausing()
    await sql`update generations set reserved_until = now() - interval '1 second'
      where account_id = ${caller.accountId}`.execute(platen.app.services.database)
    assert.equal((await generate(caller, 'k', templateId, {})).status, 200)
    paused.release()
    assert.equal((await lost).status, 504)
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('is valid for one account and for 24 hours', async () => {
    const [caller, other] = [await platen.account(), await platen.account()]
    const [templateId, theirs] = [await caller.upload('x'), await other.upload('x')]
    const first = await generate(caller, 'k', templateId, {})
    const foreign = await generate(other, 'k', theirs, {})
    assert.deepEqual([foreign.status, foreign.headers.get('idempotent-replayed')], [200, null])

    const { database } = platen.app.services
    await sql`update idempotency_keys set created_at = now() - interval '24 hours 1 second'
      where account_id = ${caller.accountId}`.execute(database)
    const dayAfter = await generate(caller, 'k', templateId, { other: 'body' })
    assert.equal(dayAfter.status, 200)
    assert.notEqual(dayAfter.body.pdfUrl, first.body.pdfUrl)
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })

    await sql`update idempotency_keys set created_at = now() - interval '24 hours 1 second'
      where account_id = ${caller.accountId}`.execute(database)
    assert.equal((await cleanUp(platen.app.services, new Date())).keys, 1)
    assert.deepEqual([await keysOf(caller), await keysOf(other)], [[], ['k']])
  })

  it('must have 1 to 255 printable ASCII characters (400)', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('x')
    const wrong: [string, string][] = [
      ['', 'idempotency-key must not be empty.'],
      ['k'.repeat(256), 'idempotency-key must have at most 255 characters.'],
      ['a\tb', 'idempotency-key must contain only printable ASCII characters.'],
      ['\u00e9', 'idempotency-key must contain only printable ASCII characters.'],
    ]
    for (const [key, message] of wrong) {
      const { status, body } = await generate(caller, key, templateId, {})
      assert.deepEqual([status, body], [400, { message }], JSON.stringify(key))
    }
    for (const key of ['k'.repeat(255), ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']) {
      assert.equal((await generate(caller, key, templateId, {})).status, 200)
    }
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
  })

  it('is documented in the OpenAPI document with its 409', async () => {
    const { body } = await send(`${platen.url}/openapi.json`, 'GET')
    const { parameters, responses } = body.paths['/v1/pdf/generate'].post
    const { name, in: location, required, schema } = parameters[0]
    assert.deepEqual([name, location, required, schema.maxLength], ['idempotency-key', 'header', false, 255])
    assert.ok('409' in responses)
  })
})
