import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { base64, eventually, send } from '../harness.ts'
import { callTool } from '../commands/call.ts'
import { skipHeartbeatLimit } from '../crash/waits.ts'
import { databaseOf, type ServiceProcess, startProcess } from '../process.ts'
import { type Arrival, type Listener, PUBLIC, startListener, verifiedBody } from './listener.ts'

const run = promisify(execFile)

describe('platen webhooks', () => {
  let listener: Listener
  let service: ServiceProcess
  let environment: NodeJS.ProcessEnv
  let account: string
  let asking: (method: string, path: string, body?: unknown) => ReturnType<typeof send>
  before(async () => {
    listener = await startListener({ '/gone': [410], '/dies': [() => {}, 200] }, { encrypted: false })
    const variables = {
      EGRESS: 'allowlist',
      EGRESS_ALLOW: `${PUBLIC}/32`,
      LOG_LEVEL: 'trace',
      BASE_URL: 'https://platen.example',
    }
    service = await startProcess(
      { LISTENER_PORT: String(listener.port), ...variables },
      { program: 'test/webhooks/service.ts' },
    )
    environment = { ...variables, DATA_DIR: service.dataDir, DATABASE_URL: await service.databaseUrl() }
    account = (await json('accounts', 'create', '--email', 'ada@example.com')).userId
    const { key } = await json('create-token', '--name', 'x', '--account', account)
    asking = (method, path, body) => send(service.url + path, method, body, { 'x-api-key': key })
  })
  const platen = (...args: string[]) => callTool(args, environment)
  after(async () => {
    await listener[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })

  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await platen(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const set = async (path: string): Promise<string> =>
    (await json('webhooks', 'set', '--account', account, '--url', `http://${PUBLIC}${path}`)).secret
  const startJob = async () => {
    const { body } = await asking('POST', '/v1/templates/upload', {
      name: 'x',
      content: base64('x'),
      contentEncoding: 'base64',
    })
    await asking('POST', '/v1/pdf/generate', { templateId: body.templateId, data: {}, async: true })
  }

  it('sets an address while the service runs, shows its secret once, tests it, lists and removes it', async () => {
    assert.match((await platen('webhooks', 'show', '--account', account)).stderr, /has no webhook/)
    const secret = await set('/well')
    const shown = await json('webhooks', 'show', '--account', account)
    assert.deepEqual([shown.url, shown.disabledAt], [`http://${PUBLIC}/well`, null])
    const tried = await json('webhooks', 'test', '--account', account)
    assert.deepEqual([tried.event, tried.status, tried.attempts], ['webhook.test', 'delivered', 1])
    const [arrival] = await listener.requestsTo('/well', 1)
    assert.ok(arrival)
    assert.equal(verifiedBody(arrival, secret).id, tried.id)
    const listed = await platen('webhooks', 'deliveries', '--account', account)
    assert.match(
      listed.stdout,
      /^ID +EVENT +STATUS +ATTEMPTS +RESPONSE.*\n.* webhook\.test +delivered +1 +204/,
    )
    assert.ok(!(listed.stdout + JSON.stringify(shown)).includes(secret))
    await json('webhooks', 'remove', '--account', account)
    const removed = await platen('webhooks', 'test', '--account', account)
    assert.deepEqual([removed.code, removed.stderr], [1, 'This account has no webhook.\n'])
  })

  it('reports an invalid address, and a server that answers 410', async () => {
    const rows: [string[], number, RegExp][] = [
      [['set', '--account', account], 2, /--url URL is required/],
      [['set', '--url', 'https://example.com'], 2, /--account ACCOUNT is required/],
      [['set', '--account', account, '--url', 'nowhere'], 1, /cannot be used for a webhook: not an address/],
      [['set', '--account', account, '--url', 'http://169.254.169.254/'], 1, /no public address/],
      [['set', '--account', account, '--url', 'https://platen.example/'], 1, /this host is not allowed/],
      [['set', '--account', 'local_x', '--url', 'https://example.com'], 1, /Account local_x does not exist/],
      [['remove', '--account', account], 1, /has no webhook/],
    ]
    const refusing = rows.map(async ([args, code, message]) => {
      const result = await platen('webhooks', ...args)
      assert.equal(result.code, code, args.join(' '))
      assert.match(result.stderr, message)
    })
    await Promise.all(refusing)
    await set('/gone')
    const tried = await platen('webhooks', 'test', '--account', account)
    assert.equal(tried.code, 1)
    assert.match(tried.stdout, /Not delivered: the server reported that the URL is gone, .* \(410\)/)
    assert.match((await platen('webhooks', 'show', '--account', account)).stdout, /Disabled since/)
  })

  it('keeps an event when the service is killed during its delivery, and repeats it with the same id', async () => {
    const secret = await set('/dies')
    await startJob()
    const [first] = await listener.requestsTo('/dies', 1)
    await service.kill()
    await service.start()
    await using connections = await databaseOf(service)
    await skipHeartbeatLimit(connections.database)
    const [, second] = await eventually(() => {
      const arrivals = listener.arrivals.filter(({ path }) => path === '/dies')
      return arrivals.length === 2 && arrivals
    })
    assert.ok(first && second)
    assert.equal(verifiedBody(second, secret).id, verifiedBody(first, secret).id)
    assert.equal(second.body, first.body)
    const [delivery] = await eventually(async () => {
      const deliveries = await json('webhooks', 'deliveries', '--account', account)
      return deliveries[0].status === 'delivered' && deliveries
    })
    assert.deepEqual([delivery.event, delivery.attempts, delivery.responseStatus], ['job.completed', 2, 200])
  })

  it('is verified by the code of the documentation, in Node and in Python', async (context) => {
    const secret = await set('/proven')
    await startJob()
    const [arrival] = await listener.requestsTo('/proven', 1)
    assert.ok(arrival)
    const forged = { ...arrival, body: arrival.body.replace('"completed"', '"failed"') }
    const hasPython = await run('python3', ['--version']).catch(() => undefined)
    if (!hasPython) context.diagnostic('Python is not installed')
    for (const language of hasPython ? ['js', 'python'] : ['js']) {
      const old: Arrival = { ...arrival, headers: { ...arrival.headers, 'webhook-timestamp': '1700000000' } }
      assert.deepEqual(await verifyByExample(language, { arrival, forged, old }, secret), EXPECTED, language)
    }
  })

  it('logs no address and no secret', async () => {
    const secret = await set('/secretpath?token=secrettoken')
    await json('webhooks', 'test', '--account', account)
    await listener.requestsTo('/secretpath?token=secrettoken', 1)
    await eventually(() => service.logs().includes('a webhook was called'))
    for (const word of [
      secret,
      secret.slice(6, 30),
      'secretpath',
      'secrettoken',
      PUBLIC,
      'ada@example.com',
    ]) {
      assert.ok(!service.logs().includes(word), word)
    }
    assert.equal(service.complaints(), '')
  })
})

const EXPECTED = { arrival: true, forged: false, old: false }

/** Returns the results of the documentation's function for each delivery. */
async function verifyByExample(
  language: string,
  deliveries: Record<string, Arrival>,
  secret: string,
): Promise<Record<string, boolean>> {
  const page = await readFile(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8')
  const code = new RegExp('```' + language + ' run\\n(.*?)```', 's').exec(page)?.[1]
  assert.ok(code, `no example in ${language}`)
  const calls = Object.entries(deliveries).map(([name, { body, headers }]) => [name, [body, headers, secret]])
  const input = JSON.stringify(Object.fromEntries(calls))
  const [program, ...args] =
    language === 'js'
      ? [process.execPath, '--input-type=module', '-e', code + JS_ANSWERS, input]
      : ['python3', '-c', code + PYTHON_ANSWERS, input]
  return JSON.parse((await run(program, args)).stdout)
}

const JS_ANSWERS = `
const calls = Object.entries(JSON.parse(process.argv[1]))
console.log(JSON.stringify(Object.fromEntries(calls.map(([name, call]) => [name, isGenuine(...call)]))))`
const PYTHON_ANSWERS = `
import json, sys
print(json.dumps({name: is_genuine(*call) for name, call in json.loads(sys.argv[1]).items()}))`
