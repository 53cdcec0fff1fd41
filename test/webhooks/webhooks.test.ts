import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { resolveByDns } from '../../packages/renderer/src/egress/destinations.ts'
import { PUBLIC_EGRESS, compileRules } from '../../packages/renderer/src/egress/rules.ts'
import { failGenerationJob } from '../../packages/server/src/jobs/handlers/generations.ts'
import { failAbandoned } from '../../packages/server/src/generation/generations.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { endAttempt, startAttempt } from '../../packages/server/src/webhooks/attempts.ts'
import {
  findDelivery,
  listDeliveries,
  queueTestEvent,
  resendDelivery,
  type WebhookDelivery,
} from '../../packages/server/src/webhooks/deliveries.ts'
import { findOnlyWebhook, setWebhook } from '../../packages/server/src/webhooks/set-webhook.ts'
import { recordOutcome } from '../../packages/server/src/webhooks/failures.ts'
import { findWebhook, removeWebhook, updateWebhook } from '../../packages/server/src/webhooks/webhooks.ts'
import { type Caller, cases, eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { type Answers, type Listener, startListener, verifiedBody } from './listener.ts'

const RETRY_DELAYS_MS = [50, 60, 70]
const DAY_MS = 86_400_000

/** A response that a test sends at a chosen moment. */
const late = Promise.withResolvers<ServerResponse>()
const answers: Answers = {
  '/flaky': [500, 302, 404, 200],
  '/broken': [503],
  '/gone': [410],
  '/redirect': [
    (_, response) => response.writeHead(307, { location: 'https://moved.allowed.test/moved' }).end(),
  ],
  '/hangs': [() => {}, 204],
  '/trickles': [
    (_, response) => {
      response.writeHead(200).flushHeaders()
      const timer = setInterval(() => response.write('.'), 500)
      response.once('close', () => clearInterval(timer))
    },
  ],
  '/endless': [
    (_, response) => {
      response.writeHead(200)
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    },
  ],
  '/rude': [
    (request) => void request.socket.destroy(),
    (request) =>
      void request.socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    (request) => void request.socket.end('250 OK\r\n'),
    204,
  ],
  '/slow': [() => {}],
  '/was-gone': [(_, response) => late.resolve(response), 204],
}

describe('a webhook', () => {
  let listener: Listener
  let platen: Platen
  before(async () => {
    listener = await startListener(answers)
    platen = await startPlaten({
      environment: { EGRESS: 'public', BASE_URL: 'https://self.allowed.test' },
      overrides: { network: listener.network, webhookRetryDelaysMs: RETRY_DELAYS_MS },
    })
  })
  after(async () => {
    // Runs first, so that disposing does not wait for an attempt that hangs.
    await listener[Symbol.asyncDispose]()
    await platen[Symbol.asyncDispose]()
  })

  const policy = () => ({ operator: compileRules(PUBLIC_EGRESS), resolve: listener.network.resolve })
  const set = (caller: Caller, path: string, host = 'hook.allowed.test') =>
    setWebhook(platen.app.services.database, {
      accountId: caller.accountId,
      url: `https://${host}${path}`,
      policy: policy(),
    })
  /** Names the only webhook of an account. */
  const refOf = async ({ accountId }: Caller) => {
    const webhook = await findOnlyWebhook(platen.app.services.database, accountId)
    return { accountId, webhookId: webhook?.webhookId ?? randomUUID() }
  }
  const deliveriesOf = async (caller: Caller) =>
    (await listDeliveries(platen.app.services.database, await refOf(caller), { limit: 100 })).rows
  const test = async (caller: Caller) => await queueTestEvent(platen.app.services, await refOf(caller))
  const ended = (caller: Caller, deliveryId: string) =>
    eventually(async () => {
      const ref = { ...(await refOf(caller)), deliveryId }
      const delivery = await findDelivery(platen.app.services.database, ref)
      return delivery.status !== 'pending' && delivery
    }, 40_000)
  const ends = (caller: Caller, count: number) =>
    eventually(async () => {
      const deliveries = await deliveriesOf(caller)
      return (
        deliveries.length === count && deliveries.every(({ status }) => status !== 'pending') && deliveries
      )
    }, 40_000)
  /** Stores test events without jobs that have been due for `age`. */
  const storeDeliveries = async (caller: Caller, count: number, age: string) => {
    const { accountId, webhookId } = await refOf(caller)
    const { rows } = await sql<{ deliveryId: string }>`
      insert into webhook_deliveries (account_id, webhook_id, event, next_attempt_at)
      select ${accountId}, ${webhookId}, 'webhook.test', now() - ${age}::interval from generate_series(1, ${count})
      returning delivery_id as "deliveryId"`.execute(platen.app.services.database)
    return rows.map(({ deliveryId }) => deliveryId)
  }
  const startJob = async (caller: Caller, templateId: string, data: unknown = {}) => {
    const answer = await caller.generate(templateId, data, { async: true })
    assert.equal(answer.status, 200)
    return String(answer.headers.get('location')?.split('/').at(-1))
  }

  describe('one of several webhooks', { concurrency: true }, () => {
    it("receives a signed event for each job that has ended, once, with the same data as the job's URL", async () => {
      const caller = await platen.account()
      const { secret } = await set(caller, '/told?by=platen')
      const [well, broken] = [await caller.upload('<p>well</p>'), await caller.upload('{{formatDate this}}')]
      assert.equal((await caller.generate(well, {})).status, 200, 'a synchronous call sends no event')
      const jobs = [await startJob(caller, well), await startJob(caller, broken)]
      const arrivals = await listener.requestsTo('/told?by=platen', 2)
      const events = arrivals.map((arrival) => verifiedBody(arrival, secret))
      for (const [index, jobId] of jobs.entries()) {
        const event = events.find(({ job }) => job?.jobId === jobId)
        assert.equal(event?.type, index === 0 ? 'job.completed' : 'job.failed')
        const { recipients, ...job } = (await caller.call('GET', `/v1/jobs/${jobId}`)).body.job
        assert.equal(recipients.length, 1)
        assert.deepEqual(event?.job, job)
        assert.ok(Math.abs(Date.parse(event?.createdAt ?? '') - Date.now()) < 60_000)
      }
      const [completed, failed] = jobs.map((jobId) => events.find(({ job }) => job?.jobId === jobId)?.job)
      // The host name of the service cannot be resolved in this test.
      const pdfUrl = completed?.pdfUrl?.replace('https://self.allowed.test', platen.url)
      assert.deepEqual(await downloadedTexts(pdfUrl ?? ''), ['well'])
      assert.match(failed?.message ?? '', /^The template could not be filled/)
      for (const { headers, method } of arrivals) {
        assert.equal(method, 'POST')
        assert.equal(headers['content-type'], 'application/json')
        assert.equal(headers['user-agent'], 'Platen')
        assert.equal(headers['host'], 'hook.allowed.test')
      }
      const deliveries = await ends(caller, 2)
      assert.deepEqual(
        deliveries.map(({ deliveryId }) => deliveryId).toSorted(),
        events.map(({ id }) => id).toSorted(),
      )
      for (const { status, attempts, responseStatus, reason, nextAttemptAt } of deliveries) {
        assert.deepEqual(
          [status, attempts, responseStatus, reason, nextAttemptAt],
          ['delivered', 1, 204, null, null],
        )
      }
      assert.equal(listener.arrivals.filter(({ path }) => path === '/told?by=platen').length, 2)
      assert.ok(listener.connections.every((dial) => dial === '93.184.215.14:443'))
    })

    it('fails verification with another secret, body, id or time', async () => {
      const caller = await platen.account()
      const old = await set(caller, '/forged')
      const { secret } = await set(caller, '/forged')
      assert.notEqual(old.secret, secret)
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      await test(caller)
      const [arrival] = await listener.requestsTo('/forged', 1)
      assert.ok(arrival)
      assert.equal(verifiedBody(arrival, secret).type, 'webhook.test')
      const { headers, body } = arrival
      const later = String(Number(headers['webhook-timestamp']) + 1)
      const forgeries: [string, typeof arrival][] = [
        [old.secret, arrival],
        [secret, { ...arrival, body: `${body} ` }],
        [secret, { ...arrival, headers: { ...headers, 'webhook-id': caller.accountId } }],
        [secret, { ...arrival, headers: { ...headers, 'webhook-timestamp': later } }],
      ]
      for (const [key, forged] of forgeries)
        assert.throws(() => verifiedBody(forged, key), /No matching signature/)
      const { rows } = await sql<{ row: string }>`
      select webhooks::text as row from webhooks where account_id = ${caller.accountId}`.execute(
        platen.app.services.database,
      )
      const bytes = Buffer.from(secret.slice(6), 'base64').toString('hex')
      assert.ok(rows[0] && !rows[0].row.includes(bytes), 'the secret is not in the row')
    })

    it('is retried with the same id until it answers with a 2xx status, and redirects are not followed', async () => {
      const [flaky, redirected] = [await platen.account(), await platen.account()]
      const { secret } = await set(flaky, '/flaky')
      await set(redirected, '/redirect')
      for (const caller of [flaky, redirected]) await startJob(caller, await caller.upload('x'))
      const arrivals = await listener.requestsTo('/flaky', 4)
      assert.equal(new Set(arrivals.map((arrival) => verifiedBody(arrival, secret).id)).size, 1)
      assert.equal(new Set(arrivals.map(({ body }) => body)).size, 1)
      for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
        assert.ok((arrivals[index + 1]?.at ?? 0) - (arrivals[index]?.at ?? 0) >= delayMs)
      }
      const [delivered] = await ends(flaky, 1)
      assert.deepEqual(
        [delivered?.status, delivered?.attempts, delivered?.responseStatus],
        ['delivered', 4, 200],
      )
      const [lost] = await ends(redirected, 1)
      assert.deepEqual(
        [lost?.status, lost?.attempts, lost?.responseStatus, lost?.reason],
        ['failed', 4, 307, 'redirects are not followed'],
      )
      assert.ok(!listener.lookups.includes('moved.allowed.test'))
    })

    it('fails after the last attempt, and receives the next event', async () => {
      const caller = await platen.account()
      await set(caller, '/broken')
      const templateId = await caller.upload('x')
      await startJob(caller, templateId)
      const [first] = await ends(caller, 1)
      assert.deepEqual([first?.status, first?.attempts, first?.responseStatus], ['failed', 4, 503])
      await startJob(caller, templateId)
      await ends(caller, 2)
      assert.equal(listener.arrivals.filter(({ path }) => path === '/broken').length, 8)
    })

    it('is disabled when it answers 410, until it is set again', async () => {
      const { database } = platen.app.services
      const caller = await platen.account()
      await set(caller, '/gone')
      const templateId = await caller.upload('x')
      await startJob(caller, templateId)
      const [delivery] = await ends(caller, 1)
      assert.deepEqual([delivery?.status, delivery?.attempts, delivery?.responseStatus], ['failed', 1, 410])
      await eventually(async () => (await findWebhook(database, await refOf(caller))).disabledAt !== null)
      await assert.rejects(test(caller), { kind: 'conflict', message: /disabled/ })
      const jobId = await startJob(caller, templateId)
      await eventually(
        async () => (await caller.call('GET', `/v1/jobs/${jobId}`)).body.job.status === 'completed',
      )
      assert.equal((await deliveriesOf(caller)).length, 1)
      await set(caller, '/back')
      await test(caller)
      await listener.requestsTo('/back', 1)
    })

    it('stays enabled when it is set again before it answers 410', async () => {
      const { database } = platen.app.services
      const caller = await platen.account()
      await set(caller, '/was-gone')
      const { deliveryId } = await test(caller)
      const response = await late.promise
      await set(caller, '/was-gone')
      response.writeHead(410).end()
      assert.equal((await ended(caller, deliveryId)).responseStatus, 410)
      const again = await test(caller)
      assert.equal((await ended(caller, again.deliveryId)).status, 'delivered')
      assert.equal((await findWebhook(database, await refOf(caller))).disabledAt, null)
    })

    it('that hangs, trickles, floods or sends invalid HTTP does not delay others', async () => {
      const paths = ['/hangs', '/trickles', '/endless', '/rude'] as const
      const [hanging, trickling, endless, rude, slow] = [
        await platen.account(),
        await platen.account(),
        await platen.account(),
        await platen.account(),
        await platen.account(),
      ]
      const callers = [hanging, trickling, endless, rude]
      for (const [index, caller] of callers.entries()) {
        await set(caller, paths[index] ?? '')
        await startJob(caller, await caller.upload('x'))
      }
      await set(slow, '/slow')
      for (let event = 0; event < 40; event += 1) await test(slow)
      await listener.requestsTo('/slow', 4)
      const other = await platen.account()
      await set(other, '/other')
      const { deliveryId } = await test(other)
      assert.equal((await ended(other, deliveryId)).status, 'delivered')
      assert.ok(
        (await deliveriesOf(slow)).some(({ attempts }) => attempts === 0),
        'the slow one is not done',
      )
      const [late] = await ends(hanging, 1)
      assert.deepEqual([late?.status, late?.attempts], ['delivered', 2])
      const [first, second] = listener.arrivals.filter(({ path }) => path === '/hangs')
      const waitedMs = (second?.at ?? 0) - (first?.at ?? 0)
      assert.ok(waitedMs > 9_000, `${waitedMs} ms`)
      for (const caller of [trickling, endless]) {
        const [delivery] = await ends(caller, 1)
        assert.deepEqual(
          [delivery?.status, delivery?.attempts, delivery?.responseStatus],
          ['delivered', 1, 200],
        )
      }
      const [nonsense] = await ends(rude, 1)
      assert.deepEqual([nonsense?.status, nonsense?.attempts], ['delivered', 4])
      await removeWebhook(platen.app.services.database, await refOf(slow))
      const { rows: left } = await sql<Pick<WebhookDelivery, 'status' | 'reason'>>`
        select status, reason from webhook_deliveries where account_id = ${slow.accountId}
        order by created_at desc`.execute(platen.app.services.database)
      assert.equal(left.length, 40)
      assert.ok(left.every(({ status }) => status === 'failed'))
      assert.equal(left[0]?.reason, 'the webhook was removed')
    })

    it('reports the reason for a server that is unreachable or has no valid certificate', async () => {
      const caller = await platen.account()
      await set(caller, '/x', 'hook.untrusted.test')
      const { deliveryId } = await test(caller)
      const { status, reason, responseStatus } = await ended(caller, deliveryId)
      assert.deepEqual(
        [status, reason, responseStatus],
        ['failed', 'the TLS certificate is not valid, or the server does not use TLS', null],
      )
      assert.ok(!listener.arrivals.some(({ path }) => path === '/x'))
    })

    it('is rejected at an address that the egress policy forbids, when it is set and before each delivery', async () => {
      const { database } = platen.app.services
      const caller = await platen.account()
      const rows = await cases<{ u: string }>('ssrf-url')
      const self = 'self.allowed.test'
      const addresses = rows
        .flatMap(({ u }) => [u.replace('%%PORT%%', '9222'), u.replace(':%%PORT%%', '')])
        .flatMap((address) => [address, address.replace(/^https?:/i, 'https:')])
        .map((address) => address.replace('%%SELF_PUBLIC_HOST%%', 'inside.test'))
        .concat(
          'https://mixed.test/',
          'https://nowhere.test/',
          'http://hook.allowed.test/',
          'ftp://hook.allowed.test/',
        )
        .concat(
          'https://u:p@hook.allowed.test/',
          'https://hook.allowed.test:8443/',
          `https://hook.allowed.test/${'x'.repeat(2_000)}`,
        )
        .concat('', 'hook', 'javascript:alert(1)', 'file:///etc/passwd')
      const refused: { url: string; delivery: ReturnType<typeof ended> }[] = []
      for (const url of addresses) {
        const setting = setWebhook(database, { accountId: caller.accountId, url, policy: policy() })
        await assert.rejects(
          setting,
          { kind: 'invalid', message: /^`url` cannot be used for a webhook: / },
          url,
        )
      }
      assert.equal(await findOnlyWebhook(database, caller.accountId), undefined)
      // Inserts addresses that were public when they were set.
      const stored = addresses
        .flatMap((address) => URL.parse(address)?.href ?? [])
        .filter((url) => url.length < 2_000)
      const urls = new Set(['https://hook.rebind.test/refused', `https://${self}/refused`, ...stored])
      assert.ok(urls.size >= 100, `${urls.size} addresses`)
      for (const url of urls) {
        const owner = await platen.account()
        await set(owner, '/refused', url.includes('hook.rebind') ? 'hook.rebind.test' : undefined)
        await sql`update webhooks set url = ${url} where account_id = ${owner.accountId}`.execute(database)
        const { deliveryId } = await test(owner)
        refused.push({ url, delivery: ended(owner, deliveryId) })
      }
      for (const { url, delivery } of refused) {
        const { status, responseStatus } = await delivery
        assert.deepEqual([status, responseStatus], ['failed', null], url)
      }
      assert.ok(!listener.arrivals.some(({ path }) => path === '/refused'))
      assert.ok(listener.connections.every((dial) => dial === '93.184.215.14:443'))
    })

    it('is rejected everywhere with egress `none`, and accepted at plain HTTP addresses on the allowlist', async () => {
      const { database } = platen.app.services
      const { accountId } = await platen.account()
      const url = 'http://hook.allowed.test/'
      const none = {
        operator: compileRules({ mode: 'none', allow: [], deny: [] }),
        resolve: listener.network.resolve,
      }
      await assert.rejects(setWebhook(database, { accountId, url, policy: none }), {
        message: '`url` cannot be used for a webhook: network access is disabled.',
      })
      const listed = compileRules({ mode: 'allowlist', allow: ['*.allowed.test', '10.1.0.0/16'], deny: [] })
      for (const allowed of [url, 'http://10.1.2.3/hook']) {
        const policy = { operator: listed, resolve: listener.network.resolve }
        assert.equal((await setWebhook(database, { accountId, url: allowed, policy })).url, allowed)
      }
      const policy = { operator: listed, resolve: resolveByDns }
      await assert.rejects(setWebhook(database, { accountId, url: 'http://10.2.2.3/', policy }), {
        kind: 'invalid',
      })
    })

    it('receives the event of a job that the queue has lost, after its time limit', async () => {
      const { database } = platen.app.services
      const caller = await platen.account()
      const { secret } = await set(caller, '/abandoned')
      const templateId = await caller.upload('<p>x</p>')
      const { rows } = await sql<{ id: string }>`
      insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages, reserved_until)
      select gen_random_uuid(), account_id, ${templateId}, 'x', asynchronous, 'processing', 1, now() - interval '1 second'
      from accounts cross join (values (true), (false)) calls (asynchronous) where account_id = ${caller.accountId}
      returning generation_id as id`.execute(database)
      await sql`update accounts set reserved = reserved + 2 where account_id = ${caller.accountId}`.execute(
        database,
      )
      assert.equal(rows.length, 2)
      await failAbandoned(database, caller.accountId)
      for (const { id } of rows) await failGenerationJob(platen.app.services, id)
      const [arrival] = await listener.requestsTo('/abandoned', 1)
      assert.ok(arrival)
      const { type, job } = verifiedBody(arrival, secret)
      assert.deepEqual([type, job?.status], ['job.failed', 'failed'])
      assert.match(job?.message ?? '', /^All attempts to make this PDF failed/)
      assert.equal((await ends(caller, 1)).length, 1, 'the synchronous one makes no event')
    })
  })

  it('receives an event that has no job, for example one of an earlier release', async () => {
    const { database, queue } = platen.app.services
    const caller = await platen.account()
    await set(caller, '/overdue')
    const stored = await storeDeliveries(caller, 2, '2 minutes')
    const [later] = await storeDeliveries(caller, 1, '-1 hour')
    await queue.send('overdue-webhooks', database, [{ data: {} }])
    for (const deliveryId of stored) assert.equal((await ended(caller, deliveryId)).status, 'delivered')
    const waiting = { ...(await refOf(caller)), deliveryId: later ?? '' }
    assert.equal((await findDelivery(database, waiting)).attempts, 0)
    await removeWebhook(database, await refOf(caller))
  })

  it('has at most 4 attempts in progress when many start at the same moment', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    await set(caller, '/limit')
    const stored = await storeDeliveries(caller, 10, '0')
    const started = await Promise.all(stored.map((deliveryId) => startAttempt(database, deliveryId)))
    const attempts = started.filter((attempt) => attempt && !(attempt instanceof Date))
    assert.equal(attempts.length, 4)
    assert.equal(started.filter((attempt) => attempt instanceof Date).length, 6)
    for (const { deliveryId, attempts } of await deliveriesOf(caller)) {
      const isStarted = !(started[stored.indexOf(deliveryId)] instanceof Date)
      assert.equal(attempts, isStarted ? 1 : 0)
    }
    // The attempt of a dead process is repeated. A delivery that is not due waits.
    const [first] = attempts
    assert.ok(first && !(first instanceof Date))
    const again = await startAttempt(database, first.id)
    assert.ok(again && !(again instanceof Date))
    assert.equal(again.number, 2)
    const answer = { responseStatus: 500, responseExcerpt: 'x', reason: 'x' }
    const pending = { ...answer, status: 'pending', delayMs: 60_000 } as const
    assert.equal(await endAttempt(database, first, pending), undefined, 'a newer attempt has started')
    const next = await endAttempt(database, again, pending)
    assert.ok(next)
    assert.deepEqual(await startAttempt(database, first.id), next)
    await removeWebhook(database, await refOf(caller))
    assert.equal(await startAttempt(database, first.id), undefined)
  })

  it('fails when it was stored while its webhook was disabled', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    await set(caller, '/disabled')
    await sql`update webhooks set disabled_at = now(), disabled_reason = 'user'
      where account_id = ${caller.accountId}`.execute(database)
    const [deliveryId = ''] = await storeDeliveries(caller, 1, '0')
    assert.equal(await startAttempt(database, deliveryId), undefined)
    const { status, reason, endedAt } = await findDelivery(database, { ...(await refOf(caller)), deliveryId })
    assert.deepEqual([status, reason, endedAt !== null], ['failed', 'the webhook is disabled', true])
  })

  it('keeps a resent delivery pending, and a changed webhook working, when an earlier attempt fails', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    await set(caller, '/resent')
    const ref = await refOf(caller)
    const [deliveryId = ''] = await storeDeliveries(caller, 1, '0')
    const attempt = await startAttempt(database, deliveryId)
    assert.ok(attempt && !(attempt instanceof Date))
    const change = (isEnabled: boolean) =>
      updateWebhook(database, ref, { isEnabled }, { policy: policy(), expectedVersion: undefined })
    await change(false)
    await change(true)
    // Without its job, so that only this test attempts it.
    const queue = { send: async () => {} }
    await resendDelivery({ database, queue }, { ...ref, deliveryId })
    const answer = { responseStatus: 500, responseExcerpt: 'x', reason: 'x' }
    const outcome = { ...answer, status: 'failed', delayMs: undefined } as const
    assert.equal(await endAttempt(database, attempt, outcome), undefined)
    await recordOutcome(database, attempt, outcome, async () => {})
    const { status, history } = await findDelivery(database, { ...ref, deliveryId })
    assert.deepEqual([status, history.length], ['pending', 1])
    assert.equal((await findOnlyWebhook(database, caller.accountId))?.failingSince, null)
    await removeWebhook(database, ref)
  })

  it('is deleted with its jobs after 30 days, and belongs to one account', async () => {
    const { database } = platen.app.services
    const [caller, other] = [await platen.account(), await platen.account()]
    await set(caller, '/kept')
    await startJob(caller, await caller.upload('x'))
    const { deliveryId } = await test(caller)
    await ends(caller, 2)
    const foreign = { ...(await refOf(caller)), accountId: other.accountId }
    const refusal = { kind: 'not-found' }
    await assert.rejects(listDeliveries(database, foreign, { limit: 100 }), refusal)
    await assert.rejects(findDelivery(database, { ...foreign, deliveryId }), refusal)
    await assert.rejects(queueTestEvent(platen.app.services, foreign), refusal)
    await assert.rejects(removeWebhook(database, foreign), refusal)
    await cleanUp(platen.app.services, new Date(Date.now() + 29 * DAY_MS))
    assert.equal((await deliveriesOf(caller)).length, 2)
    await cleanUp(platen.app.services, new Date(Date.now() + 31 * DAY_MS))
    assert.deepEqual(await deliveriesOf(caller), [])
  })
})
