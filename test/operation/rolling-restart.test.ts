import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { auditCredits } from '../../server/accounts/credits.ts'
import { eventually } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { startReplicas } from '../replicas.ts'
import { startBalancer } from './balancer.ts'

const REPLICAS = 3
const CALLERS = 4
/** Between a caller’s calls: what is shown is a restart under load, not how much load there can be. */
const PAUSE_MS = 100
/** For a longer look: so many calls a second for so long, such as `ROLLING_RATE=50 ROLLING_SECONDS=300`. */
const RATE = Number(process.env['ROLLING_RATE'] ?? 0)
const SECONDS = Number(process.env['ROLLING_SECONDS'] ?? 0)

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
    const call = async (n: number) => {
      const isAsync = n % 4 === 0
      const body = { templateId, data: { n }, ...(isAsync && { async: true }) }
      const answer = await caller.call(balancer.url, 'POST', '/v1/pdf/generate', body)
      answered(answer)
      if (answer.status !== 200) return
      if (isAsync) jobs.push(answer.headers.get('location') ?? '')
      else charged.sync += 1
      if (n % 5 === 0) answered(await caller.call(balancer.url, 'GET', '/v1/templates'))
      if (!isAsync && n % 7 === 0) {
        assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), [String(n)])
      }
    }
    const begun = performance.now()
    const load = RATE > 0 ? [callAtRate(call, () => over)] : callInTurn(call, () => over)
    let rolls = 0
    const rolled = (async () => {
      do {
        for (const service of services) {
          service.child.kill('SIGTERM')
          const [code] = await once(service.child, 'exit')
          assert.equal(code, 0)
          await service.start()
          await eventually(() => balancer.isReady(service.url))
          rolls += 1
        }
      } while (performance.now() - begun < SECONDS * 1_000)
    })()
    await Promise.all([rolled.finally(() => (over = true)), ...load])

    const seconds = Math.round((performance.now() - begun) / 1_000)
    test.diagnostic(
      `${JSON.stringify(Object.fromEntries(statuses))}, ${jobs.length} jobs; ${rolls} restarts in ${seconds} s`,
    )
    assert.deepEqual(balancer.broken, [])
    for (const status of statuses.keys()) assert.match(status, /^200$|^503 with Retry-After$/)
    assert.ok(charged.sync > 10 && jobs.length > 3)
    for (const job of jobs) {
      await eventually(
        async () => (await caller.call(balancer.url, 'GET', job)).body.job.status === 'completed',
        120_000,
      )
    }
    assert.deepEqual(await caller.credits(), { credits: CREDITS - charged.sync - jobs.length, reserved: 0 })
    assert.deepEqual(await auditCredits(replicas.database), [])
  })
})

/** So many callers, each with one call after the other. */
function callInTurn(call: (n: number) => Promise<void>, isOver: () => boolean): Promise<void>[] {
  return Array.from({ length: CALLERS }, async (_, index) => {
    for (let n = index; !isOver(); n += 1) {
      await call(n)
      await delay(PAUSE_MS)
    }
  })
}

/** As many calls a second as are wanted, whatever becomes of those before. */
async function callAtRate(call: (n: number) => Promise<void>, isOver: () => boolean): Promise<void> {
  const calls: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 1; !isOver(); n += 1) {
    await delay(Math.max(0, begun + (n * 1_000) / RATE - performance.now()))
    calls.push(call(n))
  }
  await Promise.all(calls)
}
