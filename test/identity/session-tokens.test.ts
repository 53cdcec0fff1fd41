import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect, type Database } from '../../packages/server/src/database/database.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/database/embedded.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { findOrCreateSecret } from '../../packages/server/src/database/secrets.ts'
import { openJar } from '../dashboard/cookies.ts'
import { mailTo } from '../dashboard/outbox.ts'
import { type Answer, type Platen, send, startPlaten } from '../harness.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const MIGRATIONS = join(import.meta.dirname, '..', '..', 'packages/server/migrations')
const HASHES = '0025-session-token-hashes.sql'
const PASSWORD = 'correct horse battery'
/** Tokens as they were before migration 0025: 32 characters for a browser, 43 for a device. */
const EARLIER = { browser: 'b'.repeat(32), program: randomBytes(32).toString('base64url') }

describe('session tokens of the built-in identity', () => {
  const stack = new AsyncDisposableStack()
  let platen: Platen
  let secret: string
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-tokens-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const options = { dataDir: folder, cacheDir: join(folder, 'cache'), log: QUIET }
    const { url } = stack.use(await startEmbeddedPostgres(options))
    await migrate(url, await migrationsBefore(HASHES, folder), QUIET)
    await using connections = connect({ url, poolSize: 1, log: QUIET })
    await signInEarlier(connections.database)
    secret = (await findOrCreateSecret(connections.database, 'identity')).toString('base64url')
    platen = stack.use(await startPlaten({ environment: { DATABASE_URL: url } }))
  })
  beforeEach(async () => {
    await sql`truncate token_buckets`.execute(database())
  })
  after(() => stack.disposeAsync())

  it('from before they were hashed keep browsers and devices signed in', async () => {
    assert.equal((await byCookie(EARLIER.browser)).status, 200)
    assert.equal((await byGrant(EARLIER.program)).status, 200)
    const { rows } = await sql<{ hash: string }>`select token_hash as hash from identity_sessions`.execute(
      database(),
    )
    assert.equal(rows.length, 2)
    for (const { hash } of rows) assert.match(hash, /^[0-9a-f]{64}$/)
  })

  it('are stored in no table, and neither is the link to reset a password', async () => {
    const { jar, email, token } = await signedIn()
    const program = await letIn(jar)
    await jar.post('/request-password-reset', { email })
    const { link } = await mailTo(platen, email, /new password/)
    const reset = new URL(link).searchParams.get('token') ?? ''
    assert.ok(token.length >= 32 && program.length >= 32 && reset.length >= 16)
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(database())
    const stored: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        select row_to_json(everything)::text as text from ${sql.table(name)} everything`.execute(database())
      stored.push(...rows.map(({ text }) => text))
    }
    assert.ok(stored.some((text) => text.includes(email)))
    for (const clear of [token, program, reset]) assert.ok(!stored.some((text) => text.includes(clear)))
  })

  it('are rejected in their hashed form: in a cookie, in the device grant and as a bearer token', async () => {
    const { jar } = await signedIn()
    await letIn(jar)
    const { rows } = await sql<{ hash: string }>`select token_hash as hash from identity_sessions`.execute(
      database(),
    )
    assert.ok(rows.length >= 2)
    for (const { hash } of rows) {
      for (const token of [hash, `program:${hash}`]) {
        await sql`truncate token_buckets`.execute(database())
        // Signed with the secret, as by an attacker who has read that too.
        assert.equal((await byCookie(token)).status, 401)
        assert.equal((await byGrant(token)).body.error, 'invalid_grant')
        for (const path of ['/dashboard/auth/token', '/dashboard/api/me']) {
          const headers = { authorization: `Bearer ${token}` }
          assert.equal((await send(platen.url + path, 'GET', undefined, headers)).status, 401)
        }
      }
    }
  })

  it('of a browser are rejected by the device grant, and those of a device in a cookie', async () => {
    const { jar, token } = await signedIn()
    const program = await letIn(jar)
    for (const text of [token, `program:${token}`]) {
      const refused = await byGrant(text)
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant'])
      assert.equal((await form('revoke', { client_id: 'platen', token: text })).status, 200)
    }
    assert.equal((await byCookie(token)).status, 200)
    assert.equal((await byCookie(program)).status, 401)
    assert.equal((await byGrant(program)).status, 200)
    assert.equal((await form('revoke', { client_id: 'platen', token: program })).status, 200)
    assert.equal((await byGrant(program)).body.error, 'invalid_grant')
  })

  it('stay the same when the session of an active user is extended', async () => {
    const { token } = await signedIn()
    await sql`update identity_sessions set expires_at = now() + interval '2 days'`.execute(database())
    const answer = await byCookie(token)
    assert.equal(answer.status, 200)
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('platen.session_token='))
    assert.equal(cookie?.split(';')[0], cookieOf(token))
    assert.equal((await byCookie(token)).status, 200)
  })

  it('end with their session: by signing out, and by signing out all other browsers', async () => {
    const { jar, email, token } = await signedIn()
    const other = await signedIn(email)
    const program = await letIn(other.jar)
    assert.equal((await jar.call('DELETE', '/dashboard/api/sessions')).body.removed, 2)
    assert.equal((await byCookie(other.token)).status, 401)
    assert.equal((await byGrant(program)).body.error, 'invalid_grant')
    assert.equal((await byCookie(token)).status, 200)
    assert.equal((await jar.post('/sign-out')).status, 200)
    assert.equal((await byCookie(token)).status, 401)
  })

  const database = () => platen.app.services.database
  let people = 0

  /** Signs a user up, or in again. */
  async function signedIn(known?: string) {
    people += 1
    const email = known ?? `somebody-${people}@example.com`
    const jar = openJar(platen)
    if (known === undefined) {
      await jar.post('/sign-up/email', { name: 'Ada', email, password: PASSWORD })
      const { link } = await mailTo(platen, email, /Confirm/)
      await jar.post('/verify-email', { token: new URL(link).searchParams.get('token') })
    } else {
      await jar.post('/sign-in/email', { email, password: PASSWORD })
    }
    const signed = decodeURIComponent(jar.cookies.get('platen.session_token') ?? '')
    return { jar, email, token: signed.slice(0, signed.lastIndexOf('.')) }
  }

  /** Approves a device. @returns the token of its session. */
  async function letIn(jar: ReturnType<typeof openJar>): Promise<string> {
    const { body: codes } = await form('code', { client_id: 'platen' })
    const decision = { userCode: codes.user_code, allow: true }
    assert.equal((await jar.call('POST', '/dashboard/api/device/decide', decision)).status, 200)
    const grant = 'urn:ietf:params:oauth:grant-type:device_code'
    const redeemed = await form('token', {
      client_id: 'platen',
      grant_type: grant,
      device_code: codes.device_code,
    })
    assert.equal(redeemed.status, 200)
    return redeemed.body.refresh_token
  }

  function cookieOf(token: string): string {
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return `platen.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  }

  async function byCookie(token: string): Promise<Answer> {
    return await send(`${platen.url}/dashboard/auth/token`, 'GET', undefined, { cookie: cookieOf(token) })
  }

  async function byGrant(token: string): Promise<Answer> {
    return await form('token', { client_id: 'platen', grant_type: 'refresh_token', refresh_token: token })
  }

  async function form(path: string, fields: Record<string, string>): Promise<Answer> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    return await send(`${platen.url}/dashboard/auth/device/${path}`, 'POST', body, headers)
  }
})

/** Creates a folder with the migrations before the given one. */
async function migrationsBefore(name: string, folder: string): Promise<string> {
  const earlier = join(folder, 'migrations')
  const names = (await readdir(MIGRATIONS)).filter((other) => other.endsWith('.sql') && other < name)
  for (const other of names) await cp(join(MIGRATIONS, other), join(earlier, other))
  return earlier
}

/** Inserts a session of a browser and one of a device with unhashed tokens. */
async function signInEarlier(database: Database): Promise<void> {
  await sql`
    with person as (
      insert into identity_users (email, name, email_verified)
      values ('early@example.com', 'Early', true) returning id)
    insert into identity_sessions (user_id, token, expires_at)
    select id, token, now() + interval '7 days' from person,
      unnest(${[EARLIER.browser, EARLIER.program]}::text[]) token`.execute(database)
}
