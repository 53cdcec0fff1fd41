import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addCredits, auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { createKey, KEY_SCOPES, type KeyScope } from '../../packages/server/src/accounts/keys.ts'
import { type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { contentsOf } from '../pdf.ts'

const LABEL = '/PlatenLabel Do'

describe('test keys', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen?.[Symbol.asyncDispose]())

  /** Creates an account with a template, and returns calls with its live key and with a test key. */
  const accountWithTestKey = async (credits: number) => {
    const live = await platen.account({ credits })
    const { database } = platen.app.services
    const { key, tokenId } = await createKey(database, {
      accountId: live.accountId,
      name: 'Staging',
      isTest: true,
    })
    const test: Pick<Caller, 'call' | 'generate'> = {
      call: (method, path, body, headers = {}) =>
        send(platen.url + path, method, body, { 'x-api-key': key, ...headers }),
      generate: (templateId, data, more = {}) =>
        test.call('POST', '/v1/pdf/generate', { templateId, data, ...more }),
    }
    return { live, test, key, tokenId, templateId: await live.upload('<p>{{n}}</p>') }
  }
  const pdfOf = async (url: string) => contentsOf(Buffer.from(await (await fetch(url)).arrayBuffer()))

  it('have a prefix of their own, and render with a label at no cost', async () => {
    const { live, test, key, templateId, tokenId } = await accountWithTestKey(5)
    assert.match(key, /^tlfy_test_[\w-]{43}$/)
    const marked = await test.generate(templateId, [{ n: 1 }, { n: 2 }])
    assert.equal(marked.status, 200, JSON.stringify(marked.body))
    assert.equal(marked.body.pagesGenerated, 2)
    const labelled = /\/XObject <<[^>]*\/PlatenLabel \d+ 0 R/g
    assert.equal((await pdfOf(marked.body.pdfUrl)).match(labelled)?.length, 2, 'a label on each sheet')
    assert.deepEqual(await live.credits(), { credits: 5, reserved: 0 })

    const plain = await live.generate(templateId, { n: 1 })
    assert.ok(!(await pdfOf(plain.body.pdfUrl)).includes(LABEL))
    assert.deepEqual(await live.credits(), { credits: 4, reserved: 0 })
    const { body: usage } = await live.call('GET', '/v1/usage')
    assert.deepEqual([usage.pages, usage.completed], [1, 2], 'only charged pages count')
    const ofTestKey = usage.keys.find((counted: { tokenId: string }) => counted.tokenId === tokenId)
    assert.deepEqual([ofTestKey.pages, ofTestKey.completed], [0, 1])
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
  })

  it('put the label on PDFs with options: PDF/A, a password and selected sheets', async () => {
    const { test, templateId } = await accountWithTestKey(0)
    const archive = await test.generate(templateId, { n: 1 }, { options: { pdfa: '3b' } })
    assert.equal(archive.status, 200, JSON.stringify(archive.body))
    assert.ok((await pdfOf(archive.body.pdfUrl)).includes(LABEL))
    const selected = await test.generate(templateId, [{ n: 1 }, { n: 2 }], { options: { pageRanges: '2' } })
    assert.ok((await pdfOf(selected.body.pdfUrl)).includes(LABEL))
    assert.equal((await test.generate(templateId, {}, { options: { password: 'secret' } })).status, 200)
  })

  it('need no credits, also if the balance is negative', async () => {
    const { live, test, templateId } = await accountWithTestKey(0)
    assert.equal((await live.generate(templateId, {})).status, 402)
    assert.equal((await test.generate(templateId, {})).status, 200)
    const { accountId } = live
    await addCredits(platen.app.services.database, { accountId, credits: -3, reference: randomUUID() })
    assert.equal((await test.generate(templateId, {})).status, 200)
    const dryRun = await test.generate(templateId, [{}, {}], { dryRun: true })
    assert.deepEqual([dryRun.body.cost, dryRun.body.pagesGenerated], [0, 2])
    assert.equal((await test.generate(templateId, {}, { templateVersion: 9 })).status, 404)
    assert.deepEqual(await live.credits(), { credits: -3, reserved: 0 })
  })

  it('start jobs that are marked as tests, and mail only the address of the account', async () => {
    const { live, test, templateId } = await accountWithTestKey(0)
    const refused = await test.generate(
      templateId,
      {},
      { async: true, sendEmail: [live.email, 'ada@example.org'] },
    )
    assert.equal(refused.status, 400)
    assert.equal(
      refused.body.message,
      `A test key can send mail only to the address of the account, ${live.email}. sendEmail also names ada@example.org.`,
    )
    for (const sendEmail of [undefined, [live.email.toUpperCase().replace('EXAMPLE.COM', 'example.com')]]) {
      const { status, headers } = await test.generate(templateId, {}, { async: true, sendEmail })
      assert.equal(status, 200)
      const job = await eventually(async () => {
        const { body } = await live.call('GET', headers.get('location') ?? '')
        return body.job.status === 'completed' && body.job
      })
      assert.deepEqual([job.isTest, job.pagesGenerated], [true, 1])
      assert.ok((await pdfOf(job.pdfUrl)).includes(LABEL))
      assert.deepEqual(
        job.recipients.map(({ email }: { email: string }) => email.toLowerCase()),
        [live.email],
      )
    }
    assert.deepEqual(await live.credits(), { credits: 0, reserved: 0 })
  })

  it('release nothing when a render fails', async () => {
    const { live, test } = await accountWithTestKey(3)
    const broken = await live.upload('<p>{{nope 1}}</p>')
    assert.equal((await test.generate(broken, {})).status, 400)
    assert.deepEqual(await live.credits(), { credits: 3, reserved: 0 })
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
  })

  it('share the limits of previews: 120 pages a minute and 10,000 a day (429)', async () => {
    const { live, test, templateId } = await accountWithTestKey(1)
    const { database } = platen.app.services
    const bucket = `previews ${live.accountId}`
    assert.equal((await test.generate(templateId, [{}, {}, {}])).status, 200)
    const { rows } = await sql<{ tokens: number }>`
      select tokens from token_buckets where subject = ${bucket}`.execute(database)
    assert.equal(rows[0]?.tokens, 117)
    // Simulates 1,000 further pages. With fewer, a slow machine would have new tokens before the next call.
    await sql`update token_buckets set tokens = -1000 where subject = ${bucket}`.execute(database)
    const over = await test.generate(templateId, {})
    assert.equal(over.status, 429)
    assert.match(over.body.message, /^An account may make 120 previews and test pages a minute\./)
    assert.ok(Number(over.headers.get('retry-after')) > 0)

    const daily = await accountWithTestKey(1)
    await sql`insert into preview_limits (account_id, day, previews)
      values (${daily.live.accountId}, date(clock_timestamp() at time zone 'utc'), 9999)`.execute(database)
    assert.equal((await daily.test.generate(daily.templateId, {})).status, 200)
    const overDay = await daily.test.generate(daily.templateId, {})
    assert.equal(overDay.status, 429)
    assert.match(overDay.body.message, /10,000 previews and test pages a day/)
    assert.equal((await live.generate(templateId, {})).status, 200, 'calls with a live key are not limited')
  })

  it('have idempotency keys that differ from those of live keys (409)', async () => {
    const { live, test, templateId } = await accountWithTestKey(5)
    const call = async (caller: Pick<Caller, 'call'>) => {
      const header = { 'idempotency-key': 'order 17' }
      return await caller.call('POST', '/v1/pdf/generate', { templateId, data: {} }, header)
    }
    const first = await call(test)
    assert.equal(first.status, 200)
    assert.equal((await call(test)).headers.get('idempotent-replayed'), 'true')
    const other = await call(live)
    assert.equal(other.status, 409)
    assert.match(other.body.message, /an API key of the other mode/)
  })
})

describe('scopes of API keys', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 10 })
  })
  after(() => platen?.[Symbol.asyncDispose]())

  const keyWith = async (...scopes: KeyScope[]) =>
    (await createKey(platen.app.services.database, { accountId: caller.accountId, name: 'x', scopes })).key

  /** Scopes of the operations that do not follow from their method. */
  const SCOPES: Record<string, KeyScope | 'any'> = {
    'POST /v1/pdf/generate': 'render',
    'POST /v1/templates/preview': 'render',
    'POST /v1/templates/check': 'read',
    'POST /v1/einvoices': 'render',
    'POST /v1/einvoices/validate': 'read',
    'POST /v1/einvoices/extract': 'read',
    'POST /v1/webhook-listeners': 'read',
    'POST /v1/webhook-listeners/{listenerId}/poll': 'read',
    'DELETE /v1/webhook-listeners/{listenerId}': 'read',
    'GET /v1/jobs/{jobId}': 'any',
    'POST /v1/batches': 'render',
    'POST /v1/batches/{batchId}/cancel': 'render',
    'POST /v1/batches/{batchId}/resume': 'render',
    'GET /v1/batches/{batchId}': 'any',
    'GET /v1/batches/{batchId}/failed-rows': 'any',
  }

  it('allow or reject each operation of the API (403)', async () => {
    const { paths } = JSON.parse(
      await readFile(new URL('../../packages/server/src/openapi/v1.json', import.meta.url), 'utf8'),
    ) as { paths: Record<string, object> }
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    )
    const keys = await Promise.all(KEY_SCOPES.map(async (scope) => ({ scope, key: await keyWith(scope) })))
    const checked = new Set<string>()
    for (const { method, path } of operations.filter(({ path }) => path.startsWith('/v1/'))) {
      const name = `${method} ${path}`
      checked.add(name)
      const needed = SCOPES[name] ?? (method === 'GET' ? 'read' : 'write')
      for (const { scope, key } of keys) {
        const url = platen.url + path.replaceAll(/\{\w+\}/g, randomUUID())
        const { status, body } = await send(url, method, method === 'GET' ? undefined : {}, {
          'x-api-key': key,
        })
        const isAllowed = needed === 'any' || needed === scope
        assert.equal(status === 403, !isAllowed, `${name} with ${scope}: ${status}`)
        if (isAllowed) continue
        const message = `This call needs an API key with the scope "${needed}". This key has "${scope}". Use another key, or create one in the dashboard.`
        assert.equal(body.message, message)
      }
    }
    for (const name of Object.keys(SCOPES)) assert.ok(checked.has(name), name)
  })

  it('allow a key with "render" to generate and to read its job', async () => {
    const key = await keyWith('render')
    const templateId = await caller.upload('<p>x</p>')
    const call = (method: string, path: string, body?: object) =>
      send(platen.url + path, method, body, { 'x-api-key': key })
    assert.equal((await call('POST', '/v1/pdf/generate', { templateId, data: {} })).status, 200)
    const started = await call('POST', '/v1/pdf/generate', { templateId, data: {}, async: true })
    assert.equal((await call('GET', started.headers.get('location') ?? '')).status, 200)
    assert.equal((await call('GET', '/v1/jobs')).status, 403)
    assert.equal((await call('GET', `/v1/templates/${templateId}`)).status, 403)
  })

  it('apply to the tools of /mcp', async () => {
    const key = await keyWith('render')
    const tool = async (name: string, args: object) =>
      await send(
        `${platen.url}/mcp`,
        'POST',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        { 'x-api-key': key, accept: 'application/json, text/event-stream' },
      )
    const { status, body } = await tool('list_templates', {})
    assert.equal(status, 200)
    assert.match(JSON.stringify(body), /needs an API key with the scope \\+"read/)
  })
})
