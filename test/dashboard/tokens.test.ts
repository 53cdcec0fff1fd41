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

describe('D01 a token that is not quite right', () => {
  let platen: Platen

  before(async () => {
    platen = await startPlaten()
  })
  after(async () => await platen?.[Symbol.asyncDispose]())

  it('opens no route of the built-in identity’s dashboard', async () => {
    await using stack = new AsyncDisposableStack()
    const [ada, bob] = [await platen.person(), await platen.person()]
    const signer = await builtInSigner(platen, await ada.token())
    // Keys that nobody knows are looked up once a second.
    await eventually(async () => (await open(platen, await signed(signer))).status === 200)
    const refused = await refusedEverywhere(stack, platen, signer, String(decodeJwt(await bob.token()).sub))
    // A second audience is none of ours to know, and nobody says whom it was for.
    assert.deepEqual(refused.opened, [])
    for (const sid of [undefined, randomUUID()]) {
      assert.equal((await open(platen, await signed(signer, { claims: { sid } }))).status, 401, String(sid))
    }
  })

  it('opens no route of a dashboard that takes a provider’s id tokens', () => refusedOfProvider(undefined))

  it('opens no route of a dashboard that takes a provider’s access tokens', () =>
    refusedOfProvider('https://platen.example'))

  it('opens nothing beside a key of the API, nor does such a key, nor the session’s cookie', async () => {
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

  it('is what the dashboard’s own description asks for, which the public one says nothing of', async () => {
    const { body: own } = await send(`${platen.url}/dashboard/openapi.json`, 'GET')
    const { body: open } = await send(`${platen.url}/openapi.json`, 'GET')
    assert.equal(own.paths['/dashboard/api/me'].get.operationId, 'getMe')
    assert.equal(own.components.securitySchemes.session.bearerFormat, 'JWT')
    assert.ok(Object.keys(own.paths).every((path) => path.startsWith('/dashboard/api/')))
    assert.ok(!Object.keys(open.paths).some((path) => path.startsWith('/dashboard')))
  })
})

/** @param audience of the access token that the dashboard takes; undefined: it takes the id token. */
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
    ['of nobody in particular, for many', { claims: { azp: undefined, aud: [signer.audience, 'other'] } }],
    ['news of signing out', { claims: { events: {} } }],
    ['called a logout token', { header: { typ: 'logout+jwt' } }],
    ['for the wrong purpose', { claims: { typ: audience === undefined ? 'Bearer' : 'ID' } }],
  ]
  for (const [name, changes] of odd) {
    assert.equal((await open(platen, await signed(signer, changes))).status, 401, name)
  }
  // As RFC 9068 has the party's name; an id token has no such claim.
  for (const [client, audiences] of [
    ['other', signer.audience],
    ['dashboard', [signer.audience, 'other']],
  ] as const) {
    const named = { azp: undefined, client_id: client, aud: audiences }
    const { status } = await open(platen, await signed(signer, { claims: named }))
    const isLetIn = (client === 'dashboard') === (audience !== undefined)
    assert.equal(status, isLetIn ? 200 : 401, client)
  }
  const typed = await open(platen, await signed(signer, { header: { typ: 'at+jwt' } }))
  assert.equal(typed.status, audience === undefined ? 401 : 200)
  const unverified = await open(
    platen,
    await signed(signer, { claims: { sub: 'eve', email_verified: 'false' } }),
  )
  assert.equal(unverified.status, 403)
}

/** Tries every token of the table, and some of them on every route. @returns those that were let in to read who is signed in. */
async function refusedEverywhere(
  stack: AsyncDisposableStack,
  platen: Platen,
  signer: Signer,
  otherSubject: string,
) {
  const asked: string[] = []
  const canary = createServer((request, response) => {
    asked.push(request.url ?? '')
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
      // Node itself refuses more than 16 KiB of headers.
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
  assert.deepEqual(asked, [])
  return { opened }
}

async function open(platen: Platen, token: string) {
  return await send(`${platen.url}/dashboard/api/me`, 'GET', undefined, { authorization: `Bearer ${token}` })
}

/** Every route of a document, with ids that nothing has. */
async function routesOf(platen: Platen, document: string): Promise<{ method: string; path: string }[]> {
  const { paths } = (await send(platen.url + document, 'GET')).body
  return Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, randomUUID()),
    })),
  )
}

/** Somebody who has got hold of a key that the service believes. */
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
