import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Person, type Platen, send, startPlaten } from '../harness.ts'

const HOUR_MS = 3_600_000

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** Lifetime of a key, in minutes. */
function lifetimeOf({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }): number {
  return Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000)
}

describe('dashboard API: API keys', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen?.[Symbol.asyncDispose]())

  const calls = async (key: string, url = platen.url) =>
    (await send(`${url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status

  it('returns a key once, and lists it without its secret', async () => {
    const person = await platen.person()
    const expiresAt = hoursFromNow(1)
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
      isTest: false,
      scopes: ['read', 'render', 'write'],
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
      { name: 'x', isTest: 'yes' },
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['admin'] },
      { name: 'x', scopes: 'read' },
    ]) {
      const { status, body } = await person.call('POST', '/dashboard/api/keys', wrong)
      assert.equal(status, 400, JSON.stringify(wrong))
      assert.equal(typeof body.message, 'string')
    }
    assert.deepEqual((await person.call('GET', '/dashboard/api/keys')).body.keys, [])
  })

  it('creates test keys and keys with some scopes, each scope once', async () => {
    const person = await platen.person()
    const input = { name: 'x', isTest: true, scopes: ['render', 'read', 'render'] }
    const { status, body } = await person.call('POST', '/dashboard/api/keys', input)
    assert.equal(status, 201)
    assert.match(body.key, /^tlfy_test_[\w-]{43}$/)
    assert.deepEqual([body.isTest, body.scopes], [true, ['read', 'render']])
    assert.equal(await calls(body.key), 200)
  })

  describe('rotates a key', () => {
    const rotate = async (person: Person, tokenId: string, overlapHours: unknown) =>
      await person.call('POST', `/dashboard/api/keys/${tokenId}/rotate`, { overlapHours })

    it('and keeps the old key valid for the overlap', async () => {
      const person = await platen.person()
      const input = { name: 'Shop', isTest: true, scopes: ['read'], expiresAt: hoursFromNow(48) }
      const old = (await person.call('POST', '/dashboard/api/keys', input)).body
      const { status, body, headers } = await rotate(person, old.tokenId, 2)
      assert.equal(status, 201)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(body.key, /^tlfy_test_[\w-]{43}$/)
      assert.deepEqual([body.name, body.isTest, body.scopes], ['Shop', true, ['read']])
      assert.equal(lifetimeOf(body), lifetimeOf(old), 'the lifetime is the same')
      assert.deepEqual([await calls(old.key), await calls(body.key)], [200, 200])
      const { keys } = (await person.call('GET', '/dashboard/api/keys')).body
      assert.deepEqual(
        keys.map(({ tokenId }: { tokenId: string }) => tokenId),
        [old.tokenId, body.tokenId],
      )
      const left = Date.parse(keys[0].expiresAt) - Date.now()
      assert.ok(left > 0 && left <= 2 * HOUR_MS, String(left))
    })

    it('and ends the old key at once without an overlap', async () => {
      const person = await platen.person()
      const old = (await person.call('POST', '/dashboard/api/keys', { name: 'x' })).body
      const { body } = await rotate(person, old.tokenId, 0)
      assert.equal(body.expiresAt, null)
      assert.deepEqual([await calls(old.key), await calls(body.key)], [401, 200])
      const again = await rotate(person, old.tokenId, 0)
      assert.deepEqual(
        [again.status, again.body.message],
        [409, 'This key is expired. Only an active key can be rotated.'],
      )
    })

    it('and never extends the life of the old key', async () => {
      const person = await platen.person()
      const expiresAt = hoursFromNow(1)
      const old = (await person.call('POST', '/dashboard/api/keys', { name: 'x', expiresAt })).body
      assert.equal((await rotate(person, old.tokenId, 24)).status, 201)
      const { keys } = (await person.call('GET', '/dashboard/api/keys')).body
      assert.equal(keys[0].expiresAt, expiresAt)
    })

    it('only if it is active (409), and with a valid overlap (400)', async () => {
      const person = await platen.person()
      const { tokenId } = (await person.call('POST', '/dashboard/api/keys', { name: 'x' })).body
      for (const overlap of [-1, 721, 1.5, '1', undefined]) {
        assert.equal((await rotate(person, tokenId, overlap)).status, 400, String(overlap))
      }
      await person.call('POST', `/dashboard/api/keys/${tokenId}/deactivate`)
      const { status, body } = await rotate(person, tokenId, 1)
      assert.equal(status, 409)
      assert.equal(body.message, 'This key is deactivated. Only an active key can be rotated.')
    })
  })

  it('limits an account to 100 keys, also for concurrent requests (429)', async () => {
    const person = await platen.person()
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, n) => person.call('POST', '/dashboard/api/keys', { name: `key ${n}` })),
    )
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, 100)
    assert.equal(statuses.filter((status) => status === 429).length, 10)
    const created = answers.find(({ status }) => status === 201) ?? assert.fail('No key')
    const path = `/dashboard/api/keys/${created.body.tokenId}/rotate`
    const rotated = await person.call('POST', path, { overlapHours: 0 })
    assert.equal(rotated.status, 429)
    const { keys } = (await person.call('GET', '/dashboard/api/keys')).body
    assert.ok(
      keys.every(({ status }: { status: string }) => status === 'active'),
      'the old key is unchanged',
    )
  })

  it('rejects changes of keys of other accounts (404)', async () => {
    const [owner, other] = [await platen.person(), await platen.person()]
    const { tokenId, key } = (await owner.call('POST', '/dashboard/api/keys', { name: 'x' })).body
    for (const [method, path] of [
      ['POST', '/deactivate'],
      ['POST', '/activate'],
      ['POST', '/rotate'],
      ['DELETE', ''],
    ] as const) {
      const body = path === '/rotate' ? { overlapHours: 0 } : undefined
      const foreign = await other.call(method, `/dashboard/api/keys/${tokenId}${path}`, body)
      const ofNothing = await other.call(method, `/dashboard/api/keys/${randomUUID()}${path}`, body)
      assert.deepEqual([foreign.status, ofNothing.status], [404, 404], method + path)
      assert.equal((await other.call(method, `/dashboard/api/keys/nonsense${path}`, body)).status, 404)
    }
    assert.equal(await calls(key), 200)
  })
})
