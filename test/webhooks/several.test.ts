import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { verifyWebhook } from '../../packages/client/src/index.ts'
import { addCredits } from '../../packages/server/src/accounts/credits.ts'
import { finishBatch } from '../../packages/server/src/batches/finish.ts'
import { inTransaction } from '../../packages/server/src/database/database.ts'
import { endAttempt, startAttempt } from '../../packages/server/src/webhooks/attempts.ts'
import { recordOutcome } from '../../packages/server/src/webhooks/failures.ts'
import { postBatch } from '../batches/batch.ts'
import { mailTo } from '../dashboard/outbox.ts'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { type Arrival, type Listener, startListener } from './listener.ts'

/** Answers 500 until a test changes it. */
let brokenStatus = 500

describe('several webhooks of an account', { concurrency: true }, () => {
  let listener: Listener
  let platen: Platen
  before(async () => {
    const broken = (_: unknown, response: ServerResponse) =>
      response.writeHead(brokenStatus).end('out of order \0\u001B[31m\nline 2')
    listener = await startListener({
      '/broken': [broken],
      '/gone': [410],
      '/long': [(_, response) => response.writeHead(500).end('😀'.repeat(2_000))],
    })
    platen = await startPlaten({
      environment: { EGRESS: 'public', BASE_URL: 'https://self.allowed.test' },
      overrides: { network: listener.network, webhookRetryDelaysMs: [20] },
    })
  })
  after(async () => {
    await listener[Symbol.asyncDispose]()
    await platen[Symbol.asyncDispose]()
  })

  const url = (path: string) => `https://hook.allowed.test${path}`
  const create = async (caller: Caller, path: string, events = ['job.completed', 'job.failed']) => {
    const { status, body } = await caller.call('POST', '/v1/webhooks', { url: url(path), events })
    assert.equal(status, 201, JSON.stringify(body))
    return body as { webhookId: string; secret: string; etag: string }
  }
  const runJob = async (caller: Caller, source = '<p>x</p>') => {
    const { headers } = await caller.generate(await caller.upload(source), {}, { async: true })
    return String(headers.get('location')?.split('/').at(-1))
  }
  const read = async (caller: Caller, id: string, more = '') =>
    (await caller.call('GET', `/v1/webhooks/${id}${more}`)).body
  const ended = (caller: Caller, id: string, count: number) =>
    eventually(async () => {
      const { deliveries } = await read(caller, id, '/deliveries')
      return (
        deliveries.length === count &&
        deliveries.every(({ status }: { status: string }) => status !== 'pending') &&
        deliveries
      )
    }, 40_000)
  const hasSignature = ({ headers, body }: Arrival, secret: string) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    hmac.update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    return headers['webhook-signature']?.split(' ').includes(`v1,${hmac.digest('base64')}`)
  }

  it('receive only their events, each with its own secret', async () => {
    const caller = await platen.account()
    const all = await create(caller, '/all')
    const failed = await create(caller, '/failed', ['job.failed', 'job.failed'])
    assert.deepEqual((await read(caller, failed.webhookId)).webhook.events, ['job.failed'])
    assert.notEqual(all.secret, failed.secret)
    await runJob(caller)
    const failedJob = await runJob(caller, '{{formatDate this}}')
    const arrivals = await listener.requestsTo('/all', 2)
    const [only] = await listener.requestsTo('/failed', 1)
    await ended(caller, all.webhookId, 2)
    const [delivery] = await ended(caller, failed.webhookId, 1)
    assert.equal(delivery.jobId, failedJob)
    assert.ok(only && hasSignature(only, failed.secret) && !hasSignature(only, all.secret))
    assert.deepEqual(arrivals.map(({ body }) => JSON.parse(body).type).toSorted(), [
      'job.completed',
      'job.failed',
    ])
  })

  it('are limited to 10, and reject invalid fields', async () => {
    const caller = await platen.account()
    const body = { url: url('/x'), events: ['job.failed'] }
    const invalid: [object, RegExp][] = [
      [{ ...body, url: 'https://127.0.0.1/' }, /cannot be used for a webhook/],
      [{ ...body, events: [] }, /events/],
      [{ ...body, events: ['webhook.test'] }, /events/],
      [{ ...body, description: 'a\u0007' }, /control character/],
      [{ url: body.url }, /events/],
    ]
    for (const [wrong, message] of invalid) {
      const answer = await caller.call('POST', '/v1/webhooks', wrong)
      assert.equal(answer.status, 400, JSON.stringify(wrong))
      assert.match(answer.body.message, message)
    }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => caller.call('POST', '/v1/webhooks', body)),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 10)
    assert.equal(answers.find(({ status }) => status !== 201)?.status, 429)
    const { webhooks } = (await caller.call('GET', '/v1/webhooks')).body
    assert.equal(webhooks.length, 10)
    assert.ok(webhooks.every((webhook: object) => !('secret' in webhook) && !('salt' in webhook)))
    assert.equal((await caller.call('DELETE', `/v1/webhooks/${webhooks[0].webhookId}`)).status, 200)
    assert.equal((await caller.call('POST', '/v1/webhooks', body)).status, 201)
  })

  it('are changed with an ETag: a change that is based on an old version is rejected (412)', async () => {
    const caller = await platen.account()
    const { webhookId, etag } = await create(caller, '/changed')
    const path = `/v1/webhooks/${webhookId}`
    const patch = (body: object, ifMatch?: string) =>
      caller.call('PATCH', path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch })
    const changed = await patch({ description: 'Accounting', events: ['credits.low'] }, etag)
    assert.equal(changed.status, 200)
    const { webhook } = changed.body
    assert.deepEqual(
      [webhook.url, webhook.description, webhook.events],
      [url('/changed'), 'Accounting', ['credits.low']],
    )
    assert.equal(changed.headers.get('etag'), webhook.etag)
    assert.notEqual(webhook.etag, etag)
    assert.equal((await patch({ description: 'Lost' }, etag)).status, 412)
    // A repeated call with the same content succeeds.
    assert.equal((await patch({ description: 'Accounting', events: ['credits.low'] }, etag)).status, 200)
    assert.equal((await patch({ url: 'https://10.0.0.1/' })).status, 400)
    assert.equal((await patch({})).status, 400)
    assert.equal((await patch({ description: 'x' }, 'x')).status, 400)
    assert.equal((await read(caller, webhookId)).webhook.description, 'Accounting')
  })

  it('sign with both secrets during a rotation, and with the new one only without overlap', async () => {
    const caller = await platen.account()
    const { webhookId, secret } = await create(caller, '/rotated')
    const rotate = async (overlapHours: number): Promise<string> => {
      const answer = await caller.call('POST', `/v1/webhooks/${webhookId}/rotate`, { overlapHours })
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store'])
      return answer.body.secret
    }
    const test = () => caller.call('POST', `/v1/webhooks/${webhookId}/test`)
    const second = await rotate(24)
    await test()
    const [both] = await listener.requestsTo('/rotated', 1)
    assert.ok(both && hasSignature(both, secret) && hasSignature(both, second))
    for (const valid of [secret, second])
      assert.equal((await verifyWebhook(both.body, both.headers, valid)).type, 'webhook.test')
    assert.notEqual((await read(caller, webhookId)).webhook.previousSecretUntil, null)
    await sql`update webhooks set previous_salt_until = now() where webhook_id = ${webhookId}`.execute(
      platen.app.services.database,
    )
    await test()
    const after = (await listener.requestsTo('/rotated', 2))[1]
    assert.ok(after && !hasSignature(after, secret) && hasSignature(after, second))
    const third = await rotate(0)
    await test()
    const last = (await listener.requestsTo('/rotated', 3))[2]
    assert.ok(last && !hasSignature(last, second) && hasSignature(last, third))
    assert.equal(
      (await caller.call('POST', `/v1/webhooks/${webhookId}/rotate`, { overlapHours: 721 })).status,
      400,
    )
  })

  it('store each attempt with its response, and send failed events again with the same id', async () => {
    const caller = await platen.account()
    const { webhookId } = await create(caller, '/broken')
    const since = new Date().toISOString()
    await runJob(caller)
    await runJob(caller)
    const failed = await ended(caller, webhookId, 2)
    const { delivery } = await read(caller, webhookId, `/deliveries/${failed[0].deliveryId}`)
    assert.deepEqual([delivery.status, delivery.attempts], ['failed', 2])
    assert.deepEqual(
      delivery.history.map(({ number, responseStatus }: { number: number; responseStatus: number }) => [
        number,
        responseStatus,
      ]),
      [
        [2, 500],
        [1, 500],
      ],
    )
    assert.equal(delivery.history[0].responseExcerpt, 'out of order \uFFFD\uFFFD[31m\nline 2')
    const resend = (id: string) => caller.call('POST', `/v1/webhooks/${webhookId}/deliveries/${id}/resend`)
    const resent = await resend(delivery.deliveryId)
    assert.deepEqual([resent.status, resent.body.status], [202, 'pending'])
    // It is retried like a new one.
    const [again] = (await ended(caller, webhookId, 2)).filter(
      ({ deliveryId }: { deliveryId: string }) => deliveryId === delivery.deliveryId,
    )
    assert.deepEqual([again.status, again.attempts], ['failed', 4])
    brokenStatus = 200
    const call = { since }
    const all = await caller.call('POST', `/v1/webhooks/${webhookId}/resend-failed`, call)
    assert.deepEqual([all.status, all.body], [202, { resent: 2, remaining: 0 }])
    const delivered = await ended(caller, webhookId, 2)
    assert.ok(delivered.every(({ status }: { status: string }) => status === 'delivered'))
    const ids = listener.arrivals
      .filter(({ path }) => path === '/broken')
      .map(({ headers }) => headers['webhook-id'])
    assert.deepEqual([ids.length, new Set(ids).size], [8, 2])
    const none = await caller.call('POST', `/v1/webhooks/${webhookId}/resend-failed`, call)
    assert.deepEqual(none.body, { resent: 0, remaining: 0 })
    const wrong = await caller.call('POST', `/v1/webhooks/${webhookId}/resend-failed`, { since: 'soon' })
    assert.equal(wrong.status, 400)
    // Lists pages, and filters by status.
    const page = await read(caller, webhookId, '/deliveries?limit=1&status=delivered')
    const next = await read(caller, webhookId, `/deliveries?limit=1&cursor=${page.nextCursor}`)
    assert.deepEqual(
      [...page.deliveries, ...next.deliveries].map(({ deliveryId }) => deliveryId).toSorted(),
      [...new Set(ids)].toSorted(),
    )
    assert.equal(next.nextCursor, null)
    assert.deepEqual((await read(caller, webhookId, '/deliveries?status=failed')).deliveries, [])
  })

  it('cut a long response at 1,000 characters', async () => {
    const caller = await platen.account()
    const { webhookId } = await create(caller, '/long')
    const { deliveryId } = (await caller.call('POST', `/v1/webhooks/${webhookId}/test`)).body
    await ended(caller, webhookId, 1)
    const { delivery } = await read(caller, webhookId, `/deliveries/${deliveryId}`)
    assert.equal(delivery.history[0].responseExcerpt, '😀'.repeat(500))
  })

  it('share 4 concurrent attempts, and each has one of its own beyond them, up to 6', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    const webhooks: string[] = []
    for (let index = 0; index < 4; index += 1) webhooks.push((await create(caller, '/dead')).webhookId)
    // They have no jobs, so only this test attempts them.
    const store = async (webhookId: string | undefined) => {
      const { rows } = await sql<{ deliveryId: string }>`
        insert into webhook_deliveries (account_id, webhook_id, event)
        values (${caller.accountId}, ${webhookId}, 'webhook.test') returning delivery_id`.execute(database)
      return rows[0]?.deliveryId ?? ''
    }
    const starts = async (index: number) => {
      const attempt = await startAttempt(database, await store(webhooks[index]))
      return attempt instanceof Date ? undefined : attempt
    }
    const slow = [await starts(0), await starts(0), await starts(0), await starts(0), await starts(0)]
    assert.deepEqual(slow.map(Boolean), [true, true, true, true, false])
    assert.deepEqual([await starts(1), await starts(1)].map(Boolean), [true, false])
    assert.deepEqual([await starts(2), await starts(3)].map(Boolean), [true, false])
    // A webhook that is failing has one attempt at a time, so that it leaves the others to the rest.
    const outcome = {
      status: 'failed',
      responseStatus: undefined,
      responseExcerpt: undefined,
      reason: 'x',
      delayMs: undefined,
    } as const
    for (const attempt of slow) {
      if (!attempt) continue
      await endAttempt(database, attempt, outcome)
      await recordOutcome(database, attempt, outcome, async () => {})
    }
    assert.deepEqual([await starts(0), await starts(0)].map(Boolean), [true, false])
    assert.deepEqual([await starts(1), await starts(1)].map(Boolean), [true, false])
    await caller.call('DELETE', `/v1/webhooks/${webhooks[3]}`)
    assert.equal(await startAttempt(database, await store(webhooks[3])), undefined)
  })

  it('are disabled and enabled by a call, and receive nothing in between', async () => {
    const caller = await platen.account()
    const { webhookId } = await create(caller, '/paused')
    const path = `/v1/webhooks/${webhookId}`
    const { webhook } = (await caller.call('PATCH', path, { isEnabled: false })).body
    assert.deepEqual([webhook.isEnabled, webhook.disabledReason], [false, 'user'])
    assert.notEqual(webhook.disabledAt, null)
    const jobId = await runJob(caller)
    await eventually(
      async () => (await caller.call('GET', `/v1/jobs/${jobId}`)).body.job.status === 'completed',
    )
    for (const action of ['test', 'resend-failed']) {
      const answer = await caller.call('POST', `${path}/${action}`, { since: new Date().toISOString() })
      assert.deepEqual(
        [answer.status, answer.body.message],
        [409, 'The webhook is disabled. Enable it first.'],
      )
    }
    assert.deepEqual((await read(caller, webhookId, '/deliveries')).deliveries, [])
    await caller.call('PATCH', path, { isEnabled: true })
    await runJob(caller)
    await listener.requestsTo('/paused', 1)
  })

  it('are disabled with a mail when no event could be delivered for 5 days', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    const { webhookId } = await create(caller, '/gone')
    const find = async () => {
      const { rows } = await sql<{
        updatedAt: Date
        failingSince: Date | null
        disabledReason: string | null
      }>`
        select updated_at, failing_since, disabled_reason from webhooks where webhook_id = ${webhookId}`.execute(
        database,
      )
      assert.ok(rows[0])
      return rows[0]
    }
    let notices = 0
    const record = async (
      status: 'delivered' | 'pending' | 'failed',
      event: 'job.failed' | 'webhook.test',
    ) => {
      const attempt = { webhookId, updatedAt: (await find()).updatedAt, event }
      await recordOutcome(database, attempt, { status, responseStatus: 500 }, async () => void (notices += 1))
    }
    const fail = sql`update webhooks set failing_since = now() - interval '5 days 1 minute' where webhook_id = ${webhookId}`
    await record('failed', 'job.failed')
    const { failingSince } = await find()
    assert.ok(failingSince)
    await record('failed', 'job.failed')
    assert.deepEqual((await find()).failingSince, failingSince, 'the time of the first failure')
    await record('delivered', 'job.failed')
    assert.equal((await find()).failingSince, null)
    await record('failed', 'job.failed')
    await fail.execute(database)
    await record('failed', 'webhook.test')
    await record('pending', 'job.failed')
    assert.deepEqual([(await find()).disabledReason, notices], [null, 0])
    await record('failed', 'job.failed')
    assert.deepEqual([(await find()).disabledReason, notices], ['failing', 1])
    await record('failed', 'job.failed')
    assert.equal(notices, 1)

    // The service itself disables it at a 410, and mails the owner.
    await caller.call('PATCH', `/v1/webhooks/${webhookId}`, { isEnabled: true })
    assert.equal((await find()).failingSince, null)
    await caller.call('POST', `/v1/webhooks/${webhookId}/test`)
    await eventually(async () => (await find()).disabledReason === 'gone')
    const mail = await mailTo(platen, caller.email, /^A webhook was disabled: hook\.allowed\.test$/)
    assert.match(mail.text, new RegExp(`https://self.allowed.test/webhooks/${webhookId}`))
    assert.ok(!mail.text.includes('/gone'), 'the path may contain a secret')
  })

  it('receive credits.low when the balance is low, with the balance', async () => {
    const { database, queue } = platen.app.services
    const caller = await platen.account({ credits: 0 })
    const { webhookId, secret } = await create(caller, '/credits', ['credits.low'])
    const { accountId } = caller
    await addCredits(database, { accountId, credits: 20, reference: randomUUID() })
    await addCredits(database, { accountId, credits: -18, reference: randomUUID() })
    await queue.send('low-credit-notices', database, [{ data: {} }])
    const [arrival] = await listener.requestsTo('/credits', 1)
    assert.ok(arrival)
    const event = await verifyWebhook(arrival.body, arrival.headers, secret)
    assert.ok(event.type === 'credits.low')
    assert.deepEqual(event.credits, { credits: 2, reserved: 0, available: 2, threshold: 2 })
    const [delivery] = await ended(caller, webhookId, 1)
    assert.deepEqual([delivery.event, delivery.jobId], ['credits.low', null])
  })

  it('receive events about batches, with the batch at that time', async () => {
    const { database } = platen.app.services
    const caller = await platen.account({ credits: 1 })
    const events = ['batch.completed', 'batch.paused', 'batch.failed']
    const { webhookId, secret } = await create(caller, '/batches', events)
    const templateId = await caller.upload('<p>{{n}}</p>')
    const { body } = await postBatch(caller, { templateId, name: 'numbers.csv' }, 'n\n1\n2\n')
    const { batchId } = body.batch
    const received = async (count: number) => {
      const arrival = (await listener.requestsTo('/batches', count))[count - 1] ?? assert.fail()
      const event = await verifyWebhook(arrival.body, arrival.headers, secret)
      assert.ok(
        event.type === 'batch.completed' || event.type === 'batch.paused' || event.type === 'batch.failed',
      )
      return event
    }
    const resume = async () => {
      await addCredits(database, { accountId: caller.accountId, credits: 1, reference: randomUUID() })
      assert.equal((await caller.call('POST', `/v1/batches/${batchId}/resume`)).status, 200)
    }

    const paused = await received(1)
    assert.equal(paused.type, 'batch.paused')
    assert.match(paused.batch.message ?? '', /^No credits are left/)
    assert.deepEqual([paused.batch.rowsCompleted, paused.batch.cost], [1, 1])
    await resume()
    const completed = await received(2)
    assert.equal(completed.type, 'batch.completed')
    const { rowsWaiting, results, expiresIn, expiresAt, createdAt, endedAt, ...batch } = (
      await caller.call('GET', `/v1/batches/${batchId}`)
    ).body.batch
    assert.deepEqual(completed.batch, batch)
    assert.deepEqual([rowsWaiting, results.length, batch.status], [0, 1, 'completed'])
    assert.ok(expiresIn && expiresAt && createdAt && endedAt)

    await sql`update batches set status = 'paused', ended_at = null where batch_id = ${batchId}`.execute(
      database,
    )
    await sql`update batch_rows set status = 'waiting', generation_id = null, data = '{}'
      where batch_id = ${batchId} and number = 2`.execute(database)
    assert.equal((await caller.call('DELETE', `/v1/templates/${templateId}`)).status, 200)
    await resume()
    const failed = await received(3)
    assert.equal(failed.type, 'batch.failed')
    assert.match(failed.batch.message ?? '', /was deleted/)
    const [delivery] = await ended(caller, webhookId, 3)
    assert.deepEqual([delivery.event, delivery.jobId], ['batch.failed', null])
  })

  it('receive one event about a batch that several attempts complete, and none when it is cancelled meanwhile', async () => {
    const { services } = platen.app
    const caller = await platen.account({ credits: 1 })
    const { webhookId } = await create(caller, '/one-batch', ['batch.completed'])
    const templateId = await caller.upload('<p>{{n}}</p>')
    const { batchId } = (await postBatch(caller, { templateId, name: 'numbers.csv' }, 'n\n1\n')).body.batch
    await ended(caller, webhookId, 1)
    const finish = () => finishBatch(services, batchId, new AbortController().signal)
    const setRunning = () =>
      sql`update batches set status = 'running', ended_at = null where batch_id = ${batchId}`.execute(
        services.database,
      )
    await setRunning()
    await Promise.all([finish(), finish(), finish()])
    assert.equal((await ended(caller, webhookId, 2)).length, 2)

    await setRunning()
    let finishing: Promise<void> | undefined
    await inTransaction(services.database, async (transaction) => {
      await sql`update batches set status = 'cancelled', ended_at = now() where batch_id = ${batchId}`.execute(
        transaction,
      )
      finishing = finish()
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%update batches set files%'`.execute(services.database)
        return rows.length > 0
      })
    })
    await finishing
    const { deliveries } = await read(caller, webhookId, '/deliveries')
    assert.equal(deliveries.length, 2)
    assert.equal((await caller.call('GET', `/v1/batches/${batchId}`)).body.batch.status, 'cancelled')
  })

  it('answer ids of other accounts and of other webhooks like unknown ids', async () => {
    const [caller, other] = [await platen.account(), await platen.account()]
    const [mine, second, foreign] = [
      await create(caller, '/mine'),
      await create(caller, '/mine'),
      await create(other, '/foreign'),
    ]
    const { deliveryId } = (await other.call('POST', `/v1/webhooks/${foreign.webhookId}/test`)).body
    const own = (await caller.call('POST', `/v1/webhooks/${mine.webhookId}/test`)).body.deliveryId
    await ended(other, foreign.webhookId, 1)
    await ended(caller, mine.webhookId, 1)
    for (const path of [
      `${foreign.webhookId}/deliveries/${deliveryId}`,
      `${mine.webhookId}/deliveries/${deliveryId}`,
      `${second.webhookId}/deliveries/${own}`,
    ]) {
      assert.equal((await caller.call('GET', `/v1/webhooks/${path}`)).status, 404, path)
      assert.equal((await caller.call('POST', `/v1/webhooks/${path}/resend`)).status, 404, path)
    }
    assert.equal((await caller.call('GET', `/v1/webhooks/${mine.webhookId}/deliveries/${own}`)).status, 200)
  })

  it('need a key with the scope `write` for changes and `read` for lists', async () => {
    const person = await platen.person()
    const keyFor = async (scopes: string[]) =>
      (await person.call('POST', '/dashboard/api/keys', { name: 'x', scopes })).body.key
    const status = async (key: string, method: string, path: string, body?: object) => {
      const response = await fetch(`${platen.url}/v1/${path}`, {
        method,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.status
    }
    const webhook = { url: url('/x'), events: ['job.failed'] }
    const [readKey, writeKey] = [await keyFor(['read']), await keyFor(['write'])]
    assert.equal(await status(readKey, 'GET', 'webhooks'), 200)
    assert.equal(await status(readKey, 'POST', 'webhooks', webhook), 403)
    assert.equal(await status(writeKey, 'POST', 'webhooks', webhook), 201)
    assert.equal(await status(writeKey, 'GET', 'webhooks'), 403)
    assert.equal(await status(readKey, 'POST', 'webhook-listeners', {}), 201)
    assert.equal(await status(writeKey, 'POST', 'webhook-listeners', {}), 403)
  })
})
