import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAccountQuota } from '../../packages/server/src/requests/account-quota.ts'

describe('quota of an account in the request log', () => {
  it('allows a number of rows a minute, counts the others, and refills', () => {
    let now = 0
    const quota = createAccountQuota({ rowsPerMinute: 2, bodyBytesPerHour: 100 }, () => now)
    const taken = ['a', 'b', 'c', 'd'].map((id) => quota.takeRow('one', id))
    assert.deepEqual(taken, [true, true, false, false])
    assert.equal(quota.takeRow('two', 'e'), true)
    assert.deepEqual(quota.takeOmitted(), [{ requestId: 'b', omitted: 2 }])
    assert.deepEqual(quota.takeOmitted(), [])
    now = 30_000
    assert.equal(quota.takeRow('one', 'f'), true)
    assert.equal(quota.takeRow('one', 'g'), false)
    now = 120_000
    // The calls that follow a call without a row belong to the same count, until it is taken.
    assert.equal(quota.takeRow('one', 'h'), false)
    assert.deepEqual(quota.takeOmitted(), [{ requestId: 'f', omitted: 2 }])
    assert.equal(quota.takeRow('one', 'i'), true)
  })

  it('allows a number of bytes of bodies an hour', () => {
    let now = 0
    const quota = createAccountQuota({ rowsPerMinute: 2, bodyBytesPerHour: 100 }, () => now)
    assert.deepEqual(
      [60, 60, 40, 1].map((bytes) => quota.takeBody('one', bytes)),
      [true, false, true, false],
    )
    now = 1_800_000
    assert.equal(quota.takeBody('one', 50), true)
    assert.equal(quota.takeBody('one', 1), false)
  })
})
