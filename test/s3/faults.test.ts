import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { auditCredits } from '../../server/accounts/credits.ts'
import { pdfKey } from '../../server/generation/generations.ts'
import { cleanUp } from '../../server/jobs/cleanup.ts'
import { type Answer, base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { KEY, type Store, startStore } from './store.ts'

const DAY_MS = 24 * 3_600_000
const BUSY = 'Files cannot be stored or read at the moment, and nothing was charged. Please try again.'

describe('while S3 is in trouble', () => {
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

  const ready = (wanted: boolean) =>
    eventually(async () => {
      const answer = await send(`${platen.url}/health/ready`, 'GET')
      return (answer.status === 200) === wanted && answer
    }, 40_000)

  /** Generates while `trouble` lasts, sees that nothing is charged or kept, and that all is well afterwards. */
  async function generateDuring(trouble: () => unknown, end: () => unknown): Promise<Answer> {
    const before = await caller.credits()
    const kept = await pdfs()
    await trouble()
    const answer = await caller.generate(templateId, {})
    assert.deepEqual(await caller.credits(), before)
    await end()
    await eventually(async () => (await pdfs()).length === kept.length)
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
      () => void (store.trouble = { status, code }),
      () => void (store.trouble = undefined),
    )

  it('answers 503, charges nothing and goes on afterwards: nobody listens', async () => {
    const answer = await generateDuring(
      () => store.line.cut(),
      () => store.line.mend(),
    )
    assert.deepEqual([answer.status, answer.body], [503, { message: BUSY }])
    assert.equal(answer.headers.get('retry-after'), '5')
  })

  it('keeps no process from ending, whatever of the sweep is still to be done', async () => {
    const { database, storage } = platen.app.services
    const ending = new AbortController()
    const asked = Promise.withResolvers<void>()
    const list: typeof storage.list = (prefix, signal) => {
      asked.resolve()
      return storage.list(prefix, signal)
    }
    store.line.condition = { kind: 'silent' }
    const sweeping = cleanUp({ database, storage: { ...storage, list } }, new Date(), ending.signal)
    await asked.promise
    ending.abort()
    // Not because the store did not answer in time.
    await assert.rejects(sweeping, (error: Error) => String(error.cause).includes('(AbortError)'))
    store.line.condition = { kind: 'good' }
  })

  it('the same for 500, 503 and too many requests, after some tries', async () => {
    const before = store.refused
    assert.equal((await answers(500, 'InternalError')).status, 503)
    assert.ok(store.refused - before >= 3)
    assert.equal((await answers(503, 'SlowDown')).status, 503)
    assert.equal((await answers(429, 'TooManyRequests')).status, 503)
  })

  it('the same for an upload that is cut in the middle, of which nothing stays', async () => {
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

  it('removes what it stored too late to be charged', async () => {
    const answer = await generateDuring(
      () => void (store.line.condition = { kind: 'slow', delayMs: 6_000 }),
      () => void (store.line.condition = { kind: 'good' }),
    )
    assert.equal(answer.status, 504)
  })

  it('answers 500 when it refuses us, for that is its operator’s to see to', async () => {
    const refused = await generateDuring(
      () => store.forgetKeys(),
      () => store.learn(KEY),
    )
    assert.deepEqual([refused.status, refused.body], [500, { message: 'Internal server error' }])
    const [here, away] = [join(store.directory, 'platen'), join(store.directory, 'away')]
    await rename(here, away)
    const missing = await caller.generate(templateId, {})
    await rename(away, here)
    assert.deepEqual([missing.status, missing.body], [500, { message: 'Internal server error' }])
    assert.equal((await caller.credits()).reserved, 0)
    assert.equal((await caller.generate(templateId, {})).status, 200)
  })

  it('notices that one of the two clocks is wrong, and signs by the store’s', async () => {
    store.clockAheadMs = 3_600_000
    assert.equal((await caller.generate(templateId, {})).status, 200)
    // Set right again, it is noticed with the first call after it, which may be tried again.
    store.clockAheadMs = 0
    assert.ok([200, 503].includes((await caller.generate(templateId, {})).status))
    assert.equal((await caller.generate(templateId, {})).status, 200)
    assert.equal((await caller.credits()).reserved, 0)
  })

  it('tries a job again until the store is back', async () => {
    const before = await caller.credits()
    store.trouble = { status: 503, code: 'SlowDown' }
    const refused = store.refused
    const { status, headers } = await caller.generate(templateId, {}, { async: true })
    assert.equal(status, 200)
    await eventually(() => store.refused >= refused + 3)
    const location = headers.get('location') ?? ''
    assert.equal((await caller.call('GET', location)).body.job.status, 'processing')
    store.trouble = undefined
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', location)
      return !['pending', 'processing'].includes(body.job.status) && body.job
    }, 60_000)
    assert.equal(job.status, 'completed')
    assert.deepEqual(await downloadedTexts(job.pdfUrl), ['made'])
    assert.deepEqual(await caller.credits(), { credits: before.credits - 1, reserved: 0 })
  })

  it('never has a template without its object', async () => {
    const held = await templates()
    await store.line.cut()
    const down = await upload('<p>down</p>')
    assert.deepEqual([down.status, down.body], [503, { message: BUSY }])
    await store.line.mend()
    store.line.condition = { kind: 'reset', afterBytes: 500_000 }
    assert.equal((await upload(`<p>cut</p>${' '.repeat(1_000_000)}`)).status, 503)
    // Stored, but its answer comes too late: an object without a row, which the sweeper takes.
    store.line.condition = { kind: 'slow', delayMs: 6_000 }
    assert.equal((await upload('<p>late</p>')).status, 504)
    store.line.condition = { kind: 'good' }
    assert.deepEqual(await templates(), held)
    const objects = await Array.fromAsync(platen.app.services.storage.list('users'))
    const swept = await cleanUp(platen.app.services, new Date(Date.now() + 2 * DAY_MS))
    assert.equal(swept.sources, objects.length - held.length)
    assert.equal((await upload('<p>well</p>')).status, 201)
  })

  it('replaces a template whole or not at all, and deletes it for good', async () => {
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
    assert.equal((await left()).length, 2, 'its version before, too')
    await cleanUp(platen.app.services, new Date(Date.now() + 2 * DAY_MS))
    assert.deepEqual(await left(), [])
  })

  it('ends a download that breaks, and no other', async () => {
    const { storage, signedUrls } = platen.app.services
    const fileId = randomUUID()
    await storage.put(pdfKey(fileId), Buffer.alloc(60_000_000))
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
    assert.equal((await whole.arrayBuffer()).byteLength, 60_000_000)
  })

  it('is not ready until the store is back, and says which part it is', async () => {
    await store.line.cut()
    const unready = await ready(false)
    assert.deepEqual([unready.status, unready.body.parts.storage], [503, 'unavailable'])
    assert.equal((await send(`${platen.url}/health/live`, 'GET')).status, 200)
    await store.line.mend()
    store.line.condition = { kind: 'silent' }
    await ready(false)
    store.line.condition = { kind: 'good' }
    assert.equal((await ready(true)).body.parts.storage, 'ok')
  })
})
