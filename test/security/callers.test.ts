import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, it, mock } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createKey, deleteKey } from '../../packages/server/src/accounts/keys.ts'
import { insertContents, numbered } from '../contents.ts'
import { recordStatements } from '../database/statements.ts'
import { base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { operationsOf } from './operations.ts'

const guessed = 'tlfy_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg'
/** Signed with HS256 and valid for long, like a token of an identity provider. */
const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwiZXhwIjo0MTAyNDQ0ODAwfQ.R2CN0cVFCFsCmGGQ2VhL9y4Xj1Tt8tqBRd4FkRxEMXg'

describe('authorization of calls', () => {
  let platen: Platen
  let second: Platen
  let caller: Caller
  before(async () => {
    const overrides = { failedKeysPerMinute: 100_000 }
    platen = await startPlaten({ overrides })
    second = await startPlaten({
      overrides,
      environment: { ROLE: 'api', DATABASE_URL: platen.databaseUrl },
    })
    caller = await platen.account({ credits: 1_000 })
  })
  after(async () => {
    await second[Symbol.asyncDispose]()
    await platen[Symbol.asyncDispose]()
  })

  const make = (expiresAt?: Date) =>
    createKey(platen.app.services.database, { accountId: caller.accountId, name: 'x', expiresAt })
  const deactivate = (tokenId: string) =>
    sql`update api_keys set deactivated_at = now() where token_id = ${tokenId}`.execute(
      platen.app.services.database,
    )
  const list = async (key: string, service = platen) =>
    (await send(`${service.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status

  it('A01 A03 answers every invalid key and a JWT alike on every route', async () => {
    const { database } = platen.app.services
    const [revoked, deactivated, expired] = [await make(), await make(), await make()]
    await deleteKey(database, revoked.tokenId)
    await deactivate(deactivated.tokenId)
    await sql`update api_keys set expires_at = now() where token_id = ${expired.tokenId}`.execute(database)
    const credentials: Record<string, Record<string, string>> = {
      none: {},
      unknown: { 'x-api-key': guessed },
      revoked: { 'x-api-key': revoked.key },
      deactivated: { 'x-api-key': deactivated.key },
      expired: { 'x-api-key': expired.key },
      'a JWT': { authorization: `Bearer ${JWT}` },
      'a JWT as the key': { 'x-api-key': JWT },
      'a JWT beside a revoked key': { authorization: `Bearer ${JWT}`, 'x-api-key': revoked.key },
    }
    const routes = (await operationsOf(platen.url)).filter(({ path }) => path.startsWith('/v1/'))
    assert.ok(routes.length >= 10)
    for (const { method, path } of routes) {
      for (const [what, headers] of Object.entries(credentials)) {
        const url = platen.url + path.replace(/\{\w+\}/, randomUUID())
        const answer = await send(url, method, method.startsWith('P') ? '{}' : undefined, headers)
        assert.deepEqual(
          [answer.status, answer.body, answer.headers.get('www-authenticate')],
          [401, { message: 'The API key is missing or not valid. Send it in the x-api-key header.' }, null],
          `${method} ${path} with ${what}`,
        )
      }
    }
  })

  it('A12 rejects a deactivated key in every process immediately', async () => {
    const { key, tokenId } = await make()
    const calls: { at: number; status: Promise<number> }[] = []
    let isOver = false
    const asking = (async () => {
      for (let n = 0; !isOver; n += 1) {
        calls.push({ at: performance.now(), status: list(key, n % 2 ? platen : second) })
        await delay(5)
      }
    })()
    await eventually(() => calls.length > 20, 60_000)
    await deactivate(tokenId)
    const deactivatedAt = performance.now()
    const before = calls.length
    await eventually(() => calls.length > before + 20, 60_000)
    isOver = true
    await asking
    const outcomes = await Promise.all(
      calls.map(async ({ at, status }) => ({ isLate: at > deactivatedAt, status: await status })),
    )
    const late = outcomes.filter(({ isLate }) => isLate)
    assert.ok(late.length > 10 && outcomes.length - late.length > 10, `${late.length} of ${outcomes.length}`)
    assert.deepEqual(new Set(late.map(({ status }) => status)), new Set([401]))
    assert.equal(outcomes[0]?.status, 200)
  })

  it('A13 finishes jobs that were accepted before a key was deactivated, and accepts none after', async () => {
    const { key, tokenId } = await make()
    const post = (body: object) => send(`${platen.url}/v1/pdf/generate`, 'POST', body, { 'x-api-key': key })
    const templateId = await caller.upload(
      '<p>made<script>platen.ready = new Promise((resolve) => setTimeout(resolve, 1_000))</script>',
    )
    const synchronous = post({ templateId, data: {} })
    const { headers } = await post({ templateId, data: {}, async: true })
    await eventually(async () => (await caller.credits()).reserved === 2, 60_000)
    await deactivate(tokenId)
    assert.equal((await post({ templateId, data: {} })).status, 401)
    const { status, body } = await synchronous
    assert.equal(status, 200)
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['made'])
    await eventually(
      async () => (await caller.call('GET', headers.get('location') ?? '')).body.job.status === 'completed',
      60_000,
    )
  })

  it('A14 rejects a key from the second in which it expires', async () => {
    // On a slow machine the first call may take longer than a short-lived key is valid.
    for (let lifeMs = 1_000; ; lifeMs *= 2) {
      const expiresAt = new Date(Date.now() + lifeMs)
      const { key } = await make(expiresAt)
      const status = await list(key)
      const isInTime = Date.now() < expiresAt.getTime()
      if (isInTime) assert.equal(status, 200)
      await delay(Math.max(0, expiresAt.getTime() - Date.now()) + 1)
      assert.equal(await list(key), 401)
      if (isInTime) break
    }
  })

  it("A20 does the same work for another account's id as for an unknown id", async () => {
    const owner = await platen.account()
    const template = await owner.upload('<p>theirs')
    const { headers } = await owner.generate(template, {}, { async: true })
    const job = headers.get('location')?.split('/').at(-1) ?? ''
    // With its mail, so that no background work runs during the comparison.
    await eventually(async () => {
      const { body } = await owner.call('GET', `/v1/jobs/${job}`)
      return body.job.recipients[0]?.status === 'sent'
    }, 60_000)
    const source = { content: base64('x'), contentEncoding: 'base64' }
    const calls: [method: string, path: (id: string) => string, body?: (id: string) => object][] = [
      ['GET', (id) => `/v1/templates/${id}`],
      ['PUT', (id) => `/v1/templates/${id}`, () => source],
      ['DELETE', (id) => `/v1/templates/${id}`],
      ['GET', (id) => `/v1/jobs/${id}`],
      ['POST', () => '/v1/pdf/generate', (templateId) => ({ templateId, data: {} })],
      ['POST', () => '/v1/pdf/generate', (templateId) => ({ templateId, data: {}, async: true })],
    ]
    const keyHash = JSON.stringify(createHash('sha256').update(caller.key).digest())
    /** Returns the texts of a call's SQL statements, and the number of its reads from the object store. */
    const workOf = async (id: string, call: () => Promise<{ status: number }>) => {
      const reads = mock.method(platen.app.services.storage, 'readText')
      const [{ status }, statements] = await recordStatements(call)
      reads.mock.restore()
      assert.equal(status, 404)
      const ofCall = statements.filter((text) =>
        [keyHash, caller.accountId, id].some((value) => text.includes(value)),
      )
      return [...ofCall.map((text) => String(JSON.parse(text).text)), reads.mock.callCount()]
    }
    for (const [method, path, body] of calls) {
      const work: unknown[] = []
      for (const id of [randomUUID(), path('').includes('jobs') ? job : template])
        work.push(await workOf(id, () => caller.call(method, path(id), body?.(id))))
      assert.deepEqual(work[0], work[1], `${method} ${path('')}`)
      assert.ok(Array.isArray(work[0]) && work[0].length > 1)
    }
  })

  it("A23 lists only the account's own templates", async () => {
    const [owner, other] = [await platen.account(), await platen.account()]
    const own = [await owner.upload('a'), await owner.upload('b')]
    const templates = { accountId: other.accountId, kind: 'template', names: numbered('x', 500) } as const
    await insertContents(platen.app.services.database, templates)
    const listed = async (by: Caller) =>
      (await by.call('GET', '/v1/templates')).body.templates.map(({ id }: { id: string }) => id)
    assert.deepEqual((await listed(owner)).toSorted(), own.toSorted())
    assert.equal((await listed(other)).length, 500)
  })
})
