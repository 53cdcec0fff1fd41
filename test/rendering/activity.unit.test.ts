import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createActivity } from '../../packages/renderer/src/print/chromium/activity.ts'

describe('Chromium activity', () => {
  it('is idle before the first tab works, and 1 s after the last tab has finished', () => {
    let now = 0
    const activity = createActivity(() => now)
    assert.equal(activity.isIdle(), true)
    const ends = [activity.begin(), activity.begin()]
    now = 60_000
    assert.equal(activity.isIdle(), false)
    ends[0]?.()
    now += 60_000
    assert.equal(activity.isIdle(), false)
    ends[1]?.()
    now += 1_000
    assert.equal(activity.isIdle(), false)
    now += 1
    assert.equal(activity.isIdle(), true)
  })
})
