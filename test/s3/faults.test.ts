import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { pdfKey } from '../../packages/server/src/generation/generations.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { type Answer, base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { KEY, type Store, startStore } from './store.ts'

const DAY_MS = 24 * 3_600_000
/** Size of a PDF that does not fit into the buffers of its connections, in bytes. */
const LARGE = 32_000_000
const BUSY = 'Files cannot be stored or read at the moment, and nothing was charged. Please try again.'

describe('faults of S3', () => {
  let store: Store
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    store = await startStore()
    platen = await startPlaten({
      environment: { STORAGE_URL: store.url({ more: '&links=service' }) },
      overrides: { syncLimitMs: 4_000 },
    })
    caller = await platen.account({ credits: 100 })
    templateId = await caller.upload('<p>made</p>')
    await ready(true)
  })
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
  })

  const ready = (expected: boolean) =>
    eventually(async () => {
      const answer = await send(`${platen.url}/health/ready`, 'GET')
      return (answer.status === 200) === expected && answer
    }, 40_000)

  /** Renders during a fault, checks that nothing is charged or stored, and that the service recovers. */
  async function generateDuring(begin: () => unknown, end: () => unknown): Promise<Answer> {
    const before = await caller.credits()
    const stored = await pdfs()
    await begin()
    const answer = await caller.generate(templateId, {})
    assert.deepEqual(await caller.credits(), before)
    await end()
    await eventually(async () => (await pdfs()).length === stored.length)
    const { status, body } = await caller.generate(templateId, {})
    assert.equal(status, 200, body.message)
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['made'])
    assert.deepEqual(await caller.credits(), { credits: before.credits - 1, reserved: 0 })
    return answer
  }

  const pdfs = () => Array.fromAsync(platen.app.services.storage.list('pdfs'))
  const templates = async () => (await caller.call('GET', '/v1/templates')).body.templates
  const upload = (source: string) =>
    caller.call('POST', '/v1/templates/upload', {
      name: 'x',
      content: base64(source),
      contentEncoding: 'base64',
    })
  const answers = (status: number, code: string) =>
    generateDuring(
      () => void (store.fault = { status, code }),
      () => void (store.fault = undefined),
    )

  it('answers 503 and charges nothing while the store is unreachable, and recovers afterwards', async () => {
    const answer = await generateDuring(
      () => store.line.cut(),
      () => store.line.mend(),
    )
    assert.deepEqual([answer.status, answer.body], [503, { message: BUSY }])
    assert.equal(answer.headers.get('retry-after'), '5')
  })

  it('aborts the sweep when the process ends', async () => {
    const { database, storage } = platen.app.services
    const ending = new AbortController()
    const listed = Promise.withResolvers<void>()
    const list: typeof storage.list = (prefix, signal) => {
      listed.resolve()
      return storage.list(prefix, signal)
    }
    store.line.condition = { kind: 'silent' }
    const sweeping = cleanUp({ database, storage: { ...storage, list } }, new Date(), ending.signal)
    await listed.promise
    ending.abort()
    // Aborted, not timed out.
    await assert.rejects(sweeping, (error: Error) => String(error.cause).includes('(AbortError)'))
    store.line.condition = { kind: 'good' }
  })

  it('answers 503 after retries when the store answers 500, 503 or 429', async () => {
    const before = store.refused
    assert.equal((await answers(500, 'InternalError')).status, 503)
    assert.ok(store.refused - before >= 3)
    assert.equal((await answers(503, 'SlowDown')).status, 503)
    assert.equal((await answers(429, 'TooManyRequests')).status, 503)
  })

  it('answers 503 when an upload is cut in the middle, and stores nothing', async () => {
    const answer = await generateDuring(
      () => void (store.line.condition = { kind: 'reset', afterBytes: 3_000 }),
      () => void (store.line.condition = { kind: 'good' }),
    )
    assert.deepEqual([answer.status, answer.body], [503, { message: BUSY }])
  })

  it('waits for a slow store, and answers 504 in time for a silent one', async () => {
    store.line.condition = { kind: 'slow', delayMs: 1_000 }
    assert.equal((await caller.generate(templateId, {})).status, 200)
    const answer = await generateDuring(
      () => void (store.line.condition = { kind: 'silent' }),
      () => void (store.line.condition = { kind: 'good' }),
    )
    assert.equal(answer.status, 504)
    assert.match(answer.body.message, /in time, and nothing was charged/)
  })

  it('removes a PDF that was stored too late to be charged', async () => {
    const answer = await generateDuring(
      () => void (store.line.condition = { kind: 'slow', delayMs: 6_000 }),
      () => void (store.line.condition = { kind: 'good' }),
    )
    assert.equal(answer.status, 504)
  })

  it('answers 500 when the store rejects the credentials or the bucket is missing', async () => {
    const refused = await generateDuring(
      () => store.forgetKeys(),
      () => store.addKey(KEY),
    )
    assert.deepEqual([refused.status, refused.body], [500, { message: 'Internal server error' }])
    const [bucket, away] = [join(store.directory, 'platen'), join(store.directory, 'away')]
    await rename(bucket, away)
    const missing = await caller.generate(templateId, {})
    await rename(away, bucket)
    assert.deepEqual([missing.status, missing.body], [500, { message: 'Internal server error' }])
    assert.equal((await caller.credits()).reserved, 0)
    assert.equal((await caller.generate(templateId, {})).status, 200)
  })

  it('corrects clock skew with the time of the store', async () => {
    store.clockAheadMs = 3_600_000
    assert.equal((await caller.generate(templateId, {})).status, 200)
    // After the clock is corrected, the first call detects it and may fail with 503.
    store.clockAheadMs = 0
    assert.ok([200, 503].includes((await caller.generate(templateId, {})).status))
    assert.equal((await caller.generate(templateId, {})).status, 200)
    assert.equal((await caller.credits()).reserved, 0)
  })

  it('retries a job until the store is back', async () => {
    const before = await caller.credits()
    store.fault = { status: 503, code: 'SlowDown' }
    const refused = store.refused
    const { status, headers } = await caller.generate(templateId, {}, { async: true })
    assert.equal(status, 200)
    await eventually(() => store.refused >= refused + 3)
    const location = headers.get('location') ?? ''
    assert.equal((await caller.call('GET', location)).body.job.status, 'processing')
    store.fault = undefined
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', location)
      return !['pending', 'processing'].includes(body.job.status) && body.job
    }, 60_000)
    assert.equal(job.status, 'completed')
    assert.deepEqual(await downloadedTexts(job.pdfUrl), ['made'])
    assert.deepEqual(await caller.credits(), { credits: before.credits - 1, reserved: 0 })
  })

  it('never stores a template without its object', async () => {
    const before = await templates()
    await store.line.cut()
    const down = await upload('<p>down</p>')
    assert.deepEqual([down.status, down.body], [503, { message: BUSY }])
    await store.line.mend()
    store.line.condition = { kind: 'reset', afterBytes: 500_000 }
    assert.equal((await upload(`<p>cut</p>${' '.repeat(1_000_000)}`)).status, 503)
    // Stored, but the answer is too late: an object without a row, which the sweep removes.
    store.line.condition = { kind: 'slow', delayMs: 6_000 }
    assert.equal((await upload('<p>late</p>')).status, 504)
    store.line.condition = { kind: 'good' }
    assert.deepEqual(await templates(), before)
    const objects = await Array.fromAsync(platen.app.services.storage.list('users'))
    const swept = await cleanUp(platen.app.services, new Date(Date.now() + 2 * DAY_MS))
    assert.equal(swept.contents, objects.length - before.length)
    assert.equal((await upload('<p>well</p>')).status, 201)
  })

  it('replaces a template completely or not at all, and deletes it permanently', async () => {
    const id = await caller.upload('<p>old</p>')
    const replace = (source: string) =>
      caller.call('PUT', `/v1/templates/${id}`, { content: base64(source), contentEncoding: 'base64' })
    const content = async () => (await caller.call('GET', `/v1/templates/${id}`)).body.template.content
    await store.line.cut()
    assert.equal((await replace('<p>new</p>')).status, 503)
    await store.line.mend()
    assert.equal(await content(), '<p>old</p>')
    assert.equal((await replace('<p>new</p>')).status, 200)
    assert.equal(await content(), '<p>new</p>')
    await store.line.cut()
    assert.equal((await caller.call('DELETE', `/v1/templates/${id}`)).status, 200)
    await store.line.mend()
    assert.equal((await caller.call('GET', `/v1/templates/${id}`)).status, 404)
    const left = async () =>
      (await Array.fromAsync(platen.app.services.storage.list('users'))).filter(({ key }) => key.includes(id))
    assert.equal((await left()).length, 2, 'its current and its previous version')
    await cleanUp(platen.app.services, new Date(Date.now() + 2 * DAY_MS))
    assert.deepEqual(await left(), [])
  })

  it('ends only the download whose connection breaks', async () => {
    const { storage, signedUrls } = platen.app.services
    const fileId = randomUUID()
    await storage.put(pdfKey(fileId), Buffer.alloc(LARGE))
    const url = signedUrls.sign({ fileId, fileName: 'large.pdf' }, new Date(Date.now() + DAY_MS))
    const [broken, other] = await Promise.all([fetch(url), caller.call('GET', '/v1/templates')])
    assert.deepEqual([broken.status, other.status], [200, 200])
    await store.line.cut()
    await assert.rejects(broken.arrayBuffer())
    const refused = await send(url, 'GET')
    assert.deepEqual([refused.status, refused.body], [503, { message: BUSY }])
    assert.equal((await caller.call('GET', '/v1/templates')).status, 200)
    await store.line.mend()
    const whole = await fetch(url)
    assert.equal((await whole.arrayBuffer()).byteLength, LARGE)
  })

  it('is not ready until the store is back, and names the part', async () => {
    await store.line.cut()
    const unready = await ready(false)
    assert.deepEqual([unready.status, unready.body.components.storage], [503, 'unavailable'])
    assert.equal((await send(`${platen.url}/health/live`, 'GET')).status, 200)
    await store.line.mend()
    store.line.condition = { kind: 'silent' }
    await ready(false)
    store.line.condition = { kind: 'good' }
    assert.equal((await ready(true)).body.components.storage, 'ok')
  })
})
