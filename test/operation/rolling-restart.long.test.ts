import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { startReplicas } from '../replicas.ts'
import { startBalancer } from './balancer.ts'
import { rollUnderLoad } from './rolling.ts'

const REPLICAS = 3
const CREDITS = 1_000_000
const RATE = 50
const SECONDS = 300

describe('F04 rolling restarts of processes under load', () => {
  it('reset no call, fail none, and lose no job', async (test) => {
    const addresses: string[] = []
    await using balancer = await startBalancer(addresses)
    await using replicas = await startReplicas({ BASE_URL: balancer.url, DRAIN_SECONDS: '1', TABS: '1' })
    const services = await Promise.all(Array.from({ length: REPLICAS }, () => replicas.start({})))
    addresses.push(...services.map(({ url }) => url))
    const summary = await rollUnderLoad({
      balancer,
      replicas: services.map((service) => ({
        url: service.url,
        async restart() {
          service.child.kill('SIGTERM')
          const [code] = await once(service.child, 'exit')
          assert.equal(code, 0)
          await service.start()
        },
      })),
      caller: await replicas.account(CREDITS),
      database: replicas.database,
      rate: RATE,
      seconds: SECONDS,
    })
    test.diagnostic(summary)
  })
})
