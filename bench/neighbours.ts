// npm run bench:neighbours: what one account's attack costs another one's ordinary calls: their times beside each of
// the attacks, against calm ones just before. Takes two minutes; nothing else may run on the machine. Names of attacks
// as arguments measure those alone.

import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { processorTimeOf } from '../server/rendering/isolation/processes.ts'
import { startProcess } from '../test/process.ts'
import { descendantsOf } from '../test/processes.ts'
import { ATTACKS } from '../test/security/attacks.ts'
import { attack, keyOf, victimOf } from '../test/security/neighbours.ts'
import { quantile, rounded } from './measure.ts'

const CALLS = 300
const WARM_UP_CALLS = 60
/** An attack that goes on is what is measured, not its start. */
const FIRST_CALLS = 5
/** What an attack has begun ends by itself, a picture of its template too: a call and a picture have 29 s each. */
const SETTLING_MS = 90_000
/** Nothing is left of it when all processes of the service together take less of a processor than this. */
const CALM = { withinMs: 500, workMs: 50 }

const chosen = process.argv.slice(2)
const names = chosen.length > 0 ? chosen : Object.keys(ATTACKS)
const unknown = names.find((name) => !(name in ATTACKS))
if (unknown)
  throw new Error(`There is no attack named ${unknown}; there are: ${Object.keys(ATTACKS).join(', ')}`)

await using service = await startProcess({ RATE_LIMIT_PER_MINUTE: '100000', LOG_LEVEL: 'silent' })
const call = await victimOf(service)
const attacker = await keyOf(service, 'attacker@example.com')
await times(WARM_UP_CALLS)

const table: Record<string, object> = {}
for (const name of names) {
  await calm()
  const before = await times(CALLS)
  const beside = await timesBeside(name)
  const [calmP95, attackedP95] = [quantile(before, 0.95), quantile(beside, 0.95)]
  table[name] = {
    'calm p50': rounded(quantile(before, 0.5)),
    'calm p95': rounded(calmP95),
    'attacked p50': rounded(quantile(beside, 0.5)),
    'attacked p95': rounded(attackedP95),
    'p95 ÷ calm p95': rounded(attackedP95 / calmP95, 2),
  }
}
console.log(`Milliseconds of ${CALLS} calls, one after the other, beside one attacking account`)
console.table(table)
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)

async function timesBeside(name: string): Promise<number[]> {
  await using _ = await attack(service.url, [{ name, keys: [attacker] }])
  await times(FIRST_CALLS)
  return await times(CALLS)
}

async function times(count: number): Promise<number[]> {
  const list: number[] = []
  for (let n = 0; n < count; n += 1) list.push(await call())
  return list
}

/** @throws when it does not become calm. */
async function calm(): Promise<void> {
  for (const deadline = performance.now() + SETTLING_MS; performance.now() < deadline;) {
    const before = await workOfService()
    await delay(CALM.withinMs)
    if ((await workOfService()) - before < CALM.workMs) return
  }
  throw new Error(`The service was not calm within ${SETTLING_MS} ms`)
}

/** For how long its processes have had a processor, in milliseconds. */
async function workOfService(): Promise<number> {
  const pid = service.child.pid ?? 0
  const all = [pid, ...(await descendantsOf(pid))]
  return all.reduce((sum, one) => sum + processorTimeOf(one), 0)
}
