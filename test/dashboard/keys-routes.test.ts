import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Platen, send, startPlaten } from '../harness.ts'

const IN_AN_HOUR_MS = 3_600_000

describe('dashboard API: API keys', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen?.[Symbol.asyncDispose]())

  const calls = async (key: string, url = platen.url) =>
    (await send(`${url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status

  it('returns a key once, and lists it without its secret', async () => {
    const person = await platen.person()
    const expiresAt = new Date(Date.now() + IN_AN_HOUR_MS).toISOString()
    const { status, body, headers } = await person.call('POST', '/dashboard/api/keys', {
      name: ' "><svg onload=alert(1)> ',
      expiresAt,
    })
    assert.equal(status, 201)
    assert.match(body.key, /^tlfy_[\w-]{43}$/)
    assert.equal(headers.get('cache-control'), 'no-store')
    const { key, ...shown } = body
    assert.deepEqual(shown, {
      tokenId: body.tokenId,
      name: '"><svg onload=alert(1)>',
      lastFour: key.slice(-4),
      status: 'active',
      createdAt: body.createdAt,
      lastUsedAt: null,
      expiresAt,
    })
    assert.equal(await calls(key), 200)
    const { body: list } = await person.call('GET', '/dashboard/api/keys')
    assert.equal(list.keys.length, 1)
    assert.ok(list.keys[0].lastUsedAt !== null)
    assert.ok(!JSON.stringify(list).includes(key.slice(5, -4)))
  })

  it('deactivates, activates and deletes a key for the next call in all processes', async () => {
    await using other = await startPlaten({ environment: { DATABASE_URL: platen.databaseUrl } })
    const person = await platen.person()
    const { tokenId, key } = (await person.call('POST', '/dashboard/api/keys', { name: 'x' })).body
    const path = `/dashboard/api/keys/${tokenId}`
    const everywhere = async () => [await calls(key), await calls(key, other.url)]
    assert.deepEqual(await everywhere(), [200, 200])

    const off = await person.call('POST', `${path}/deactivate`)
    assert.deepEqual([off.status, off.body.status], [200, 'deactivated'])
    assert.deepEqual(await everywhere(), [401, 401])
    assert.equal((await person.call('POST', `${path}/deactivate`)).body.status, 'deactivated')

    const on = await person.call('POST', `${path}/activate`)
    assert.deepEqual([on.status, on.body.status], [200, 'active'])
    assert.deepEqual(await everywhere(), [200, 200])

    const gone = await person.call('DELETE', path)
    assert.deepEqual(gone.body, { message: 'The key was deleted.', tokenId })
    assert.deepEqual(await everywhere(), [401, 401])
    assert.equal((await person.call('DELETE', path)).status, 404)
    assert.equal((await person.call('POST', `${path}/activate`)).status, 404)
  })

  it('rejects invalid names and expiry times in the past (400)', async () => {
    const person = await platen.person()
    for (const wrong of [
      {},
      { name: '' },
      { name: '   ' },
      { name: 'a\u0000b' },
      { name: 'a\nb' },
      { name: 'x'.repeat(101) },
      { name: 7 },
      { name: 'x', expiresAt: 'tomorrow' },
      { name: 'x', expiresAt: '2020-01-01T00:00:00Z' },
      { name: 'x', expiresAt: null },
    ]) {
      const { status, body } = await person.call('POST', '/dashboard/api/keys', wrong)
      assert.equal(status, 400, JSON.stringify(wrong))
      assert.equal(typeof body.message, 'string')
    }
    assert.deepEqual((await person.call('GET', '/dashboard/api/keys')).body.keys, [])
  })

  it('limits an account to 100 keys, also for concurrent requests (429)', async () => {
    const person = await platen.person()
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, n) => person.call('POST', '/dashboard/api/keys', { name: `key ${n}` })),
    )
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, 100)
    assert.equal(statuses.filter((status) => status === 429).length, 10)
  })

  it('rejects changes of keys of other accounts (404)', async () => {
    const [owner, other] = [await platen.person(), await platen.person()]
    const { tokenId, key } = (await owner.call('POST', '/dashboard/api/keys', { name: 'x' })).body
    for (const [method, path] of [
      ['POST', '/deactivate'],
      ['POST', '/activate'],
      ['DELETE', ''],
    ] as const) {
      const foreign = await other.call(method, `/dashboard/api/keys/${tokenId}${path}`)
      const ofNothing = await other.call(method, `/dashboard/api/keys/${randomUUID()}${path}`)
      assert.deepEqual([foreign.status, ofNothing.status], [404, 404], method + path)
      assert.equal((await other.call(method, `/dashboard/api/keys/nonsense${path}`)).status, 404)
    }
    assert.equal(await calls(key), 200)
  })
})
