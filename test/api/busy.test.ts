import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKey, removeKey } from '../../server/accounts/keys.ts'
import { base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'

const BUSY = { message: 'The service is busy. Please try again in a moment.' }
/** It needs no processor, so that it takes nothing from what has to be served beside it. */
const ENDLESS = '<script>window.platen.ready = new Promise(() => {})</script>'
/** With one tab, more than a burst of one account’s may be. */
const MANY = 70
/** More keys than strangers may have looked up at once. */
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

  it('refuses one account’s synchronous calls, takes its jobs, and makes what others want', async () => {
    const other = await platen.account()
    const otherTemplate = await other.upload('<p>served</p>')
    const template = await greedy.upload('<p>later</p>')
    const answers = Array.from({ length: MANY }, () => greedy.generate(endless, {}))
    // In which order they arrive is the kernel's choice.
    refusedAtOnce(await Promise.race(answers))
    // What waits has reserved nothing yet.
    const { reserved } = await greedy.credits()
    assert.ok(reserved < MANY / 2, String(reserved))

    const [sync, dry, look, job, large, list, others] = await Promise.all([
      greedy.generate(template, {}),
      greedy.generate(template, {}, { dryRun: true }),
      greedy.call('POST', '/v1/templates/preview', {
        content: base64('<p>x</p>'),
        contentEncoding: 'base64',
      }),
      greedy.generate(template, {}, { async: true }),
      // Its body is not read before its key.
      greedy.generate(template, { text: 'x'.repeat(100_000) }, { async: true }),
      greedy.call('GET', '/v1/templates'),
      other.generate(otherTemplate, {}),
    ])
    for (const refused of [sync, dry, look]) refusedAtOnce(refused)
    refusedAtOnce(await greedy.generate(template, { text: 'x'.repeat(100_000) }))
    assert.deepEqual([job.status, large.status, list.status, others.status], [200, 200, 200, 200])
    assert.deepEqual(await downloadedTexts(others.body.pdfUrl), ['served'])

    const ends = new Set((await Promise.all(answers)).map(({ status }) => status))
    assert.deepEqual([...ends].toSorted(), [503, 504])
    assert.equal((await greedy.generate(template, {})).status, 200)
    for (const { headers } of [job, large]) {
      const path = headers.get('location') ?? ''
      await eventually(async () => (await greedy.call('GET', path)).body.job.status === 'completed')
    }
    await eventually(async () => (await greedy.credits()).reserved === 0)
  })

  it('gives the turn of who has hung up to the next, and looks at each key when its turn has come', async () => {
    const caller = await platen.account({ credits: 1_000 })
    const slow = await caller.upload(ENDLESS)
    const quick = await caller.upload('<p>served</p>')
    const { database } = platen.app.services
    const wanted = { accountId: caller.accountId, name: 'second', expiresAt: undefined }
    const { key, tokenId } = await createKey(database, wanted)
    const withSecond = (method: string, path: string, body?: unknown) =>
      caller.call(method, path, body, { 'x-api-key': key })
    assert.equal((await withSecond('GET', '/v1/templates')).status, 200)
    const hangUp = new AbortController()
    const body = JSON.stringify({ templateId: slow, data: {} })
    const headers = { 'content-type': 'application/json', 'x-api-key': caller.key }
    const url = `${platen.url}/v1/pdf/generate`
    // As many as are let on at once.
    const gone = Array.from({ length: 16 }, () =>
      fetch(url, { method: 'POST', headers, body, signal: hangUp.signal }).catch(() => undefined),
    )
    await eventually(async () => (await caller.credits()).reserved === gone.length)
    const next = caller.generate(quick, {})
    const revoked = withSecond('POST', '/v1/pdf/generate', { templateId: quick, data: {} })
    // What is wrong with a call is said at once.
    assert.equal((await caller.call('POST', '/v1/pdf/generate', {})).status, 400)
    await removeKey(database, tokenId)
    hangUp.abort()
    assert.deepEqual([(await next).status, (await revoked).status], [200, 401])
  })

  it('keeps nobody who is known from being heard, however many keys are made up', async () => {
    // With the usual time limit: so many guesses may take a slow machine long.
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
