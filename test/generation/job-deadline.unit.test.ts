import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { startJobDeadline } from '../../packages/server/src/generation/job-deadline.ts'
import { mayBeCausedByDocument } from '../../packages/server/src/generation/produce.ts'

const NEVER = new AbortController().signal

describe('the time limit of a job', () => {
  it('aborts an attempt that waits for a slot, and reports that it only waited', async () => {
    using deadline = startJobDeadline(3_600_000, NEVER, 10)
    const endWait = deadline.clock.beginWait()
    await once(deadline.signal, 'abort')
    assert.equal(deadline.isQueueTimeout(), true)
    endWait()
  })

  it('stops waiting for an attempt that ignores its signal, and counts the attempt', async () => {
    using deadline = startJobDeadline(80, NEVER)
    await assert.rejects(deadline.waitFor(new Promise(() => {})), mayBeCausedByDocument)
    assert.deepEqual([deadline.signal.aborted, deadline.isQueueTimeout()], [true, false])
  })
})
