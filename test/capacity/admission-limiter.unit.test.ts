import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createAdmissionLimiter, type Permit } from '../../packages/capacity/src/admission-limiter.ts'

const NEVER = new AbortController().signal

/** Creates a limiter with 2 slots, a default service time of 100 ms and a wait budget of 10 s. */
function createLimiter(more: Partial<Parameters<typeof createAdmissionLimiter>[0]> = {}) {
  let time = 0
  const limiter = createAdmissionLimiter({
    slots: 2,
    activeMax: 8,
    defaultServiceMs: 100,
    waitBudgetMs: 10_000,
    callsMax: 1_000,
    now: () => time,
    ...more,
  })
  const fill = (tenant: string, countMax = Infinity) => {
    const permits: Permit[] = []
    while (permits.length < countMax) {
      const permit = limiter.acquire(tenant)
      if (!permit) break
      permits.push(permit)
    }
    return permits
  }
  /** Serves the first `count` calls, one every `msEach` milliseconds. */
  const serve = (permits: Permit[], count: number, msEach: number) => {
    for (const permit of permits.splice(0, count)) {
      time += msEach
      permit.release(true)
    }
  }
  return { limiter, fill, serve, pass: (ms: number) => (time += ms) }
}

describe('the admission limiter', () => {
  it('admits a burst by the default service time, shared by the tenants that have calls', () => {
    const { fill } = createLimiter()
    assert.equal(fill('a').length, 200)
    assert.equal(fill('b').length, 100)
    assert.equal(fill('c').length, 66)
    assert.equal(fill('a').length, 0)
  })

  it('admits as many calls as fit into the wait budget by the measured service time', () => {
    const { fill, serve } = createLimiter()
    const permits = fill('a')
    // One call ends every 200 ms, so 50 in ten seconds.
    serve(permits, 150, 200)
    assert.equal(fill('a').length, 0)
    assert.equal(permits.length, 50)
    // When calls take a tenth of that, 500 after the average has adapted.
    for (let n = 0; n < 2_000; n += 1) {
      serve(permits, 1, 20)
      permits.push(...fill('a'))
    }
    assert.ok(Math.abs(permits.length - 500) < 20, String(permits.length))
  })

  it('takes no service time from calls that were not served', () => {
    const { fill, pass } = createLimiter()
    const [first, ...others] = fill('a', 150)
    pass(60_000)
    for (const permit of others) permit.release(false)
    assert.equal(fill('a').length, 199)
    first?.release(false)
  })

  it('uses at most the default service time for a burst until the wait budget has passed', () => {
    const { fill, serve, pass } = createLimiter()
    pass(100_000)
    const permits = fill('a', 10)
    serve(permits, 5, 1_000)
    assert.equal(permits.length + fill('a').length, 200)
    pass(4_999)
    assert.equal(fill('a').length, 0)
    const second = createLimiter()
    second.pass(100_000)
    const few = second.fill('a', 10)
    second.serve(few, 5, 1_000)
    second.pass(5_000)
    // Five calls remain. The first sample is 500 ms, the others are 1,000 ms. By the average of 707 ms, 14 calls fit.
    assert.equal(second.fill('a').length, 14 - 5)
  })

  it('does not count the slow calls of one tenant against another', () => {
    const { fill, serve } = createLimiter()
    const slow = fill('slow')
    serve(slow, 5, 29_000)
    assert.equal(fill('slow').length, 0)
    assert.equal(fill('other').length, 100)
  })

  it('admits as many calls of each tenant as there are slots, even when they are slow', () => {
    const { fill, serve } = createLimiter()
    const slow = fill('slow', 3)
    serve(slow, 2, 29_000)
    assert.equal(fill('slow').length, 1)
    assert.equal(fill('slow').length, 0)
  })

  it('admits at most twice callsMax calls, and a few of each tenant', () => {
    const { fill } = createLimiter({ callsMax: 10 })
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((tenant) => fill(tenant).length),
      [10, 5, 3, 2],
    )
    assert.equal(fill('e').length, 0)
  })

  it('does not count released calls, and ignores a second release', () => {
    const { fill } = createLimiter()
    const permits = fill('a')
    for (const permit of [...permits, ...permits]) permit.release(false)
    assert.equal(fill('b').length, 200)
  })

  it('starts the calls of a tenant in the order of their arrival', async () => {
    const { fill } = createLimiter({ activeMax: 4 })
    const started: string[] = []
    const start = (name: string, permit: Permit) => void permit.wait(NEVER).then(() => started.push(name))
    const a = fill('a', 5)
    const [b] = fill('b', 1)
    assert.equal(a[0]?.isQueued(), false)
    a.forEach((permit, n) => start(`a${n}`, permit))
    if (b) start('b', b)
    await settled()
    assert.deepEqual(started, ['a0', 'a1', 'b'])
    assert.equal(a[2]?.isQueued(), true)
    a[0]?.release(true)
    await settled()
    assert.deepEqual(started, ['a0', 'a1', 'b', 'a2'])
    // A tenant alone also has the share of the others.
    b?.release(true)
    a[1]?.release(true)
    await settled()
    assert.deepEqual(started.slice(4), ['a3', 'a4'])
  })

  it('does not start a call whose client has disconnected, and starts the next one', async () => {
    const { fill } = createLimiter({ activeMax: 2 })
    const [first, second, gone, last] = fill('a', 4)
    await Promise.all([first?.wait(NEVER), second?.wait(NEVER)])
    const disconnect = new AbortController()
    const waiting = gone?.wait(disconnect.signal)
    const end = last?.wait(NEVER)
    disconnect.abort(new Error('gone'))
    await assert.rejects(async () => await waiting, /gone/)
    gone?.release(false)
    first?.release(true)
    await end
    await assert.rejects(async () => await last?.wait(disconnect.signal), /gone/)
  })

  it('starts all admitted calls, in any order of releases', async () => {
    const tenants = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), tenants, async (activeMax, requested) => {
        const { limiter } = createLimiter({ activeMax })
        const active: Permit[] = []
        let served = 0
        for (const tenant of requested) {
          const permit = limiter.acquire(tenant) ?? assert.fail()
          void permit.wait(NEVER).then(() => active.push(permit))
        }
        for (;;) {
          await settled()
          const permit = active.shift()
          if (!permit) break
          permit.release(true)
          served += 1
        }
        assert.equal(served, requested.length)
      }),
    )
  })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))
