import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { auditCredits } from '../../server/accounts/credits.ts'
import { freePort } from '../../server/ports.ts'
import { eventually, send } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { startReplicas } from '../replicas.ts'

const JOBS = 24

describe('several processes of each role on one database', () => {
  it('share the work: apis answer, workers work, and each job is done once', async () => {
    await using replicas = await startReplicas({ TABS: '1' })
    const metricsPorts = [await freePort(), await freePort(), await freePort(), await freePort()]
    const baseUrl = 'http://platen.test'
    // All at once on a database without tables.
    const services = await Promise.all(
      metricsPorts.map((port, index) =>
        replicas.start({
          ROLE: index < 2 ? 'api' : 'worker',
          BASE_URL: baseUrl,
          METRICS_PORT: String(port),
        }),
      ),
    )
    const [one, other, worker] = services
    assert.ok(one && other && worker)
    const apis = [one, other]

    const callers = await Promise.all([replicas.account(100), replicas.account(100)])
    const templates = await Promise.all(callers.map((caller) => caller.upload(one.url, '<p>{{name}}</p>')))
    const jobs = await Promise.all(
      Array.from({ length: JOBS }, async (_, n) => {
        const caller = callers[n % 2]
        assert.ok(caller)
        const { status, headers } = await caller.call(
          apis[n % 3 === 0 ? 0 : 1]?.url ?? '',
          'POST',
          '/v1/pdf/generate',
          {
            templateId: templates[n % 2],
            data: { name: `job ${n}` },
            async: true,
            sendEmail: [`reader-${n}@example.com`],
          },
        )
        assert.equal(status, 200)
        return { caller, name: `job ${n}`, path: headers.get('location') ?? '' }
      }),
    )
    const [caller] = callers
    assert.ok(caller)
    const sync = await caller.call(other.url, 'POST', '/v1/pdf/generate', {
      templateId: templates[0],
      data: { name: 'now' },
    })
    assert.equal(sync.status, 200)
    for (const { caller, name, path } of jobs) {
      const job = await eventually(async () => {
        const found = (await caller.call(other.url, 'GET', path)).body.job
        return found.status === 'completed' && found
      }, 60_000)
      const url = new URL(job.pdfUrl)
      assert.equal(url.origin, baseUrl)
      assert.deepEqual(await downloadedTexts(one.url + url.pathname + url.search), [name])
    }

    const outbox = join(replicas.dataDir, 'outbox')
    const mails = await eventually(async () => {
      const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
      return names.length >= JOBS && names
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
        [100 - JOBS / 2 - 1, 0],
        [100 - JOBS / 2, 0],
      ],
    )
    assert.deepEqual(await auditCredits(replicas.database), [])

    const rendered = await Promise.all(
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
    assert.deepEqual(
      rendered.map(({ sync }) => sync),
      [0, 1, 0, 0],
    )
    const byWorkers = rendered.map((counts) => counts.async)
    assert.deepEqual(byWorkers.slice(0, 2), [0, 0])
    assert.ok(
      byWorkers.slice(2).every((count) => count > 0),
      `both workers work: ${byWorkers.join(', ')}`,
    )
    assert.equal(
      byWorkers.reduce((sum, count) => sum + count),
      JOBS,
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
