import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Caller } from '../harness.ts'
import { type Besieged, startBesieged } from '../security/outside.ts'
import { callTool } from './call.ts'

describe('platen accounts egress', () => {
  let besieged: Besieged
  let caller: Caller
  let databaseUrl: string
  before(async () => {
    besieged = await startBesieged()
    caller = await besieged.platen.account()
    databaseUrl = besieged.platen.databaseUrl
  })
  after(() => besieged[Symbol.asyncDispose]())

  const egress = (...args: string[]) =>
    callTool(['accounts', 'egress', ...args], {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: besieged.platen.config.dataDir,
    })

  it('applies the rules to a running service from the next render', async () => {
    const hosts = ['a.allowed.test', 'b.allowed.test', 'x.b.allowed.test']
    const templateId = await caller.upload('{{#each hosts}}<img src="http://{{this}}/x">{{/each}}x')
    const rows: [args: string[], text: string, arrives: string[]][] = [
      [
        ['--mode', 'allowlist', '--allow', 'a.allowed.test, *.B.allowed.test'],
        'allowlist; allowed: a.allowed.test, *.b.allowed.test; denied: none',
        ['a.allowed.test', 'x.b.allowed.test'],
      ],
      [
        ['--deny', '*.b.allowed.test'],
        'public; allowed: none; denied: *.b.allowed.test',
        ['a.allowed.test', 'b.allowed.test'],
      ],
      [['--mode', 'none'], 'none; allowed: none; denied: none', []],
      [[], 'public; allowed: none; denied: none', hosts],
    ]
    for (const [args, text, arrives] of rows) {
      const { code, stdout, stderr } = await egress(caller.userId, ...args)
      assert.equal(code, 0, stderr)
      assert.equal(stdout, `Egress rules of ${caller.userId}: ${text}.\n`)
      besieged.arrived.length = 0
      assert.equal((await caller.generate(templateId, { hosts })).status, 200)
      assert.deepEqual(
        besieged.arrived.toSorted(),
        arrives.map((host) => `${host}/x`),
        args.join(' '),
      )
    }
  })

  it('prints the rules as JSON, and the reason if it sets none', async () => {
    const { stdout } = await egress(caller.userId, '--mode', 'allowlist', '--allow', 'a.test', '--json')
    assert.deepEqual(JSON.parse(stdout), {
      userId: caller.userId,
      mode: 'allowlist',
      allow: ['a.test'],
      deny: [],
    })
    const rows: [string[], number, RegExp][] = [
      [[], 2, /ACCOUNT is required/],
      [[caller.userId, '--mode', 'all'], 2, /--mode must be one of public, allowlist, none/],
      [[caller.userId, '--allow', 'a.test'], 2, /--allow is only for --mode allowlist/],
      [[caller.userId, '--deny', 'http://a.test'], 2, /--deny must be host names, not "http:\/\/a\.test"/],
      // Ranges could include internal addresses. Only the operator may set them, in EGRESS_ALLOW.
      [[caller.userId, '--mode', 'allowlist', '--allow', '10.0.0.0/8'], 2, /--allow must be host names/],
      [['local_x', '--mode', 'none'], 1, /Account local_x does not exist/],
    ]
    for (const [args, code, message] of rows) {
      const result = await egress(...args)
      assert.equal(result.code, code, args.join(' '))
      assert.match(result.stderr, message)
    }
  })
})
