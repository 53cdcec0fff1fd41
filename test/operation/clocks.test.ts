import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditCredits } from '../../server/accounts/credits.ts'
import { eventually } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import type { ServiceProcess } from '../process.ts'
import { startReplicas } from '../replicas.ts'

const DAY_MS = 24 * 3_600_000
const CLOCK = new URL('other-clock.ts', import.meta.url).pathname
const SLOW =
  '<p>{{name}}</p><script>const end = performance.now() + 1500; while (performance.now() < end) {}</script>'

/** What makes a process believe that it is another time. */
function clock(aheadMs: number): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_AHEAD_MS: String(aheadMs), LOG_LEVEL: 'info' }
}

describe('C18 F17 processes whose clocks are days apart', () => {
  it('hold, charge, take over and expire by the database’s time', async () => {
    await using replicas = await startReplicas({
      TABS: '1',
      THUMBNAILS: 'off',
      BASE_URL: 'http://platen.test',
    })
    const { database } = replicas
    const right = await replicas.start({ ROLE: 'api' })
    const [late, mortal, early] = await Promise.all([
      replicas.start({ ROLE: 'api', ...clock(-DAY_MS) }),
      replicas.start({ ROLE: 'worker', ...clock(-DAY_MS) }),
      replicas.start({ ROLE: 'api', ...clock(DAY_MS) }),
    ])
    assert.ok(timeOf(late) < Date.now() - DAY_MS && timeOf(early) > Date.now() + DAY_MS / 2)
    const caller = await replicas.account(10)
    const [quick, slow] = [
      await caller.upload(late.url, '<p>{{name}}</p>'),
      await caller.upload(early.url, SLOW),
    ]
    const generate = (url: string, templateId: string, name: string, more = {}) =>
      caller.call(url, 'POST', '/v1/pdf/generate', { templateId, data: { name }, ...more })

    // The reservation of one is abandoned to nobody while it lasts, though another's clock is past its end.
    const answers = await Promise.all([late, early].map(({ url }) => generate(url, slow, 'now')))
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      const { pathname, search, searchParams } = new URL(body.pdfUrl)
      const left = Number(searchParams.get('expires')) * 1_000 - Date.now()
      assert.ok(Math.abs(left - 5 * DAY_MS) < 60_000, 'five days from when it was made')
      assert.deepEqual(await downloadedTexts(right.url + pathname + search), ['now'])
    }

    // A job whose worker dies is taken over when it counts as dead, not a day later.
    const accepted = await generate(early.url, slow, 'later', { async: true })
    const job = async () =>
      (await caller.call(right.url, 'GET', accepted.headers.get('location') ?? '')).body.job
    await eventually(async () => (await job()).status === 'processing')
    await mortal.kill()
    const later = await replicas.start({ ROLE: 'worker', ...clock(DAY_MS) })
    const done = await eventually(async () => {
      const found = await job()
      return found.status === 'completed' && found
    }, 60_000)
    assert.ok(Math.abs(new Date(done.completedAt).getTime() - Date.now()) < 60_000)
    assert.ok(Math.abs(new Date(done.createdAt).getTime() - Date.now()) < 120_000)
    assert.equal((await generate(late.url, quick, 'more')).status, 200)
    assert.deepEqual(await caller.credits(), { credits: 6, reserved: 0 })
    assert.deepEqual(await auditCredits(database), [])

    // A process whose clock is more than a year ahead sweeps nothing away that is not old. One process sweeps for all.
    await Promise.all([right, late, early].map((service) => service.kill()))
    await later.kill()
    const years = await replicas.start({ ROLE: 'worker', ...clock(400 * DAY_MS) })
    await eventually(() => years.logs().includes('removed what nobody needs any more'))
    await right.start()
    const { pathname, search } = new URL(done.pdfUrl)
    assert.deepEqual(await downloadedTexts(right.url + pathname + search), ['later'])
    assert.equal((await job()).status, 'completed')
  })
})

/** What a process believes to be the time, as its log says. */
function timeOf(service: ServiceProcess): number {
  const [line = '{}'] = service.logs().split('\n', 1)
  return new Date(JSON.parse(line).time).getTime()
}
