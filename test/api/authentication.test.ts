import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKey, deleteKey } from '../../packages/server/src/accounts/keys.ts'
import { type Caller, cases, type Platen, send, startPlaten } from '../harness.ts'

const ROUTES = [
  ['GET', '/v1/templates'],
  ['GET', '/v1/templates/3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'],
  ['POST', '/v1/templates/upload'],
  ['PUT', '/v1/templates/3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'],
  ['DELETE', '/v1/templates/3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'],
  ['POST', '/v1/pdf/generate'],
  ['GET', '/v1/jobs/3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'],
] as const

const UNAUTHORIZED = { message: 'The API key is missing or not valid. Send it in the x-api-key header.' }

describe('x-api-key', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten({ overrides: { failedKeysPerMinute: 1_000 } })
    caller = await platen.account()
  })
  after(() => platen[Symbol.asyncDispose]())

  it('is required on every route under /v1, before the body is parsed (401)', async () => {
    for (const [method, path] of ROUTES) {
      const answer = await send(
        platen.url + path,
        method,
        method === 'POST' || method === 'PUT' ? '{broken' : undefined,
      )
      assert.deepEqual([answer.status, answer.body], [401, UNAUTHORIZED], `${method} ${path}`)
      assert.equal(answer.headers.get('www-authenticate'), null)
    }
  })

  it('is accepted when it is valid, with or without an Authorization header', async () => {
    assert.equal((await caller.call('GET', '/v1/templates')).status, 200)
    const beside = await caller.call('GET', '/v1/templates', undefined, {
      authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.',
    })
    assert.equal(beside.status, 200)
  })

  it('is rejected in any other format (401)', async () => {
    const rows = await cases<{ id: string; h?: Record<string, string>; path?: string }>('api-key-headers')
    const { key } = caller
    const next = String.fromCharCode(
      key.charCodeAt(key.length - 1) === 0x7a ? 0x79 : key.charCodeAt(key.length - 1) + 1,
    )
    const filled = (text: string) =>
      text
        .replaceAll('%%KEY_BODY%%', key.slice(5))
        .replaceAll('%%KEY_MINUS_1%%', key.slice(0, -1))
        .replaceAll('%%KEY_WITH_LAST_CHAR_NEXT%%', key.slice(0, -1) + next)
        .replaceAll(
          '%%KEY_CASE_FLIPPED%%',
          `tlfy_${key.slice(5).replace(/[a-zA-Z]/g, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()))}`,
        )
        .replaceAll('%%SHA256_HEX_OF_KEY%%', createHash('sha256').update(key).digest('hex'))
        .replaceAll('%%B64_KEY%%', Buffer.from(key).toString('base64'))
        .replaceAll('%%KEY%%', key)
    let tried = 0
    for (const row of rows) {
      const texts = JSON.stringify([row.h ?? {}, row.path ?? ''])
      // The rows about other kinds of key have separate tests below.
      if (!row.h && !row.path) continue
      if (/%%(?:TOKEN_ID|KEY_REVOKED|KEY_EXPIRED|KEY_DELETED_ACCOUNT|VALID_JWT)%%/.test(texts)) continue
      const headers = Object.fromEntries(
        Object.entries(row.h ?? {}).map(([name, value]) => [name, filled(value)]),
      )
      const answer = await send(
        `${platen.url}/v1/templates${filled(row.path ?? '')}`,
        'GET',
        undefined,
        headers,
      )
      assert.deepEqual([answer.status, answer.body], [401, UNAUTHORIZED], row.id)
      tried += 1
    }
    assert.ok(tried >= 18, `only ${tried} rows were tried`)
  })

  it('is rejected when it is very long (401)', async () => {
    const answer = await send(`${platen.url}/v1/templates`, 'GET', undefined, {
      'x-api-key': 'tlfy_'.repeat(2_000),
    })
    assert.equal(answer.status, 401)
  })

  it('is rejected from the next call on after it was revoked, deactivated or has expired (401)', async () => {
    const { database } = platen.app.services
    const make = () =>
      createKey(database, { accountId: caller.accountId, name: 'short', expiresAt: undefined })
    const list = async (key: string) =>
      (await send(`${platen.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status

    const [revoked, deactivated, expired] = [await make(), await make(), await make()]
    for (const { key } of [revoked, deactivated, expired]) assert.equal(await list(key), 200)
    await deleteKey(database, revoked.tokenId)
    await sql`update api_keys set deactivated_at = now() where token_id = ${deactivated.tokenId}`.execute(
      database,
    )
    await sql`update api_keys set expires_at = now() where token_id = ${expired.tokenId}`.execute(database)
    for (const { key } of [revoked, deactivated, expired]) assert.equal(await list(key), 401)
    assert.equal(await list(revoked.tokenId), 401)
  })

  it('is rejected when the account is suspended (403)', async () => {
    const suspended = await platen.account()
    await sql`update accounts set suspended_at = now() where account_id = ${suspended.accountId}`.execute(
      platen.app.services.database,
    )
    const answer = await suspended.call('GET', '/v1/templates')
    assert.equal(answer.status, 403)
    assert.match(answer.body.message, /suspended/)
  })

  it('is stored only as its SHA-256', async () => {
    const { rows } = await sql<{ row: string }>`select api_keys::text as row from api_keys`.execute(
      platen.app.services.database,
    )
    assert.ok(rows.length > 0)
    assert.ok(!rows.some(({ row }) => row.includes(caller.key) || row.includes(caller.key.slice(5))))
    const hash = createHash('sha256').update(caller.key).digest('hex')
    assert.ok(rows.some(({ row }) => row.includes(hash)))
  })

  it('records the time of its last use, at most once a minute', async () => {
    const used = await platen.account()
    const lastUsed = async () => {
      const { rows } = await sql<{ at: Date | null }>`
        select last_used_at as at from api_keys where account_id = ${used.accountId}`.execute(
        platen.app.services.database,
      )
      return rows[0]?.at ?? null
    }
    assert.equal(await lastUsed(), null)
    await used.call('GET', '/v1/templates')
    const first = await lastUsed()
    assert.ok(first)
    await used.call('GET', '/v1/templates')
    assert.deepEqual(await lastUsed(), first)
  })
})
