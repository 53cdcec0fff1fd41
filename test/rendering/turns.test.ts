import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createTurns } from '../../server/rendering/turns.ts'

const NEVER = new AbortController().signal

/** Turns whose takers are noted in the order in which they started. */
function noting(count: number) {
  let time = 0
  const turns = createTurns(count, () => time)
  const started: string[] = []
  const take = async (partition: string, signal = NEVER) => {
    const end = await turns.take(partition, signal)
    started.push(partition)
    return end
  }
  return { take, started, pass: (ms: number) => (time += ms) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

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
