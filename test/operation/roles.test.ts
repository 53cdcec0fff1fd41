import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { eventually, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { startReplicas } from '../replicas.ts'
import { sharedRenderer, USUAL_RENDERING } from '../shared.ts'

/** Number of jobs in the first round, and in each further round until both workers have worked. */
const JOBS = 8
const CREDITS = 1_000

describe('several services of each role on one database', () => {
  it('share the work: API processes answer, workers process jobs, and each job runs once', async () => {
    await using replicas = await startReplicas()
    await using stack = new AsyncDisposableStack()
    const metricsPorts = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const baseUrl = 'http://platen.test'
    // Without this, a service with metrics starts its own renderer.
    const renderer = sharedRenderer(readConfig({ CACHE_DIR: process.env['CACHE_DIR'], ...USUAL_RENDERING }))
    assert.ok(renderer)
    const start = async (port: number, index: number) =>
      await startPlaten({
        environment: {
          ROLE: index < 2 ? 'api' : 'worker',
          BASE_URL: baseUrl,
          DATABASE_URL: replicas.databaseUrl,
          DATA_DIR: replicas.dataDir,
          METRICS_PORT: String(port),
        },
        overrides: { renderer },
      })
    const services = await Promise.all(
      metricsPorts.map(async (port, index) => stack.use(await start(port, index))),
    )
    const [one, other, worker] = services
    assert.ok(one && other && worker)
    const apis = [one, other]
    const rendered = async () =>
      await Promise.all(
        metricsPorts.map(async (port) => {
          const { body } = await send(`http://127.0.0.1:${port}/metrics`, 'GET')
          const count = (mode: string) =>
            Number(
              new RegExp(`^platen_renders_total\\{mode="${mode}",outcome="completed"\\} (\\d+)$`, 'm').exec(
                body,
              )?.[1] ?? 0,
            )
          return { async: count('async'), sync: count('sync') }
        }),
      )

    const callers = await Promise.all([replicas.account(CREDITS), replicas.account(CREDITS)])
    const templates = await Promise.all(callers.map((caller) => caller.upload(one.url, '<p>{{name}}</p>')))
    const startJob = async (n: number) => {
      const caller = callers[n % 2]
      assert.ok(caller)
      const body = {
        templateId: templates[n % 2],
        data: { name: `job ${n}` },
        async: true,
        sendEmail: [`reader-${n}@example.com`],
      }
      const api = apis[n % 3 === 0 ? 0 : 1]
      const { status, headers } = await caller.call(api?.url ?? '', 'POST', '/v1/pdf/generate', body)
      assert.equal(status, 200)
      return { caller, name: `job ${n}`, path: headers.get('location') ?? '' }
    }
    const jobs: Awaited<ReturnType<typeof startJob>>[] = []
    await eventually(async () => {
      const from = jobs.length
      jobs.push(...(await Promise.all(Array.from({ length: JOBS }, (_, n) => startJob(from + n)))))
      const done = async () => (await rendered()).map((counts) => counts.async)
      await eventually(async () => (await done()).reduce((sum, count) => sum + count) === jobs.length)
      return (await done()).slice(2).every((count) => count > 0)
    })
    const [caller] = callers
    assert.ok(caller)
    const sync = await caller.call(other.url, 'POST', '/v1/pdf/generate', {
      templateId: templates[0],
      data: { name: 'now' },
    })
    assert.equal(sync.status, 200)
    for (const { caller, name, path } of jobs) {
      const job = await eventually(async () => {
        const current = (await caller.call(other.url, 'GET', path)).body.job
        return current.status === 'completed' && current
      })
      const url = new URL(job.pdfUrl)
      assert.equal(url.origin, baseUrl)
      assert.deepEqual(await downloadedTexts(one.url + url.pathname + url.search), [name])
    }

    const outbox = join(replicas.dataDir, 'outbox')
    const mails = await eventually(async () => {
      const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
      return names.length >= jobs.length && names
    })
    const texts = await Promise.all(mails.map((name) => readFile(join(outbox, name), 'utf8')))
    const readers = texts.map((text) => /^To: (.*)\r$/m.exec(text)?.[1])
    assert.deepEqual(readers.toSorted(), jobs.map((_, n) => `reader-${n}@example.com`).toSorted())
    assert.ok(
      texts.every((text) => text.includes('platen.test/files/')),
      'a worker links to the api',
    )
    const left = await Promise.all(callers.map((one) => one.credits()))
    assert.deepEqual(
      left.map(({ credits, reserved }) => [credits, reserved]),
      [
        [CREDITS - jobs.length / 2 - 1, 0],
        [CREDITS - jobs.length / 2, 0],
      ],
    )
    assert.deepEqual(await auditCredits(replicas.database), [])

    const counts = await rendered()
    assert.deepEqual(
      counts.map(({ sync }) => sync),
      [0, 1, 0, 0],
    )
    assert.deepEqual(
      counts.slice(0, 2).map((count) => count.async),
      [0, 0],
    )
    assert.equal(
      counts.reduce((sum, count) => sum + count.async, 0),
      jobs.length,
    )

    for (const path of [
      '/v1/templates',
      '/v1/pdf/generate',
      '/docs',
      '/openapi.json',
      '/files/x/y.pdf',
      '/metrics',
    ]) {
      assert.equal((await send(worker.url + path, 'GET', undefined, caller.headers)).status, 404, path)
    }
    for (const { url } of services) assert.equal((await send(`${url}/health/ready`, 'GET')).status, 200)
  })
})
