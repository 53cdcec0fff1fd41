import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../packages/server/src/accounts/accounts.ts'
import { pageAfterSignIn } from '../../packages/server/src/http/pages/page-paths.ts'
import { takeTokens } from '../../packages/server/src/accounts/token-bucket.ts'
import { eventually, type Platen, send, startPlaten } from '../harness.ts'
import { type Jar, openJar, signedIn } from './cookies.ts'
import { mailsTo, mailTo } from './outbox.ts'

const PASSWORD = 'correct horse battery'
const ATTACKERS = 'password of somebody else'

describe('built-in sign-in: attacks', () => {
  let platen: Platen
  let people = 0

  before(async () => {
    platen = await startPlaten()
  })
  beforeEach(async () => {
    await sql`truncate token_buckets`.execute(platen.app.services.database)
  })
  after(async () => await platen?.[Symbol.asyncDispose]())

  describe('enumeration of accounts', () => {
    it('gets the same answers after the same time for all addresses', async () => {
      const known = (await signedIn(platen)).email
      const unknown = newAddress()
      for (const [path, more] of [
        ['/sign-up/email', { name: 'Eve', password: ATTACKERS }],
        ['/request-password-reset', {}],
        ['/send-verification-email', {}],
      ] as const) {
        const answers = []
        for (const email of [known, unknown]) {
          const begun = performance.now()
          const { status, body, headers } = await openJar(platen).post(path, { email, ...more })
          const names = headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''))
          answers.push({ status, body, names, isSlow: performance.now() - begun >= 495 })
        }
        assert.deepEqual(answers[0], answers[1], path)
        assert.deepEqual([answers[0]?.status, answers[0]?.isSlow], [200, true])
      }
      const { text } = await mailTo(platen, known, /already have an account/)
      assert.match(text, /\/sign-in/)
      assert.ok(!text.includes('Eve'))
    })

    it('gets the same error for a wrong password and an unknown address (401)', async () => {
      const { email } = await signedIn(platen)
      const answers = []
      for (const address of [email, newAddress()]) {
        const { status, body } = await openJar(platen).post('/sign-in/email', {
          email: address,
          password: ATTACKERS,
        })
        answers.push({ status, body })
      }
      assert.deepEqual(answers[0], answers[1])
      assert.deepEqual(answers[0]?.body, {
        message: 'The e-mail address or the password is wrong.',
        error: 'INVALID_EMAIL_OR_PASSWORD',
      })
    })
  })

  describe('sign-up with the address of another user', () => {
    it('gives no access when the owner of the address opens the link', async () => {
      const email = newAddress()
      await openJar(platen).post('/sign-up/email', { name: 'Eve', email, password: ATTACKERS })
      const owner = openJar(platen)
      const token = await linkTo(email, /Confirm/)
      const answer = await owner.post('/verify-email', { token })
      assert.deepEqual([answer.status, answer.body.error], [403, 'PASSWORD_NEEDED'])
      const wrong = await owner.post('/verify-email', { token, password: PASSWORD })
      assert.deepEqual([wrong.status, wrong.body.error], [401, 'INVALID_EMAIL_OR_PASSWORD'])
      assert.equal((await openJar(platen).post('/sign-in/email', { email, password: ATTACKERS })).status, 403)

      // The owner can still use the address.
      await owner.post('/request-password-reset', { email })
      const reset = await linkTo(email, /new password/)
      assert.equal((await owner.post('/reset-password', { token: reset, newPassword: PASSWORD })).status, 200)
      assert.equal((await owner.post('/sign-in/email', { email, password: PASSWORD })).status, 200)
      assert.equal((await openJar(platen).post('/sign-in/email', { email, password: ATTACKERS })).status, 401)
    })

    it('is replaced by a sign-up of the owner', async () => {
      const email = newAddress()
      const [attacker, owner] = [openJar(platen), openJar(platen)]
      await attacker.post('/sign-up/email', { name: 'Eve', email, password: ATTACKERS })
      const first = await linkTo(email, /Confirm/)
      await owner.post('/sign-up/email', { name: 'Ada', email, password: PASSWORD })
      assert.equal((await owner.post('/verify-email', { token: first })).body.error, 'INVALID_TOKEN')
      await attacker.post('/sign-up/email', { name: 'Eve', email, password: ATTACKERS })
      await owner.post('/send-verification-email', { email })
      const last = await linkTo(email, /Confirm/)
      assert.equal((await owner.post('/verify-email', { token: last })).body.error, 'PASSWORD_NEEDED')
    })

    it('is verified in another browser with link and password', async () => {
      const email = newAddress()
      await openJar(platen).post('/sign-up/email', { name: 'Ada', email, password: PASSWORD })
      const other = openJar(platen)
      const token = await linkTo(email, /Confirm/)
      assert.equal((await other.post('/verify-email', { token, password: PASSWORD })).status, 200)
      assert.equal((await other.call('GET', '/dashboard/api/me')).status, 200)
    })

    it('does not block a change of address to it', async () => {
      const { jar } = await signedIn(platen)
      const newEmail = newAddress()
      const squat = () =>
        openJar(platen).post('/sign-up/email', { name: 'Eve', email: newEmail, password: ATTACKERS })
      await squat()
      assert.equal((await jar.post('/change-email', { newEmail, password: PASSWORD })).status, 200)
      const token = await linkTo(newEmail, /new e-mail/)
      await squat()
      assert.equal((await jar.post('/verify-email', { token })).status, 200)
      assert.equal((await jar.call('GET', '/dashboard/api/me')).body.person.email, newEmail)
      assert.equal((await jar.post('/sign-in/email', { email: newEmail, password: PASSWORD })).status, 200)
    })

    it('puts nothing but the path of a page into the mail', async () => {
      for (const next of ['/device', '/templates?sort=name', '/billing'])
        assert.equal(pageAfterSignIn(next), next.split('?')[0])
      for (const next of [
        '//evil.example',
        '///evil.example',
        'https://evil.example/device',
        '/\\evil.example',
        '\\\\evil.example',
        '/%2f/evil.example',
        'javascript:alert(1)',
        '/device/../..//evil.example',
        '/device#call-us',
        '/device\r\nTo: x@evil.example',
        '/templates/call-us',
        '/',
        '',
        undefined,
      ])
        assert.equal(pageAfterSignIn(next), undefined, next)
      const email = 'lured@example.com'
      const next = 'https://evil.example/device'
      await openJar(platen).post('/sign-up/email', { name: 'Eve', email, password: ATTACKERS, next })
      const { text, link } = await mailTo(platen, email, /Confirm/)
      assert.deepEqual([...new URL(link).searchParams.keys()], ['token'])
      assert.doesNotMatch(text, /evil/)
    })

    it('gives no access to an account that an operator created for the address', async () => {
      const email = newAddress()
      const { database } = platen.app.services
      const options = { email, plan: 'enterprise', identityPrefix: 'local', welcomeCredits: 500 } as const
      const { userId } = await createAccount(database, options)
      const attacker = openJar(platen)
      await attacker.post('/sign-up/email', { name: 'Eve', email, password: ATTACKERS })
      await attacker.post('/sign-in/email', { email, password: ATTACKERS })
      assert.equal((await attacker.get('/token')).status, 401)
      await mailTo(platen, email, /Confirm/)

      const owner = await signedUp(email.toUpperCase())
      const { account } = (await owner.jar.call('GET', '/dashboard/api/me')).body
      assert.deepEqual([account.userId, account.plan, account.credits], [userId, 'enterprise', 500])
    })
  })

  describe('requests of other origins', () => {
    it('are rejected (403, 415) and change nothing', async () => {
      const { jar, email } = await signedIn(platen)
      const body = { currentPassword: PASSWORD, newPassword: ATTACKERS }
      for (const origin of [
        'https://evil.example',
        'null',
        '',
        `${platen.url}.evil.example`,
        'http://127.0.0.1:1',
      ]) {
        const answer = await jar.post('/change-password', body, { origin })
        assert.equal(answer.status, 403, origin)
        assert.match(answer.body.message, /Only pages of the dashboard at http/)
        assert.equal((await jar.post('/sign-out', {}, { origin })).status, 403)
      }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        assert.equal((await jar.post('/change-password', body, { 'content-type': type })).status, 415, type)
      }
      assert.equal((await jar.call('GET', '/dashboard/api/me')).status, 200)
      assert.equal((await openJar(platen).post('/sign-in/email', { email, password: PASSWORD })).status, 200)
      const localhost = await jar.post(
        '/sign-out',
        {},
        { origin: platen.url.replace('127.0.0.1', 'localhost') },
      )
      assert.equal(localhost.status, 200)
    })
  })

  describe('repeated attempts', () => {
    it('are limited to ten wrong passwords for an address, in all processes (429)', async () => {
      const { jar, email } = await signedIn(platen)
      await using other = await startPlaten({ environment: { DATABASE_URL: platen.databaseUrl } })
      await openJar(other).get('/jwks')
      const tries = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          openJar(index % 2 === 0 ? platen : other).post('/sign-in/email', {
            email,
            password: `wrong ${index}`,
          }),
        ),
      )
      assert.deepEqual(tries.map(({ status }) => status).toSorted(), [
        ...Array(10).fill(401),
        ...Array(6).fill(429),
      ])
      const { status, headers, body } = await openJar(other).post('/sign-in/email', {
        email,
        password: PASSWORD,
      })
      assert.deepEqual([status, body], [429, { message: 'Too many attempts. Wait and try again.' }])
      const wait = Number(headers.get('retry-after'))
      assert.ok(wait > 0 && wait <= 90, String(wait))
      // Existing sessions continue, and other addresses are not limited.
      assert.equal((await jar.call('GET', '/dashboard/api/me')).status, 200)
      const another = newAddress()
      assert.equal((await jar.post('/sign-in/email', { email: another, password: PASSWORD })).status, 401)
    })

    it('are limited to ten wrong passwords of a session, from any network (429)', async () => {
      const { jar, email } = await signedIn(platen)
      const { database } = platen.app.services
      const wrong = (path: string) =>
        path === '/change-email'
          ? { newEmail: newAddress(), password: ATTACKERS }
          : { currentPassword: ATTACKERS, newPassword: 'not to be set' }
      for (let index = 0; index < 12; index += 1) {
        const path = index % 2 === 0 ? '/change-password' : '/change-email'
        const { status, body } = await jar.post(path, wrong(path))
        assert.deepEqual(
          [index, status, body.error],
          index < 10 ? [index, 403, 'INVALID_PASSWORD'] : [index, 429, undefined],
        )
        // Simulates another network for each attempt.
        await sql`delete from token_buckets where subject like '%network%'`.execute(database)
      }
      assert.equal((await openJar(platen).post('/sign-in/email', { email, password: PASSWORD })).status, 200)
    })

    it('are limited to thirty wrong passwords of a network (429)', async () => {
      const { database } = platen.app.services
      for (let index = 0; index < 29; index += 1) {
        await takeTokens(database, 'password network 127.0.0.1', { capacity: 30, perHour: 120 })
      }
      const statuses: number[] = []
      for (let index = 0; index < 3; index += 1) {
        const { status } = await openJar(platen).post('/sign-in/email', {
          email: newAddress(),
          password: ATTACKERS,
        })
        statuses.push(status)
      }
      assert.deepEqual(statuses, [401, 429, 429])
    })

    it('are not limited with the right password', async () => {
      const { jar, email } = await signedIn(platen)
      for (let index = 0; index < 11; index += 1) {
        assert.equal((await jar.post('/sign-in/email', { email, password: PASSWORD })).status, 200)
      }
    })

    it('are limited to five mails an hour for an address (429)', async () => {
      const { email } = await signedUp()
      const statuses = await Promise.all(
        Array.from(
          { length: 6 },
          async () => (await openJar(platen).post('/request-password-reset', { email })).status,
        ),
      )
      // The first mail was that of the sign-up.
      assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 429, 429])
      const { rows } = await sql<{ subject: string }>`select subject from token_buckets`.execute(
        platen.app.services.database,
      )
      assert.ok(rows.length > 0 && rows.every(({ subject }) => !subject.includes('@')))
    })
  })

  describe('invalid requests', () => {
    it('are rejected with messages of the service (400, 413)', async () => {
      const good = { name: 'Ada', email: newAddress(), password: PASSWORD }
      const rows: [string, object, number, RegExp][] = [
        ['/sign-up/email', { ...good, password: 'short' }, 400, /at least 10 characters/],
        ['/sign-up/email', { ...good, password: 'x'.repeat(129) }, 400, /at most 128 characters/],
        ['/sign-up/email', { ...good, email: 'ada' }, 400, /not an e-mail address/],
        ['/sign-up/email', { ...good, email: 'ada@example.c' }, 400, /not an e-mail address/],
        ['/sign-up/email', { ...good, email: '"ada lovelace"@example.com' }, 400, /not an e-mail address/],
        [
          '/sign-up/email',
          { ...good, email: 'ada@example.com\r\nBcc: eve@evil.example' },
          400,
          /not an e-mail/,
        ],
        ['/sign-up/email', { ...good, name: ' ' }, 400, /name is empty/],
        ['/sign-up/email', { ...good, name: 'a\u0000' }, 400, /control character/],
        ['/sign-up/email', { ...good, emailVerified: true }, 400, /must not have a field named/],
        [
          '/sign-up/email',
          { ...good, callbackURL: 'https://evil.example' },
          400,
          /must not have a field named/,
        ],
        ['/sign-up/email', { ...good, email: { $ne: '' } }, 400, /email must be a string/],
        ['/sign-up/email', { email: good.email, password: PASSWORD }, 400, /name is required/],
        ['/sign-in/email', { email: good.email, password: 'x'.repeat(20_000) }, 413, /16,384 bytes/],
        ['/verify-email', { token: 'a.b.c' }, 400, /link is damaged or incomplete/],
        ['/verify-email', { token: '' }, 400, /link is damaged or incomplete/],
        [
          '/reset-password',
          { token: "x' or 1=1", newPassword: PASSWORD },
          400,
          /link is damaged or incomplete/,
        ],
        ['/request-password-reset', { email: 'ada' }, 400, /not an e-mail address/],
      ]
      for (const [path, body, status, message] of rows) {
        const answer = await openJar(platen).post(path, body)
        assert.equal(answer.status, status, `${path} ${JSON.stringify(body).slice(0, 200)}`)
        assert.match(answer.body.message, message)
      }
      const { jar, email } = await signedIn(platen)
      const same = await jar.post('/change-email', { newEmail: email, password: PASSWORD })
      assert.deepEqual([same.status, same.body.message], [400, 'This is already your e-mail address.'])
    })

    it('cannot reach other routes of better-auth (404, 405)', async () => {
      const { jar } = await signedIn(platen)
      for (const path of [
        '/get-session',
        '/list-sessions',
        '/ok',
        '/error',
        '/verify-email?token=x',
        '/reset-password/x',
      ]) {
        assert.ok([404, 405].includes((await jar.get(path)).status), path)
      }
      for (const path of [
        '/sign-in/social',
        '/delete-user',
        '/revoke-sessions',
        '/verify-password',
        '/link-social',
        '/set-password',
      ]) {
        assert.equal((await jar.post(path)).status, 404, path)
      }
      for (const path of ['/change-password', '/change-email', '/update-user']) {
        const fields = {
          currentPassword: PASSWORD,
          newPassword: PASSWORD,
          newEmail: newAddress(),
          password: PASSWORD,
          name: 'x',
        }
        const allowed =
          {
            '/change-password': ['currentPassword', 'newPassword'],
            '/change-email': ['newEmail', 'password'],
            '/update-user': ['name'],
          }[path] ?? []
        const body = Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.includes(name)))
        assert.equal((await openJar(platen).post(path, body)).status, 401, path)
      }
      const forged = await send(`${platen.url}/dashboard/auth/token`, 'GET', undefined, {
        cookie: `platen.session_token=${'x'.repeat(32)}.${Buffer.alloc(32).toString('base64')}`,
      })
      assert.equal(forged.status, 401)
    })
  })

  async function signedUp(email = newAddress()): Promise<{ jar: Jar; email: string }> {
    const jar = openJar(platen)
    const address = email.toLowerCase()
    const before = (await mailsTo(platen, address)).length
    await jar.post('/sign-up/email', { name: 'Ada', email, password: PASSWORD })
    await eventually(async () => (await mailsTo(platen, address)).length > before)
    await jar.post('/verify-email', { token: await linkTo(address, /Confirm/) })
    return { jar, email }
  }

  /** Returns the token in the link of the last mail with a subject. */
  async function linkTo(email: string, subject: RegExp): Promise<string> {
    const { link } = await mailTo(platen, email, subject)
    return new URL(link).searchParams.get('token') ?? ''
  }

  function newAddress(): string {
    people += 1
    return `somebody-${people}@example.com`
  }
})
