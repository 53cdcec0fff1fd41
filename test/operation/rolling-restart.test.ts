import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { auditCredits } from '../../server/accounts/credits.ts'
import { eventually } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { startReplicas } from '../replicas.ts'
import { startBalancer } from './balancer.ts'

const REPLICAS = 3
const CALLERS = 4

describe('F04 a rolling restart under load', () => {
  it('resets no call, fails none, and loses no job', async (test) => {
    const addresses: string[] = []
    await using balancer = await startBalancer(addresses)
    await using replicas = await startReplicas({ BASE_URL: balancer.url, DRAIN_SECONDS: '1', TABS: '1' })
    const first = await replicas.start({})
    const others = await Promise.all(Array.from({ length: REPLICAS - 1 }, () => replicas.start({})))
    const services = [first, ...others]
    addresses.push(...services.map(({ url }) => url))
    const CREDITS = 1_000_000
    const caller = await replicas.account(CREDITS)
    const templateId = await caller.upload(first.url, '<p>{{n}}</p>')
    await eventually(() => services.every(({ url }) => balancer.isReady(url)))

    let over = false
    const statuses = new Map<string, number>()
    const charged = { sync: 0 }
    const jobs: string[] = []
    const answered = ({ status, headers }: { status: number; headers: Headers }) => {
      const name = status === 503 && headers.has('retry-after') ? '503 with Retry-After' : String(status)
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
    }
    const load = Array.from({ length: CALLERS }, async (_, index) => {
      for (let n = index; !over; n += 1) {
        const isAsync = n % 4 === 0
        const body = { templateId, data: { n }, ...(isAsync && { async: true }) }
        const answer = await caller.call(balancer.url, 'POST', '/v1/pdf/generate', body)
        answered(answer)
        if (answer.status !== 200) continue
        if (isAsync) jobs.push(answer.headers.get('location') ?? '')
        else charged.sync += 1
        if (n % 5 === 0) answered(await caller.call(balancer.url, 'GET', '/v1/templates'))
        if (!isAsync && n % 7 === 0) {
          assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), [String(n)])
        }
      }
    })
    const rolled = (async () => {
      for (const service of services) {
        service.child.kill('SIGTERM')
        const [code] = await once(service.child, 'exit')
        assert.equal(code, 0)
        await service.start()
        await eventually(() => balancer.isReady(service.url))
      }
    })()
    await Promise.all([rolled.finally(() => (over = true)), ...load])

    test.diagnostic(`${JSON.stringify(Object.fromEntries(statuses))}, ${jobs.length} jobs`)
    assert.deepEqual(balancer.broken, [])
    for (const status of statuses.keys()) assert.match(status, /^200$|^503 with Retry-After$/)
    assert.ok(charged.sync > 10 && jobs.length > 3)
    for (const job of jobs) {
      await eventually(
        async () => (await caller.call(balancer.url, 'GET', job)).body.job.status === 'completed',
        30_000,
      )
    }
    assert.deepEqual(await caller.credits(), { credits: CREDITS - charged.sync - jobs.length, reserved: 0 })
    assert.deepEqual(await auditCredits(replicas.database), [])
  })
})
