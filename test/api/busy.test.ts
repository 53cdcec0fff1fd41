import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKey, deleteKey } from '../../packages/server/src/accounts/keys.ts'
import { base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'

const BUSY = { message: 'The service is busy. Please try again in a moment.' }
/** Never ends and uses no processor time, so that other renders are not delayed. */
const ENDLESS = '<script>window.platen.ready = new Promise(() => {})</script>'
/** With one tab, more calls than the limiter admits in a burst of one account. */
const MANY = 70
/** More unknown keys than may be looked up at the same time. */
const GUESSES = 340

describe('a service with more calls than it can answer', () => {
  let platen: Platen
  let greedy: Caller
  let endless: string
  before(async () => {
    platen = await startPlaten({ environment: { TABS: '1' }, overrides: { syncLimitMs: 8_000 } })
    greedy = await platen.account({ credits: 1_000 })
    endless = await greedy.upload(ENDLESS)
  })
  after(() => platen[Symbol.asyncDispose]())

  const refusedAtOnce = (answer: { status: number; body: unknown; headers: Headers }) => {
    assert.deepEqual([answer.status, answer.body, answer.headers.get('retry-after')], [503, BUSY, '4'])
  }

  it('rejects synchronous calls of one account (503), accepts its jobs, and serves other accounts', async () => {
    const other = await platen.account()
    const otherTemplate = await other.upload('<p>served</p>')
    const template = await greedy.upload('<p>later</p>')
    const answers = Array.from({ length: MANY }, () => greedy.generate(endless, {}))
    // The order of arrival is not defined.
    refusedAtOnce(await Promise.race(answers))
    // Waiting calls have not reserved credits yet.
    const { reserved } = await greedy.credits()
    assert.ok(reserved < MANY / 2, String(reserved))

    const [sync, dry, preview, job, large, list, others] = await Promise.all([
      greedy.generate(template, {}),
      greedy.generate(template, {}, { dryRun: true }),
      greedy.call('POST', '/v1/templates/preview', {
        content: base64('<p>x</p>'),
        contentEncoding: 'base64',
      }),
      greedy.generate(template, {}, { async: true }),
      // A large body is not read before the key is looked up.
      greedy.generate(template, { text: 'x'.repeat(100_000) }, { async: true }),
      greedy.call('GET', '/v1/templates'),
      other.generate(otherTemplate, {}),
    ])
    for (const refused of [sync, dry, preview]) refusedAtOnce(refused)
    refusedAtOnce(await greedy.generate(template, { text: 'x'.repeat(100_000) }))
    assert.deepEqual([job.status, large.status, list.status, others.status], [200, 200, 200, 200])
    assert.deepEqual(await downloadedTexts(others.body.pdfUrl), ['served'])

    const statuses = new Set((await Promise.all(answers)).map(({ status }) => status))
    assert.deepEqual([...statuses].toSorted(), [503, 504])
    assert.equal((await greedy.generate(template, {})).status, 200)
    for (const { headers } of [job, large]) {
      const path = headers.get('location') ?? ''
      await eventually(async () => (await greedy.call('GET', path)).body.job.status === 'completed')
    }
    await eventually(async () => (await greedy.credits()).reserved === 0)
  })

  it('starts the next call when a client disconnects, and checks the key when a queued call starts', async () => {
    const caller = await platen.account({ credits: 1_000 })
    const slow = await caller.upload(ENDLESS)
    const quick = await caller.upload('<p>served</p>')
    const { database } = platen.app.services
    const newKey = { accountId: caller.accountId, name: 'second', expiresAt: undefined }
    const { key, tokenId } = await createKey(database, newKey)
    const withSecond = (method: string, path: string, body?: unknown) =>
      caller.call(method, path, body, { 'x-api-key': key })
    assert.equal((await withSecond('GET', '/v1/templates')).status, 200)
    const disconnect = new AbortController()
    const body = JSON.stringify({ templateId: slow, data: {} })
    const headers = { 'content-type': 'application/json', 'x-api-key': caller.key }
    const url = `${platen.url}/v1/pdf/generate`
    // As many calls as may be active at the same time.
    const active = Array.from({ length: 16 }, () =>
      fetch(url, { method: 'POST', headers, body, signal: disconnect.signal }).catch(() => undefined),
    )
    await eventually(async () => (await caller.credits()).reserved === active.length)
    const next = caller.generate(quick, {})
    const revoked = withSecond('POST', '/v1/pdf/generate', { templateId: quick, data: {} })
    // An invalid call is rejected at once.
    assert.equal((await caller.call('POST', '/v1/pdf/generate', {})).status, 400)
    await deleteKey(database, tokenId)
    disconnect.abort()
    assert.deepEqual([(await next).status, (await revoked).status], [200, 401])
  })

  it('serves calls with known keys during a flood of invalid keys', async () => {
    // With the default time limit, because so many guesses take long on a slow machine.
    await using patient = await startPlaten()
    const caller = await patient.account()
    assert.equal((await caller.call('GET', '/v1/templates')).status, 200)
    const { database } = patient.app.services
    const guess = (n: number) =>
      send(`${patient.url}/v1/templates`, 'GET', undefined, { 'x-api-key': `tlfy_${`${n}`.padEnd(43, 'A')}` })
    const { guesses, known } = await database.transaction().execute(async (transaction) => {
      await sql`lock table api_keys in access exclusive mode`.execute(transaction)
      const guesses = Array.from({ length: GUESSES }, (_, n) => guess(n))
      await Promise.race(guesses)
      return { guesses, known: caller.call('GET', '/v1/templates') }
    })
    assert.equal((await known).status, 200)
    const answers = await Promise.all(guesses)
    const refused = answers.find(({ status }) => status === 503)
    assert.deepEqual([refused?.body, refused?.headers.get('retry-after')], [BUSY, '1'])
    assert.ok(answers.every(({ status }) => [401, 429, 503].includes(status)))
  })
})
