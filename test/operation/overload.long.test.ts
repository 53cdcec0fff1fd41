import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { auditCredits } from '../../server/accounts/credits.ts'
import { eventually } from '../harness.ts'
import { type ReplicaCaller, startReplicas } from '../replicas.ts'

const SECONDS = 300
const TIMES_CAPACITY = 10
const ACCOUNTS = 4
const CAPACITY_SECONDS = 3
const CALLERS = 8
const CREDITS = 1_000_000
/** A report: with less to print, the callers would take as much of the processors as the service. */
const SOURCE = `<h1>{{n}}</h1><table>${'<tr><td>Item<td>1.00'.repeat(300)}</table>`
/** A thousand a second, each over a connection of its own, take half of two processors to be sent. */
const RATE_MAX = 400
/** Of the capacity, beside ten times as many callers on the same processors, and other tests. */
const GOODPUT_MIN = 0.4
/** A machine that others take wholly makes none in time for a while. */
const LATE_MAX = 0.01
/** However busy the machine is: who is refused waits for next to nothing of what those wait for who are not. */
const REFUSED_SHARE = 0.25

const TICK_MS = 5

interface Answered {
  status: number
  ms: number
  hasRetryAfter: boolean
}

describe('F10 far more calls than there is room for', () => {
  it('are answered in time or refused at once, and what is done is still worth it', async (test) => {
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

    await callInTurn(call, CAPACITY_SECONDS / 3)
    const lanesBegun = performance.now()
    const served = await callInTurn(call, CAPACITY_SECONDS)
    const capacity = (served.length * 1_000) / (performance.now() - lanesBegun)
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

    const made = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => [429, 503].includes(status))
    const goodput = (made.length + calm.length) / seconds / capacity
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
      ([status, { length } = []]) => `${status}: ${length}`,
    )
    for (const line of [
      `capacity ${capacity.toFixed(1)} a second; ${answers.length} calls, ${(answers.length / sentSeconds).toFixed(0)} a second, which took ${((user + system) / 1e6 / seconds).toFixed(2)} of a processor`,
      `${made.length} made: ${(goodput * 100).toFixed(0)} % of capacity; p50 ${share(0.5, made)} ms, p99 ${share(0.99, made)} ms`,
      `${refused.length} refused: p50 ${share(0.5, refused)} ms, p99 ${share(0.99, refused)} ms`,
      `${calm.length} of who calls in turn: p50 ${share(0.5, calm)} ms, p99 ${share(0.99, calm)} ms; a job ${Math.round(queued.ms)} ms`,
      `answers ${statuses.join(', ')}`,
      `memory ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after; well again after ${Math.round(backMs)} ms`,
    ]) {
      test.diagnostic(line)
    }
    for (const { status } of answers) assert.ok([200, 429, 503, 504, 0].includes(status), statuses.join())
    assert.ok(made.length + refused.length >= (1 - LATE_MAX) * answers.length, statuses.join())
    assert.ok(goodput >= GOODPUT_MIN)
    assert.ok(refused.length > 0 && refused.every(({ hasRetryAfter }) => hasRetryAfter))
    assert.ok(share(0.5, refused) < REFUSED_SHARE * share(0.5, made))
    // Neither who calls in turn nor who can wait is kept out by the others.
    assert.deepEqual([...new Set([...calm, queued].map(({ status }) => status))], [200])
    assert.deepEqual(await auditCredits(replicas.database), [])
    for (const caller of callers) {
      await eventually(async () => (await caller.credits()).reserved === 0)
    }
  })
})

async function callInTurn(call: (n: number) => Promise<Answered>, seconds: number): Promise<Answered[]> {
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

/** What so many of them took no longer than, in milliseconds. */
function share(part: number, answers: Answered[]): number {
  const ordered = answers.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return Math.round(ordered[Math.ceil(ordered.length * part) - 1] ?? NaN)
}
