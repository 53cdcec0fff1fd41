import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../../packages/server/src/config.ts'
import { eventually, send, startPlaten } from '../harness.ts'
import { startProcess } from '../process.ts'
import { sharedRenderer, USUAL_RENDERING } from '../shared.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code: number }
}

const run = promisify(execFile)

/**
 * Starts only the telemetry of a service with a collector, to list the packages that a service without one must not
 * load.
 */
const BESIDE = `
import { readConfig } from '${new URL('../../packages/server/src/config.ts', import.meta.url).href}'
import { startTelemetry } from '${new URL('../../packages/server/src/operations/start-telemetry.ts', import.meta.url).href}'
const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
await using telemetry = await startTelemetry(config, { version: '1', log: console })
`

/** A minimal OpenTelemetry collector for OTLP over HTTP. */
async function startCollector() {
  const bodies: string[] = []
  const requests: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers })
    text(request).then(
      (body) => {
        bodies.push(body)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // The address of a listening TCP server is an object.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    text: () => bodies.join('\n'),
    spans: (): Span[] =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns the packages that a process reports as loaded. */
function packagesIn(logs: string): Set<string | undefined> {
  const loaded = logs.matchAll(/^loaded file:.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)
  return new Set(Array.from(loaded, ([, name]) => name))
}

const attribute = (span: Span, name: string) =>
  Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0]

describe('traces', () => {
  it('contain each call with its phases in order, and no content', async () => {
    await using collector = await startCollector()
    const platen = await startPlaten({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
    const caller = await platen.account()
    const templateId = await caller.upload('<p>{{canary}}</p>', 'canary name')
    const { body } = await caller.generate(templateId, { canary: 'canary data' })
    const sent = { async: true, sendEmail: ['canary@example.com'] }
    const { headers } = await caller.generate(templateId, { canary: 'canary data' }, sent)
    await eventually(
      async () => (await caller.call('GET', headers.get('location') ?? '')).body.job.status === 'completed',
    )
    await caller.generate(templateId, [])
    await platen[Symbol.asyncDispose]()

    assert.ok(collector.requests.every(({ url }) => url === '/v1/traces'))
    const spans = collector.spans()
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === '')
    const phasesOf = (root: Span) =>
      spans
        .filter(({ parentSpanId, traceId }) => parentSpanId === root.spanId && traceId === root.traceId)
        .toSorted((one, other) => Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)))

    const calls = roots.filter(({ name }) => name === 'POST /v1/pdf/generate')
    const [now, later, refused] = calls
    assert.ok(now && later && refused && calls.length === 3)
    const sequence = (root: Span) => phasesOf(root).map(({ name }) => name)
    const whole = ['key', 'body', 'reserve', 'template', 'fill', 'print', 'pack', 'store', 'settle', 'sign']
    assert.deepEqual(sequence(now).toSorted(), whole.toSorted())
    assert.deepEqual(sequence(later), ['key', 'body', 'reserve'])
    assert.deepEqual(sequence(refused), ['key', 'body'])
    assert.equal(phasesOf(refused).at(-1)?.status.code, 2, 'the phase that failed is marked')
    assert.equal(refused.status.code, 0, 'what the caller did is no error of the service')
    const [start, end] = [BigInt(now.startTimeUnixNano), BigInt(now.endTimeUnixNano)]
    for (const phase of phasesOf(now)) {
      // The clock has a resolution of milliseconds.
      assert.ok(BigInt(phase.startTimeUnixNano) >= start - 1_000_000n, phase.name)
      assert.ok(BigInt(phase.endTimeUnixNano) <= end + 2_000_000n, phase.name)
    }
    assert.deepEqual(
      ['http.request.method', 'http.route', 'http.response.status_code'].map((name) => attribute(now, name)),
      ['POST', '/v1/pdf/generate', 200],
    )
    assert.equal(attribute(refused, 'http.response.status_code'), 400)

    const [job] = roots.filter(({ name }) => name === 'generate')
    assert.ok(job)
    assert.deepEqual(sequence(job).toSorted(), ['fill', 'pack', 'print', 'settle', 'store', 'template'])
    assert.equal(attribute(job, 'platen.outcome'), 'done')

    const everything = collector.text() + JSON.stringify(collector.requests)
    const fileId = new URL(body.pdfUrl).pathname.split('/')[2] ?? ''
    const secrets = [caller.key, caller.accountId, caller.userId, templateId, fileId, 'canary', 'signature']
    for (const secret of secrets) assert.ok(!everything.includes(secret), secret)
  })

  it('are lost without other effects when the collector does not answer', async () => {
    const collector = await startCollector()
    await collector[Symbol.asyncDispose]()
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    // The service creates all spans, including those of the renderer.
    const renderer = sharedRenderer(readConfig({ CACHE_DIR: process.env['CACHE_DIR'], ...USUAL_RENDERING }))
    assert.ok(renderer)
    await using platen = await startPlaten({ environment, overrides: { renderer } })
    const caller = await platen.account()
    const templateId = await caller.upload('<p>x</p>')
    assert.equal((await caller.generate(templateId, {})).status, 200)
  })

  it('load no packages without a collector', async () => {
    const tell = `--import=${join(import.meta.dirname, 'report-loaded.ts')}`
    await using without = await startProcess({ NODE_OPTIONS: tell })
    const beside = packagesIn(
      (await run(process.execPath, [tell, '--input-type=module', '-e', BESIDE])).stdout,
    )
    assert.equal((await send(`${without.url}/health/live`, 'GET')).status, 200)
    assert.ok(packagesIn(without.logs()).has('fastify'))
    for (const name of [
      'api',
      'sdk-trace-base',
      'sdk-trace',
      'exporter-trace-otlp-http',
      'otlp-transformer',
    ]) {
      assert.ok(!packagesIn(without.logs()).has(`@opentelemetry/${name}`), name)
      assert.ok(beside.has(`@opentelemetry/${name}`), name)
    }
    assert.ok(!packagesIn(without.logs()).has('prom-client'))
  })
})
