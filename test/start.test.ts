import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type App, startApp } from '../packages/server/src/app.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { ConfigError } from '../packages/renderer/src/config/variables.ts'
import { textDestination } from '../packages/server/src/log-text.ts'
import { createLogger } from '../packages/server/src/log.ts'
import { openOutput } from '../packages/server/src/output.ts'
import { findFreePort, reservePort } from '../packages/server/src/operations/tcp-port.ts'
import { startFailure } from '../packages/server/src/operations/start-failure.ts'
import {
  mailMessage,
  type StartFacts,
  startMessage,
} from '../packages/server/src/operations/start-message.ts'
import { openJar } from './dashboard/cookies.ts'
import { newDataFolder } from './databases.ts'
import { eventually, send } from './harness.ts'

const FACTS: StartFacts = {
  version: '1.2.3',
  baseUrl: 'http://127.0.0.1:3000',
  dataDir: '/srv/platen',
  isWorker: false,
  isBuiltIn: true,
  signUp: 'open',
  hasAccounts: false,
  firstBecomesOperator: true,
  outbox: {
    urls: {
      page: 'http://127.0.0.1:3000/outbox?key=k',
      signUp: 'http://127.0.0.1:3000/outbox/sign-up?key=k',
    },
  },
}

describe('the start message', () => {
  it('names the address, the next step, the data and how to stop', () => {
    assert.equal(
      startMessage(FACTS),
      `
Platen 1.2.3 is ready.

  Address   http://127.0.0.1:3000
  Sign up   http://127.0.0.1:3000/outbox/sign-up?key=k
            The first account becomes the operator.
  Mails     http://127.0.0.1:3000/outbox?key=k
            No mail server is configured. Mails go to the outbox. Their links are printed here.
  Data      /srv/platen
  Next      In a second terminal: npx platen login
  Stop      Ctrl-C
`,
    )
  })

  it('matches the configuration of the service', () => {
    const rows: [Partial<StartFacts>, RegExp, RegExp?][] = [
      [{ hasAccounts: true }, /Sign in {3}\S+:3000\/sign-in\n/, /Sign up/],
      [{ isBuiltIn: false }, /Sign in {3}\S+\/sign-in\n/, /Sign up/],
      [{ firstBecomesOperator: false }, /npx platen accounts role you@example\.com operator\n/],
      [{ signUp: 'invited' }, /npx platen accounts create --email you@example\.com/, /Sign up/],
      [{ outbox: undefined }, /Sign up {3}http:\/\/127\.0\.0\.1:3000\/sign-up\n/, /Mails|key=/],
      [{ outbox: { urls: undefined } }, /:3000\/sign-up\n[^]*Mails {5}npx platen outbox\n/, /key=/],
      [{ baseUrl: 'http://127.0.0.1:4000' }, /npx platen login --url http:\/\/127\.0\.0\.1:4000\n/],
      [{ isWorker: true }, /Role {3}worker/, /sign-up|outbox|login/],
    ]
    for (const [change, has, hasNot] of rows) {
      const text = startMessage({ ...FACTS, ...change })
      assert.match(text, has)
      if (hasNot) assert.doesNotMatch(text, hasNot)
    }
  })

  it('shows a mail with each link unbroken on its own line', () => {
    const link = `http://127.0.0.1:3000/verify?token=${'a'.repeat(300)}`
    const text = `ada@example.com was used to sign up.\n\n${link}\n\nThe link works for one hour.\n`
    const mail = { recipient: 'ada@example.com', subject: 'Confirm', text }
    assert.equal(mailMessage(mail), `\nMail to ada@example.com: Confirm\n  ${link}\n`)
  })
})

describe('npm start', () => {
  it('prints the help for --help, and rejects other arguments, instead of starting the service', async () => {
    const start = async (argument: string) => {
      const { promise, resolve } = Promise.withResolvers<{ code: unknown; text: string }>()
      const cwd = fileURLToPath(new URL('..', import.meta.url))
      execFile('npm', ['start', '--silent', '--', argument], { cwd }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, text: stdout + stderr }),
      )
      return await promise
    }
    const [help, wrong] = await Promise.all([start('--help'), start('4000')])
    assert.equal(help.code, 0)
    assert.match(help.text, /^Usage: platen start[^]*PORT=8080 DATA_DIR=\S+ platen start/)
    assert.notEqual(wrong.code, 0)
    assert.match(wrong.text, /platen start --help/)
  })
})

describe('a failed start', () => {
  it('prints one line with the problem and the remedy', async () => {
    await using taken = await reservePort('127.0.0.1')
    const portTaken = await reservePort('127.0.0.1', taken.port).catch((error: unknown) => error)
    const noAddress = await reservePort('192.0.2.1').catch((error: unknown) => error)
    const denied = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'mkdir', path: '/data/x' })
    const noCache = Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open', path: '/c/x' })
    const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: '/srv/x' })
    const privileged = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 })
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    const config = readConfig({ PORT: String(taken.port), DATA_DIR: '/srv/platen', HOST: '127.0.0.1' })
    const withMetrics = readConfig({ METRICS_PORT: String(taken.port), METRICS_HOST: '127.0.0.1' })
    const rows: [unknown, ReturnType<typeof readConfig> | undefined, RegExp][] = [
      [
        portTaken,
        config,
        new RegExp(`^Port ${taken.port} on 127\\.0\\.0\\.1 is in use.* PORT=${taken.port + 1} npm start$`),
      ],
      [portTaken, withMetrics, / METRICS_PORT=\d+ npm start$/],
      [
        noAddress,
        readConfig({ HOST: '192.0.2.1' }),
        /^HOST=192\.0\.2\.1 is not an address of this machine\. Set HOST /,
      ],
      [denied, config, /^\/data\/x cannot be written \(EACCES\)\. Set DATA_DIR to /],
      [noCache, readConfig({ CACHE_DIR: '/c' }), /^\/c\/x cannot be written \(EROFS\)\. Set CACHE_DIR to /],
      [missing, config, /^Platen did not start: ENOENT$/],
      [privileged, config, /^Port 80 needs rights .* PORT=3000 npm start$/],
      [full, config, /^No space is left on the disk of \/srv\/platen\. /],
      [new ConfigError('PORT', 'x', 'use a number'), undefined, /^PORT="x" is not valid: use a number$/],
      [new Error('something'), config, /^Platen did not start: something$/],
    ]
    for (const [error, known, expected] of rows) {
      const text = startFailure(error, known)
      assert.match(text, expected)
      assert.ok(!text.includes('\n'))
    }
  })
})

describe('the output of the service', () => {
  const outputOf = async (isTerminal: boolean, LOG_FORMAT?: string) => {
    const written: string[] = []
    const destination = { write: (text: string) => void written.push(text) }
    const output = await openOutput(readConfig({ LOG_FORMAT }), { isTerminal, colors: false, destination })
    output.logger.info({ host: 'x' }, 'hello')
    return { ...output, text: written.join('') }
  }

  it('is text on a terminal and JSON lines elsewhere, unless LOG_FORMAT says otherwise', async () => {
    for (const [isTerminal, format, isText] of [
      [true, undefined, true],
      [false, undefined, false],
      [true, 'json', false],
      [false, 'text', true],
    ] as const) {
      const { text, terminal } = await outputOf(isTerminal, format)
      if (isText) assert.match(text, /^\[\d\d:\d\d:\d\d\] INFO: hello \{"host":"x"\}\n$/)
      else assert.deepEqual([JSON.parse(text).msg, JSON.parse(text).host], ['hello', 'x'])
      // Links and addresses are printed only on a terminal.
      assert.equal(terminal !== undefined, isTerminal && isText)
    }
    assert.throws(() => readConfig({ LOG_FORMAT: 'xml' }), /^ConfigError: LOG_FORMAT="xml" is not valid/)
  })

  it('removes terminal control sequences from log lines, and redacts the same fields as JSON lines', () => {
    let text = ''
    const logger = createLogger('info', textDestination({ write: (part) => (text += part), colors: false }))
    logger.error({ err: new Error('\u001B[2J ada@example.com') }, 'failed \u009B31m')
    logger.info({ key: 'tlfy_secret', reason: 'ada@example.com \u001B]0;x\u0007' }, 'refused')
    assert.doesNotMatch(text, /[^\P{Cc}\n\t]|ada@|tlfy_/u)
    assert.match(text, /Error: .*\[2J[^]*at /)
  })
})

describe('the service on a terminal', () => {
  const [mails, logged]: [string[], string[]] = [[], []]
  let app: App
  let dataDir: string
  before(async () => {
    dataDir = await newDataFolder('platen-start-')
    const config = readConfig({
      CACHE_DIR: process.env['CACHE_DIR'],
      DATA_DIR: dataDir,
      PORT: String(await findFreePort()),
      EGRESS: 'none',
    })
    const logger = createLogger('info', { write: (line) => void logged.push(line) })
    app = await startApp(config, logger, {}, { showMail: (mail) => void mails.push(mailMessage(mail)) })
  })
  after(async () => {
    await app[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('prints the verification link there and never into the log', async () => {
    const jar = openJar({ url: app.url })
    const person = { name: 'Ada', email: 'ada@example.com', password: 'a long walk by the sea' }
    await jar.post('/sign-up/email', person)
    const mail = await eventually(() => mails[0])
    const link = /^ {2}(http\S+)$/m.exec(mail)?.[1] ?? ''
    const token = new URL(link).searchParams.get('token') ?? ''
    assert.equal((await jar.post('/verify-email', { token })).status, 200)
    const log = logged.join('')
    assert.ok(!log.includes(token.slice(0, 40)) && !log.includes('ada@example.com'))
  })

  it('prints a line with the route for each API call, and none for pages', async () => {
    const before = logged.length
    await send(`${app.url}/sign-in`, 'GET')
    await send(`${app.url}/v1/templates/tlfy_odd`, 'GET')
    const line = await eventually(() => logged.slice(before).find((one) => one.includes('/v1/templates')))
    assert.match(JSON.parse(line).msg, /^GET \/v1\/templates\/:templateId 401, \d+ ms$/)
    assert.ok(logged.slice(before).every((one) => !/sign-in|incoming|completed|tlfy_odd/.test(one)))
    const steps = logged.map((one) => String(JSON.parse(one).msg))
    for (const step of ['starting PostgreSQL and Chromium', 'started PostgreSQL', 'started Chromium'])
      assert.ok(steps.includes(step), step)
  })

  it('prints no line for polls of a tool that waits for its device code', async () => {
    const form = (path: string, body: Record<string, string>) =>
      fetch(`${app.url}/dashboard/auth/device/${path}`, { method: 'POST', body: new URLSearchParams(body) })
    const response = await form('code', { client_id: 'platen' })
    const { device_code } = (await response.json()) as { device_code: string }
    // Waits as long as the tool's polling interval.
    await sql`update identity_devices set asked_at = now() - interval '1 hour'`.execute(app.services.database)
    const before = logged.length
    const answers: unknown[] = []
    for (const code of [device_code, 'x'.repeat(43)]) {
      const answer = await form('token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: code,
        client_id: 'platen',
      })
      answers.push(await answer.json())
    }
    assert.deepEqual(
      answers.map((answer) => (answer as { error: string }).error),
      ['authorization_pending', 'invalid_grant'],
    )
    const refused = logged.slice(before).filter((line) => line.includes('the call was refused'))
    assert.equal(refused.length, 1, 'of the wrong code only')
  })
})
