import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTokenBuckets } from '../../packages/capacity/src/token-buckets.ts'

describe('token buckets', () => {
  const start = (burst: number, perSecond: number) => {
    let now = 0
    const buckets = createTokenBuckets({ burst, perSecond, now: () => now })
    const takeAll = (key: string, count = 1) => {
      let taken = 0
      while (buckets.take(key, count) === 0) taken += 1
      return taken
    }
    const take = (key: string, count: number) => buckets.take(key, count)
    return { take, takeAll, wait: (ms: number) => void (now += ms) }
  }

  it('allow a burst, then a rate, and never more than a burst at once', () => {
    const { takeAll, wait } = start(10, 2)
    assert.equal(takeAll('a'), 10)
    wait(1_499)
    assert.equal(takeAll('a'), 2)
    wait(1)
    assert.equal(takeAll('a'), 1, 'fractions of a token are counted')
    wait(3_600_000)
    assert.equal(takeAll('a'), 10)
  })

  it('return the seconds until enough tokens are available, and take none before', () => {
    const { take, wait } = start(10, 2)
    assert.equal(take('a', 8), 0)
    assert.equal(take('a', 8), 3)
    assert.equal(take('a', 2), 0)
    assert.equal(take('a', 1), 1)
    wait(500)
    assert.equal(take('a', 1), 0)
  })

  it('count each key separately', () => {
    const { takeAll } = start(3, 1)
    assert.deepEqual([takeAll('a'), takeAll('b'), takeAll('a')], [3, 3, 0])
  })

  it('remove the least recently used key above 20,000 keys', () => {
    const { take, takeAll } = start(3, 1)
    assert.deepEqual([takeAll('a'), takeAll('b')], [3, 3])
    for (let n = 0; n < 19_999; n += 1) {
      take(`other ${n}`, 1)
      take('b', 1)
    }
    assert.deepEqual([takeAll('b'), takeAll('a')], [0, 3])
  })
})
