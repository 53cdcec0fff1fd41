import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { createPausableDeadline } from '../../packages/capacity/src/pausable-deadline.ts'

describe('a pausable deadline', () => {
  let now = 0
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] })
    mock.method(performance, 'now', () => now)
  })
  afterEach(() => {
    mock.timers.reset()
    mock.restoreAll()
  })
  const pass = (ms: number) => {
    now += ms
    mock.timers.tick(ms)
  }

  it('aborts after its time and not before', () => {
    using limit = createPausableDeadline(1_000)
    pass(999)
    assert.equal(limit.signal.aborted, false)
    pass(1)
    assert.equal(limit.signal.aborted, true)
  })

  it('pauses while all parts wait', () => {
    using limit = createPausableDeadline(1_000)
    pass(400)
    const ends = [limit.beginWait(), limit.beginWait()]
    pass(100_000)
    ends[0]?.()
    pass(100_000)
    ends[1]?.()
    pass(599)
    assert.equal(limit.signal.aborted, false)
    pass(1)
    assert.equal(limit.signal.aborted, true)
  })

  it('runs while any part works', () => {
    using limit = createPausableDeadline(1_000)
    const endWork = limit.beginWork()
    const endWait = limit.beginWait()
    pass(600)
    endWork()
    pass(10_000)
    assert.equal(limit.signal.aborted, false)
    const endMore = limit.beginWork()
    pass(400)
    assert.equal(limit.signal.aborted, true)
    endMore()
    endWait()
  })

  it('does not abort after it was disposed of', () => {
    const limit = createPausableDeadline(1_000)
    const end = limit.beginWait()
    limit[Symbol.dispose]()
    end()
    pass(10_000)
    assert.equal(limit.signal.aborted, false)
  })
})
