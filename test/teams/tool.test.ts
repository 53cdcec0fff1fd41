import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTool, type Tool } from '../commands/tool.ts'
import { type Person, type Platen, startPlaten } from '../harness.ts'
import { join, memberIdOf } from './team.ts'

const API = '/dashboard/api'

describe('platen login of a user with several accounts', () => {
  let platen: Platen
  let ada: Person
  let bob: Person
  before(async () => {
    platen = await startPlaten()
    ada = await platen.person()
    bob = await platen.person()
    await join(platen, ada, bob, 'editor')
  })
  after(() => platen[Symbol.asyncDispose]())

  /** Starts `platen login` and approves its code. */
  const logIn = async (tool: Tool, ...options: string[]) => {
    const login = tool.start('login', '--json', ...options)
    const { userCode } = await login.nextMessage()
    const decision = { userCode, allow: true }
    assert.equal((await bob.call('POST', `${API}/device/decide`, decision)).status, 200)
    return await login.ended
  }

  for (const name of ['e-mail address', 'user id'] as const) {
    it(`works in the account with the ${name} of --account`, async () => {
      await using tool = await createTool(platen.url)
      const { code, stdout, stderr } = await logIn(
        tool,
        '--account',
        name === 'user id' ? ada.userId : ada.email.toUpperCase(),
      )
      assert.equal(code, 0, stderr)
      assert.deepEqual(JSON.parse(stdout).account, { userId: ada.userId, email: ada.email })
      const created = (await tool.json('create-token', '--name', 'Of the team')).value
      const { keys } = (await ada.call('GET', `${API}/keys`)).body
      assert.ok(keys.some(({ tokenId }: { tokenId: string }) => tokenId === created.tokenId))
      assert.equal((await tool.json('revoke', created.tokenId)).code, 0)
      assert.equal((await tool.run('logout')).code, 0)
    })
  }

  /** Returns the number of Bob's sessions in programs. */
  const countSessions = async () => (await bob.call('GET', `${API}/sessions`)).body.sessions.length

  it('leaves no session when it fails after the sign-in', async () => {
    await using tool = await createTool(platen.url)
    const before = await countSessions()
    assert.equal((await logIn(tool)).code, 2)
    assert.equal(await countSessions(), before)
  })

  it('needs --account without a terminal, and lists the accounts', async () => {
    await using tool = await createTool(platen.url)
    const { code, stderr } = await logIn(tool)
    assert.equal(code, 2)
    assert.ok(stderr.includes('You belong to 2 accounts. Choose one with --account:'), stderr)
    assert.ok(stderr.includes(ada.userId) && stderr.includes(bob.userId), stderr)
  })

  it('rejects the account of other users', async () => {
    await using tool = await createTool(platen.url)
    const other = await platen.person()
    const { code, stderr } = await logIn(tool, '--account', other.email)
    assert.equal(code, 1)
    assert.ok(stderr.includes(`You are not a member of the account ${other.email}.`), stderr)
  })

  it('has no access any more after the user was removed, but its API key still works, and a logout ends its session', async () => {
    await using tool = await createTool(platen.url)
    const before = await countSessions()
    assert.equal((await logIn(tool, '--account', ada.email)).code, 0)
    const { value } = await tool.json('whoami')
    assert.equal(value.account.userId, ada.userId)
    await ada.call('DELETE', `${API}/members/${await memberIdOf(ada, bob.email)}`)
    const { code, error } = await tool.json('tokens')
    assert.equal(code, 1)
    assert.match(error.message, /^You are not a member of this account\./)
    assert.equal((await tool.json('whoami')).code, 0)
    // The account is that of the sign-in, not the own one.
    assert.equal((await bob.call('GET', `${API}/keys`)).body.keys.length, 0)
    assert.equal(await countSessions(), before + 1)
    const logout = await tool.run('logout')
    assert.equal(logout.code, 1)
    assert.match(logout.stdout, /its key was not revoked: You are not a member of this account/)
    assert.equal(await countSessions(), before)
  })
})
