import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { timeFor } from '../../server/generation/job-time.ts'
import { mayBeItsDoing } from '../../server/generation/produce.ts'
import { eventually, startPlaten } from '../harness.ts'

const BUSY_MS = 1_500
const CALLS = 4
/** Far less than all the calls take before it. */
const JOB_LIMIT_MS = 4_000

const NEVER = new AbortController().signal

describe('the time that a job has', () => {
  it('ends for one that only waits, which is no doing of the job', async () => {
    using time = timeFor(3_600_000, NEVER, 10)
    const endWait = time.clock.waits()
    await once(time.signal, 'abort')
    assert.equal(time.isOnlyWaited(), true)
    endWait()
  })

  it('ends the wait for an attempt that does not obey, which may be the job’s doing', async () => {
    using time = timeFor(80, NEVER)
    await assert.rejects(time.during(new Promise(() => {})), mayBeItsDoing)
    assert.deepEqual([time.signal.aborted, time.isOnlyWaited()], [true, false])
  })

  it('begins when it gets its turn: a healthy one does not fail for the line before it', async () => {
    await using platen = await startPlaten({
      environment: { TABS: '1' },
      overrides: { asyncLimitMs: JOB_LIMIT_MS },
    })
    const caller = await platen.account()
    const busy = `<p>x</p><script>const end = Date.now() + ${BUSY_MS}; while (Date.now() < end) {}</script>`
    const templateId = await caller.upload(busy)
    const before = Array.from({ length: CALLS }, () => caller.generate(templateId, {}))
    await eventually(async () => (await caller.credits()).reserved === CALLS)
    const { headers } = await caller.generate(await caller.upload('<p>job</p>'), {}, { async: true })
    const job = async () => (await caller.call('GET', headers.get('location') ?? '')).body.job
    const { status, message } = await eventually(async () => {
      const found = await job()
      return ['completed', 'failed'].includes(found.status) && found
    }, 60_000)
    assert.deepEqual([status, message], ['completed', null])
    for (const { status } of await Promise.all(before)) assert.equal(status, 200)
  })
})
