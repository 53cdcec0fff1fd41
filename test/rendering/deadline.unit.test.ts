import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { createPausableDeadline } from '../../server/rendering/scheduling/deadline.ts'

describe('a limit on work', () => {
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

  it('is over after its time, and not before', () => {
    using limit = createPausableDeadline(1_000)
    pass(999)
    assert.equal(limit.signal.aborted, false)
    pass(1)
    assert.equal(limit.signal.aborted, true)
  })

  it('stands still while all waits for a turn, however long', () => {
    using limit = createPausableDeadline(1_000)
    pass(400)
    const ends = [limit.waits(), limit.waits()]
    pass(100_000)
    ends[0]?.()
    pass(100_000)
    ends[1]?.()
    pass(599)
    assert.equal(limit.signal.aborted, false)
    pass(1)
    assert.equal(limit.signal.aborted, true)
  })

  it('goes on while a part is at work, whatever else waits', () => {
    using limit = createPausableDeadline(1_000)
    const endWork = limit.works()
    const endWait = limit.waits()
    pass(600)
    endWork()
    pass(10_000)
    assert.equal(limit.signal.aborted, false)
    const endMore = limit.works()
    pass(400)
    assert.equal(limit.signal.aborted, true)
    endMore()
    endWait()
  })

  it('never ends what has ended before', () => {
    const limit = createPausableDeadline(1_000)
    const end = limit.waits()
    limit[Symbol.dispose]()
    end()
    pass(10_000)
    assert.equal(limit.signal.aborted, false)
  })
})
