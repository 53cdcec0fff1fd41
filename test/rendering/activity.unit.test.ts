import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createActivity } from '../../server/rendering/print/chromium/activity.ts'

describe('the activity of a Chromium', () => {
  it('is idle until a tab works, and again a second after the last tab has ended its work', () => {
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
