import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { eventually } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import type { ReplicaCaller } from '../replicas.ts'
import type { Balancer } from './balancer.ts'

/** A replica behind a balancer. */
export interface RollingReplica {
  url: string
  /** Ends the replica with SIGTERM, and starts it again at the same address. */
  restart(): Promise<void>
}

interface RollOptions {
  balancer: Balancer
  replicas: RollingReplica[]
  caller: ReplicaCaller
  database: Database
  /** Calls per second. Without it, several callers send one call after the other. */
  rate?: number
  /** Duration of the restarts. Without it, each replica restarts once. */
  seconds?: number
}

const CALLERS = 4
const PAUSE_MS = 100
/** Minimum number of answered calls between two restarts. */
const CALLS_BETWEEN = 8
const LIMIT_MS = 120_000

/** Restarts the replicas one by one under load, and checks that no call and no job is lost. @returns a summary. */
export async function rollUnderLoad(options: RollOptions): Promise<string> {
  const { balancer, replicas, caller, database, rate, seconds = 0 } = options
  await eventually(() => replicas.every(({ url }) => balancer.isReady(url)), LIMIT_MS)
  const templateId = await caller.upload(balancer.url, '<p>{{n}}</p>')
  const { credits: creditsBefore } = await caller.credits()
  let over = false
  const statuses = new Map<string, number>()
  const charged = { sync: 0 }
  const jobs: string[] = []
  const record = ({ status, headers }: { status: number; headers: Headers }) => {
    const name = status === 503 && headers.has('retry-after') ? '503 with Retry-After' : String(status)
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
  }
  const call = async (n: number) => {
    const isAsync = n % 4 === 0
    const body = { templateId, data: { n }, ...(isAsync && { async: true }) }
    const answer = await caller.call(balancer.url, 'POST', '/v1/pdf/generate', body)
    record(answer)
    if (answer.status !== 200) return
    if (isAsync) jobs.push(answer.headers.get('location') ?? '')
    else charged.sync += 1
    if (n % 5 === 0) record(await caller.call(balancer.url, 'GET', '/v1/templates'))
    if (!isAsync && n % 7 === 0) {
      assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), [String(n)])
    }
  }
  const begun = performance.now()
  const load =
    rate === undefined ? callSequentially(call, () => over) : [callAtRate(call, { rate, isOver: () => over })]
  let restarts = 0
  const rolled = (async () => {
    do {
      for (const replica of replicas) {
        const before = charged.sync + jobs.length
        await eventually(() => charged.sync + jobs.length >= before + CALLS_BETWEEN, LIMIT_MS)
        await replica.restart()
        await eventually(() => balancer.isReady(replica.url), LIMIT_MS)
        restarts += 1
      }
    } while (performance.now() - begun < seconds * 1_000)
  })()
  await Promise.all([rolled.finally(() => (over = true)), ...load])
  const lasted = Math.round((performance.now() - begun) / 1_000)

  assert.deepEqual(balancer.errors, [])
  for (const status of statuses.keys()) assert.match(status, /^200$|^503 with Retry-After$/)
  assert.ok(charged.sync > 10 && jobs.length > 3)
  for (const job of jobs) {
    await eventually(
      async () => (await caller.call(balancer.url, 'GET', job)).body.job.status === 'completed',
      LIMIT_MS,
    )
  }
  const credits = creditsBefore - charged.sync - jobs.length
  assert.deepEqual(await caller.credits(), { credits, reserved: 0 })
  assert.deepEqual(await auditCredits(database), [])
  const counts = JSON.stringify(Object.fromEntries(statuses))
  return `${counts}, ${jobs.length} jobs; ${restarts} restarts in ${lasted} s`
}

/** Several callers, each with one call after the other. */
function callSequentially(call: (n: number) => Promise<void>, isOver: () => boolean): Promise<void>[] {
  return Array.from({ length: CALLERS }, async (_, index) => {
    for (let n = index; !isOver(); n += 1) {
      await call(n)
      await delay(PAUSE_MS)
    }
  })
}

/** Sends calls at a constant rate, without waiting for their answers. */
async function callAtRate(
  call: (n: number) => Promise<void>,
  { rate, isOver }: { rate: number; isOver: () => boolean },
): Promise<void> {
  const calls: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 1; !isOver(); n += 1) {
    await delay(Math.max(0, begun + (n * 1_000) / rate - performance.now()))
    calls.push(call(n))
  }
  await Promise.all(calls)
}
