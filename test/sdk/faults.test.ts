import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import {
  ConnectionFailed,
  Platen,
  RateLimited,
  ServerError,
  Timeout,
} from '../../packages/client/src/index.ts'
import { insertContents, numbered } from '../contents.ts'
import { type Caller, type Platen as Service, startPlaten } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { type Fault, type FaultyProxy, startFaultyProxy, type Route } from './faulty-proxy.ts'

/** Printed after 1.5 s, without CPU load. */
const SLOW = '<p>slow</p><script>platen.ready = new Promise((resolve) => setTimeout(resolve, 1_500))</script>'
/** More than a busy machine needs: an attempt that takes longer than the time limit is repeated. */
const MANY_RETRIES = 30

describe('the client with network faults', () => {
  let service: Service
  let proxy: FaultyProxy
  before(async () => {
    service = await startPlaten()
    proxy = await startFaultyProxy(service.url)
  })
  after(async () => {
    await proxy[Symbol.asyncDispose]()
    assert.deepEqual(await auditCredits(service.app.services.database), [])
    await service[Symbol.asyncDispose]()
  })

  const through = (
    { key }: Caller,
    faults: Fault[],
    options: { retries?: number; timeoutMs?: number } = {},
  ) => {
    const way = proxy.route(...faults)
    return { way, platen: new Platen({ apiKey: key, baseUrl: way.url, ...options }) }
  }
  const keysOf = ({ requests }: Route) => requests.map(({ headers }) => headers['idempotency-key'])
  const pauses = ({ requests }: Route) =>
    requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))

  it('is charged once after a time-out and a retry', async () => {
    const caller = await service.account()
    const templateId = await caller.upload(SLOW)
    const { way, platen } = through(caller, [], { timeoutMs: 700, retries: MANY_RETRIES })
    const pdf = await platen.pdf.generate({ templateId, data: {} })
    assert.deepEqual(await textsOf(await pdf.download({ timeoutMs: 10_000 })), ['slow'])
    assert.ok(way.requests.length > 1, 'It was tried again')
    assert.equal(new Set(keysOf(way)).size, 1)
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('is charged once if the answer is lost', async () => {
    const caller = await service.account()
    const templateId = await caller.upload('<p>{{n}}</p>')
    const { way, platen } = through(caller, ['hang-after', 'cut-after', { after: 502 }], {
      timeoutMs: 1_000,
      retries: MANY_RETRIES,
    })
    const pdf = await platen.pdf.generate({ templateId, data: { n: 'once' } })
    assert.deepEqual(await textsOf(await pdf.download()), ['once'])
    assert.ok(way.requests.length >= 4, `${way.requests.length} requests`)
    assert.match(String(keysOf(way)[0]), /^[0-9a-f]{32}$/)
    assert.equal(new Set(keysOf(way)).size, 1)
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })

    const other = await platen.pdf.generate({ templateId, data: { n: 'twice' } })
    assert.notEqual(keysOf(way).at(-1), keysOf(way)[0])
    assert.notEqual(other.pdfUrl, pdf.pdfUrl)
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
  })

  it('starts one job despite retries', async () => {
    const caller = await service.account()
    const templateId = await caller.upload('<p>{{n}}</p>')
    const { way, platen } = through(caller, ['cut-after', 'pass', 'cut-before', 500, 'hang-before'], {
      timeoutMs: 1_000,
      retries: MANY_RETRIES,
    })
    const job = await platen.pdf.generateAsync({ templateId, data: { n: 'job' } })
    const finished = await job.wait({ pollMs: 20 })
    assert.ok(way.requests.length >= 6)
    assert.deepEqual(await textsOf(await finished.download()), ['job'])
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('accepts an idempotency key for later retries by the caller', async () => {
    const caller = await service.account()
    const templateId = await caller.upload('<p></p>')
    const { platen, way } = through(caller, ['cut-after'], { retries: 0 })
    const call = () => platen.pdf.generate({ templateId, data: {} }, { idempotencyKey: 'invoice 118' })
    await assert.rejects(call, ConnectionFailed)
    const pdf = await call()
    assert.equal((await call()).size, pdf.size)
    assert.deepEqual(keysOf(way), ['invoice 118', 'invoice 118', 'invoice 118'])
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('retries with exponential back-off and respects Retry-After', async () => {
    const caller = await service.account()
    const { platen, way } = through(caller, [
      500,
      502,
      504,
      'pass',
      { status: 503, headers: { 'retry-after': '1' } },
      'pass',
      { status: 429, headers: { 'retry-after': new Date(Date.now() + 120_000).toUTCString() } },
    ])
    await platen.templates.list()
    const [first = 0, second = 0, third = 0] = pauses(way)
    assert.ok(first >= 250 && second >= 500 && third >= 1_000, String([first, second, third]))
    await platen.templates.list()
    assert.ok((pauses(way).at(-1) ?? 0) >= 1_000)
    const error: unknown = await platen.templates.list().catch((thrown: unknown) => thrown)
    assert.ok(
      error instanceof RateLimited && Number(error.retryAfter) > 60,
      'a long Retry-After is reported and not waited for',
    )
    assert.equal(way.requests.length, 7)
  })

  it('throws the last error after all retries', async () => {
    const caller = await service.account()
    const { platen, way } = through(caller, ['cut-before', 502, 'hang-before'], { retries: 1 })
    await assert.rejects(platen.templates.list(), ServerError)
    await assert.rejects(platen.templates.list({ retries: 0, timeoutMs: 200 }), Timeout)
    assert.equal(way.requests.length, 3)
  })

  it('does not retry permanent errors', async () => {
    const caller = await service.account({ credits: 0 })
    const { platen, way } = through(caller, [])
    await assert.rejects(platen.pdf.generate({ templateId: await caller.upload('<p></p>'), data: {} }))
    await assert.rejects(platen.templates.upload({ name: 'x', content: '{{#if' }))
    await assert.rejects(platen.templates.get('none'))
    const named = { idempotencyKey: 'line\nend' }
    await assert.rejects(platen.pdf.generate({ templateId: 'x', data: {} }, named), TypeError)
    assert.equal(way.requests.length, 3)
  })

  it('retries an upload only if nothing was stored for certain', async () => {
    const caller = await service.account()
    const template = { name: 'x', content: '<p></p>' }
    const refusal = JSON.stringify({ message: 'The service is busy.' })
    const unsure: Fault[] = ['cut-after', 'cut-before', 'hang-before', { after: 503 }, 500, 502, 503, 504]
    const { platen, way } = through(caller, unsure)
    for (const fault of unsure) {
      const limit = fault === 'hang-before' ? { timeoutMs: 200 } : {}
      await assert.rejects(platen.templates.upload(template, limit), JSON.stringify(fault))
    }
    assert.equal(way.requests.length, unsure.length)
    assert.equal((await platen.templates.list()).length, 2, 'Those of which the answer was lost')

    const sure = through(caller, [
      { status: 503, headers: { 'retry-after': '0' }, body: refusal },
      { status: 429, headers: { 'retry-after': '0' }, body: refusal },
    ])
    await sure.platen.templates.upload(template)
    assert.equal(sure.way.requests.length, 3)
    assert.equal((await platen.templates.list()).length, 3)
  })

  it('does not retry at the template limit of the account', async () => {
    const caller = await service.account()
    const templates = {
      accountId: caller.accountId,
      kind: 'template',
      names: numbered('filler', 500),
    } as const
    await insertContents(service.app.services.database, templates)
    const { platen, way } = through(caller, [])
    await assert.rejects(platen.templates.upload({ name: 'x', content: '<p></p>' }), RateLimited)
    assert.equal(way.requests.length, 1)
  })

  it('does not retry after a 504 for a slow document', async () => {
    await using hasty = await startPlaten({ overrides: { syncLimitMs: 1_000 } })
    const caller = await hasty.account()
    const templateId = await caller.upload('<script>while (true) {}</script>')
    await using near = await startFaultyProxy(hasty.url)
    const way = near.route()
    const platen = new Platen({ apiKey: caller.key, baseUrl: way.url })
    const error: unknown = await platen.pdf
      .generate({ templateId, data: {} })
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ServerError && error.status === 504)
    assert.equal(way.requests.length, 1)
  })

  it('waits at the rate limit', async () => {
    await using limited = await startPlaten({ environment: { RATE_LIMIT_PER_MINUTE: '60' } })
    const { key } = await limited.account()
    let refused = 0
    const counting = new Platen({
      apiKey: key,
      baseUrl: limited.url,
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        if (answer.status === 429) refused += 1
        return answer
      },
    })
    // 60 calls and one more per second: a slow machine needs more than 61 calls to reach the limit.
    for (let calls = 61; refused === 0; calls = 5) {
      const lists = Array.from({ length: calls }, () => counting.templates.list({ retries: MANY_RETRIES }))
      assert.equal((await Promise.all(lists)).length, calls)
    }
  })

  it('retries a refused connection', async () => {
    const caller = await service.account()
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const address = closed.address()
    assert.ok(address !== null && typeof address === 'object')
    await new Promise((resolve) => closed.close(resolve))
    const nowhere = `http://127.0.0.1:${address.port}`
    const tried: string[] = []
    const platen = new Platen({
      apiKey: caller.key,
      baseUrl: nowhere,
      fetch: (url, init) => {
        tried.push(url)
        return fetch(tried.length < 3 ? url : url.replace(nowhere, service.url), init)
      },
    })
    await platen.templates.upload({ name: 'x', content: '<p></p>' })
    assert.equal(tried.length, 3)
    assert.equal((await platen.templates.list()).length, 1)
    const never = new Platen({ apiKey: caller.key, baseUrl: nowhere, retries: 0 })
    const error: unknown = await never.templates.list().catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ConnectionFailed && error.cause instanceof Error)
    assert.match(error.message, /ECONNREFUSED/)
  })

  it('treats 404 on a retried delete as success', async () => {
    const caller = await service.account()
    const templateId = await caller.upload('<p></p>')
    const { platen, way } = through(caller, ['cut-after'])
    await platen.templates.remove(templateId)
    assert.equal(way.requests.length, 2)
    assert.deepEqual(await platen.templates.list(), [])
  })

  it('retries a replacement if the answer is lost', async () => {
    const caller = await service.account()
    const templateId = await caller.upload('<p></p>')
    const { platen, way } = through(caller, ['cut-after', 'cut-before'])
    await platen.templates.replace(templateId, { content: '<b></b>' })
    assert.deepEqual([way.requests.length, (await platen.templates.get(templateId)).content], [3, '<b></b>'])
  })

  it('downloads a PDF again if the connection breaks', async () => {
    const caller = await service.account()
    const templateId = await caller.upload('<p>whole</p>')
    const way = proxy.route('broken', 'cut-before', 503, 'pass', 'broken')
    const platen = new Platen({
      apiKey: caller.key,
      baseUrl: service.url,
      fetch: (url, init) => fetch(url.replace(`${service.url}/files`, `${way.url}/files`), init),
    })
    const pdf = await platen.pdf.generate({ templateId, data: {} })
    assert.deepEqual(await textsOf(await pdf.download()), ['whole'])
    assert.equal(way.requests.length, 4)
    const pieces: Uint8Array[] = []
    await assert.rejects(async () => {
      for await (const piece of pdf.stream()) pieces.push(piece)
    }, ConnectionFailed)
    assert.ok(Buffer.concat(pieces).length < pdf.size)
    const slow = proxy.route('hang-before', 'hang-before')
    const waiting = new Platen({
      apiKey: caller.key,
      baseUrl: service.url,
      retries: 0,
      fetch: (url, init) => fetch(url.replace(`${service.url}/files`, `${slow.url}/files`), init),
    })
    const late = await waiting.pdf.generate({ templateId, data: {} })
    await assert.rejects(late.download({ timeoutMs: 100 }), Timeout)
    await assert.rejects(Array.fromAsync(late.stream({ timeoutMs: 100 })), Timeout)
  })

  it('stops at once when its signal is aborted', async () => {
    const caller = await service.account()
    const { platen, way } = through(caller, [
      'hang-before',
      { status: 503, headers: { 'retry-after': '20' } },
    ])
    const reason = new Error('changed my mind')
    const isReason = (error: unknown) => error === reason
    for (const requests of [1, 2]) {
      const stopping = new AbortController()
      const listing = platen.templates.list({ signal: stopping.signal })
      const timer = setInterval(() => {
        if (way.requests.length === requests) setTimeout(() => stopping.abort(reason), 50)
      }, 5)
      await assert.rejects(listing, isReason)
      clearInterval(timer)
    }
    await assert.rejects(platen.templates.list({ signal: AbortSignal.abort(reason) }), isReason)
    assert.equal(way.requests.length, 2)

    const templateId = await caller.upload('<p></p>')
    const pdf = await new Platen({ apiKey: caller.key, baseUrl: service.url }).pdf.generate({
      templateId,
      data: {},
    })
    await assert.rejects(pdf.download({ signal: AbortSignal.abort(reason) }), isReason)
    await assert.rejects(Array.fromAsync(pdf.stream({ signal: AbortSignal.abort(reason) })), isReason)
    const stopping = new AbortController()
    const reader = pdf.stream({ signal: stopping.signal }).getReader()
    assert.ok((await reader.read()).value)
    stopping.abort(reason)
    await assert.rejects(reader.read(), isReason)
    await pdf.stream().cancel()
  })
})
