// npm run bench:neighbours: measures the effect of one account's attack on the calls of another account: response times
// during each attack, compared with those just before. Takes two minutes; nothing else may run on the machine.
// Arguments select attacks by name.

import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { processorTimeOf } from '../packages/renderer/src/isolation/processes.ts'
import { startProcess } from '../test/process.ts'
import { descendantsOf } from '../test/processes.ts'
import { ATTACKS } from '../test/security/attacks.ts'
import { attack, keyOf, victimOf } from '../test/security/neighbours.ts'
import { quantile, rounded } from './measure.ts'

const CALLS = 300
const WARM_UP_CALLS = 60
/** Calls at the start of an attack. They are not measured. */
const FIRST_CALLS = 5
/** Limit on the wait for the end of an attack: a call takes up to 29 s, and the thumbnail of its template follows. */
const IDLE_LIMIT_MS = 90_000
/** The service is idle when all its processes together use less processor time than this. */
const IDLE = { withinMs: 500, workMs: 50 }

const chosen = process.argv.slice(2)
const names = chosen.length > 0 ? chosen : Object.keys(ATTACKS)
const unknownName = names.find((name) => !(name in ATTACKS))
if (unknownName)
  throw new Error(`Unknown attack ${unknownName}. Use one of: ${Object.keys(ATTACKS).join(', ')}`)

await using service = await startProcess({ RATE_LIMIT_PER_MINUTE: '100000', LOG_LEVEL: 'silent' })
const call = await victimOf(service)
const attacker = await keyOf(service, 'attacker@example.com')
await responseTimes(WARM_UP_CALLS)

const table: Record<string, object> = {}
for (const name of names) {
  await untilIdle()
  const before = await responseTimes(CALLS)
  const during = await responseTimesDuring(name)
  const [calmP95, attackedP95] = [quantile(before, 0.95), quantile(during, 0.95)]
  table[name] = {
    'calm p50': rounded(quantile(before, 0.5)),
    'calm p95': rounded(calmP95),
    'attacked p50': rounded(quantile(during, 0.5)),
    'attacked p95': rounded(attackedP95),
    'p95 ÷ calm p95': rounded(attackedP95 / calmP95, 2),
  }
}
console.log(`Milliseconds per call, over ${CALLS} consecutive calls, with and without one attacking account`)
console.table(table)
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)

async function responseTimesDuring(name: string): Promise<number[]> {
  await using _ = await attack(service.url, [{ name, keys: [attacker] }])
  await responseTimes(FIRST_CALLS)
  return await responseTimes(CALLS)
}

async function responseTimes(count: number): Promise<number[]> {
  const list: number[] = []
  for (let n = 0; n < count; n += 1) list.push(await call())
  return list
}

/** Waits until the service is idle. @throws after 90 s. */
async function untilIdle(): Promise<void> {
  for (const deadline = performance.now() + IDLE_LIMIT_MS; performance.now() < deadline;) {
    const before = await workOfService()
    await delay(IDLE.withinMs)
    if ((await workOfService()) - before < IDLE.workMs) return
  }
  throw new Error(`The service was not idle within ${IDLE_LIMIT_MS} ms`)
}

/** Returns the processor time of all processes of the service, in milliseconds. */
async function workOfService(): Promise<number> {
  const pid = service.child.pid ?? 0
  const all = [pid, ...(await descendantsOf(pid))]
  return all.reduce((sum, one) => sum + processorTimeOf(one), 0)
}
