import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount, listAccounts } from '../../packages/server/src/accounts/accounts.ts'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import type { Identity } from '../../packages/server/src/identity/identity.ts'
import { createProviderIdentity } from '../../packages/server/src/identity/provider.ts'
import { type Answer, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { createTool } from '../commands/tool.ts'
import { runTool } from '../process.ts'
import { newKey, signed, type Signer } from './forged-tokens.ts'
import { type RunningProvider, startProvider } from './provider.ts'
import { publishKeys } from './published-keys.ts'

const HOUR_MS = 3_600_000

describe('sign-in with OIDC_ISSUER', () => {
  let provider: RunningProvider
  let platen: Platen

  before(async () => {
    provider = await startProvider()
    platen = await startPlaten({
      environment: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'dashboard',
        FIRST_ACCOUNT_ROLE: 'operator',
        FIRST_ACCOUNT_CREDITS: '1000',
      },
      overrides: { providerKeys: { refreshEveryMs: 0 } },
    })
    provider.people.set('ada', { name: 'Ada', email: 'ada@example.com', email_verified: true })
    assert.equal((await me(platen, await idToken('ada'))).status, 200)
  })
  after(async () => {
    await platen?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  it('accepts the id token of the provider, not its access token (401)', async () => {
    const { status, body } = await me(platen, await idToken('ada'))
    assert.deepEqual([status, body.person], [200, { name: 'Ada', email: 'ada@example.com' }])
    // With a provider, the first account has no special role.
    assert.deepEqual([body.account.credits, body.account.role], [10, 'member'])
    assert.equal((await me(platen, (await provider.signIn('ada')).access_token)).status, 401)
  })

  it('publishes the provider to the pages, and has no built-in sign-in (404)', async () => {
    assert.deepEqual((await send(`${platen.url}/dashboard/config.json`, 'GET')).body, {
      identity: { kind: 'oidc', issuer: provider.issuer, clientId: 'dashboard' },
    })
    for (const [method, path] of [
      ['POST', 'sign-up/email'],
      ['POST', 'sign-in/email'],
      ['POST', 'reset-password'],
      ['GET', 'token'],
      ['GET', 'jwks'],
    ] as const) {
      const headers = { origin: platen.url }
      assert.equal(
        (await send(`${platen.url}/dashboard/auth/${path}`, method, undefined, headers)).status,
        404,
        path,
      )
    }
    const token = await idToken('ada')
    const sessions = await send(`${platen.url}/dashboard/api/sessions`, 'GET', undefined, bearer(token))
    assert.equal(sessions.status, 404)
  })

  it('D09 creates one account with 10 credits for 50 concurrent first calls', async () => {
    provider.people.set('crowd', { name: 'Crowd', email: 'crowd@example.com', email_verified: true })
    const token = await idToken('crowd')
    const answers = await Promise.all(Array.from({ length: 50 }, () => me(platen, token)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ body }) => body.account.userId)).size, 1)
    const { database } = platen.app.services
    const { rows } = await sql<{ kind: string; credits: number }>`
      select kind, entries.credits from credit_entries entries join accounts using (account_id)
      where email = 'crowd@example.com'`.execute(database)
    assert.deepEqual(rows, [{ kind: 'welcome', credits: 10 }])
    assert.deepEqual(await auditCredits(database), [])
  })

  it('D10 identifies users by issuer and subject, not by their e-mail address', async () => {
    provider.people.set('grace', { name: 'Grace', email: 'grace@example.com', email_verified: true })
    const { account } = (await me(platen, await idToken('grace'))).body
    const old = await idToken('grace')

    provider.people.set('impostor', { name: 'Grace', email: 'Grace@example.com', email_verified: true })
    const impostor = await me(platen, await idToken('impostor'))
    assert.equal(impostor.status, 403)
    assert.match(impostor.body.message, /belongs to another user/)

    // Tokens contain times in seconds.
    const second = () => Math.floor(Date.now() / 1000)
    const then = second()
    await eventually(() => second() > then)
    provider.people.set('grace', { name: 'Grace H.', email: 'hopper@example.com', email_verified: true })
    const changed = await me(platen, await idToken('grace'))
    assert.deepEqual(changed.body.person, { name: 'Grace H.', email: 'hopper@example.com' })
    assert.deepEqual(changed.body.account, { ...account, email: 'hopper@example.com' })
    // An older token is still valid, and does not restore the old address.
    assert.equal((await me(platen, old)).body.person.email, 'hopper@example.com')

    // Another user with the released address gets an account of their own.
    const free = await me(platen, await idToken('impostor'))
    assert.deepEqual([free.status, free.body.account.userId !== account.userId], [200, true])
    // An address of another account does not change the account.
    provider.people.set('grace', { name: 'Grace H.', email: 'ada@example.com', email_verified: true })
    const taken = await me(platen, await idToken('grace'))
    assert.deepEqual(
      [taken.body.person.email, taken.body.account.email],
      ['ada@example.com', 'hopper@example.com'],
    )
    assert.equal(taken.body.account.userId, account.userId)
  })

  it('updates the address of an account, also when an operator wrote it in another case', async () => {
    const options = { plan: 'default', identityPrefix: 'local', welcomeCredits: 0 } as const
    await createAccount(platen.app.services.database, { email: 'Mary@Example.com', ...options })
    provider.people.set('mary', { name: 'Mary', email: 'mary@example.com', email_verified: true })
    assert.equal((await me(platen, await idToken('mary'))).body.account.email, 'Mary@Example.com')
    provider.people.set('mary', { name: 'Mary', email: 'jackson@example.com', email_verified: true })
    assert.equal((await me(platen, await idToken('mary'))).body.account.email, 'jackson@example.com')
  })

  it('rejects an address that is not verified (403), also for an account that an operator created for it', async () => {
    const options = { email: 'Boss@Example.com', plan: 'enterprise', identityPrefix: 'local' } as const
    const { userId } = await createAccount(platen.app.services.database, { ...options, welcomeCredits: 7 })
    provider.people.set('eve', { name: 'Eve', email: 'boss@example.com', email_verified: false })
    const eve = await me(platen, await idToken('eve'))
    assert.deepEqual([eve.status, Object.keys(eve.body)], [403, ['message']])
    assert.match(eve.body.message, /not verified/)

    provider.people.set('boss', { name: 'Boss', email: 'boss@example.com', email_verified: true })
    const token = await idToken('boss')
    const answers = await Promise.all(Array.from({ length: 20 }, () => me(platen, token)))
    assert.deepEqual(new Set(answers.map(({ body }) => body.account.userId)), new Set([userId]))
    assert.deepEqual([answers[0]?.body.account.plan, answers[0]?.body.account.credits], ['enterprise', 7])
  })

  it('rejects a suspended account (403), and applies a new role to the next call', async () => {
    provider.people.set('max', { name: 'Max', email: 'max@example.com', email_verified: true })
    const token = await idToken('max')
    const { userId } = (await me(platen, token)).body.account
    const environment = { DATABASE_URL: platen.databaseUrl, PATH: process.env['PATH'] }
    const platenTool = (...args: string[]) => runTool(['accounts', 'role', userId, ...args], environment)
    const { code, stdout } = await platenTool('operator')
    assert.deepEqual([code, stdout], [0, 'max@example.com is now an operator.\n'])
    assert.equal((await me(platen, token)).body.account.role, 'operator')
    assert.deepEqual(JSON.parse((await platenTool('member', '--json')).stdout), { userId, role: 'member' })
    assert.equal((await me(platen, token)).body.account.role, 'member')
    assert.equal((await platenTool('king')).code, 2)
    assert.equal((await runTool(['accounts', 'role', 'local_nobody', 'member'], environment)).code, 1)

    const { database } = platen.app.services
    const suspend = sql`update accounts set suspended_at = now() where user_id = ${userId}`
    await suspend.execute(database)
    const answer = await me(platen, token)
    assert.deepEqual(
      [answer.status, answer.body],
      [
        403,
        {
          message: 'This account is suspended. Contact the operator of this service.',
          error: 'ACCOUNT_SUSPENDED',
        },
      ],
    )
  })

  it('assigns a released account to the next sign-in with its address', async () => {
    provider.people.set('first', { name: 'First', email: 'office@example.com', email_verified: true })
    provider.people.set('next', { name: 'Next', email: 'office@example.com', email_verified: true })
    const first = await idToken('first')
    const { userId } = (await me(platen, first)).body.account
    assert.equal((await me(platen, await idToken('next'))).status, 403)
    const environment = { DATABASE_URL: platen.databaseUrl, PATH: process.env['PATH'] }
    const release = async () => (await runTool(['accounts', 'release', userId], environment)).code
    assert.deepEqual([await release(), await release()], [0, 1])
    const next = await me(platen, await idToken('next'))
    assert.deepEqual([next.status, next.body.account.userId], [200, userId])
    assert.equal((await me(platen, first)).status, 403)
  })

  it('removes control characters from a name, and cuts it to 100 characters', async () => {
    const name = ` a\u0000\u202e\n${'x'.repeat(200)}`
    provider.people.set('odd', { name, email: 'odd@example.com', email_verified: true })
    const { status, body } = await me(platen, await idToken('odd'))
    assert.deepEqual([status, body.person.name], [200, `a ${'x'.repeat(98)}`])
  })

  it('signs in the command-line tool by the device flow of the provider', async () => {
    await using tool = await createTool(platen.url)
    const login = tool.start('login', '--json')
    const { userCode = '', verificationUri } = await login.nextMessage()
    assert.equal(verificationUri, `${provider.issuer}/device`)
    await provider.allowDevice(userCode, 'ada')
    const { code, stdout, stderr } = await login.ended
    assert.equal(code, 0, stderr)
    const { account, tokenId } = JSON.parse(stdout)
    const { userId } = (await me(platen, await idToken('ada'))).body.account
    assert.deepEqual(account, { userId, email: 'ada@example.com' })
    for (let again = 0; again < 2; again += 1) {
      const [key] = (await tool.json('tokens')).value
      assert.deepEqual([key.tokenId, key.active], [tokenId, true])
    }
    assert.deepEqual((await tool.json('logout')).value, { url: platen.url, revoked: true })
    assert.ok(provider.requests.includes('/token/revocation'))
    const mine = await send(
      `${platen.url}/dashboard/api/keys`,
      'GET',
      undefined,
      bearer(await idToken('ada')),
    )
    assert.deepEqual(mine.body.keys, [])
  })

  it('D08 fetches a new signing key of the provider, and rejects tokens of a withdrawn key (401)', async () => {
    const before = await idToken('ada')
    assert.equal((await me(platen, before)).status, 200)
    await provider.rotate()
    assert.equal((await me(platen, await idToken('ada'))).status, 200)
    assert.equal((await me(platen, before)).status, 401)
  })

  it('accepts access tokens with OIDC_AUDIENCE, requires an invitation with SIGN_UP (403), and limits calls (429)', async () => {
    const audience = 'https://platen.example/dashboard'
    await using other = await startPlaten({
      environment: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'dashboard',
        OIDC_AUDIENCE: audience,
        SIGN_UP: 'invited',
        RATE_LIMIT_PER_MINUTE: '20',
      },
    })
    const tokens = await provider.signIn('ada', { resource: audience })
    const uninvited = await me(other, tokens.access_token)
    assert.deepEqual(
      [uninvited.status, uninvited.body.message],
      [403, 'No account exists for your e-mail address. Ask the operator of this service for one.'],
    )
    const options = { email: 'ada@example.com', plan: 'default', identityPrefix: 'local' } as const
    await createAccount(other.app.services.database, { ...options, welcomeCredits: 3 })
    const { status, body } = await me(other, tokens.access_token)
    assert.deepEqual([status, body.person?.email], [200, 'ada@example.com'])
    assert.equal((await me(other, tokens.id_token)).status, 401)
    assert.equal((await send(`${other.url}/dashboard/config.json`, 'GET')).body.identity.audience, audience)
    assert.equal((await listAccounts(other.app.services.database)).length, 1)

    const answers = await Promise.all(Array.from({ length: 30 }, () => me(other, tokens.access_token)))
    const refused = answers.filter((answer) => answer.status === 429)
    assert.ok(refused.length >= 10 && refused.length <= 12, `${refused.length} refused`)
    assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1))
  })

  async function idToken(subject: string): Promise<string> {
    return (await provider.signIn(subject)).id_token
  }
})

describe('D08 a provider that is not available', () => {
  it('does not stop the service from starting, and known keys stay valid', async () => {
    await using stack = new AsyncDisposableStack()
    const key = await newKey('ES256', 'first')
    const provider = stack.use(await publishKeys([key.publicJwk]))
    const signer: Signer = {
      ...key,
      issuer: provider.issuer,
      audience: 'dashboard',
      claims: { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' },
    }
    await provider.pause()
    const platen = stack.use(
      await startPlaten({
        environment: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'dashboard' },
        overrides: {
          providerKeys: { freshMs: 0, refreshEveryMs: 0, retryEveryMs: 100, requestLimitMs: HOUR_MS },
        },
      }),
    )
    const away = await me(platen, await signed(signer))
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '1'])
    assert.deepEqual(away.body, { message: 'The identity provider cannot be reached. Please try again.' })
    assert.equal((await send(`${platen.url}/health/ready`, 'GET')).status, 200)

    await provider.resume()
    await eventually(async () => (await me(platen, await signed(signer))).status === 200)
    provider.hang()
    const requestsBefore = provider.requests.length
    // The calls must not wait for the request to the provider, which never ends.
    for (let call = 0; call < 5; call += 1) assert.equal((await me(platen, await signed(signer))).status, 200)
    await eventually(() => provider.requests.length > requestsBefore)
    assert.equal((await me(platen, await signed(signer))).status, 200)
  })

  it('is queried once for 1,000 tokens with unknown key ids', async () => {
    const key = await newKey('RS256', 'first')
    await using provider = await publishKeys([key.publicJwk])
    const signer: Signer = { ...key, issuer: provider.issuer, audience: 'dashboard', claims: { sub: 'ada' } }
    const identity = identityOf(provider.issuer)
    assert.equal((await identity.verify(await signed(signer))).subject, 'ada')
    const [header = '', ...rest] = (await signed(signer)).split('.')
    const fields: object = JSON.parse(Buffer.from(header, 'base64url').toString())
    const tokens = Array.from({ length: 1_000 }, () => {
      const odd = Buffer.from(JSON.stringify({ ...fields, kid: randomUUID() })).toString('base64url')
      return [odd, ...rest].join('.')
    })
    for (const token of tokens) await assert.rejects(identity.verify(token), { kind: 'unauthorized' })
    await Promise.all(tokens.map((token) => assert.rejects(identity.verify(token), { kind: 'unauthorized' })))
    assert.deepEqual(provider.requests, ['/.well-known/openid-configuration', '/jwks'])
  })

  it('is rejected when it names another issuer or publishes no keys, and the reason is logged', async () => {
    const key = await newKey('ES256', 'first')
    await using provider = await publishKeys([key.publicJwk])
    for (const [path, reason] of [
      ['/', /has the issuer "http:.*"\. OIDC_ISSUER is http:/],
      ['/elsewhere', /responded with status 404/],
    ] as const) {
      const issuer = provider.issuer + path
      const signer: Signer = { ...key, issuer, audience: 'dashboard', claims: { sub: 'ada' } }
      const errors: unknown[] = []
      const identity = identityOf(issuer, errors)
      await assert.rejects(identity.verify(await signed(signer)), { kind: 'busy' })
      assert.match(String(errors[0]), reason)
    }
  })
})

/** Creates the verification of a provider's tokens, without a service. */
function identityOf(issuer: string, errors: unknown[] = []): Identity {
  const log = {
    info: () => {},
    warn: () => {},
    error: (fields: object) => void errors.push('err' in fields && fields.err),
  }
  return createProviderIdentity({ issuer, clientId: 'dashboard', audience: undefined, log })
}

async function me(platen: Platen, token: string): Promise<Answer> {
  return await send(`${platen.url}/dashboard/api/me`, 'GET', undefined, bearer(token))
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}
