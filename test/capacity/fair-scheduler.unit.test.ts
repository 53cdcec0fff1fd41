import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import fc from 'fast-check'
import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import { createFairScheduler } from '../../packages/capacity/src/fair-scheduler.ts'

const NEVER = new AbortController().signal
/** Longest pause that a test requests. */
const PAUSE_MS_MAX = 100

/**
 * Creates a scheduler with a mocked clock. `started` lists the tenants of the calls in the order of their starts.
 */
function startScheduler(count: number) {
  let time = 0
  const now = () => time
  const usage = createTenantUsage(now)
  const scheduler = createFairScheduler(count, usage, { now })
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
  return { scheduler, usage, take, started, pass }
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
    'makes a heavier tenant leave one slot free while a lighter one is active',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2)
      const [first, second] = [await take('heavy'), await take('heavy')]
      await pass(100)
      const end = await take('light')
      void take('heavy')
      first()
      second()
      await pass(20)
      assert.deepEqual(started, ['heavy', 'heavy', 'light', 'heavy'])
      void take('heavy')
      end()
      await pass(20)
      const endAgain = await take('light')
      endAgain()
      await pass(990)
      assert.deepEqual(started.slice(4), ['light'])
      await pass(20)
      assert.deepEqual(started.slice(4), ['light', 'heavy'])
    }),
  )

  it(
    'leaves the slot free as long as a task of the heavier tenant lasts',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2)
      const ends = [await take('heavy'), await take('heavy')]
      await pass(200)
      void take('heavy')
      void take('heavy')
      ;(await take('light'))()
      for (const end of ends) end()
      await pass(190)
      assert.deepEqual(started.slice(3), ['heavy'])
      await pass(20)
      assert.deepEqual(started.slice(3), ['heavy', 'heavy'])
    }),
  )

  it(
    'delays the next slot of a tenant by the longest extra work of its releases, while a lighter tenant is active',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2)
      const [long, short] = [await take('heavy'), await take('heavy')]
      await pass(50)
      await take('light')
      void take('heavy')
      long(60)
      short(20)
      await pass(59)
      assert.deepEqual(started, ['heavy', 'heavy', 'light'])
      await pass(10)
      assert.deepEqual(started, ['heavy', 'heavy', 'light', 'heavy'])
    }),
  )

  it(
    'pauses a tenant with many waiting calls, longer the more calls wait, while a lighter tenant is active',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(1)
      const end = await take('heavy')
      const [next] = Array.from({ length: 4 }, () => take('heavy'))
      await pass(40)
      ;(await take('light'))()
      end()
      await pass(79)
      assert.deepEqual(started, ['heavy', 'light'])
      ;(await take('light'))()
      await pass(11)
      assert.deepEqual(started.slice(2), ['light', 'heavy'])
      await pass(40)
      ;(await take('light'))()
      ;(await next)?.()
      await pass(39)
      assert.deepEqual(started.slice(4), ['light'])
      await pass(11)
      assert.deepEqual(started.slice(4), ['light', 'heavy'])
    }),
  )

  it(
    'does not pause a tenant with many waiting calls for a lighter one that calls once per second',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(2)
      ;(await take('light'))()
      await pass(100)
      const ends = [await take('heavy'), await take('heavy')]
      for (let n = 0; n < 20; n += 1) void take('heavy')
      await pass(100)
      for (const end of ends) end()
      await allReactions()
      assert.equal(started.filter((tenant) => tenant === 'heavy').length, 4)
    }),
  )

  it(
    'ends a delay by extra work when no lighter tenant has been active for a second',
    withMockedTimers(async () => {
      const { take, started, pass } = startScheduler(1)
      const end = await take('heavy')
      await pass(40)
      ;(await take('light'))()
      end(60_000)
      void take('heavy')
      await pass(990)
      assert.deepEqual(started, ['heavy', 'light'])
      await pass(20)
      assert.deepEqual(started, ['heavy', 'light', 'heavy'])
    }),
  )

  it(
    'does not delay a tenant by its extra work while no lighter tenant is active, but counts it as use',
    withMockedTimers(async () => {
      const { take, started, usage } = startScheduler(1)
      const end = await take('a')
      void take('a')
      end(60_000)
      await allReactions()
      assert.deepEqual(started, ['a', 'a'])
      assert.equal(usage.of('a'), 60_000)
    }),
  )

  it(
    'gives the next slot to the waiting tenant with the smallest use, whichever arrived first',
    withMockedTimers(async () => {
      const { take, started, pass, usage } = startScheduler(1)
      usage.add('much', 900)
      usage.add('some', 100)
      const ends = await Promise.all(['a', 'b', 'c', 'd'].map((tenant) => take(tenant)))
      for (const tenant of ['much', 'some', 'none']) void take(tenant)
      for (const end of ends.slice(1)) end()
      await pass(1)
      assert.deepEqual(started.slice(4), ['none', 'some', 'much'])
    }),
  )

  it(
    'keeps slots for light tenants, however many are heavy',
    withMockedTimers(async () => {
      const { take, started, pass, usage } = startScheduler(1)
      const heavy = ['a', 'b', 'c', 'd', 'e', 'f']
      for (const tenant of heavy) usage.add(tenant, 1_100)
      for (const tenant of heavy) void take(tenant)
      await take('light')
      assert.deepEqual(started, ['a', 'b', 'light'])
      await take('another')
      void take('third')
      await pass(500)
      assert.deepEqual(started.slice(3), ['another'], 'all slots are in use')
    }),
  )

  it(
    'counts its slots in use and the waiting calls',
    withMockedTimers(async () => {
      const { scheduler, take } = startScheduler(2)
      await Promise.all([take('a'), take('a'), take('b')])
      void take('a')
      assert.deepEqual(scheduler.load(), { active: 3, waiting: 1 })
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
