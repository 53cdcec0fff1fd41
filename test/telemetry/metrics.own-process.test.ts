// Has a process of its own, because the tests kill processes of Chromium, which they find among their descendants.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { createTestDatabase } from '../databases.ts'
import { eventually, type Platen, send, startPlaten } from '../harness.ts'
import { chromiumProcesses } from '../processes.ts'

/** Returns the samples of a metric: its labels as text, and its value. */
type Samples = Map<string, number>

describe('GET /metrics', () => {
  let platen: Platen
  let url: string
  let smtp: SMTPServer
  before(async () => {
    const smtpPort = await findFreePort()
    smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody') ? Object.assign(new Error('no'), { responseCode: 550 }) : null),
      onData: (stream, _session, done) => void stream.resume().once('end', () => done()),
    })
    await new Promise<void>((resolve) => void smtp.listen(smtpPort, '127.0.0.1', resolve))
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}/metrics`
    platen = await startPlaten({
      environment: { METRICS_PORT: String(port), SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
    })
  })
  after(async () => {
    await platen[Symbol.asyncDispose]()
    await new Promise<void>((resolve) => smtp.close(resolve))
  })

  const read = async (): Promise<Map<string, Samples>> => samplesOf((await send(url, 'GET')).body)
  const value = async (metric: string, labels = '') => (await read()).get(metric)?.get(labels) ?? 0
  const grows = async (metric: string, labels: string, by: number, work: () => Promise<unknown>) => {
    const before = await value(metric, labels)
    await work()
    await eventually(async () => (await value(metric, labels)) - before === by)
  }

  it('counts renders by outcome, sheets and credits', async () => {
    const caller = await platen.account({ credits: 5 })
    const well = await caller.upload('<p>{{n}}</p>')
    const broken = await caller.upload('{{> missing}}')
    await grows('platen_renders_total', 'mode="sync",outcome="completed"', 1, () =>
      grows('platen_sheets_total', '', 3, () =>
        grows('platen_credits_charged_total', '', 3, () => caller.generate(well, [{}, {}, {}])),
      ),
    )
    await grows('platen_renders_total', 'mode="sync",outcome="invalid"', 1, () => caller.generate(broken, {}))
    await grows('platen_renders_total', 'mode="async",outcome="completed"', 1, () =>
      caller.generate(well, {}, { async: true }),
    )
  })

  it('counts refusals and failures by kind, and answers by route and status', async () => {
    const caller = await platen.account({ credits: 0 })
    const templateId = await caller.upload('<p>x</p>')
    const route = 'route="/v1/pdf/generate",status="402"'
    await grows('platen_http_answers_total', route, 1, () =>
      grows('platen_http_refusals_total', 'kind="insufficient-credits"', 1, () =>
        caller.generate(templateId, {}),
      ),
    )
    await grows('platen_http_refusals_total', 'kind="malformed"', 1, () =>
      caller.call('POST', '/v1/pdf/generate', '[]', { 'content-type': 'text/plain' }),
    )
    await grows('platen_http_refusals_total', 'kind="unauthorized"', 1, () =>
      send(`${platen.url}/v1/templates`, 'GET'),
    )
  })

  it('measures the phases of a call', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>x</p>')
    const before = (await read()).get('platen_phase_seconds_count') ?? new Map()
    await caller.generate(templateId, {})
    const after = (await read()).get('platen_phase_seconds_count') ?? new Map()
    for (const phase of [
      'key',
      'body',
      'reserve',
      'template',
      'fill',
      'print',
      'pack',
      'store',
      'settle',
      'sign',
    ]) {
      const labels = `phase="${phase}"`
      assert.equal((after.get(labels) ?? 0) - (before.get(labels) ?? 0), 1, phase)
    }
  })

  it('counts sent mails and rejected mails', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>x</p>')
    await grows('platen_mails_total', 'outcome="sent"', 1, () =>
      caller.generate(templateId, {}, { sendEmail: ['ada@example.com'] }),
    )
    const before = await value('platen_mails_total', 'outcome="refused"')
    await caller.generate(templateId, {}, { sendEmail: ['nobody@example.com'] })
    await eventually(async () => (await value('platen_mails_total', 'outcome="refused"')) > before)
  })

  it('counts rejected network requests, crashed pages and restarts of Chromium', async () => {
    const caller = await platen.account()
    const reaching = await caller.upload('<img src="http://127.0.0.1/secret">')
    await grows('platen_egress_refusals_total', 'reason="network-off"', 1, () =>
      caller.generate(reaching, {}),
    )
    const busy = await caller.upload(
      '<script>platen.ready = new Promise((resolve) => setTimeout(resolve, 2_000))</script>',
    )
    await grows('platen_chromium_restarts_total', '', 1, async () => {
      const underWay = caller.generate(busy, {})
      await eventually(async () => (await value('platen_tabs', 'state="busy"')) === 1)
      const [chromium, ...others] = await chromiumProcesses('browser')
      assert.ok(chromium !== undefined && others.length === 0, 'The process has another Chromium')
      process.kill(chromium, 'SIGKILL')
      assert.equal((await underWay).status, 200)
    })
    const before = await value('platen_pages_crashed_total')
    const underWay = caller.generate(busy, {})
    await eventually(async () => (await value('platen_tabs', 'state="busy"')) === 1)
    for (const resource of ['calls', 'print'])
      assert.equal(await value('platen_capacity_tasks', `resource="${resource}",state="active"`), 1, resource)
    for (const renderer of await chromiumProcesses('renderer')) process.kill(renderer, 'SIGKILL')
    await underWay
    assert.ok((await value('platen_pages_crashed_total')) > before)
    await eventually(async () => (await value('platen_tabs', 'state="idle"')) >= 2)
  })

  it('reports waiting jobs and their age by queue, also without a worker', async () => {
    const port = await findFreePort()
    await using database = await createTestDatabase()
    const environment = {
      ROLE: 'api',
      DATABASE_URL: database.url,
      METRICS_PORT: String(port),
    }
    // Creates no PDFs.
    const renderer = { ...platen.app.services.renderer, async [Symbol.asyncDispose]() {} }
    await using api = await startPlaten({ environment, overrides: { renderer: Promise.resolve(renderer) } })
    const caller = await api.account()
    const templateId = await caller.upload('<p>x</p>')
    const queue = async (metric: string) =>
      samplesOf((await send(`http://127.0.0.1:${port}/metrics`, 'GET')).body)
        .get(metric)
        ?.get('queue="generate"')
    assert.equal(await queue('platen_queue_jobs'), 0)
    await caller.generate(templateId, {}, { async: true })
    await caller.generate(templateId, {}, { async: true })
    assert.equal(await queue('platen_queue_jobs'), 2)
    await eventually(async () => ((await queue('platen_queue_oldest_seconds')) ?? 0) > 1)
  })

  it('includes metrics of Node.js, and no data of accounts', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>x</p>', 'Secret name')
    await caller.generate(templateId, { word: 'canary' }, { sendEmail: ['canary@example.com'] })
    const { status, headers, body } = await send(url, 'GET')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    assert.match(body, /^process_cpu_seconds_total /m)
    assert.match(body, /^nodejs_eventloop_lag_seconds /m)
    for (const secret of [
      caller.key,
      caller.accountId,
      caller.userId,
      templateId,
      'Secret name',
      'canary',
      '@',
    ])
      assert.ok(!body.includes(secret), secret)
    assert.doesNotMatch(body, /[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  it('are served on their own port only, and nowhere without METRICS_PORT', async () => {
    assert.equal((await send(`${platen.url}/metrics`, 'GET')).status, 404)
    assert.equal((await send(url.replace('/metrics', '/v1/templates'), 'GET')).status, 404)
    assert.equal((await send(url, 'POST', {})).status, 404)
    assert.equal((await send(url.replace('/metrics', '/health/live'), 'GET')).status, 404)
  })
})

function samplesOf(text: string): Map<string, Samples> {
  const metrics = new Map<string, Samples>()
  for (const [, name = '', labels = '', value] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    metrics.set(name, (metrics.get(name) ?? new Map()).set(labels, Number(value)))
  }
  return metrics
}
