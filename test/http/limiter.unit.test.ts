import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createAdmissionLimiter, type Permit } from '../../server/http/admission/limiter.ts'

const NEVER = new AbortController().signal

/** Two are served at once; what a call takes is 100 ms of a turn until it is known; ten seconds may be waited. */
function makeRoom(more: Partial<Parameters<typeof createAdmissionLimiter>[0]> = {}) {
  let time = 0
  const room = createAdmissionLimiter({
    turns: 2,
    atWorkMax: 8,
    usualMs: 100,
    waitMs: 10_000,
    callsMax: 1_000,
    now: () => time,
    ...more,
  })
  const fill = (partition: string, countMax = Infinity) => {
    const places: Permit[] = []
    while (places.length < countMax) {
      const place = room.acquire(partition)
      if (!place) break
      places.push(place)
    }
    return places
  }
  /** The first of them are served, each so long after the one before. */
  const serve = (places: Permit[], count: number, msEach: number) => {
    for (const place of places.splice(0, count)) {
      time += msEach
      place.release(true)
    }
  }
  return { room, fill, serve, pass: (ms: number) => (time += ms) }
}

describe('a room', () => {
  it('takes a burst as if calls took what is usual, shared by all who are there', () => {
    const { fill } = makeRoom()
    assert.equal(fill('a').length, 200)
    assert.equal(fill('b').length, 100)
    assert.equal(fill('c').length, 66)
    assert.equal(fill('a').length, 0)
  })

  it('takes as many as can be served in time, as long as calls took lately', () => {
    const { fill, serve } = makeRoom()
    const places = fill('a')
    // One ends every 200 ms, so fifty in ten seconds.
    serve(places, 150, 200)
    assert.equal(fill('a').length, 0)
    assert.equal(places.length, 50)
    // And when they take a tenth, five hundred, when that is known.
    for (let n = 0; n < 2_000; n += 1) {
      serve(places, 1, 20)
      places.push(...fill('a'))
    }
    assert.ok(Math.abs(places.length - 500) < 20, String(places.length))
  })

  it('learns nothing from calls that were not served', () => {
    const { fill, pass } = makeRoom()
    const [first, ...others] = fill('a', 150)
    pass(60_000)
    for (const place of others) place.release(false)
    assert.equal(fill('a').length, 199)
    first?.release(false)
  })

  it('takes a burst as usual until its first calls have had the time that a call may wait', () => {
    const { fill, serve, pass } = makeRoom()
    pass(100_000)
    const places = fill('a', 10)
    serve(places, 5, 1_000)
    assert.equal(places.length + fill('a').length, 200)
    pass(4_999)
    assert.equal(fill('a').length, 0)
    const again = makeRoom()
    again.pass(100_000)
    const few = again.fill('a', 10)
    again.serve(few, 5, 1_000)
    again.pass(5_000)
    // Five are there. Their calls took 500 ms of a turn at first and 1,000 ms since: 707 ms on average.
    assert.equal(again.fill('a').length, 14 - 5)
  })

  it('keeps what the slow calls of one take from another', () => {
    const { fill, serve } = makeRoom()
    const slow = fill('slow')
    serve(slow, 5, 29_000)
    assert.equal(fill('slow').length, 0)
    assert.equal(fill('other').length, 100)
  })

  it('has a place for as many of everybody as are served at once, however slow they are', () => {
    const { fill, serve } = makeRoom()
    const slow = fill('slow', 3)
    serve(slow, 2, 29_000)
    assert.equal(fill('slow').length, 1)
    assert.equal(fill('slow').length, 0)
  })

  it('holds no more than it may, but a few of each', () => {
    const { fill } = makeRoom({ callsMax: 10 })
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((partition) => fill(partition).length),
      [10, 5, 3, 2],
    )
    assert.equal(fill('e').length, 0)
  })

  it('forgets who has left, and twice is no harm', () => {
    const { fill } = makeRoom()
    const places = fill('a')
    for (const place of [...places, ...places]) place.release(false)
    assert.equal(fill('b').length, 200)
  })

  it('lets calls on in the order in which they came, each partition’s by itself', async () => {
    const { fill } = makeRoom({ atWorkMax: 4 })
    const started: string[] = []
    const begin = (name: string, place: Permit) => void place.wait(NEVER).then(() => started.push(name))
    const a = fill('a', 5)
    const [b] = fill('b', 1)
    assert.equal(a[0]?.isQueued(), false)
    a.forEach((place, n) => begin(`a${n}`, place))
    if (b) begin('b', b)
    await settled()
    assert.deepEqual(started, ['a0', 'a1', 'b'])
    assert.equal(a[2]?.isQueued(), true)
    a[0]?.release(true)
    await settled()
    assert.deepEqual(started, ['a0', 'a1', 'b', 'a2'])
    // Alone it has the others' share, too.
    b?.release(true)
    a[1]?.release(true)
    await settled()
    assert.deepEqual(started.slice(4), ['a3', 'a4'])
  })

  it('lets nobody on who has hung up, and waits for nobody of them', async () => {
    const { fill } = makeRoom({ atWorkMax: 2 })
    const [first, second, gone, last] = fill('a', 4)
    await Promise.all([first?.wait(NEVER), second?.wait(NEVER)])
    const hangUp = new AbortController()
    const waiting = gone?.wait(hangUp.signal)
    const end = last?.wait(NEVER)
    hangUp.abort(new Error('gone'))
    await assert.rejects(async () => await waiting, /gone/)
    gone?.release(false)
    first?.release(true)
    await end
    await assert.rejects(async () => await last?.wait(hangUp.signal), /gone/)
  })

  it('lets everybody on at last, whoever leaves when', async () => {
    const partitions = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), partitions, async (atWorkMax, wanted) => {
        const { room } = makeRoom({ atWorkMax })
        const atWork: Permit[] = []
        let ended = 0
        for (const partition of wanted) {
          const place = room.acquire(partition) ?? assert.fail()
          void place.wait(NEVER).then(() => atWork.push(place))
        }
        for (;;) {
          await settled()
          const place = atWork.shift()
          if (!place) break
          place.release(true)
          ended += 1
        }
        assert.equal(ended, wanted.length)
      }),
    )
  })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))
