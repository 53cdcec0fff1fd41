import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createBodyBudget, SMALL_BODY_BYTES_MAX } from '../../packages/server/src/http/bodies/body-budget.ts'

const MB = 1_000_000

describe('the memory budget of request bodies', () => {
  it('gives one tenant half of the memory, and the next one half of the rest', () => {
    const budget = createBodyBudget(40 * MB)
    const take = (tenant: string) => {
      let count = 0
      while (budget.open(tenant).resize(MB)) count += 1
      return count
    }
    assert.equal(take('a'), 20)
    assert.equal(take('b'), 10)
    assert.equal(take('c'), 5)
    assert.equal(take('a'), 0)
  })

  it('serves small bodies while large bodies use all of their memory', () => {
    const budget = createBodyBudget(10 * MB)
    const tenants = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const tenant of tenants) while (budget.open(tenant).resize(100_000));
    assert.equal(budget.open('z').resize(6 * MB), false)
    for (const tenant of [...tenants, 'z'])
      assert.equal(budget.open(tenant).resize(SMALL_BODY_BYTES_MAX), true, tenant)
  })

  it('limits the small bodies of one tenant and leaves memory for another', () => {
    const budget = createBodyBudget(10 * MB)
    let count = 0
    while (budget.open('a').resize(SMALL_BODY_BYTES_MAX)) count += 1
    assert.equal(count, 128)
    assert.equal(budget.open('b').resize(SMALL_BODY_BYTES_MAX), true)
  })

  it('reserves memory for accounts while anonymous requests use all of theirs', () => {
    const budget = createBodyBudget(10 * MB)
    for (let n = 0; n < 50; n += 1) {
      const network = `2001:db8:0:${n}`
      while (budget.openAnonymous(network).resize(SMALL_BODY_BYTES_MAX));
      while (budget.openAnonymous(network).resize(200_000));
    }
    assert.equal(budget.openAnonymous('192.0.2.1').resize(MB), false)
    assert.equal(budget.open('a').resize(5 * MB), true)
    let count = 0
    while (budget.open('a').resize(SMALL_BODY_BYTES_MAX)) count += 1
    assert.equal(count, 128)
  })

  it('moves a growing body from the small to the large pool, and keeps its size when it cannot grow', () => {
    const budget = createBodyBudget(10 * MB)
    const growing = budget.open('a')
    for (const bytes of [1, SMALL_BODY_BYTES_MAX, SMALL_BODY_BYTES_MAX + 1, 4 * MB])
      assert.equal(growing.resize(bytes), true)
    assert.equal(growing.resize(6 * MB), false)
    assert.equal(budget.open('a').resize(MB), true)
    growing.release()
    growing.release()
    assert.equal(budget.open('a').resize(4 * MB), true)
  })

  it('releases the memory of small bodies when they become large', () => {
    const budget = createBodyBudget(10 * MB)
    for (let n = 0; n < 1_000; n += 1) {
      const growing = budget.open('a')
      assert.equal(growing.resize(SMALL_BODY_BYTES_MAX), true)
      assert.equal(growing.resize(SMALL_BODY_BYTES_MAX + 1), true)
      growing.release()
    }
    let count = 0
    while (budget.open('a').resize(SMALL_BODY_BYTES_MAX)) count += 1
    assert.equal(count, 128)
  })

  it('counts the remaining memory of a tenant after one of its bodies is released', () => {
    const budget = createBodyBudget(10 * MB)
    const [first, second] = [budget.open('a'), budget.open('a')]
    assert.deepEqual([first.resize(2 * MB), second.resize(2 * MB)], [true, true])
    first.release()
    // 8 MB are free and the tenant has 2 MB. It may have as much as remains free.
    assert.equal(budget.open('a').resize(3 * MB + 1), false)
    assert.equal(budget.open('b').resize(4 * MB), true)
    assert.equal(budget.open('a').resize(MB), true)
  })

  it('accepts a smaller amount for a body while other tenants have memory', () => {
    const budget = createBodyBudget(10 * MB)
    const [large, other] = [budget.open('a'), budget.open('b')]
    assert.deepEqual([large.resize(5 * MB), other.resize(2.5 * MB)], [true, true])
    assert.equal(large.resize(5 * MB + 1), false)
    assert.equal(large.resize(4 * MB), true)
    assert.equal(budget.open('c').resize(1.75 * MB), true)
  })

  it('never reserves more than its memory, and has all of it free at the end', () => {
    const calls = fc.array(
      fc.record({ tenant: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 0, max: 3 * MB }) }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(calls, (all) => {
        const budget = createBodyBudget(8 * MB)
        const open = all.map(({ tenant, bytes }) => {
          const reservation = budget.open(tenant)
          return { reservation, bytes: reservation.resize(bytes) ? bytes : 0 }
        })
        const large = open.reduce((sum, { bytes }) => sum + (bytes > SMALL_BODY_BYTES_MAX ? bytes : 0), 0)
        assert.ok(large <= 8 * MB)
        for (const { reservation } of open) reservation.release()
        assert.equal(budget.open('a').resize(4 * MB), true)
      }),
    )
  })
})
