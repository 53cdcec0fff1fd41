import { describe, it } from 'node:test'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { startPlaten } from '../harness.ts'
import { startReplicas } from '../replicas.ts'
import { startBalancer } from './balancer.ts'
import { type RollingReplica, rollUnderLoad } from './rolling.ts'

const REPLICAS = 2
const CREDITS = 10_000
/** Time in which the balancer can notice that a replica is ending. */
const LINGER_MS = 2_000

describe('F04 a rolling restart under load', () => {
  it('resets no call, fails none, and loses no job', async (test) => {
    const addresses: string[] = []
    await using balancer = await startBalancer(addresses)
    await using shared = await startReplicas()
    await using stack = new AsyncDisposableStack()
    const startReplica = async (): Promise<RollingReplica> => {
      const environment = {
        BASE_URL: balancer.url,
        DATABASE_URL: shared.databaseUrl,
        DATA_DIR: shared.dataDir,
        PORT: String(await findFreePort()),
      }
      let platen = await startPlaten({ environment })
      stack.defer(() => platen[Symbol.asyncDispose]())
      return {
        url: platen.url,
        async restart() {
          await platen.app.drain(LINGER_MS)
          await platen[Symbol.asyncDispose]()
          platen = await startPlaten({ environment })
        },
      }
    }
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, startReplica))
    addresses.push(...replicas.map(({ url }) => url))
    const caller = await shared.account(CREDITS)
    test.diagnostic(await rollUnderLoad({ balancer, replicas, caller, database: shared.database }))
  })
})
