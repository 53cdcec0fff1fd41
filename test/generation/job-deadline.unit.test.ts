import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { jobDeadline } from '../../server/generation/job-deadline.ts'
import { mayBeCausedByDocument } from '../../server/generation/produce.ts'

const NEVER = new AbortController().signal

describe('the time limit of a job', () => {
  it('aborts an attempt that only waits for its turn, and reports that it only waited', async () => {
    using time = jobDeadline(3_600_000, NEVER, 10)
    const endWait = time.clock.waits()
    await once(time.signal, 'abort')
    assert.equal(time.isOnlyWaited(), true)
    endWait()
  })

  it('stops waiting for an attempt that ignores its signal, and counts the attempt', async () => {
    using time = jobDeadline(80, NEVER)
    await assert.rejects(time.during(new Promise(() => {})), mayBeCausedByDocument)
    assert.deepEqual([time.signal.aborted, time.isOnlyWaited()], [true, false])
  })
})
