import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { runScheduled } from '../crash/waits.ts'
import { eventually, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import type { ServiceProcess } from '../process.ts'
import { startReplicas } from '../replicas.ts'

const DAY_MS = 24 * 3_600_000
const CLOCK = new URL('other-clock.ts', import.meta.url).pathname
/** Renders for 6 s. */
const SLOW = `<p>{{name}}</p>
<script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, 6_000)) }</script>`
const LIMIT_MS = 90_000
/** Tolerance when two times are compared. */
const NEAR_MS = 600_000

/** Returns an environment that shifts the clock of a process. */
function clock(aheadMs: number): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_AHEAD_MS: String(aheadMs), LOG_LEVEL: 'info' }
}

describe('C18 F17 processes with clocks that differ by days', () => {
  it("reserve, charge, take over and expire by the database's clock", async () => {
    await using replicas = await startReplicas({ THUMBNAILS: 'off', BASE_URL: 'http://platen.test' })
    const { database } = replicas
    const late = await replicas.start(clock(-DAY_MS))
    assert.ok(timeOf(late) < Date.now() - DAY_MS / 2)
    await using right = await startPlaten({
      environment: {
        ROLE: 'api',
        BASE_URL: 'http://platen.test',
        DATABASE_URL: replicas.databaseUrl,
        DATA_DIR: replicas.dataDir,
      },
    })
    const caller = await replicas.account(10)
    const slow = await caller.upload(late.url, SLOW)
    const generate = (url: string, name: string, more = {}) =>
      caller.call(url, 'POST', '/v1/pdf/generate', { templateId: slow, data: { name }, ...more })
    const textsOf = async (pdfUrl: string) => {
      const { pathname, search } = new URL(pdfUrl)
      return await downloadedTexts(right.url + pathname + search)
    }
    const checkCall = async ({ status, body }: Awaited<ReturnType<typeof generate>>) => {
      assert.equal(status, 200)
      const left = Number(new URL(body.pdfUrl).searchParams.get('expires')) * 1_000 - Date.now()
      assert.ok(Math.abs(left - 5 * DAY_MS) < NEAR_MS, 'five days after its creation')
      assert.deepEqual(await textsOf(body.pdfUrl), ['now'])
      return body.pdfUrl
    }
    // No process releases an active reservation, even when its clock is past the end of the reservation.
    const call = generate(late.url, 'now')
    await eventually(async () => (await caller.credits()).reserved === 1)
    await runScheduled(database, 'expired-renders')
    const pdfUrl = await checkCall(await call)

    // The job of a dead worker is taken over when it times out by the database's clock, not more than a year later.
    const accepted = await generate(right.url, 'later', { async: true })
    const job = async () =>
      (await caller.call(right.url, 'GET', accepted.headers.get('location') ?? '')).body.job
    await eventually(async () => (await job()).status === 'processing', LIMIT_MS)
    await late.kill()
    const early = await replicas.start(clock(400 * DAY_MS))
    assert.ok(timeOf(early) > Date.now() + 399 * DAY_MS)
    await Promise.all([right, early].map(async ({ url }) => await checkCall(await generate(url, 'now'))))
    const done = await eventually(async () => {
      const current = await job()
      return current.status === 'completed' && current
    }, LIMIT_MS)
    assert.ok(Math.abs(new Date(done.completedAt).getTime() - Date.now()) < NEAR_MS)
    assert.ok(Math.abs(new Date(done.createdAt).getTime() - Date.now()) < NEAR_MS)
    assert.deepEqual(await textsOf(done.pdfUrl), ['later'])
    assert.deepEqual(await caller.credits(), { credits: 6, reserved: 0 })
    assert.deepEqual(await auditCredits(database), [])

    // A process whose clock is more than a year ahead removes nothing that is not old.
    await eventually(async () => {
      await runScheduled(database, 'sweep')
      return early.logs().includes('removed expired rows and objects')
    }, LIMIT_MS)
    assert.deepEqual(await textsOf(pdfUrl), ['now'])
    assert.equal((await job()).status, 'completed')
  })
})

/** Returns the time of a process, from its log. */
function timeOf(service: ServiceProcess): number {
  const [line = '{}'] = service.logs().split('\n', 1)
  return new Date(JSON.parse(line).time).getTime()
}
