import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { type Answer, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { type Jar, openJar, signedIn } from './cookies.ts'
import { mailsTo, mailTo } from './outbox.ts'

const PASSWORD = 'correct horse battery'
const DAY_MS = 86_400_000

describe('built-in sign-in', () => {
  let platen: Platen
  let people = 0

  before(async () => {
    platen = await startPlaten()
  })
  after(async () => await platen?.[Symbol.asyncDispose]())

  it('signs a user up, signs in by the link in the mail, and signs out at once', async () => {
    const [jar, email] = [openJar(platen), newAddress()]
    const answer = await jar.post('/sign-up/email', { name: 'Ada', email, password: PASSWORD })
    assert.deepEqual([answer.status, Object.keys(answer.body)], [200, ['message']])
    const early = await jar.post('/sign-in/email', { email, password: PASSWORD })
    assert.deepEqual([early.status, early.body.error], [403, 'EMAIL_NOT_VERIFIED'])

    const verified = await jar.post('/verify-email', { token: await linkTo(email, /Confirm/) })
    assert.deepEqual(verified.body, { message: 'The address is verified.' })
    const { status, body } = await jar.call('GET', '/dashboard/api/me')
    assert.deepEqual([status, body.person, body.account.credits], [200, { name: 'Ada', email }, 10])
    const token = await linkTo(email, /Confirm/)
    assert.equal((await jar.post('/verify-email', { token })).status, 200, 'a second click goes on')
    const used = await openJar(platen).post('/verify-email', { token })
    assert.deepEqual([used.status, used.body.error], [400, 'INVALID_TOKEN'])
    assert.match(used.body.message, /^This link was already used or has expired\./)
    for (const damaged of [token.slice(0, -4), `3D${token}`, `${token.slice(0, 60)}=`]) {
      const answer = await jar.post('/verify-email', { token: damaged })
      assert.deepEqual([answer.status, answer.body.error], [400, 'DAMAGED_LINK'])
    }

    const { token: oldToken } = (await jar.get('/token')).body
    assert.equal((await jar.post('/sign-out')).status, 200)
    assert.equal((await jar.get('/token')).status, 401)
    assert.equal((await me(oldToken)).status, 401)

    assert.equal((await jar.post('/sign-in/email', { email, password: PASSWORD })).status, 200)
    assert.equal((await jar.call('GET', '/dashboard/api/me')).body.account.userId, body.account.userId)
  })

  it('D09 creates one account with 10 credits for 20 concurrent first calls', async () => {
    const { jar, email } = await signedUp()
    const { token } = (await jar.get('/token')).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => me(token)))
    assert.equal(new Set(answers.map(({ body }) => body.account.userId)).size, 1)
    const { rows } = await sql<{ kind: string; credits: number }>`
      select kind, entries.credits from credit_entries entries join accounts using (account_id)
      where email = ${email}`.execute(platen.app.services.database)
    assert.deepEqual(rows, [{ kind: 'welcome', credits: 10 }])
  })

  it('stores the session in an HttpOnly cookie for the path of the sign-in', async () => {
    const { jar, email } = await signedIn(platen)
    const answer = await jar.post('/sign-in/email', { email, password: PASSWORD })
    const [cookie = ''] = answer.headers.getSetCookie()
    assert.match(
      cookie,
      /^platen\.session_token=[^;]+; Max-Age=604800; Path=\/dashboard\/auth; HttpOnly; SameSite=Lax$/,
    )
    assert.deepEqual(answer.body, { message: 'You are signed in.' })
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const brief = await jar.post('/sign-in/email', { email, password: PASSWORD, rememberMe: false })
    assert.match(brief.headers.getSetCookie()[0] ?? '', /^platen\.session_token=[^;]+; Path=/)

    await using secure = await startPlaten({ environment: { BASE_URL: 'https://platen.example' } })
    const person = await secure.person()
    assert.match(person.cookie, /^__Secure-platen\.session_token=/)
    const again = await send(
      `${secure.url}/dashboard/auth/sign-out`,
      'POST',
      {},
      {
        cookie: person.cookie,
        origin: 'https://platen.example',
      },
    )
    assert.match(again.headers.getSetCookie()[0] ?? '', /Secure/)
  })

  it('issues tokens of five minutes with the claims of the user, signed with a published key', async () => {
    const { jar, email } = await signedIn(platen)
    const { token } = (await jar.get('/token')).body
    const { iat = 0, exp = 0, iss, aud, sid, ...claims } = decodeJwt(token)
    assert.equal(exp - iat, 300)
    assert.deepEqual([iss, aud, typeof sid], [`${platen.url}/dashboard/auth`, platen.url, 'string'])
    assert.deepEqual({ ...claims, sub: '' }, { sub: '', name: 'Ada', email, email_verified: true })
    const { keys } = (await jar.get('/jwks')).body
    const { kid, alg } = decodeProtectedHeader(token)
    assert.ok(keys.some((key: { kid: string; alg: string }) => key.kid === kid && key.alg === alg))
    assert.ok(keys.every((key: object) => !('d' in key)))
  })

  it('signs with a new key when the old one has expired, and accepts the old key while its tokens are valid', async () => {
    const { jar } = await signedIn(platen)
    const { database } = platen.app.services
    const before = (await jar.get('/token')).body.token
    await sql`update identity_keys set expires_at = now()`.execute(database)
    const after = (await jar.get('/token')).body.token
    const [old, young] = [decodeProtectedHeader(before).kid, decodeProtectedHeader(after).kid]
    assert.notEqual(old, young)
    // Several calls at once, as a page makes them.
    const answers = await Promise.all([before, after, after, after].map(me))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    // The service caches the published keys for a second.
    const arePublished = (...kids: (string | undefined)[]) =>
      eventually(async () => String(kidsIn(await jar.get('/jwks')).toSorted()) === String(kids.toSorted()))
    await arePublished(old, young)
    await cleanUp(platen.app.services, new Date(Date.now() + 3 * DAY_MS))
    await arePublished(young)
  })

  it('resets a password by a link that works once, and ends all sessions', async () => {
    const { jar, email } = await signedIn(platen)
    const { token: oldToken } = (await jar.get('/token')).body
    const otherBrowser = openJar(platen)
    assert.equal((await otherBrowser.post('/request-password-reset', { email })).status, 200)
    const token = await linkTo(email, /new password/)
    const short = await otherBrowser.post('/reset-password', { token, newPassword: 'short' })
    assert.deepEqual([short.status, short.body.error], [400, 'PASSWORD_TOO_SHORT'])
    assert.equal(
      (await otherBrowser.post('/reset-password', { token, newPassword: 'another good one' })).status,
      200,
    )
    assert.deepEqual([(await me(oldToken)).status, (await jar.get('/token')).status], [401, 401])
    const damaged = await otherBrowser.post('/reset-password', {
      token: `3D${token}`,
      newPassword: 'another one',
    })
    assert.deepEqual([damaged.status, damaged.body.error], [400, 'DAMAGED_LINK'])
    const again = await otherBrowser.post('/reset-password', { token, newPassword: 'yet another one' })
    assert.deepEqual([again.status, again.body.error], [400, 'INVALID_TOKEN'])
    assert.equal((await jar.post('/sign-in/email', { email, password: PASSWORD })).status, 401)
    assert.equal((await jar.post('/sign-in/email', { email, password: 'another good one' })).status, 200)
    await mailTo(platen, email, /was changed/)
  })

  it('changes a password with the old one, and signs out all other sessions', async () => {
    const { jar, email } = await signedIn(platen)
    const other = openJar(platen)
    await other.post('/sign-in/email', { email, password: PASSWORD })
    const { token: oldToken } = (await other.get('/token')).body
    const change = (currentPassword: string) =>
      jar.post('/change-password', { currentPassword, newPassword: 'a whole new one' })
    const wrong = await change('not the password')
    assert.deepEqual([wrong.status, wrong.body.error], [403, 'INVALID_PASSWORD'])
    assert.equal((await change(PASSWORD)).status, 200)
    assert.equal((await me(oldToken)).status, 401)
    assert.equal((await jar.call('GET', '/dashboard/api/me')).status, 200)
    await mailTo(platen, email, /password was changed/)
  })

  it('changes an address with the password and the link in the mail, also that of the account', async () => {
    const { jar, email } = await signedIn(platen)
    const [newEmail, taken] = [newAddress(), await signedIn(platen)]
    const wrong = await jar.post('/change-email', { newEmail, password: 'not the password' })
    assert.deepEqual([wrong.status, wrong.body.error], [403, 'INVALID_PASSWORD'])
    const { token: before } = (await jar.get('/token')).body
    // The answer does not reveal that the address has an account, and the owner gets no mail.
    const answers = [
      await jar.post('/change-email', { newEmail: taken.email, password: PASSWORD }),
      await jar.post('/change-email', { newEmail, password: PASSWORD }),
    ]
    assert.deepEqual(answers[0]?.body, answers[1]?.body)
    assert.equal((await me(before)).body.person.email, email)

    const token = await linkTo(newEmail, /new e-mail address/)
    const elsewhere = await openJar(platen).post('/verify-email', { token })
    assert.deepEqual([elsewhere.status, elsewhere.body.error], [403, 'PASSWORD_NEEDED'])
    assert.equal((await taken.jar.post('/verify-email', { token })).status, 403)
    assert.equal((await jar.post('/verify-email', { token })).status, 200)
    const { body } = await jar.call('GET', '/dashboard/api/me')
    assert.deepEqual([body.person.email, body.account.email], [newEmail, newEmail])
    await mailTo(platen, email, /address was changed/)
    assert.equal(
      (await mailsTo(platen, taken.email)).filter(({ subject }) => /new e-mail/.test(subject)).length,
      0,
    )
    const old = await jar.post('/verify-email', { token })
    assert.deepEqual([old.status, old.body.error], [400, 'INVALID_TOKEN'])
    assert.equal((await jar.post('/sign-in/email', { email, password: PASSWORD })).status, 401)
  })

  it('changes a name', async () => {
    const { jar } = await signedIn(platen)
    await jar.call('GET', '/dashboard/api/me')
    assert.equal((await jar.post('/update-user', { name: ' Countess ' })).status, 200)
    assert.equal((await jar.call('GET', '/dashboard/api/me')).body.person.name, 'Countess')
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(101)]) {
      assert.equal((await jar.post('/update-user', { name })).status, 400, JSON.stringify(name))
    }
  })

  it('lists the sessions, and ends one or all others at once', async () => {
    const { jar, email } = await signedUp()
    const others = [openJar(platen), openJar(platen)]
    for (const other of others) await other.post('/sign-in/email', { email, password: PASSWORD })
    const tokens = await Promise.all(others.map(async (other) => (await other.get('/token')).body.token))
    const list = async () => (await jar.call('GET', '/dashboard/api/sessions')).body.sessions
    assert.deepEqual(
      (await list()).map(({ isThis, address }: { isThis: boolean; address: string }) => [isThis, address]),
      [
        [false, '127.0.0.1'],
        [false, '127.0.0.1'],
        [true, '127.0.0.1'],
      ],
    )
    const otherUser = (await signedIn(platen)).jar
    const path = `/dashboard/api/sessions/${String(decodeJwt(tokens[0])['sid'])}`
    assert.equal((await otherUser.call('DELETE', path)).status, 404)
    assert.equal((await jar.call('DELETE', path)).status, 200)
    assert.deepEqual([(await me(tokens[0])).status, (await me(tokens[1])).status], [401, 200])
    assert.deepEqual((await jar.call('DELETE', '/dashboard/api/sessions')).body, { removed: 1 })
    assert.deepEqual([(await me(tokens[1])).status, (await list()).length], [401, 1])
  })

  it('removes users who have not confirmed their address after a week', async () => {
    const [jar, email] = [openJar(platen), newAddress()]
    await jar.post('/sign-up/email', { name: 'Ada', email, password: PASSWORD })
    const { services } = platen.app
    const known = async () =>
      (await sql`select 1 from identity_users where email = ${email}`.execute(services.database)).rows.length
    await cleanUp(services, new Date(Date.now() + 6 * DAY_MS))
    assert.equal(await known(), 1)
    await cleanUp(services, new Date(Date.now() + 8 * DAY_MS))
    assert.equal(await known(), 0)
  })

  it('removes the user together with the account', async () => {
    const { jar, email } = await signedIn(platen)
    const { database } = platen.app.services
    const { userId } = (await jar.call('GET', '/dashboard/api/me')).body.account
    const { token } = (await jar.get('/token')).body
    await sql`delete from accounts where user_id = ${userId}`.execute(database)
    assert.equal((await me(token)).status, 401)
    assert.equal((await jar.post('/sign-in/email', { email, password: PASSWORD })).status, 401)
  })

  /** Signs up a new user and signs in. */
  async function signedUp(): Promise<{ jar: Jar; email: string }> {
    const [jar, email] = [openJar(platen), newAddress()]
    await sql`truncate token_buckets`.execute(platen.app.services.database)
    await jar.post('/sign-up/email', { name: 'Ada', email, password: PASSWORD })
    await jar.post('/verify-email', { token: await linkTo(email, /Confirm/) })
    return { jar, email }
  }

  async function linkTo(email: string, subject: RegExp): Promise<string> {
    const { link } = await mailTo(platen, email, subject)
    return new URL(link).searchParams.get('token') ?? ''
  }

  function newAddress(): string {
    people += 1
    return `somebody-${people}@example.com`
  }

  async function me(token: string): Promise<Answer> {
    return await send(`${platen.url}/dashboard/api/me`, 'GET', undefined, {
      authorization: `Bearer ${token}`,
    })
  }
})

function kidsIn({ body }: Answer): string[] {
  return body.keys.map(({ kid }: { kid: string }) => kid)
}
