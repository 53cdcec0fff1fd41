import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { createTurns } from '../../server/rendering/turns.ts'
import { eventually } from '../harness.ts'

const NEVER = new AbortController().signal

/** Turns whose takers are noted in the order in which they started. */
function noting(count: number, backWithinMs = 0, quickWithinMs = 0) {
  let time = 0
  const turns = createTurns(count, { now: () => time, backWithinMs, quickWithinMs })
  const started: string[] = []
  const take = async (partition: string, signal = NEVER) => {
    const end = await turns.take(partition, signal)
    started.push(partition)
    return end
  }
  return { take, started, pass: (ms: number) => (time += ms) }
}

/** As long as it takes for what is ready to start, where nobody is waited for. */
const settled = () => delay(2)

describe('turns', () => {
  it('are all for one partition while it is alone, and in the order in which it asked', async () => {
    const { take, started } = noting(2)
    const ends = [await take('a'), await take('a')]
    const waiting = [take('a'), take('a')]
    await settled()
    assert.equal(started.length, 2)
    ends[0]?.()
    ;(await waiting[0])?.()
    await waiting[1]
    assert.equal(started.length, 4)
  })

  it('are there at once for others while one has all, one for each', async () => {
    const { take, started } = noting(2)
    await Promise.all([take('a'), take('a'), take('b'), take('c')])
    void take('b')
    await settled()
    assert.deepEqual(started, ['a', 'a', 'b', 'c'])
  })

  it('are left, one of them and for a moment, to another who has just had one', async () => {
    const { take, started } = noting(2, 50)
    const [, end] = await Promise.all([take('a'), take('b')])
    const more = take('a')
    end()
    await settled()
    assert.deepEqual(started, ['a', 'b'])
    const back = await take('b')
    assert.deepEqual(started, ['a', 'b', 'b'])
    back()
    await more
    assert.deepEqual(started, ['a', 'b', 'b', 'a'])
  })

  it('of who has many waiting come after a pause, the longer the more they are, while another is about who has none', async () => {
    const { take, started, pass } = noting(1, 1_000)
    ;(await take('quick'))()
    const end = await take('a')
    const [next] = Array.from({ length: 4 }, () => take('a'))
    pass(40)
    end()
    await delay(60)
    assert.deepEqual(started, ['quick', 'a'])
    ;(await take('quick'))()
    const endNext = (await next) ?? assert.fail()
    assert.deepEqual(started, ['quick', 'a', 'quick', 'a'])
    pass(40)
    endNext()
    await delay(60)
    assert.deepEqual(started.slice(4), ['a'])
  })

  it('that end with a rest are followed by none of that partition until it is over, while another is about', async () => {
    const { take, started } = noting(2)
    const [long, short, end] = [await take('a'), await take('a'), await take('b')]
    void take('a')
    long(60)
    short(20)
    await delay(40)
    assert.deepEqual(started, ['a', 'a', 'b'])
    const more = await take('b')
    await eventually(() => started.length === 5)
    assert.deepEqual(started, ['a', 'a', 'b', 'b', 'a'])
    end()
    more()
  })

  it('are followed at once, whatever rest they end with, where nobody else is about', async () => {
    const { take, started } = noting(1)
    const end = await take('a')
    void take('a')
    end(60_000)
    await settled()
    assert.deepEqual(started, ['a', 'a'])
  })

  it('of who is slow are left, one of them, to whoever was there lately and is quick', async () => {
    const { take, started, pass } = noting(2, 0, 30)
    const end = await take('slow')
    pass(2_000)
    end()
    ;(await take('quick'))()
    started.length = 0
    void take('slow')
    const more = take('slow')
    await settled()
    assert.deepEqual(started, ['slow'])
    pass(30)
    await more
  })

  it('come without a pause beside others who have more waiting, too', async () => {
    const { take, started, pass } = noting(2)
    const ends = [await take('a'), await take('b')]
    for (const partition of ['a', 'b']) void take(partition)
    pass(10_000)
    for (const end of ends) end()
    await settled()
    assert.deepEqual(started, ['a', 'b', 'a', 'b'])
  })

  it('go to who has the fewest first', async () => {
    const { take, started } = noting(1)
    const ends = await Promise.all(['a', 'b', 'c', 'd'].map((partition) => take(partition)))
    void take('a')
    void take('e')
    ends[1]?.()
    await settled()
    assert.deepEqual(started.slice(4), ['e'])
  })

  it('are kept for who is quick, however many are slow', async () => {
    const { take, started, pass } = noting(1)
    const slow = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const partition of slow) {
      const end = await take(partition)
      pass(2_000)
      end()
    }
    started.length = 0
    for (const partition of slow) void take(partition)
    await take('quick')
    assert.deepEqual(started, ['a', 'b', 'quick'])
    pass(60_000)
    await take('c again')
    assert.equal(started.length, 4)
  })

  it('are not taken by who has left, nor ended twice', async () => {
    const { take, started } = noting(1)
    const end = await take('a')
    const leaving = new AbortController()
    const left = take('a', leaving.signal)
    const next = take('a')
    leaving.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    await assert.rejects(take('a', leaving.signal), /gone/)
    end()
    end()
    await next
    void take('a')
    await settled()
    assert.equal(started.length, 2)
  })

  it('are never more than four times as many, and everybody who waits gets one', async () => {
    const partitions = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), partitions, async (count, wanted) => {
        const { take, started } = noting(count)
        const held: (() => void)[] = []
        for (const partition of wanted) void take(partition).then((end) => held.push(end))
        await settled()
        for (let ended = 0; ended < wanted.length; ended += 1) {
          assert.ok(held.length <= 4 * count)
          held.shift()?.()
          await settled()
        }
        assert.deepEqual(started.toSorted(), wanted.toSorted())
      }),
    )
  })
})
