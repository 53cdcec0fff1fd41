import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import fc from 'fast-check'
import { createFairScheduler } from '../../packages/renderer/src/scheduling/fair-scheduler.ts'

const NEVER = new AbortController().signal
/** Longest pause of a tenant with many waiting calls. */
const PAUSE_MS_MAX = 100

/**
 * Creates a scheduler with a mocked clock. `started` lists the tenants of the calls in the order of their starts.
 */
function startScheduler(count: number, { backWithinMs = 0, quickWithinMs = 0 } = {}) {
  let time = 0
  const scheduler = createFairScheduler(count, { now: () => time, backWithinMs, quickWithinMs })
  const started: string[] = []
  const take = async (tenant: string, signal = NEVER) => {
    const end = await scheduler.acquire(tenant, signal)
    started.push(tenant)
    return end
  }
  /** Advances the clock. Continues when all ready calls have started. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1) {
      time += 1
      mock.timers.tick(1)
    }
    await allReactions()
  }
  return { take, started, pass }
}

/** Waits for the reactions of resolved promises, without an iteration of the event loop. */
async function allReactions() {
  for (let n = 0; n < 20; n += 1) await Promise.resolve()
}

/**
 * Runs a test with mocked timers. The test awaits nothing but promises that resolve without the event loop, so the
 * rest of the process never sees these timers.
 */
const withMockedTimers = (test: () => Promise<void>) => async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    await test()
  } finally {
    mock.timers.reset()
  }
}

describe('the fair scheduler', () => {
  it(
    'gives all slots to a single tenant, in the order of its calls',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2)
      const ends = [await take('a'), await take('a')]
      const waiting = [take('a'), take('a')]
      await pass(1)
      assert.equal(started.length, 2)
      ends[0]?.()
      ;(await waiting[0])?.()
      await waiting[1]
      assert.equal(started.length, 4)
    }),
  )

  it(
    'gives each other tenant one further slot while one tenant uses all',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2)
      await Promise.all([take('a'), take('a'), take('b'), take('c')])
      void take('b')
      await pass(1)
      assert.deepEqual(started, ['a', 'a', 'b', 'c'])
    }),
  )

  it(
    'keeps one slot free for a short time for another tenant that has just released one',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2, { backWithinMs: 50 })
      const [, end] = await Promise.all([take('a'), take('b')])
      void take('a')
      end()
      await pass(49)
      assert.deepEqual(started, ['a', 'b'])
      const endAgain = await take('b')
      assert.deepEqual(started, ['a', 'b', 'b'])
      endAgain()
      await pass(49)
      assert.deepEqual(started, ['a', 'b', 'b'])
      await pass(1)
      assert.deepEqual(started, ['a', 'b', 'b', 'a'])
    }),
  )

  it(
    'pauses a tenant with many waiting calls, longer the more calls wait, while a tenant without any is active',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(1, { backWithinMs: 1_000 })
      ;(await take('quick'))()
      const end = await take('a')
      const [next] = Array.from({ length: 4 }, () => take('a'))
      await pass(40)
      end()
      await pass(79)
      assert.deepEqual(started, ['quick', 'a'])
      ;(await take('quick'))()
      await pass(1)
      const endNext = (await next) ?? assert.fail()
      assert.deepEqual(started, ['quick', 'a', 'quick', 'a'])
      await pass(40)
      endNext()
      await pass(39)
      assert.deepEqual(started.slice(4), [])
      await pass(1)
      assert.deepEqual(started.slice(4), ['a'])
    }),
  )

  it(
    'delays the next slot of a tenant by the longest delay of its releases, while another tenant is active',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2)
      const [long, short] = [await take('a'), await take('a'), await take('b')]
      void take('a')
      long(60)
      short(20)
      await pass(59)
      assert.deepEqual(started, ['a', 'a', 'b'])
      await take('b')
      await pass(1)
      assert.deepEqual(started, ['a', 'a', 'b', 'b', 'a'])
    }),
  )

  it(
    'ignores the delay of a release while no other tenant is active',
    withMockedTimers(async () => {
      const { take, started } = startScheduler(1)
      const end = await take('a')
      void take('a')
      end(60_000)
      await allReactions()
      assert.deepEqual(started, ['a', 'a'])
    }),
  )

  it(
    'makes a slow tenant leave one slot free for a quick one that was active lately',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2, { quickWithinMs: 30 })
      const end = await take('slow')
      await pass(2_000)
      end()
      ;(await take('quick'))()
      started.length = 0
      void take('slow')
      void take('slow')
      await pass(29)
      assert.deepEqual(started, ['slow'])
      await pass(1)
      assert.deepEqual(started, ['slow', 'slow'])
    }),
  )

  it(
    'does not pause a tenant when all other tenants have waiting calls too',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2)
      const ends = [await take('a'), await take('b')]
      for (const tenant of ['a', 'b']) void take(tenant)
      await pass(10_000)
      for (const end of ends) end()
      await allReactions()
      assert.deepEqual(started, ['a', 'b', 'a', 'b'])
    }),
  )

  it(
    'gives the next slot to the waiting tenant with the fewest slots',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(1)
      const ends = await Promise.all(['a', 'b', 'c', 'd'].map((tenant) => take(tenant)))
      void take('a')
      void take('e')
      ends[1]?.()
      await pass(1)
      assert.deepEqual(started.slice(4), ['e'])
    }),
  )

  it(
    'keeps slots for quick tenants, however many are slow',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(1)
      const slow = ['a', 'b', 'c', 'd', 'e', 'f']
      for (const tenant of slow) {
        const end = await take(tenant)
        await pass(2_000)
        end()
      }
      started.length = 0
      for (const tenant of slow) void take(tenant)
      await take('quick')
      assert.deepEqual(started, ['a', 'b', 'quick'])
      await pass(60_000)
      await take('c again')
      assert.equal(started.length, 4)
    }),
  )

  it(
    'gives no slot to an aborted call, and releases each slot once',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(1)
      const end = await take('a')
      const controller = new AbortController()
      const aborted = take('a', controller.signal)
      const next = take('a')
      controller.abort(new Error('gone'))
      await assert.rejects(aborted, /gone/)
      await assert.rejects(take('a', controller.signal), /gone/)
      end()
      end()
      await next
      void take('a')
      await pass(1)
      assert.equal(started.length, 2)
    }),
  )

  it(
    'uses at most four times the count of slots, and starts each waiting call',
    withMockedTimers(async () => {
      const tenants = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'), {
        maxLength: 60,
      })
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 3 }), tenants, async (count, tenantsOfCalls) => {
          const { take, started, pass } = startScheduler(count)
          const releases: (() => void)[] = []
          for (const tenant of tenantsOfCalls) void take(tenant).then((end) => releases.push(end))
          await pass(1)
          for (let ended = 0; ended < tenantsOfCalls.length; ended += 1) {
            if (releases.length === 0) await pass(PAUSE_MS_MAX)
            assert.ok(releases.length <= 4 * count)
            releases.shift()?.()
            await pass(1)
          }
          assert.deepEqual(started.toSorted(), tenantsOfCalls.toSorted())
        }),
        // The last slot is acquired after a pause.
        { examples: [[1, ['a', 'b', 'd', 'g', 'g', 'g', 'a']]] },
      )
    }),
  )
})
