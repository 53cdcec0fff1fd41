import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { deviceSessionToken, sessionTokenHash } from '../../packages/server/src/identity/session-tokens.ts'
import { eventually, type Person, type Platen, send, startPlaten } from '../harness.ts'
import { createTool, type Tool } from '../commands/tool.ts'
import { type Browser, openBrowser, type Visit } from './browser.ts'
import { mailTo } from './outbox.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const NAME = `platen on ${hostname()}`

function withoutPython(): string | false {
  return spawnSync('python3', ['-c', 'import pty']).status === 0 ? false : 'This machine has no python3.'
}

// Runs a command on a pseudo-terminal: waits for the prompt, types a text and Enter, and prints the output.
const TYPIST = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
shown = b''
while not shown.endswith(b': '): shown += os.read(terminal, 1)
os.write(terminal, b'wrong' + b'\\x7f' * 5 + os.environ['TYPED'].encode() + b'\\r')
while True:
    try: part = os.read(terminal, 1024)
    except OSError: break
    if not part: break
    shown += part
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`

async function typeOnTerminal({ environment }: Tool, text: string): Promise<{ code: number; shown: string }> {
  const cli = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))
  const env = { ...environment, TYPED: text }
  return await new Promise((resolve) => {
    execFile(
      'python3',
      ['-c', TYPIST, process.execPath, cli, 'login', '--api-key'],
      { env },
      (error, shown) => resolve({ code: error ? Number(error.code) : 0, shown }),
    )
  })
}

describe('device sign-in of the command-line tool', () => {
  let platen: Platen
  let browser: Browser
  before(async () => {
    platen = await startPlaten({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    browser = await openBrowser(platen.config)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  it('signs in with a device code, works with its own API key, and signs out', async () => {
    await using tool = await createTool(platen.url)
    const ada = await platen.person()
    await using visit = await browser.visit(platen, { person: ada, width: 390 })
    const login = tool.start('login', '--json')
    const { userCode, verificationUri } = await login.nextMessage()
    assert.match(userCode ?? '', /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.equal(verificationUri, `${platen.url}/device`)

    await enter(visit, 'BCDF')
    await visit.page.getByText('Enter a code of 8 letters').waitFor()
    await enter(visit, 'BBBB-BBBB')
    await visit.page.getByText('This code is not valid or has expired').waitFor()
    await visit.assertAccessible()
    await enter(visit, ` ${userCode?.toLowerCase().replace('-', ' ')}`)
    await visit.page.getByText(NAME, { exact: true }).waitFor()
    await visit.page.getByText('Did you start this sign-in?').waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await visit.page.getByText(userCode ?? '', { exact: true }).waitFor()
    await visit.page.getByRole('button', { name: 'Allow' }).click()
    await visit.page.getByRole('heading', { name: 'The device is signed in' }).waitFor()
    await visit.assertAccessible()

    const { code, stdout, stderr } = await login.ended
    assert.equal(code, 0, stderr)
    await visit.page.goto('/settings')
    const sessions = visit.page.getByRole('region', { name: 'Sessions' }).first()
    await sessions.getByText(NAME).waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    const account = { userId: ada.userId, email: ada.email }
    const { tokenId, ...signedIn } = JSON.parse(stdout)
    assert.deepEqual(signedIn, { url: platen.url, account })

    // A second sign-in replaces the key and the session.
    const again = tool.start('login', '--json')
    await decide(ada, (await again.nextMessage())['userCode'] ?? '', true)
    const renewed = JSON.parse((await again.ended).stdout)
    assert.notEqual(renewed.tokenId, tokenId)
    await worksFor(tool, ada, renewed.tokenId)
  })

  async function worksFor(tool: Tool, ada: Person, tokenId: string): Promise<void> {
    const file = join(tool.folder, 'credentials.json')
    const modes = await Promise.all([stat(file), stat(tool.folder)])
    assert.deepEqual(
      modes.map(({ mode }) => mode & 0o777),
      [0o600, 0o700],
    )
    assert.deepEqual(await readdir(tool.folder), ['credentials.json'])
    // Without PLATEN_URL, the tool uses the URL of the last sign-in.
    delete tool.environment['PLATEN_URL']
    const { value: identity } = await tool.json('whoami')
    assert.deepEqual(
      [identity.url, identity.keyFrom, identity.account.email],
      [platen.url, 'login', ada.email],
    )
    const keys = (await tool.json('tokens')).value
    assert.deepEqual(
      keys.map((key: Record<string, unknown>) => [key['tokenId'], key['name'], key['active']]),
      [[tokenId, NAME, true]],
    )

    const created = (await tool.json('create-token', '--name', 'Build', '--expires', '2099-01-01T00:00:00Z'))
      .value
    assert.deepEqual(Object.keys(created), ['tokenId', 'name', 'key'])
    assert.equal(await statusOf(created.key), 200)
    assert.deepEqual((await tool.json('revoke', created.tokenId)).value, {
      tokenId: created.tokenId,
      revoked: true,
    })
    assert.equal(await statusOf(created.key), 401)
    const again = await tool.json('revoke', created.tokenId)
    assert.deepEqual([again.code, again.error.next], [1, 'platen tokens lists the keys of your account.'])

    const before = JSON.parse(await readFile(file, 'utf8')).services[platen.url].apiKey
    const rotated = (await tool.json('rotate', tokenId, '--overlap', '0')).value
    assert.deepEqual([await statusOf(before), await statusOf(rotated.key)], [401, 200])

    const { sessions } = (await ada.call('GET', '/dashboard/api/sessions')).body
    assert.deepEqual([sessions.length, sessions[0].userAgent], [2, NAME])
    const { apiKey, session } = JSON.parse(await readFile(file, 'utf8')).services[platen.url]
    assert.equal(apiKey, rotated.key, 'the tool uses the new key')
    assert.equal(await statusOf(apiKey), 200)
    assert.deepEqual((await tool.json('logout')).value, { url: platen.url, revoked: true })
    assert.equal(await statusOf(apiKey), 401)
    assert.equal((await renew(session.refreshToken)).body.error, 'invalid_grant')
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { version: 1, services: {} })
    assert.equal((await ada.call('GET', '/dashboard/api/sessions')).body.sessions.length, 1)
  }

  it('fails when the user denies the sign-in, and stops when it is interrupted', async () => {
    await using tool = await createTool(platen.url)
    await using visit = await browser.visit(platen, { person: await platen.person() })
    const login = tool.start('login', '--json')
    await enter(visit, (await login.nextMessage())['userCode'] ?? '')
    await visit.page.getByRole('button', { name: 'Deny' }).click()
    await visit.page.getByRole('heading', { name: 'The sign-in was denied' }).waitFor()
    const denied = await login.ended
    assert.equal(denied.code, 1)
    assert.deepEqual(JSON.parse(denied.stderr.trim().split('\n').at(-1) ?? ''), {
      message: 'The sign-in was denied in the browser.',
      next: 'Run platen login to try again.',
    })
    assert.deepEqual(await readdir(tool.folder).catch(() => []), [])

    const other = tool.start('login')
    await eventually(async () => (await waiting()) === 1)
    other.interrupt()
    const { code, stderr } = await other.ended
    assert.equal(code, 130)
    assert.match(stderr, /and enter the code {2}[A-Z]{4}-[A-Z]{4}/)
  })

  it('accepts an existing API key instead, after checking it', async () => {
    await using tool = await createTool(platen.url)
    const caller = await platen.account()
    const give = async (text: string) => {
      const login = tool.start('login', '--api-key', '--json')
      login.write(text)
      return await login.ended
    }
    const wrong = await give(`tlfy_${'x'.repeat(43)}\n`)
    assert.equal(wrong.code, 1)
    assert.match(JSON.parse(wrong.stderr).message, /rejected this API key, which was not stored/)
    assert.equal((await give('two words')).code, 2)
    assert.deepEqual(await readdir(tool.folder).catch(() => []), [])
    const right = await give(`${caller.key}\nmore`)
    assert.deepEqual(JSON.parse(right.stdout), { url: platen.url, account: null, tokenId: null })
    const { value } = await tool.json('whoami')
    assert.deepEqual([value.keyFrom, value.account], ['login', null])
    // A key in the environment takes precedence, and a sign-out does not revoke it.
    tool.environment['PLATEN_API_KEY'] = `tlfy_${'y'.repeat(43)}`
    assert.match((await tool.json('whoami')).error.next, /Set PLATEN_API_KEY to another key/)
    assert.equal((await tool.json('logout')).value.revoked, false)
    assert.equal(await statusOf(caller.key), 200)
  })

  it('does not show the API key while it is typed', { skip: withoutPython() }, async () => {
    await using tool = await createTool(platen.url)
    const { key } = await platen.account()
    const { code, shown } = await typeOnTerminal(tool, key)
    assert.equal(code, 0, shown)
    assert.match(shown, /^API key for http:\S+: \r\nThe key …\S{4} works at/)
    assert.ok(!shown.includes(key))
  })

  it('gets the errors of RFC 8628, and one session for ten concurrent requests', async () => {
    const ada = await platen.person()
    const codes = await begin()
    for (let again = 0; again < 2; again += 1) {
      await sql`update identity_devices set asked_at = now() + interval '1 hour'`.execute(database())
      assert.equal((await redeem(codes.device_code)).body.error, 'slow_down')
    }
    await sql`update identity_devices set asked_at = now() - interval '1 hour'`.execute(database())
    const pending = await redeem(codes.device_code)
    assert.deepEqual([pending.status, pending.body.error], [400, 'authorization_pending'])
    assert.equal((await redeem('x'.repeat(43))).body.error, 'invalid_grant')

    assert.equal((await decide(ada, codes.user_code, true)).status, 200)
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(codes.device_code)))
    const good = answers.filter(({ status }) => status === 200)
    assert.equal(good.length, 1)
    const [{ body } = { body: {} }] = good
    assert.deepEqual([body.token_type, body.expires_in], ['Bearer', 300])
    const me = await send(`${platen.url}/dashboard/api/me`, 'GET', undefined, bearer(body.access_token))
    assert.equal(me.body.account.userId, ada.userId)
    assert.equal((await redeem(codes.device_code)).body.error, 'invalid_grant')
    // The session is extended while it is used, and can be signed out in the settings.
    const hash = sessionTokenHash(deviceSessionToken(body.refresh_token))
    const left = sql<{ days: number }>`
      select extract(day from expires_at - now())::int as days from identity_sessions
      where token_hash = ${hash}`
    await sql`
      update identity_sessions set expires_at = now() + interval '2 days' where token_hash = ${hash}`.execute(
      database(),
    )
    assert.equal((await renew(body.refresh_token)).status, 200)
    assert.deepEqual((await left.execute(database())).rows, [{ days: 6 }])
    await using visit = await browser.visit(platen, { person: ada })
    await visit.page.goto('/settings')
    await visit.page.getByRole('button', { name: 'Sign out a test' }).click()
    await visit.page.getByRole('button', { name: 'Sign out device' }).click()
    await visit.page.getByText('a test', { exact: true }).waitFor({ state: 'hidden' })
    assert.equal((await renew(body.refresh_token)).body.error, 'invalid_grant')
    assert.equal(
      (await send(`${platen.url}/dashboard/api/me`, 'GET', undefined, bearer(body.access_token))).status,
      401,
    )
  })

  it('rejects a device code after ten minutes, and after a decision', async () => {
    const [ada, eve] = [await platen.person(), await platen.person()]
    const codes = await begin()
    assert.equal((await decide(ada, codes.user_code, false)).status, 200)
    assert.equal((await decide(eve, codes.user_code, true)).status, 404)
    assert.equal((await redeem(codes.device_code)).body.error, 'access_denied')

    const late = await begin()
    await sql`update identity_devices set expires_at = now() where allowed is null`.execute(database())
    assert.equal((await decide(ada, late.user_code, true)).status, 404)
    assert.equal((await redeem(late.device_code)).body.error, 'expired_token')
    // The sign-in is allowed in time, but the tool fetches its tokens too late.
    const slow = await begin()
    assert.equal((await decide(ada, slow.user_code, true)).status, 200)
    await sql`update identity_devices set expires_at = now()`.execute(database())
    assert.equal((await redeem(slow.device_code)).body.error, 'expired_token')
  })

  it('stores no code in clear text, and limits attempts to guess one (429)', async () => {
    const codes = await begin('Evil\u0000\u001b[2J  name')
    const { rows } = await sql<{ all: string }>`
      select identity_devices::text as all from identity_devices`.execute(database())
    const stored = rows.map(({ all }) => all).join()
    for (const code of [codes.user_code, codes.user_code.replace('-', ''), codes.device_code])
      assert.ok(!stored.includes(code))
    assert.match(stored, /Evil \[2J name/)

    const elsewhere = await form('code', { client_id: 'platen' }, { 'x-forwarded-for': '203.0.113.7' })
    const device = (await find(await platen.person(), elsewhere.body.user_code)).body
    assert.deepEqual(
      [device.name, device.address, device.isYourNetwork],
      ['Unnamed device', '203.0.113.7', false],
    )

    const mallory = await platen.person()
    const tries = await Promise.all(Array.from({ length: 12 }, () => find(mallory, 'BBBB-BBBB')))
    assert.deepEqual(tries.map(({ status }) => status).toSorted(), [...Array(10).fill(404), 429, 429])
    assert.equal((await find(mallory, codes.user_code)).status, 429)
    // Other accounts are not limited.
    assert.equal((await find(await platen.person(), codes.user_code)).status, 200)
  })

  it('rejects requests of other origins (403), and takes no code from the URL', async () => {
    const codes = await begin()
    const ada = await platen.person()
    const origin = 'https://evil.example'
    for (const path of ['code', 'token', 'revoke']) {
      assert.equal((await form(path, { client_id: 'platen' }, { origin })).status, 403, path)
    }
    const byCookie = { cookie: ada.cookie, origin }
    const body = { userCode: codes.user_code, allow: true }
    const decided = await send(`${platen.url}/dashboard/api/device/decide`, 'POST', body, byCookie)
    assert.equal(decided.status, 401)
    // The page ignores a code in the URL, so that an attacker cannot send a link with it.
    await using visit = await browser.visit(platen, { person: ada })
    await visit.page.goto(`/device?user_code=${codes.user_code}&code=${codes.user_code}`)
    await visit.page.getByRole('textbox', { name: 'Code' }).waitFor()
    assert.equal(await visit.page.getByRole('textbox', { name: 'Code' }).inputValue(), '')
    await visit.page.goto('/device')
  })

  it('is signed out by a new password, and by signing out all other sessions', async () => {
    const ada = await platen.person()
    const allowed = async () => {
      const codes = await begin()
      assert.equal((await decide(ada, codes.user_code, true)).status, 200)
      return codes.device_code
    }
    const everywhere = await allowed()
    assert.equal((await ada.call('DELETE', '/dashboard/api/sessions')).status, 200)
    assert.equal((await redeem(everywhere)).body.error, 'invalid_grant')

    const reset = await allowed()
    const post = async (path: string, body: object, more: Record<string, string> = {}) => {
      const headers = { origin: new URL(platen.url).origin, ...more }
      const answer = await send(`${platen.url}/dashboard/auth${path}`, 'POST', body, headers)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    await post('/request-password-reset', { email: ada.email })
    const { link } = await mailTo(platen, ada.email, /new password/)
    const [token, newPassword] = [new URL(link).searchParams.get('token'), 'a password for tests']
    await post('/reset-password', { token, newPassword })
    assert.equal((await redeem(reset)).body.error, 'invalid_grant')

    const again = await platen.person(ada)
    const codes = await begin()
    assert.equal((await decide(again, codes.user_code, true)).status, 200)
    const change = { currentPassword: newPassword, newPassword: 'another password for tests' }
    await post('/change-password', change, { cookie: again.cookie })
    assert.equal((await redeem(codes.device_code)).body.error, 'invalid_grant')
  })

  it('rejects malformed requests of the device flow (400, 413)', async () => {
    const rows: [string, Record<string, string> | string, RegExp][] = [
      ['code', {}, /client_id is required/],
      ['code', { client_id: 'other' }, /client_id must be "platen"/],
      ['code', 'client_id=platen&client_id=platen', /twice/],
      ['token', { client_id: 'platen', grant_type: 'password' }, /grant_type/],
      ['token', { client_id: 'platen', grant_type: GRANT }, /device_code is required/],
      ['token', { client_id: 'platen', grant_type: 'refresh_token', refresh_token: 'x' }, /has ended/],
      ['token', { client_id: 'platen', grant_type: 'refresh_token', refresh_token: 'x\nx' }, /refresh_token/],
      ['token', { client_id: 'platen', grant_type: 'refresh_token', refresh_token: '€' }, /refresh_token/],
      ['revoke', { client_id: 'platen' }, /token is required/],
    ]
    for (const [path, fields, message] of rows) {
      const { status, body } = await form(path, fields)
      assert.equal(status, 400, path)
      assert.match(body.message, message)
    }
    // An unknown token is not an error (RFC 7009).
    assert.equal((await form('revoke', { client_id: 'platen', token: 'x' })).status, 200)
    assert.equal((await form('code', `client_id=platen&device_name=${'x'.repeat(5_000)}`)).status, 413)
  })

  const database = () => platen.app.services.database
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  async function enter({ page }: Visit, code: string): Promise<void> {
    if (!page.url().endsWith('/device')) await page.goto('/device')
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  async function waiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from identity_devices where allowed is null and expires_at > now()`.execute(
      database(),
    )
    return rows[0]?.count ?? 0
  }

  async function form(
    path: string,
    fields: Record<string, string> | string,
    headers: Record<string, string> = {},
  ) {
    return await send(
      `${platen.url}/dashboard/auth/device/${path}`,
      'POST',
      String(new URLSearchParams(fields)),
      {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    )
  }

  async function begin(name = 'a test') {
    const { status, body } = await form('code', { client_id: 'platen', device_name: name })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  const redeem = (code: string) =>
    form('token', { client_id: 'platen', grant_type: GRANT, device_code: code })
  const renew = (token: string) =>
    form('token', { client_id: 'platen', grant_type: 'refresh_token', refresh_token: token })
  const find = (person: Person, userCode: string) =>
    person.call('POST', '/dashboard/api/device/find', { userCode }, { 'content-type': 'application/json' })
  const decide = (person: Person, userCode: string, allow: boolean) =>
    person.call('POST', '/dashboard/api/device/decide', { userCode, allow })
  const statusOf = async (key: string) =>
    (await send(`${platen.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status
})
