import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { eventually } from '../harness.ts'
import { type ReplicaCaller, startReplicas } from '../replicas.ts'

const SECONDS = 300
const TIMES_CAPACITY = 10
const ACCOUNTS = 4
const CAPACITY_SECONDS = 3
const CALLERS = 8
const CREDITS = 1_000_000
/** Large enough that the service uses far more processor time than the callers. */
const SOURCE = `<h1>{{n}}</h1><table>${'<tr><td>Item<td>1.00'.repeat(300)}</table>`
/** Sending 1,000 calls a second, each over its own connection, would take half of two processors. */
const RATE_MAX = 400
/** Share of the capacity, next to ten times as many callers and other tests on the same processors. */
const GOODPUT_MIN = 0.4
/** Share of calls without an answer in time, for moments in which other processes use the whole machine. */
const LATE_MAX = 0.01
/** Ratio of the median times of rejected and served calls. It holds on a busy machine as well. */
const REFUSED_SHARE = 0.25

const TICK_MS = 5

interface Answered {
  status: number
  ms: number
  hasRetryAfter: boolean
}

describe('F10 ten times more calls than the capacity', () => {
  it('are answered in time or rejected at once, at a useful rate', async (test) => {
    await using replicas = await startReplicas({ THUMBNAILS: 'off', TABS: '2', LOG_LEVEL: 'fatal' })
    const service = await replicas.start({})
    const { url } = service
    const callers = await Promise.all(Array.from({ length: ACCOUNTS }, () => replicas.account(CREDITS)))
    const quiet = await replicas.account(CREDITS)
    const templates = new Map<ReplicaCaller, string>()
    for (const caller of [...callers, quiet]) templates.set(caller, await caller.upload(url, SOURCE))
    const generate = async (caller: ReplicaCaller, more: object = {}): Promise<Answered> => {
      const begun = performance.now()
      const body = { templateId: templates.get(caller), data: {}, ...more }
      const answer = await caller.call(url, 'POST', '/v1/pdf/generate', body).catch(() => undefined)
      const ms = performance.now() - begun
      return { status: answer?.status ?? 0, ms, hasRetryAfter: answer?.headers.has('retry-after') ?? false }
    }
    const call = (n: number) => generate(callers[n % callers.length] ?? assert.fail(), { data: { n } })
    const memory = async () => {
      const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
    }

    await callSequentially(call, CAPACITY_SECONDS / 3)
    const capacityStarted = performance.now()
    const served = await callSequentially(call, CAPACITY_SECONDS)
    const capacity = (served.length * 1_000) / (performance.now() - capacityStarted)
    const rate = Math.min(RATE_MAX, TIMES_CAPACITY * capacity)
    const before = await memory()
    const calls: Promise<Answered>[] = []
    const cpuBefore = process.cpuUsage()
    const begun = performance.now()
    const ends = begun + SECONDS * 1_000
    const quietCalls = (async () => {
      const answers: Answered[] = []
      while (performance.now() < ends) answers.push(await generate(quiet))
      return answers
    })()
    const job = delay(SECONDS * 500).then(() => generate(callers[0] ?? assert.fail(), { async: true }))
    while (performance.now() < ends) {
      const due = ((performance.now() - begun) / 1_000) * rate
      while (calls.length < due) calls.push(call(calls.length))
      await delay(TICK_MS)
    }
    const sentSeconds = (performance.now() - begun) / 1_000
    const over = performance.now()
    const [answers, calm, queued] = await Promise.all([Promise.all(calls), quietCalls, job])
    const seconds = (performance.now() - begun) / 1_000
    const { user, system } = process.cpuUsage(cpuBefore)
    const after = await memory()
    await eventually(async () => (await call(0)).status === 200)
    const backMs = performance.now() - over

    const completed = answers.filter(({ status }) => status === 200)
    const rejected = answers.filter(({ status }) => [429, 503].includes(status))
    const goodput = (completed.length + calm.length) / seconds / capacity
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
      ([status, { length } = []]) => `${status}: ${length}`,
    )
    for (const line of [
      `capacity ${capacity.toFixed(1)} per second; ${answers.length} calls, ${(answers.length / sentSeconds).toFixed(0)} per second, which took ${((user + system) / 1e6 / seconds).toFixed(2)} of a processor`,
      `${completed.length} completed: ${(goodput * 100).toFixed(0)} % of capacity; p50 ${quantile(0.5, completed)} ms, p99 ${quantile(0.99, completed)} ms`,
      `${rejected.length} rejected: p50 ${quantile(0.5, rejected)} ms, p99 ${quantile(0.99, rejected)} ms`,
      `${calm.length} sequential calls: p50 ${quantile(0.5, calm)} ms, p99 ${quantile(0.99, calm)} ms; a job ${Math.round(queued.ms)} ms`,
      `answers ${statuses.join(', ')}`,
      `memory ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after; recovered after ${Math.round(backMs)} ms`,
    ]) {
      test.diagnostic(line)
    }
    for (const { status } of answers) assert.ok([200, 429, 503, 504, 0].includes(status), statuses.join())
    assert.ok(completed.length + rejected.length >= (1 - LATE_MAX) * answers.length, statuses.join())
    assert.ok(goodput >= GOODPUT_MIN)
    assert.ok(rejected.length > 0 && rejected.every(({ hasRetryAfter }) => hasRetryAfter))
    assert.ok(quantile(0.5, rejected) < REFUSED_SHARE * quantile(0.5, completed))
    // The overload affects neither sequential callers nor jobs.
    assert.deepEqual([...new Set([...calm, queued].map(({ status }) => status))], [200])
    assert.deepEqual(await auditCredits(replicas.database), [])
    for (const caller of callers) {
      await eventually(async () => (await caller.credits()).reserved === 0)
    }
  })
})

async function callSequentially(
  call: (n: number) => Promise<Answered>,
  seconds: number,
): Promise<Answered[]> {
  const answers: Answered[] = []
  const begun = performance.now()
  const lanes = Array.from({ length: CALLERS }, async (_, lane) => {
    for (let n = lane; performance.now() - begun < seconds * 1_000; n += 1) {
      const answer = await call(n)
      if (answer.status === 200) answers.push(answer)
    }
  })
  await Promise.all(lanes)
  return answers
}

/** Returns a quantile of the times, in milliseconds. */
function quantile(quantile: number, answers: Answered[]): number {
  const ordered = answers.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return Math.round(ordered[Math.ceil(ordered.length * quantile) - 1] ?? NaN)
}
