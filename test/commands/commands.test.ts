import assert from 'node:assert/strict'
import { constants } from 'node:fs'
import { access, chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../packages/server/src/config.ts'
import { createRenderer } from '../../packages/renderer/src/renderer.ts'
import { changeCredentials } from '../../packages/cli/src/sign-in/credentials.ts'
import { type Platen, send, startPlaten } from '../harness.ts'
import { runTool } from '../process.ts'
import { callTool } from './call.ts'
import { createTool } from './tool.ts'

describe('platen', () => {
  let service: Platen
  let environment: NodeJS.ProcessEnv
  before(async () => {
    service = await startPlaten()
    environment = {
      PATH: process.env['PATH'],
      CACHE_DIR: process.env['CACHE_DIR'],
      DATA_DIR: service.config.dataDir,
      DATABASE_URL: service.databaseUrl,
      EGRESS: 'none',
    }
  })
  after(() => service[Symbol.asyncDispose]())

  const call = (...args: string[]) => callTool(args, environment)
  const valueOf = ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const json = async (...args: string[]) =>
    valueOf(
      await call(
        ...(args.includes('--')
          ? args.with(args.indexOf('--'), '--json').toSpliced(args.indexOf('--') + 1, 0, '--')
          : [...args, '--json']),
      ),
    )
  const inProcess = async (...args: string[]) => valueOf(await runTool([...args, '--json'], environment))
  const lists = async (key: string) =>
    (await send(`${service.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status

  it('creates accounts and keys while the service runs, and revokes them', async () => {
    const account = await inProcess('accounts', 'create', '--email', 'ada@example.com')
    assert.deepEqual(Object.keys(account), ['userId', 'email', 'plan', 'credits'])
    assert.deepEqual([account.email, account.plan, account.credits], ['ada@example.com', 'default', 10])
    const rich = await json(
      'accounts',
      'create',
      '--email',
      'bob@example.com',
      '--plan',
      'enterprise',
      '--credits',
      '500',
    )
    assert.deepEqual([rich.plan, rich.credits], ['enterprise', 500])
    const token = await json('create-token', '--name', 'Build server', '--account', account.userId)
    assert.deepEqual(Object.keys(token), ['tokenId', 'name', 'key'])
    assert.match(token.key, /^tlfy_[A-Za-z0-9_-]{43}$/)
    assert.equal(await lists(token.key), 200)
    const [shown] = await json('tokens', '--account', account.userId)
    assert.deepEqual(
      [shown.tokenId, shown.name, shown.lastFour, shown.active],
      [token.tokenId, 'Build server', token.key.slice(-4), true],
    )
    assert.ok(!(await call('tokens', '--account', account.userId)).stdout.includes(token.key))
    assert.equal(
      (await json('revoke', 'Build server', '--account', 'ada@example.com')).tokenId,
      token.tokenId,
    )
    assert.equal(await lists(token.key), 401)
    assert.equal((await json('credits', 'add', account.userId, '15')).credits, 25)
    assert.equal((await json('credits', 'add', '--', account.userId, '-5')).credits, 20)
    assert.deepEqual(await json('credits', 'add', 'ADA@example.com', '3'), {
      userId: account.userId,
      added: 3,
      credits: 23,
    })
    assert.equal((await json('accounts', 'role', 'ada@example.com', 'operator')).userId, account.userId)
    assert.equal((await json('tokens', '--account', 'ada@example.com')).length, 0)
    assert.deepEqual(
      (await json('accounts', 'list')).map(({ email }: { email: string }) => email),
      ['ada@example.com', 'bob@example.com'],
    )
  })

  it('creates test keys with scopes, and rotates them', async () => {
    const { userId } = await json('accounts', 'create', '--email', 'test@example.com')
    const account = ['--account', userId]
    const old = await json('create-token', '--name', 'x', '--test', '--scopes', 'read', 'render', ...account)
    assert.match(old.key, /^tlfy_test_/)
    const rotated = await json('rotate', old.tokenId, '--overlap', '0', ...account)
    assert.match(rotated.key, /^tlfy_test_/)
    assert.deepEqual([await lists(old.key), await lists(rotated.key)], [401, 200])
    const keys = await json('tokens', ...account)
    assert.deepEqual(
      keys.map((key: Record<string, unknown>) => [key['isTest'], key['scopes'], key['active']]),
      [
        [true, ['read', 'render'], false],
        [true, ['read', 'render'], true],
      ],
    )
    assert.match((await call('tokens', ...account)).stdout, / test +read render /)
    const { stdout } = await call('rotate', rotated.tokenId, ...account)
    assert.match(stdout, /To revoke it: platen revoke \S+\nThe old key stays valid for 24 hours\.\n/)
    const { tokenId } = (await json('tokens', ...account)).find((key: { active: boolean }) => key.active)
    const atOnce = await call('rotate', tokenId, '--overlap', '0', ...account)
    assert.match(atOnce.stdout, /\nThe old key is no longer valid\.\n/)
  })

  it('creates keys that expire', async () => {
    const { userId } = await json('accounts', 'create', '--email', 'soon@example.com')
    const expires = new Date(Date.now() + 60_000).toISOString()
    const { key } = await json('create-token', '--name', 'x', '--account', userId, '--expires', expires)
    assert.equal(await lists(key), 200)
    assert.equal((await json('tokens', '--account', userId))[0].expiresAt, expires)
  })

  it('prints tables without --json', async () => {
    const { stdout } = await call('accounts', 'list')
    assert.match(stdout, /^USER ID +EMAIL +PLAN +ROLE +CREDITS/)
  })

  it('doctor checks every part of the service', async () => {
    const findings = await inProcess('doctor')
    assert.match(findings.chromium.version, /^HeadlessChrome\/\d+/)
    assert.ok(findings.chromium.path.startsWith('/'))
    for (const part of ['chromium', 'database', 'storage', 'mail', 'sign-in'])
      assert.equal(findings[part].ok, true, part)
    assert.equal(findings.isolation.ok, true)
    assert.equal(findings.isolation.layers.at(-1), 'loader block')
    assert.ok(findings.isolation.detail.includes(findings.isolation.layers.join(' + ')))
    const broken = await callTool(['doctor'], {
      PATH: process.env['PATH'],
      CHROME_PATH: '/nowhere/chrome',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      DATA_DIR: '/dev/null/x',
      SMTP_URL: 'smtp://127.0.0.1:9',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'dashboard',
    })
    assert.equal(broken.code, 1)
    assert.match(broken.stdout, /✗ chromium +CHROME_PATH=\/nowhere\/chrome is not an executable file/)
    assert.match(broken.stdout, /✗ sign-in +http:\/\/127\.0\.0\.1:9\/\S+ did not respond/)
    for (const part of ['database', 'storage', 'mail']) assert.match(broken.stdout, new RegExp(`✗ ${part}`))
  })

  it('prepare creates all files that the first start needs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-prepared-'))
    await chmod(folder, 0o755)
    try {
      const variables = { PATH: process.env['PATH'], CACHE_DIR: folder }
      const { chromium, fonts } = valueOf(await runTool(['prepare', '--json'], variables))
      await Promise.all([access(chromium, constants.X_OK), access(fonts)])
      const prepared = (await readdir(folder)).toSorted()
      const { mtimeMs } = await stat(folder)
      await using renderer = await createRenderer({
        ...readConfig({}).rendering,
        tabs: 1,
        cacheDir: folder,
        log: { info: () => {}, warn: () => {}, error: () => {} },
      })
      assert.equal((await renderer.describe()).path, chromium)
      assert.deepEqual((await readdir(folder)).toSorted(), prepared)
      assert.equal((await stat(folder)).mtimeMs, mtimeMs)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('manages the keys of the signed-in user, or of the account in --account', async () => {
    const { userId } = await json('accounts', 'create', '--email', 'both@example.com')
    await using tool = await createTool(service.url, { DATABASE_URL: service.databaseUrl })
    // No user is signed in, and this host has the database of the service.
    assert.match((await tool.call('tokens')).error.message, /--account ACCOUNT is required/)
    const created = await tool.call('create-token', '--name', 'x', '--account', userId)
    assert.equal(created.code, 0, JSON.stringify(created.error))

    const session = { refreshToken: 'over', tokenEndpoint: `${service.url}/dashboard/auth/device/token` }
    const stored = { session: { ...session, clientId: 'platen', kind: 'access', parameters: {} } } as const
    await changeCredentials(tool.folder, () => ({ version: 1, services: { [service.url]: stored } }))
    assert.deepEqual((await tool.call('revoke', created.value.tokenId)).error, {
      message: `Your session at ${service.url} has ended.`,
      next: 'Run platen login again.',
    })
    const other = await json('accounts', 'create', '--email', 'neither@example.com')
    const wrong = await tool.call('revoke', created.value.tokenId, '--account', other.userId)
    assert.match(wrong.error.message, /No API key has the token id/)
    assert.equal((await tool.call('revoke', created.value.tokenId, '--account', userId)).value.revoked, true)
  })

  it('exits with 2 for wrong usage and with 1 for a refusal', async () => {
    assert.match((await call('tokens', '--help')).stdout, /--account <ACCOUNT>/)
    assert.match(
      (await call('accounts', 'create', '--help')).stdout,
      /^Usage: platen accounts create --email <EMAIL> \[options\]\n\nCreate an account\./,
    )
    const rows: [string[], number, RegExp][] = [
      [['frobnicate'], 2, /There is no command "frobnicate"/],
      [['accounts', 'create'], 2, /--email EMAIL is required/],
      [['create-token'], 2, /--name NAME is required/],
      [
        ['accounts', 'create', '--email', 'x@example.com', '--plan', 'gold'],
        2,
        /--plan must be one of default, enterprise/,
      ],
      [
        ['accounts', 'create', '--email', 'x@example.com', '--credits', 'many'],
        2,
        /--credits must be a whole number, not "many"/,
      ],
      [['accounts', 'create', '--colour', 'red'], 2, /Unknown option '--colour'/],
      [['credits', 'add', 'local_x'], 2, /N is required/],
      [['credits', 'add', 'local_x', '1', '2'], 2, /Expected 2 arguments but got 3/],
      [['credits', 'add', 'none@example.com', '1'], 1, /No account has the e-mail address none@example.com/],
      [['credits', 'add', 'local_x', '0'], 2, /N must not be 0/],
      [['revoke', 'x'], 2, /--account ACCOUNT is required on the host of the service/],
      [
        ['create-token', '--name', 'x', '--account', 'local_x', '--expires', 'tomorrow'],
        2,
        /--expires must be a time such as/,
      ],
      [['accounts', 'create', '--email', 'nobody'], 1, /"nobody" is not an e-mail address/],
      [['credits', 'add', 'local_x', '5'], 1, /Account local_x does not exist/],
      [['revoke', '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'], 1, /No API key has the token id/],
      [['tokens', '--account', 'local_x'], 1, /Account local_x does not exist/],
    ]
    for (const [args, code, message] of rows) {
      const result = await call(...args)
      assert.equal(result.code, code, args.join(' '))
      assert.match(result.stderr, message)
      assert.doesNotMatch(result.stderr, /\n\s+at /)
    }
  })
})
