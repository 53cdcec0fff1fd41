import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { eventually, type Platen as Service, startPlaten } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { storeWebhook } from '../webhooks/stored.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { PYTHON_SOURCES, missingPython } from './python.ts'
import { codeIn } from './readme.ts'

const run = promisify(execFile)
const PYTHON = fileURLToPath(new URL('../../packages/client-python/', import.meta.url))

/** Answer of a service that does not report the scale. */
const GENERATED = JSON.stringify({
  success: true,
  pdfUrl: 'http://127.0.0.1:9/x.pdf',
  size: 5,
  pagesGenerated: 1,
  expiresIn: '5 days',
})
const JSON_HEADERS = { 'content-type': 'application/json' }

describe('the Python client', { skip: await missingPython() }, () => {
  let service: Service
  let proxy: FaultyProxy
  before(async () => {
    service = await startPlaten({ environment: { CERTIFICATE_KEY: Buffer.alloc(32, 9).toString('base64') } })
    proxy = await startFaultyProxy(service.url)
  })
  after(async () => {
    await proxy[Symbol.asyncDispose]()
    assert.deepEqual(await auditCredits(service.app.services.database), [])
    await service[Symbol.asyncDispose]()
  })

  const python = (folder: string, words: string[], more: NodeJS.ProcessEnv) => {
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PYTHONPATH: PYTHON_SOURCES,
      PYTHONDONTWRITEBYTECODE: '1',
      ...more,
    }
    return run('python3', words, { cwd: folder, env }).catch((error: { stderr: string }) =>
      assert.fail(error.stderr),
    )
  }

  it('passes its tests and is charged once for each render', async () => {
    const [caller, poor] = [await service.account({ credits: 100 }), await service.account({ credits: 0 })]
    await storeWebhook(service.app.services.database, caller.accountId)
    const refusal = JSON.stringify({ message: 'The service is busy.' })
    const ways = {
      timeout: proxy.route(),
      lost: proxy.route('hang-after', 'cut-after', { after: 502 }),
      job: proxy.route('cut-after', 'pass', 'cut-before', 503),
      down: proxy.route(500, 502),
      hangs: proxy.route('hang-before'),
      cut: proxy.route('cut-before'),
      later: proxy.route({ status: 429, headers: { 'retry-after': '3600' } }),
      page: proxy.route({ status: 200, headers: {}, body: '<h1>Welcome</h1>' }),
      older: proxy.route({ status: 200, headers: JSON_HEADERS, body: GENERATED }),
      older_bytes: proxy.route({
        status: 200,
        headers: { 'content-type': 'application/pdf' },
        body: '%PDF-',
      }),
      moved: proxy.route({ status: 307, headers: { location: service.url } }),
      upload: proxy.route('cut-after', 503, 'hang-before'),
      sure: proxy.route({ status: 503, headers: { 'retry-after': '0' }, body: refusal }),
      remove: proxy.route('cut-after'),
      download: proxy.route('broken', 503, 'pass', 'broken'),
    }
    const parameters = {
      key: caller.key,
      poorKey: poor.key,
      billingUrl: `${service.url}/billing`,
      ways: {
        straight: service.url,
        ...Object.fromEntries(Object.entries(ways).map(([name, { url }]) => [name, url])),
      },
      webhook: signedEvent(),
    }
    const { stderr } = await python(join(PYTHON, 'tests'), ['-W', 'error', '-m', 'unittest', 'test_client'], {
      PLATEN_TEST: JSON.stringify(parameters),
    })
    assert.match(stderr, /^OK$/m)

    const requestCounts = Object.fromEntries(
      Object.entries(ways).map(([name, way]) => [name, way.requests.length]),
    )
    const { timeout, lost, job, ...counts } = requestCounts
    assert.deepEqual(counts, {
      down: 2,
      hangs: 1,
      cut: 1,
      later: 1,
      page: 1,
      older: 1,
      older_bytes: 1,
      moved: 1,
      upload: 3,
      sure: 2,
      remove: 2,
      download: 4,
    })
    assert.ok(Number(timeout) > 1 && Number(lost) >= 4 && Number(job) >= 5)
    for (const way of [ways.timeout, ways.lost]) {
      const keys = way.requests.map(({ headers }) => headers['idempotency-key'])
      assert.ok(keys[0] && new Set(keys).size === 1)
    }
    const names = (await caller.call('GET', '/v1/templates')).body.templates.map(
      ({ name }: { name: string }) => name,
    )
    assert.deepEqual(
      ['unsure', 'sure'].map((name) => names.filter((one: string) => one === name).length),
      [1, 1],
    )
    // 19 credits: two arrays of two elements, three jobs (a fourth one fails), two scaled pages, three renders of drafts,
    // three rows of batches, and one render in each test of a time-out, lost answers, one job and downloads.
    const left = await eventually(async () => {
      const credits = await caller.credits()
      return credits.reserved === 0 && credits
    })
    assert.equal(left.credits, 81)
  })

  it('runs the examples of its README', async () => {
    const caller = await service.account()
    const folder = await mkdtemp(join(tmpdir(), 'platen-python-'))
    try {
      const code = await codeIn('client-python/README.md', 'python')
      const { stdout } = await python(folder, ['-W', 'error', '-c', code], {
        PLATEN_API_KEY: caller.key,
        PLATEN_URL: service.url,
      })
      assert.equal(stdout, 'no such template\n')
      const texts = async (file: string) => await textsOf(await readFile(join(folder, file)))
      assert.deepEqual(await texts('invoice.pdf'), ['Invoice No. 118'])
      assert.deepEqual(await texts('invoices.pdf'), ['Invoice No. 119', 'Invoice No. 120'])
      assert.deepEqual(await caller.credits(), { credits: 4, reserved: 0 })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

/** Signs an event as the service does. test/webhooks tests the service itself. */
function signedEvent() {
  const [id, key, timestamp] = [randomUUID(), randomBytes(32), Math.floor(Date.now() / 1_000)]
  const body = JSON.stringify({ type: 'webhook.test', id, createdAt: new Date().toISOString(), by: 'Grüße' })
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'Webhook-Id': id,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
  return { body, headers, secret: `whsec_${key.toString('base64')}` }
}
