import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditCredits } from '../../server/accounts/credits.ts'
import { eventually, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import type { ServiceProcess } from '../process.ts'
import { startReplicas } from '../replicas.ts'

const DAY_MS = 24 * 3_600_000
const CLOCK = new URL('other-clock.ts', import.meta.url).pathname
/** Is there while each process looks for abandoned reservations, which it does every 5 s. */
const SLOW = `<p>{{name}}</p>
<script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, 6_000)) }</script>`
const LIMIT_MS = 90_000
/** Tolerance when two times are compared. */
const NEAR_MS = 600_000

/** What makes a process believe that it is another time. */
function clock(aheadMs: number): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_AHEAD_MS: String(aheadMs), LOG_LEVEL: 'info' }
}

describe('C18 F17 processes whose clocks are days apart', () => {
  it('hold, charge, take over and expire by the database’s time', async () => {
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
      // One process removes old objects for all: after the first has ended, the one that starts next.
      overrides: { dutyLookEveryMs: 10 * LIMIT_MS },
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
      assert.ok(Math.abs(left - 5 * DAY_MS) < NEAR_MS, 'five days from when it was made')
      assert.deepEqual(await textsOf(body.pdfUrl), ['now'])
      return body.pdfUrl
    }
    // While it lasts, a reservation is abandoned by no process, though the clock of another is past its end.
    const pdfUrl = await checkCall(await generate(late.url, 'now'))

    // A job whose worker dies is taken over when it counts as dead, not more than a year later.
    const accepted = await generate(right.url, 'later', { async: true })
    const job = async () =>
      (await caller.call(right.url, 'GET', accepted.headers.get('location') ?? '')).body.job
    await eventually(async () => (await job()).status === 'processing', LIMIT_MS)
    await late.kill()
    const early = await replicas.start(clock(400 * DAY_MS))
    assert.ok(timeOf(early) > Date.now() + 399 * DAY_MS)
    await Promise.all([right, early].map(async ({ url }) => await checkCall(await generate(url, 'now'))))
    const done = await eventually(async () => {
      const found = await job()
      return found.status === 'completed' && found
    }, LIMIT_MS)
    assert.ok(Math.abs(new Date(done.completedAt).getTime() - Date.now()) < NEAR_MS)
    assert.ok(Math.abs(new Date(done.createdAt).getTime() - Date.now()) < NEAR_MS)
    assert.deepEqual(await textsOf(done.pdfUrl), ['later'])
    assert.deepEqual(await caller.credits(), { credits: 6, reserved: 0 })
    assert.deepEqual(await auditCredits(database), [])

    // A process whose clock is more than a year ahead removes nothing that is not old.
    await eventually(() => early.logs().includes('removed expired rows and objects'), LIMIT_MS)
    assert.deepEqual(await textsOf(pdfUrl), ['now'])
    assert.equal((await job()).status, 'completed')
  })
})

/** What a process believes to be the time, as its log says. */
function timeOf(service: ServiceProcess): number {
  const [line = '{}'] = service.logs().split('\n', 1)
  return new Date(JSON.parse(line).time).getTime()
}
