import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it, mock } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import { authenticateKey } from '../../packages/server/src/accounts/authenticate-key.ts'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { networkOf } from '../../packages/server/src/http/network.ts'
import { type Answer, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { answersIn, exchange } from './raw.ts'

const LIMIT = 30
const GUESSES = 100
const AT_ONCE = 50
const KEYS = 4_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const guessed = () => `tlfy_${randomBytes(32).toString('base64url')}`

describe('guessed API keys', () => {
  const guess = async (
    platen: Platen,
    headers: Record<string, string> = {},
    key = guessed(),
  ): Promise<Answer> => {
    const answer = await send(`${platen.url}/v1/templates`, 'GET', undefined, {
      'x-api-key': key,
      ...headers,
    })
    // Calls without a known key are rejected first when known accounts keep the machine busy.
    if (answer.status !== 503) return answer
    await delay(100)
    return await guess(platen, headers, key)
  }
  const statuses = async (platen: Platen, count: number, headers?: Record<string, string>) => {
    const answers = await Promise.all(Array.from({ length: count }, () => guess(platen, headers)))
    return answers.map(({ status }) => status).toSorted()
  }

  /** Sends several guesses. Returns true when one of them is rejected: the bucket refills slower than they arrive. */
  const isLimited = async (platen: Platen, headers?: Record<string, string>, key?: string) => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => guess(platen, headers, key)))
    return answers.some(({ status }) => status === 429)
  }

  it('are rejected per address after 30 failures, while a valid key still works from there', async () => {
    await using platen = await startPlaten()
    const caller = await platen.account()
    const startedAt = performance.now()
    const answers: Answer[] = []
    while (answers.length < GUESSES) {
      answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => guess(platen)))))
    }
    const refused = answers.filter(({ status }) => status === 429)
    const accepted = answers.filter(({ status }) => status === 401).length
    assert.equal(accepted + refused.length, GUESSES)
    // The bucket refills by one guess in two seconds.
    const refilled = Math.ceil(((performance.now() - startedAt) / 60_000) * LIMIT)
    assert.ok(accepted >= LIMIT && accepted <= LIMIT + refilled, `${accepted} guesses were answered with 401`)
    for (const { body, headers } of refused) {
      assert.deepEqual(body, {
        message: 'Too many calls with invalid API keys from your network. Wait and try again.',
      })
      const retryAfter = Number(headers.get('retry-after'))
      assert.ok(retryAfter >= 1 && retryAfter <= 60, String(retryAfter))
    }
    assert.ok(await isLimited(platen, {}, 'no key at all'))
    // No proxy is trusted, so the header is ignored.
    for (const elsewhere of [
      { 'x-forwarded-for': '203.0.113.99' },
      { forwarded: 'for=203.0.113.99' },
      { 'x-real-ip': '203.0.113.99' },
    ]) {
      assert.ok(await isLimited(platen, elsewhere), JSON.stringify(elsewhere))
    }
    assert.equal((await caller.call('GET', '/v1/templates')).status, 200)
    // A call without a key does not count as a guess.
    assert.equal((await send(`${platen.url}/v1/templates`, 'GET')).status, 401)
  })

  it('are counted per client behind a trusted proxy', async () => {
    await using platen = await startPlaten({ environment: { TRUSTED_PROXIES: '127.0.0.0/8' } })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    assert.deepEqual(await statuses(platen, LIMIT, from('203.0.113.1')), Array(LIMIT).fill(401))
    assert.ok(await isLimited(platen, from('203.0.113.1')))
    assert.equal((await guess(platen, from('203.0.113.2'))).status, 401)
    // Entries that the client wrote before the proxy's own entry are ignored.
    assert.ok(await isLimited(platen, from('198.51.100.7, 203.0.113.1')))
    assert.equal((await guess(platen, from('203.0.113.1, 203.0.113.3'))).status, 401)
  })

  it('are counted per IPv4 address and IPv6 /64', () => {
    assert.equal(networkOf('::ffff:203.0.113.1'), networkOf('203.0.113.1'))
    assert.notEqual(networkOf('203.0.113.1'), networkOf('203.0.113.2'))
    assert.equal(networkOf('2001:db8::1'), networkOf('2001:db8:0:0:ffff::1'))
    assert.notEqual(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'))
    assert.equal(networkOf('not an address'), networkOf('nor this'))
  })
})

describe('an API key', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  it('is looked up by its SHA-256, so that timing reveals no characters', async () => {
    // Checks the statements instead of a clock: no statement and no parameter contains the key or a part of it.
    // PostgreSQL's index compares hashes, so varying a key reveals nothing about its distance to a valid one.
    const { database } = platen.app.services
    const { key } = await platen.account()
    const query = mock.method(pg.Client.prototype, 'query')
    assert.ok(await authenticateKey(database, key, 600))
    const last = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    const near = [...[5, 6, 20].map((shared) => key.slice(0, shared) + guessed().slice(shared)), last]
    for (const text of near) assert.equal(await authenticateKey(database, text, 600), undefined)
    // Text without the form of a key causes no query.
    for (const text of ['', 'tlfy_', key.slice(1), `${key}A`, `${key}\n`, key.toUpperCase()]) {
      assert.equal(await authenticateKey(database, text, 600), undefined)
    }
    const statements = query.mock.calls
      .map((call) => JSON.stringify(call.arguments[0]))
      .filter((text) => text.includes('key_hash'))
    mock.restoreAll()
    const hashes = [key, ...near].map((text) => JSON.stringify(createHash('sha256').update(text).digest()))
    assert.equal(statements.length, hashes.length)
    assert.ok(statements.every((text, index) => text.includes(hashes[index] ?? '-')))
    assert.equal(new Set(statements.map((text, index) => text.replace(hashes[index] ?? '-', ''))).size, 1)
    assert.ok(!statements.join('').includes(key.slice(5, 15)))
  })

  it('is accepted only in the header x-api-key, in any case', async () => {
    const { key } = await platen.account()
    const list = (path: string, headers: Record<string, string>) =>
      send(`${platen.url}/v1/templates${path}`, 'GET', undefined, headers)
    assert.equal((await list('', { 'X-API-Key': key })).status, 200)
    const elsewhere: [string, Record<string, string>][] = [
      ['', { authorization: `Bearer ${key}` }],
      ['', { authorization: key }],
      [`?api_key=${key}`, {}],
      [`?x-api-key=${key}`, {}],
      ['', { cookie: `x-api-key=${key}` }],
      ['', { 'api-key': key }],
      ['', { x_api_key: key }],
      ['', { 'proxy-authorization': `Bearer ${key}` }],
    ]
    for (const [path, headers] of elsewhere) {
      assert.equal((await list(path, headers)).status, 401, path + JSON.stringify(headers))
    }
  })

  it('is rejected when repeated or not plain ASCII', async () => {
    const [{ key }, other] = [await platen.account(), await platen.account()]
    const rows: [string, string, number][] = [
      ['as it is', `x-api-key: ${key}`, 200],
      ['with space around it, which HTTP takes off', `x-api-key: \t ${key} \t`, 200],
      ['twice', `x-api-key: ${key}\r\nx-api-key: ${key}`, 401],
      ['beside that of another account', `x-api-key: ${key}\r\nX-API-KEY: ${other.key}`, 401],
      ['beside an empty one', `x-api-key: ${key}\r\nx-api-key:`, 401],
      ['on two lines', `x-api-key: ${key.slice(0, 20)}\r\n ${key.slice(20)}`, 400],
      ['with a NUL', `x-api-key: ${key}\0`, 400],
      ['with Latin letters', `x-api-key: ${key.slice(0, -1)}\xe9`, 401],
      ['of 15 KB', `x-api-key: ${'tlfy_'.repeat(3_000)}`, 401],
      ['of 17 KB', `x-api-key: ${'tlfy_'.repeat(3_500)}`, 431],
    ]
    for (const [label, line, status] of rows) {
      const text = `GET /v1/templates HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${line}\r\n\r\n`
      const [answer] = answersIn(await exchange(platen.url, Buffer.from(text, 'latin1')))
      assert.equal(answer?.status, status, label)
    }
  })

  it('is stored in no table, neither as text nor as bytes', async () => {
    const caller = await platen.account()
    await fullRun(caller)
    const dump = await dumpOf(platen.app.services.database)
    const secret = Buffer.from(caller.key.slice(5), 'base64url')
    for (const form of [
      caller.key,
      caller.key.slice(5),
      secret.toString('hex'),
      secret.toString('base64'),
      Buffer.from(caller.key).toString('hex'),
      Buffer.from(caller.key).toString('base64').slice(0, 40),
    ]) {
      assert.ok(!dump.includes(form), form)
    }
    // Proves that the dump contains known values.
    assert.ok(dump.includes(createHash('sha256').update(caller.key).digest('hex')))
    assert.ok(dump.includes(caller.accountId) && dump.includes('to-find@example.com'))
  })

  it('is random in every character and unique', async () => {
    const createdKeys: string[] = []
    const database = forgetful()
    for (let n = 0; n < KEYS; n += 1) {
      createdKeys.push((await createKey(database, { accountId: 'x', name: 'x', expiresAt: undefined })).key)
    }
    assert.equal(new Set(createdKeys).size, KEYS)
    assert.ok(createdKeys.every((key) => /^tlfy_[A-Za-z0-9_-]{43}$/.test(key)))
    // The last character has only four bits.
    const counts = new Map<string, number>()
    for (const key of createdKeys) {
      for (const character of key.slice(5, -1)) counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    const expected = (KEYS * 42) / ALPHABET.length
    const chiSquare = Array.from(ALPHABET, (c) => ((counts.get(c) ?? 0) - expected) ** 2 / expected).reduce(
      (a, b) => a + b,
    )
    // 63 degrees of freedom: chance exceeds 150 about once in 100 million runs.
    assert.ok(chiSquare < 150, String(chiSquare))
  })
})

/** A database that stores nothing and reports success. */
function forgetful(): Database {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      { transformQuery: ({ node }) => node, transformResult: async () => ({ rows: [{ tokenId: 'x' }] }) },
    ],
  })
}

/** Creates one object of everything that is stored. */
async function fullRun(caller: Caller): Promise<void> {
  const template = await caller.upload('<p>{{n}}</p>')
  await caller.call('GET', `/v1/templates/${template}`)
  assert.equal(
    (await caller.generate(template, { n: 1 }, { sendEmail: ['to-find@example.com'] })).status,
    200,
  )
  const { headers } = await caller.generate(template, { n: 2 }, { async: true })
  await eventually(
    async () => (await caller.call('GET', headers.get('location') ?? '')).body.job.status === 'completed',
  )
  await caller.generate(template, '{broken')
  await caller.call('GET', `/v1/templates?x-api-key=${caller.key}`)
  await caller.generate(await caller.upload('{{nope 1}}'), {}, { async: true })
}

/** Every row of every table as text, including the queue's. */
async function dumpOf(database: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(database)
  assert.ok(tables.length > 8, 'the queue keeps tables too')
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
      database,
    )
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}
