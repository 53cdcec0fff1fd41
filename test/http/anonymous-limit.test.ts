import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Caller, type Platen, send, startPlaten } from '../harness.ts'

const BURST = 25
const ROUTES = [
  'GET /docs',
  'GET /docs/none',
  'GET /docs/site.css',
  'GET /docs/pictures/guide/bars.png',
  'GET /docs/api',
  'POST /docs/api',
  'GET /llms.txt',
  'GET /llms-full.txt',
  'GET /openapi.json',
  'GET /dashboard/openapi.json',
  'GET /dashboard/config.json',
  'GET /dashboard/auth/jwks',
  'GET /dashboard/auth/token',
  'GET /',
  'GET /assets/none.js',
  'GET /nowhere',
  'GET /v1/nowhere',
  'GET /v1/templates',
  'POST /v1/pdf/generate',
  'POST /mcp',
  'GET /dashboard/api/me',
  'GET /files/none/none.pdf',
]

describe('requests without credentials', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    platen = await startPlaten({
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
      overrides: { anonymousRate: { burst: BURST, perSecond: 0.0001 } },
    })
    caller = await platen.account()
  })
  after(() => platen[Symbol.asyncDispose]())
  const from = (address: string, route: string) => {
    const [method = '', path = ''] = route.split(' ')
    return send(platen.url + path, method, method === 'POST' ? {} : undefined, { 'x-forwarded-for': address })
  }
  const exhaust = async (address: string, count = BURST) => {
    for (let n = 0; n < count; n += 1) await from(address, 'GET /nowhere')
  }

  it('are rejected above the limit of their network on each route (429 with Retry-After)', async () => {
    // One after the other: many at once could be rejected because the service is busy.
    for (const [index, route] of ROUTES.entries()) {
      const address = `192.0.2.${index + 1}`
      for (let n = 0; n < BURST; n += 1) {
        const { status } = await from(address, route)
        assert.ok(status < 429, `${route}: request ${n + 1} was answered ${status}`)
      }
      const { status, headers, body } = await from(address, route)
      assert.equal(status, 429, route)
      assert.ok(Number(headers.get('retry-after')) > 0, route)
      assert.equal(body.message, 'Your network sends too many requests. Try again in a moment.', route)
    }
  })

  it('take ten tokens for a search', async () => {
    const search = () => from('198.51.100.1', 'GET /docs/search?q=font')
    assert.deepEqual(
      [(await search()).status, (await search()).status, (await search()).status],
      [200, 200, 429],
    )
  })

  it('do not use the limits of other networks. An IPv6 network is a /64', async () => {
    await exhaust('2001:db8:0:1::1')
    const statuses = await Promise.all(
      ['2001:db8:0:1:ffff::2', '2001:db8:0:2::1', '198.51.100.2'].map(
        async (address) => (await from(address, 'GET /docs')).status,
      ),
    )
    assert.deepEqual(statuses, [429, 200, 200])
  })

  it('do not limit calls with a key, a session or a signed link, and health checks', async () => {
    const address = '198.51.100.3'
    const headers = { 'x-forwarded-for': address }
    const { pdfUrl } = (await caller.generate(await caller.upload('x'), {})).body
    const person = await platen.person()
    await exhaust(address)
    assert.equal((await from(address, 'GET /docs')).status, 429)
    for (let n = 0; n < 3; n += 1) {
      assert.equal((await caller.call('GET', '/v1/credits', undefined, headers)).status, 200)
      assert.equal((await person.call('GET', '/dashboard/api/me', undefined, headers)).status, 200)
      assert.equal((await fetch(pdfUrl, { headers })).status, 200)
      assert.equal((await from(address, 'GET /health/live')).status, 200)
      assert.equal((await from(address, 'GET /health/ready')).status, 200)
    }
  })

  it('are limited when their path cannot be decoded', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 2 * BURST }, async () => (await from('198.51.100.4', 'GET /%')).status),
    )
    assert.deepEqual(new Set(statuses), new Set([400, 429]))
  })

  it('share one database query for the published keys', async () => {
    const { builtIn } = platen.app.services.identity
    assert.ok(builtIn)
    const ask = builtIn.call.bind(builtIn)
    let queries = 0
    builtIn.call = async (call) => {
      queries += 1
      return await ask(call)
    }
    const started = performance.now()
    for (let n = 0; n < 4; n += 1) {
      const answers = await Promise.all(
        Array.from({ length: BURST }, () => from(`203.0.113.${n}`, 'GET /dashboard/auth/jwks')),
      )
      assert.ok(answers.every(({ status, body }) => status === 200 && body.keys.length === 1))
    }
    const seconds = Math.ceil((performance.now() - started) / 1_000)
    builtIn.call = ask
    assert.ok(queries <= 1 + seconds, `${queries} queries in ${seconds} s`)
  })
})
