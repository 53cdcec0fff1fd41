import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { eventually, type Platen, send, startPlaten } from '../harness.ts'
import { forgedTokens, newKey, signed, type Signer } from './forged-tokens.ts'
import { publishKeys } from './published-keys.ts'

const SHARE = 7

describe('D01 invalid tokens', () => {
  let platen: Platen

  before(async () => {
    platen = await startPlaten({
      overrides: { failedKeysPerMinute: 1_000_000, anonymousRate: { burst: 100_000, perSecond: 100_000 } },
    })
  })
  after(async () => await platen?.[Symbol.asyncDispose]())

  it('are rejected on all routes with the built-in sign-in (401)', async () => {
    await using stack = new AsyncDisposableStack()
    const [ada, bob] = [await platen.person(), await platen.person()]
    const signer = await builtInSigner(platen, await ada.token())
    // Unknown keys are looked up once a second.
    await eventually(async () => (await open(platen, await signed(signer))).status === 200)
    const refused = await refusedEverywhere(stack, platen, signer, String(decodeJwt(await bob.token()).sub))
    // A token with a second audience is rejected, too.
    assert.deepEqual(refused.opened, [])
    for (const sid of [undefined, randomUUID()]) {
      assert.equal((await open(platen, await signed(signer, { claims: { sid } }))).status, 401, String(sid))
    }
  })

  it('are rejected on all routes with id tokens of a provider (401)', () => refusedOfProvider(undefined))

  it('are rejected on all routes with access tokens of a provider (401)', () =>
    refusedOfProvider('https://platen.example'))

  it('API keys and cookies do not open the dashboard API, and tokens do not open the public API (401)', async () => {
    const [person, caller] = [await platen.person(), await platen.account()]
    const bearer = { authorization: `Bearer ${await person.token()}` }
    for (const { method, path } of await routesOf(platen, '/dashboard/openapi.json')) {
      for (const headers of [
        {},
        { 'x-api-key': caller.key },
        { cookie: person.cookie },
        { authorization: `Bearer ${caller.key}` },
      ]) {
        assert.equal(
          (await send(platen.url + path, method, undefined, headers)).status,
          401,
          `${method} ${path}`,
        )
      }
    }
    const open = (await routesOf(platen, '/openapi.json')).filter(({ path }) => path.startsWith('/v1/'))
    assert.ok(open.length >= 7)
    for (const { method, path } of open) {
      assert.equal(
        (await send(platen.url + path, method, undefined, bearer)).status,
        401,
        `${method} ${path}`,
      )
    }
  })

  it('the OpenAPI document of the dashboard describes the token, and the public one does not', async () => {
    const { body: own } = await send(`${platen.url}/dashboard/openapi.json`, 'GET')
    const { body: open } = await send(`${platen.url}/openapi.json`, 'GET')
    assert.ok('/dashboard/api/me' in own.paths)
    assert.equal(own.components.securitySchemes.session.bearerFormat, 'JWT')
    assert.ok(Object.keys(own.paths).every((path) => path.startsWith('/dashboard/api/')))
    assert.ok(!Object.keys(open.paths).some((path) => path.startsWith('/dashboard')))
  })
})

/** Tests the tokens of a provider. @param audience audience of access tokens; `undefined` for id tokens. */
async function refusedOfProvider(audience: string | undefined): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const key = await newKey('RS256', 'first')
  const provider = stack.use(await publishKeys([key.publicJwk]))
  const platen = stack.use(
    await startPlaten({
      environment: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'dashboard',
        ...(audience !== undefined && { OIDC_AUDIENCE: audience }),
      },
    }),
  )
  const claims = {
    sub: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
    azp: 'dashboard',
  }
  const signer = { ...key, issuer: provider.issuer, audience: audience ?? 'dashboard', claims }
  assert.equal((await open(platen, await signed(signer))).status, 200)
  const { opened } = await refusedEverywhere(stack, platen, signer, 'bob')
  assert.deepEqual(opened, audience === undefined ? ['aud-array-ok', 'id-token-as-access'] : ['aud-array-ok'])

  const odd: [string, Parameters<typeof signed>[1]][] = [
    ['of another client', { claims: { azp: 'other' } }],
    ['without azp, for several audiences', { claims: { azp: undefined, aud: [signer.audience, 'other'] } }],
    ['a logout event', { claims: { events: {} } }],
    ['a logout token', { header: { typ: 'logout+jwt' } }],
    ['of the wrong type', { claims: { typ: audience === undefined ? 'Bearer' : 'ID' } }],
  ]
  for (const [name, changes] of odd) {
    assert.equal((await open(platen, await signed(signer, changes))).status, 401, name)
  }
  // Access tokens name the client in `client_id` (RFC 9068). Id tokens do not have this claim.
  for (const [client, audiences] of [
    ['other', signer.audience],
    ['dashboard', [signer.audience, 'other']],
  ] as const) {
    const named = { azp: undefined, client_id: client, aud: audiences }
    const { status } = await open(platen, await signed(signer, { claims: named }))
    const isAccepted = (client === 'dashboard') === (audience !== undefined)
    assert.equal(status, isAccepted ? 200 : 401, client)
  }
  const typed = await open(platen, await signed(signer, { header: { typ: 'at+jwt' } }))
  assert.equal(typed.status, audience === undefined ? 401 : 200)
  const unverified = await open(
    platen,
    await signed(signer, { claims: { sub: 'eve', email_verified: 'false' } }),
  )
  assert.equal(unverified.status, 403)
}

/** Tries all tokens of the table, and some of them on each route. @returns the ids of the tokens that are accepted. */
async function refusedEverywhere(
  stack: AsyncDisposableStack,
  platen: Platen,
  signer: Signer,
  otherSubject: string,
) {
  const requests: string[] = []
  const canary = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  stack.defer(() => new Promise<void>((resolve) => canary.close(() => resolve())))
  const { port: canaryPort } = canary.address() as AddressInfo
  const { key: apiKey } = await platen.account()
  const tokens = await forgedTokens(signer, { otherSubject, apiKey, canaryPort })
  assert.equal(tokens.length, 35)

  const opened: string[] = []
  const routes = await routesOf(platen, '/dashboard/openapi.json')
  for (const [number, { id, token, expect }] of tokens.entries()) {
    const mayOpen = (await open(platen, token)).status === 200
    if (mayOpen) {
      assert.ok(expect.startsWith('200') || id === 'id-token-as-access', id)
      opened.push(id)
      continue
    }
    // All routes have one check: each token is sent to every seventh route, and each route gets every seventh token.
    for (const { method, path } of routes.filter((_, route) => (route + number) % SHARE === 0)) {
      const answer = await send(platen.url + path, method, undefined, { authorization: `Bearer ${token}` })
      // Node rejects more than 16 KiB of headers.
      assert.equal(answer.status, id === 'huge' ? 431 : 401, `${id}: ${method} ${path}`)
      if (id !== 'huge') {
        assert.deepEqual(
          answer.body,
          { message: 'You are not signed in, or your session has expired. Please sign in.' },
          id,
        )
      }
    }
  }
  assert.deepEqual(requests, [])
  return { opened }
}

async function open(platen: Platen, token: string) {
  return await send(`${platen.url}/dashboard/api/me`, 'GET', undefined, { authorization: `Bearer ${token}` })
}

/** Returns the routes of an OpenAPI document, with random ids. */
async function routesOf(platen: Platen, document: string): Promise<{ method: string; path: string }[]> {
  const { paths } = (await send(platen.url + document, 'GET')).body
  return Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, randomUUID()),
    })),
  )
}

/** Creates a signer whose key the service accepts, to forge tokens with a valid signature. */
async function builtInSigner(platen: Platen, token: string): Promise<Signer> {
  const { iss = '', aud, sub = '', sid, email, email_verified } = decodeJwt(token)
  const kid = randomUUID()
  const key = await newKey('ES256', kid)
  const { database } = platen.app.services
  await sql`
    insert into identity_keys (id, public_key, private_key, alg, created_at, expires_at)
    values (${kid}, ${JSON.stringify(key.publicJwk)}, '', 'ES256', now(), now())`.execute(database)
  return { ...key, issuer: iss, audience: String(aud), claims: { sub, sid, email, email_verified } }
}
