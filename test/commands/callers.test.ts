import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { errorOf, NotFound } from '../../packages/client/src/errors.ts'
import { CallerError, type Caller } from '../../packages/cli/src/caller.ts'
import { CALLER_COMMANDS } from '../../packages/cli/src/commands/caller-commands.ts'
import { readCredentials } from '../../packages/cli/src/sign-in/credentials.ts'
import { openInBrowser } from '../../packages/cli/src/sign-in/browser.ts'
import { withHint } from '../../packages/cli/src/error-hints.ts'
import { findSignInService } from '../../packages/cli/src/sign-in/sign-in-service.ts'
import { createProgram, fullArguments } from '../../packages/cli/src/program.ts'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { OPERATOR_COMMANDS } from '../../packages/cli/src/commands/operator-commands.ts'
import { eventually } from '../harness.ts'
import { runTool } from '../process.ts'
import { callTool } from './call.ts'
import { createTool } from './tool.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TOOL = join(ROOT, 'packages/cli/src/bin.ts')
const COMMANDS = [...CALLER_COMMANDS, ...OPERATOR_COMMANDS].flatMap(({ summaries }) =>
  Object.entries(summaries),
)
// Address without a service.
const NOWHERE = `http://127.0.0.1:${await findFreePort()}`

describe('commands for callers', () => {
  it('prints its help without loading the modules of the service', async () => {
    await using tool = await createTool(undefined)
    const { code, stdout } = await tool.run('--help')
    assert.equal(code, 0)
    assert.ok(!stdout.includes('\u001B'))
    assert.match(stdout, /Sign in and manage API keys:\n {2}login +Sign in with the browser/)
    assert.match(stdout, /For the operator, on the host of the service[^]*\n {2}doctor +Check every part/)
    for (const args of [['completion', 'bash'], ['whoami']]) {
      const loaded = await filesLoadedBy(args, tool.environment)
      assert.deepEqual(
        loaded.filter((file) =>
          /kysely|fastify|handlebars|aws-sdk|\/server\/config\.ts|\/database\//.test(file),
        ),
        [],
        args.join(' '),
      )
    }
  })

  it('explains every command, argument and option, with examples that are valid calls', async () => {
    let printed = ''
    let called = 0
    // Counts the calls and does not run them.
    const run = async () => void (called += 1)
    for (const [name, summary] of COMMANDS) {
      const program = createProgram({ caller: () => run, operator: run }, (text) => void (printed = text))
      const command = await program.load(name.split(' '))
      const { options, registeredArguments } = command
      for (const text of [
        summary,
        ...[...options, ...registeredArguments].map(({ description }) => description),
      ])
        assert.match(text, /^[A-Z"-].*(?:\.|\)"\.)$/s, `${name}: ${text}`)
      command.outputHelp()
      const examples = printed.split(/\nExamples?:\n/)[1]?.split('\n') ?? []
      assert.ok(examples.length > 0, name)
      for (const example of examples) {
        const [, text = ''] =
          /.*\b(platen .*?)(?: [<>]|[)"']*$)/.exec(example.replace(/"(\w+) (\w+)"/, '$1_$2')) ?? []
        const args = text
          .replaceAll(/["']|\).*/g, '')
          .split(' ')
          .slice(1)
        const again = createProgram({ caller: () => run, operator: run }, () => {})
        const full = fullArguments(args)
        assert.equal((await again.load(full)).name(), command.name(), example)
        const before = called
        await again.root.parseAsync(full, { from: 'user' })
        assert.equal(called, before + 1, example)
      }
    }
  })

  it('has a summary for each group of commands', () => {
    const run = async () => {}
    const { root } = createProgram({ caller: () => run, operator: run }, () => {})
    for (const command of root.commands) assert.match(command.summary(), /^[A-Z]/, command.name())
    assert.deepEqual(fullArguments(['batches']), ['batches', 'list'])
  })

  it('prints its version, and help with subcommands and short options', async () => {
    await using tool = await createTool(undefined)
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    for (const args of ['--version', '-v', 'version']) {
      assert.deepEqual(await tool.run(args), { code: 0, stdout: `platen ${version}\n`, stderr: '' })
    }
    assert.deepEqual((await tool.call('--version')).value, { version })
    const misplaced = await tool.run('env', '--version')
    assert.deepEqual([misplaced.code, misplaced.stdout], [2, ''], 'the option is not one of the command')
    for (const group of [
      'templates',
      'partials',
      'assets',
      'jobs',
      'requests',
      'accounts',
      'webhooks',
      'outbox',
      'certificates',
      'einvoices',
    ]) {
      const { code, stdout } = await callTool([group, '--help'], tool.environment)
      assert.equal(code, 0, group)
      for (const [name, summary] of COMMANDS.filter(([name]) => name.startsWith(`${group} `))) {
        assert.ok(stdout.includes(`  ${name.split(' ')[1]} `), name)
        assert.ok(stdout.replaceAll(/\s+/g, ' ').includes(summary), name)
      }
    }
    const { stdout } = await callTool(['generate', '--help'], tool.environment)
    assert.equal((await callTool(['help', 'generate'], tool.environment)).stdout, stdout)
    assert.equal(
      (await callTool(['help'], tool.environment)).stdout,
      (await callTool([], tool.environment)).stdout,
    )
    assert.match(stdout, /Usage: platen generate --template <TEMPLATE> --data <FILE> \[options\]\n/)
    assert.match(
      stdout,
      /\n {2}-t, --template <TEMPLATE> +Template:[^]*\n {2}-d, --data <FILE>[^]*\n {2}-o, --output <FILE>/,
    )
  })

  it('quotes the variables of env for a shell', async () => {
    const key = `tlfy_it's"$(id)`
    await using tool = await createTool('https://pdf.example.com', { PLATEN_API_KEY: key })
    const { stdout } = await tool.run('env')
    const { stdout: taken } = await run('sh', [
      '-c',
      `unset PLATEN_URL PLATEN_API_KEY; ${stdout}\nenv | grep ^PLATEN_ | sort`,
    ])
    assert.equal(taken, `PLATEN_API_KEY=${key}\nPLATEN_URL=https://pdf.example.com\n`)
    assert.deepEqual((await tool.call('env')).value, {
      PLATEN_URL: 'https://pdf.example.com',
      PLATEN_API_KEY: key,
    })
    await using none = await createTool(NOWHERE)
    assert.match((await none.call('env')).error.message, /There is no API key for/)
  })

  it('prints the next step with every error, also as JSON', async () => {
    await using tool = await createTool(undefined)
    const noKey = await tool.run('whoami')
    assert.deepEqual(
      [noKey.code, noKey.stdout, noKey.stderr],
      [1, '', 'There is no API key for http://127.0.0.1:3000.\n\nRun platen login, or set PLATEN_API_KEY.\n'],
    )
    assert.deepEqual(await tool.call('whoami', '--url', NOWHERE), {
      code: 1,
      value: undefined,
      error: {
        message: `There is no API key for ${NOWHERE}.`,
        next: 'Run platen login, or set PLATEN_API_KEY.',
      },
    })
    await using away = await createTool(NOWHERE, { PLATEN_API_KEY: 'tlfy_x' })
    const { code, error } = await away.call('whoami')
    assert.equal(code, 1)
    assert.match(
      error.message,
      /^http:\/\/127\.0\.0\.1:\d+ \(from PLATEN_URL\) cannot be reached\..*ECONNREFUSED/,
    )
    assert.match(error.next, /set PLATEN_URL/)
    const rows: [string[], number, RegExp][] = [
      [['whoami', 'x'], 2, /^Too many arguments for 'whoami'\. Expected 0 arguments but got 1\.$/],
      [['whoami', '--colour', 'red'], 2, /Unknown option '--colour'/],
      [['whoami', '--url', 'https://a:b@example.com'], 2, /--url must be an address such as https:/],
      [['frobnicate'], 2, /^There is no command "frobnicate"\.$/],
      [['genrate'], 2, /There is no command "genrate"\. Did you mean "generate"\?/],
      [
        ['templates', 'pusj', 'x'],
        2,
        /There is no command "templates pusj"\. Did you mean "templates push"\?/,
      ],
      [['templates', 'pusj', '--help'], 2, /^There is no command "templates pusj"/],
      [['help', 'frobnicate'], 2, /^There is no command "frobnicate"/],
      [['accounts', '--json', 'list'], 2, /Write the options after the name of the command\./],
      [['acounts', 'list'], 2, /Did you mean "accounts"\?/],
      [['accounts'], 2, /"platen accounts" needs a subcommand\./],
      [['--colour'], 2, /^Unknown option '--colour'\.$/],
      [['generate'], 2, /^--template TEMPLATE and --data FILE are required\.$/],
      [['generate', '-t', 'x'], 2, /^--data FILE is required\.$/],
      [['generate', '--templat', 'x'], 2, /Unknown option '--templat'\. Did you mean --template\?/],
      [['jobs', 'get'], 2, /^JOB_ID is required\.$/],
      [['completion', 'tcsh'], 2, /SHELL must be one of bash, zsh, fish/],
      [['create-token', '--name', 'x'], 1, /You are not signed in to/],
      [['create-token', '--name', 'x', '--expires', 'tomorrow'], 2, /--expires must be a time such as/],
      [['revoke', 'x', '--url', NOWHERE], 1, /You are not signed in to/],
      [['rotate', 'x', '--url', NOWHERE], 1, /You are not signed in to/],
      [
        ['create-token', '--name', 'x', '--scopes', 'admin'],
        2,
        /--scopes must be one of read, render, write, not "admin"/,
      ],
      [
        ['rotate', '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b', '--overlap', '721'],
        2,
        /--overlap must be a number of hours from 0 to 720, not "721"/,
      ],
      [['login'], 1, /cannot be reached/],
    ]
    const judge = async ([args, code, message]: (typeof rows)[number]) => {
      const answer = await away.call(...args)
      assert.equal(answer.code, code, args.join(' '))
      assert.match(answer.error.message, message)
      assert.ok(answer.error.next, args.join(' '))
    }
    for (const row of rows) await judge(row)
    const unknown = await away.run('frobnicate')
    assert.ok(!unknown.stderr.includes('\u001B'), 'no colours without a terminal')
    const forced = { ...away.environment, FORCE_COLOR: '1' }
    assert.ok((await runTool(['frobnicate'], forced)).stderr.startsWith('\u001B[31mThere is no command'))
    const plain = { ...away.environment, NO_COLOR: '1' }
    assert.ok(!(await runTool(['frobnicate'], plain)).stderr.includes('\u001B'))
    assert.equal(unknown.stderr.trim().split('\n').at(-1), 'platen --help lists the commands.')
    for (const [variables, message] of [
      [{ PLATEN_URL: 'nowhere' }, /^PLATEN_URL is not the URL of a service\.$/],
      [{ PLATEN_URL: 'https://ada:secret@x/?y' }, /^PLATEN_URL is not the URL of a service\.$/],
      [{ PLATEN_API_KEY: 'two words' }, /PLATEN_API_KEY is not a valid API key/],
    ] as const) {
      await using odd = await createTool(undefined, variables)
      assert.match((await odd.call('whoami')).error.message, message)
    }
  })

  it('prints a next step for each error status of the service', async () => {
    const caller: Caller = {
      url: 'https://pdf.example.com',
      urlFrom: 'login',
      apiKey: 'tlfy_x',
      keyFrom: 'environment',
      stored: undefined,
    }
    const link = '<https://pdf.example.com/billing>; rel="payment"'
    const rows: [number, Record<string, string>, Partial<Caller>, RegExp][] = [
      [400, {}, {}, /Correct the input/],
      [401, {}, {}, /Set PLATEN_API_KEY to another key/],
      [401, {}, { keyFrom: 'login' }, /Run platen login again/],
      [401, {}, { keyFrom: 'prompt' }, /create another at https:\/\/pdf\.example\.com\/api-keys/],
      [402, { link }, {}, /^Get credits at https:\/\/pdf\.example\.com\/billing$/],
      [402, {}, {}, /operator of the service for credits/],
      [403, {}, {}, /operator of the service/],
      [404, {}, {}, /platen whoami/],
      [409, {}, {}, /what has changed/],
      [429, { 'retry-after': '7' }, {}, /^Try again in 7 seconds\.$/],
      [429, {}, {}, /Delete what you no longer need/],
      [500, {}, {}, /contact the operator/],
    ]
    for (const [status, headers, more, next] of rows) {
      const refusal = errorOf(new Response(null, { status, headers: { ...headers, 'x-request-id': 'r' } }), {
        message: 'No.',
        error: 'why',
      })
      const error = withHint(refusal, { ...caller, ...more })
      assert.ok(error instanceof CallerError)
      assert.match(error.message, /No\./)
      assert.match(error.next, next)
      const { billingUrl, ...details } = error.details
      assert.deepEqual(details, { status, detail: 'why', requestId: 'r' })
      assert.equal(billingUrl, 'link' in headers ? 'https://pdf.example.com/billing' : undefined)
    }
    const fault = new TypeError('ours')
    assert.equal(withHint(fault, caller), fault)
  })

  it('warns of a credentials file that other users can read, and refuses an invalid one', async () => {
    await using tool = await createTool(undefined)
    const file = join(tool.folder, 'credentials.json')
    await mkdir(tool.folder, { recursive: true })
    await writeFile(file, JSON.stringify({ version: 1, current: NOWHERE, services: {} }))
    await chmod(file, 0o644)
    const { stderr } = await tool.run('whoami')
    assert.match(stderr, /Other users can read .*Run: chmod 600 .*credentials\.json\nThere is no API key for/)
    for (const text of [
      '{',
      '[]',
      '{"version":2,"services":{}}',
      '{"version":1,"services":null}',
      'x'.repeat(1_100_000),
    ]) {
      await writeFile(file, text)
      await assert.rejects(
        readCredentials(tool.folder),
        (error: CallerError) =>
          /is not a valid credentials file/.test(error.message) &&
          error.next === 'Remove it and run platen login again.',
      )
    }
  })

  it('accepts only an identity provider with a valid device flow', async () => {
    const documents = new Map<string, object>()
    const server = createServer((request, response) => {
      const document = documents.get(request.url ?? '')
      response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(document ?? {}))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const { signal } = new AbortController()
    const find = () => findSignInService(url, signal)
    try {
      await assert.rejects(find(), /did not return its sign-in settings/)
      documents.set('/dashboard/config.json', {})
      await assert.rejects(find(), /did not return its sign-in settings/)
      const identity = { kind: 'oidc', issuer: `${url}/realm/`, clientId: 'platen', audience: 'https://api' }
      documents.set('/dashboard/config.json', { identity })
      await assert.rejects(find(), NotFound)
      const described = (fields: object) =>
        documents.set('/realm/.well-known/openid-configuration', { issuer: identity.issuer, ...fields })
      described({ token_endpoint: `${url}/token` })
      await assert.rejects(
        find(),
        (error: CallerError) =>
          /the identity provider of http:\S+, does not support device codes/.test(error.message) &&
          error.next === `Create an API key at ${url}/api-keys and store it: platen login --api-key`,
      )
      const [good, plain] = [`${url}/x`, 'http://login.example.com/x']
      for (const fields of [
        { device_authorization_endpoint: good },
        { device_authorization_endpoint: good, token_endpoint: plain },
        { device_authorization_endpoint: 'file:///x', token_endpoint: good },
        { device_authorization_endpoint: good, token_endpoint: good, revocation_endpoint: plain },
        { issuer: 'https://other', device_authorization_endpoint: good, token_endpoint: good },
      ]) {
        described(fields)
        await assert.rejects(find(), /OpenID Connect configuration of \S+ is not valid/)
      }
      described({ device_authorization_endpoint: good, token_endpoint: good })
      assert.deepEqual(await find(), {
        clientId: 'platen',
        deviceEndpoint: good,
        tokenEndpoint: good,
        revocationEndpoint: undefined,
        kind: 'access',
        parameters: {
          scope: 'openid profile email offline_access',
          audience: 'https://api',
          resource: 'https://api',
        },
      })
    } finally {
      server.close()
    }
  })

  it('opens only http and https addresses in the browser', async () => {
    await using tool = await createTool(undefined)
    const shown = join(tool.environment['HOME'] ?? '', 'shown')
    const opener = join(tool.environment['HOME'] ?? '', 'xdg-open')
    await writeFile(opener, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > '${shown}'\n`, { mode: 0o755 })
    const before = process.env['PATH']
    process.env['PATH'] = `${dirname(opener)}:${before}`
    try {
      for (const address of ['file:///etc/passwd', '--help', 'javascript:alert(1)', '']) {
        assert.equal(await openInBrowser(address, true), false, address)
      }
      assert.equal(await openInBrowser('https://example.com', false), false)
      assert.equal(await openInBrowser('https://example.com/device?a=b&c=$(id)', true), true)
      const size = () =>
        stat(shown).then(
          (stats) => stats.size > 0,
          () => false,
        )
      await eventually(size)
      const { stdout } = await run('cat', [shown])
      assert.equal(stdout, '1\nhttps://example.com/device?a=b&c=$(id)\n')
    } finally {
      process.env['PATH'] = before
    }
  })

  it('completes commands, options, words and files in bash', async () => {
    await using tool = await createTool(undefined)
    const script = join(tool.environment['HOME'] ?? '', 'completion.bash')
    const { stdout } = await tool.run('completion', 'bash')
    await writeFile(script, stdout)
    const complete = async (...words: string[]) => {
      const probe = `platen() { "${process.execPath}" "${TOOL}" "$@"; }; source "$0"; COMP_WORDS=(platen "$@"); COMP_CWORD=$#; _platen; printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout } = await run('bash', ['-c', probe, script, ...words], { cwd: join(ROOT, 'test/cases') })
      return new Set(stdout.trim().split('\n'))
    }
    const all = await complete('')
    for (const [name] of COMMANDS) {
      assert.ok(all.has(name.split(' ', 1)[0] ?? ''), name)
    }
    assert.deepEqual(await complete('log'), new Set(['login', 'logout']))
    assert.deepEqual(
      await complete('accounts', ''),
      new Set(['create', 'list', 'egress', 'role', 'plan', 'suspend', 'restore', 'release']),
    )
    assert.deepEqual(await complete('accounts', 'create', '--p'), new Set(['--plan']))
    assert.deepEqual(await complete('accounts', 'create', '--plan', ''), new Set(['default', 'enterprise']))
    assert.deepEqual(
      await complete('create-token', '--'),
      new Set(['--name', '--expires', '--test', '--scopes', '--account', '--url', '--json', '--help']),
    )
    assert.deepEqual(await complete('create-token', '--scopes', ''), new Set(['read', 'render', 'write']))
    assert.deepEqual(await complete('create-token', '--name', ''), new Set(['']))
    assert.deepEqual(await complete('jobs', '--st'), new Set(['--status']))
    assert.deepEqual(await complete('completion', 'z'), new Set(['zsh']))
    assert.deepEqual(await complete('templates', 'push', 'odd'), new Set(['odd-ids.json']))
    assert.deepEqual(await complete('generate', '--data', 'odd'), new Set(['odd-ids.json']))
    assert.deepEqual(await complete('templates', 'get', 'odd'), new Set(['']))
    assert.deepEqual(await complete('nothing', ''), new Set(['']))
  })

  it('prints valid completion scripts for zsh and fish', async (test) => {
    await using tool = await createTool(undefined)
    let read = 0
    for (const shell of ['zsh', 'fish']) {
      const { stdout } = await tool.run('completion', shell)
      const script = join(tool.environment['HOME'] ?? '', shell)
      await writeFile(script, stdout)
      assert.match(stdout, /platen __complete/)
      if (!(await run('which', [shell]).catch(() => undefined))) continue
      await run(shell, ['-n', script])
      read += 1
      if (shell !== 'fish') continue
      const { stdout: plans } = await run(shell, [
        '-c',
        `function platen; '${process.execPath}' '${TOOL}' $argv; end; source ${script}; complete -C 'platen accounts create --plan '`,
      ])
      assert.deepEqual(plans.trim().split('\n'), ['default', 'enterprise'])
    }
    if (read < 2) test.diagnostic('zsh or fish is not here, so not all was read by its shell')
  })
})

/** Lists the modules that a call of the tool loads. */
async function filesLoadedBy(args: string[], environment: NodeJS.ProcessEnv): Promise<string[]> {
  const tell = `
    import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { process._rawDebug(url); return next(url, context) } })`
  const { stderr } = await run(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, TOOL, ...args],
    { env: environment },
  ).catch((error: { stderr: string }) => error)
  const files = stderr.split('\n').filter((line) => line.startsWith('file:'))
  assert.ok(files.length > 3)
  return files
}
