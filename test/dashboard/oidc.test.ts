import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount, listAccounts } from '../../server/accounts/accounts.ts'
import { auditCredits } from '../../server/accounts/credits.ts'
import type { Identity } from '../../server/identity/identity.ts'
import { createProviderIdentity } from '../../server/identity/provider.ts'
import { type Answer, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { giveTool } from '../commands/tool.ts'
import { runTool } from '../process.ts'
import { newKey, signed, type Signer } from './forged-tokens.ts'
import { type RunningProvider, startProvider } from './provider.ts'
import { publishKeys } from './published-keys.ts'

const HOUR_MS = 3_600_000

describe('With OIDC_ISSUER', () => {
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
      overrides: { providerKeys: { askEveryMs: 0 } },
    })
    provider.people.set('ada', { name: 'Ada', email: 'ada@example.com', email_verified: true })
    assert.equal((await me(platen, await idToken('ada'))).status, 200)
  })
  after(async () => {
    await platen?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  it('people sign in at the provider, and its id token opens the dashboard', async () => {
    const { status, body } = await me(platen, await idToken('ada'))
    assert.deepEqual([status, body.person], [200, { name: 'Ada', email: 'ada@example.com' }])
    // The first account of a service with a provider is as all others.
    assert.deepEqual([body.account.credits, body.account.role], [10, 'member'])
    assert.equal((await me(platen, (await provider.signIn('ada')).access_token)).status, 401)
  })

  it('the pages are told where to go, and the built-in sign-in is not there', async () => {
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

  it('D09 a first sign-in makes one account with 10 credits, however many calls it begins with', async () => {
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

  it('D10 people are known by issuer and subject: not by an address, which may change or be another’s', async () => {
    provider.people.set('grace', { name: 'Grace', email: 'grace@example.com', email_verified: true })
    const { account } = (await me(platen, await idToken('grace'))).body
    const old = await idToken('grace')

    provider.people.set('impostor', { name: 'Grace', email: 'Grace@example.com', email_verified: true })
    const impostor = await me(platen, await idToken('impostor'))
    assert.equal(impostor.status, 403)
    assert.match(impostor.body.message, /belongs to another user/)

    // Tokens tell the time in seconds.
    const second = () => Math.floor(Date.now() / 1000)
    const then = second()
    await eventually(() => second() > then)
    provider.people.set('grace', { name: 'Grace H.', email: 'hopper@example.com', email_verified: true })
    const changed = await me(platen, await idToken('grace'))
    assert.deepEqual(changed.body.person, { name: 'Grace H.', email: 'hopper@example.com' })
    assert.deepEqual(changed.body.account, { ...account, email: 'hopper@example.com' })
    // A token from before is good still, and changes nothing back.
    assert.equal((await me(platen, old)).body.person.email, 'hopper@example.com')

    // The address that is free again is anybody's who can show that it is theirs: with an account of their own.
    const free = await me(platen, await idToken('impostor'))
    assert.deepEqual([free.status, free.body.account.userId !== account.userId], [200, true])
    // And one that another account has changes no account.
    provider.people.set('grace', { name: 'Grace H.', email: 'ada@example.com', email_verified: true })
    const taken = await me(platen, await idToken('grace'))
    assert.deepEqual(
      [taken.body.person.email, taken.body.account.email],
      ['ada@example.com', 'hopper@example.com'],
    )
    assert.equal(taken.body.account.userId, account.userId)
  })

  it('an account follows its person’s address, however an operator had written the first one', async () => {
    const wanted = { plan: 'default', identityPrefix: 'local', welcomeCredits: 0 } as const
    await createAccount(platen.app.services.database, { email: 'Mary@Example.com', ...wanted })
    provider.people.set('mary', { name: 'Mary', email: 'mary@example.com', email_verified: true })
    assert.equal((await me(platen, await idToken('mary'))).body.account.email, 'Mary@Example.com')
    provider.people.set('mary', { name: 'Mary', email: 'jackson@example.com', email_verified: true })
    assert.equal((await me(platen, await idToken('mary'))).body.account.email, 'jackson@example.com')
  })

  it('an address that is not verified opens nothing, least of all an account that an operator made for it', async () => {
    const wanted = { email: 'Boss@Example.com', plan: 'enterprise', identityPrefix: 'local' } as const
    const { userId } = await createAccount(platen.app.services.database, { ...wanted, welcomeCredits: 7 })
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

  it('a suspended account opens nothing, and a role holds from the next call on', async () => {
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
      [403, { message: 'This account is suspended. Contact the operator of this service.' }],
    )
  })

  it('an account that is released is for whoever comes next with its address', async () => {
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

  it('a name is shown as far as it can be', async () => {
    const name = ` a\u0000\u202e\n${'x'.repeat(200)}`
    provider.people.set('odd', { name, email: 'odd@example.com', email_verified: true })
    const { status, body } = await me(platen, await idToken('odd'))
    assert.deepEqual([status, body.person.name], [200, `a ${'x'.repeat(98)}`])
  })

  it('a program signs somebody in by the provider’s device flow, and keeps being let in', async () => {
    await using tool = await giveTool(platen.url)
    const login = tool.start('login', '--json')
    const { userCode = '', verificationUri } = await login.told()
    assert.equal(verificationUri, `${provider.issuer}/device`)
    await provider.letIn(userCode, 'ada')
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
    assert.ok(provider.asked.includes('/token/revocation'))
    const mine = await send(
      `${platen.url}/dashboard/api/keys`,
      'GET',
      undefined,
      bearer(await idToken('ada')),
    )
    assert.deepEqual(mine.body.keys, [])
  })

  it('D08 a key that the provider signs with from now on is fetched, and one that it gave up is not believed', async () => {
    const before = await idToken('ada')
    assert.equal((await me(platen, before)).status, 200)
    await provider.rotate()
    assert.equal((await me(platen, await idToken('ada'))).status, 200)
    assert.equal((await me(platen, before)).status, 401)
  })

  it('OIDC_AUDIENCE has the access token for it sent, SIGN_UP asks for invitations, calls are limited', async () => {
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
    const wanted = { email: 'ada@example.com', plan: 'default', identityPrefix: 'local' } as const
    await createAccount(other.app.services.database, { ...wanted, welcomeCredits: 3 })
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

describe('D08 a provider that is away', () => {
  it('keeps no service from starting, nor anybody out whose keys are known', async () => {
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
        overrides: { providerKeys: { freshMs: 0, askEveryMs: 0, retryEveryMs: 100, answerLimitMs: HOUR_MS } },
      }),
    )
    const away = await me(platen, await signed(signer))
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '1'])
    assert.deepEqual(away.body, { message: 'The identity provider cannot be reached. Please try again.' })
    assert.equal((await send(`${platen.url}/health/ready`, 'GET')).status, 200)

    await provider.resume()
    await eventually(async () => (await me(platen, await signed(signer))).status === 200)
    provider.hang()
    const asked = provider.asked.length
    // The calls would last as long as the request to the provider if they waited for it.
    for (let call = 0; call < 5; call += 1) assert.equal((await me(platen, await signed(signer))).status, 200)
    await eventually(() => provider.asked.length > asked)
    assert.equal((await me(platen, await signed(signer))).status, 200)
  })

  it('is asked once, however many tokens name keys that nobody knows', async () => {
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
    assert.deepEqual(provider.asked, ['/.well-known/openid-configuration', '/jwks'])
  })

  it('or names another issuer, or has no keys, is not believed, and the log says why', async () => {
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

/** What takes a provider's tokens, without a service around it. */
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
