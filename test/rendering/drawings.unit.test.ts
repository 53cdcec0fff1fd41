import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import { createDrawings } from '../../packages/renderer/src/image/drawings.ts'

const VIEW = { sheet: 1, widthMax: 100, heightMax: 100 }
const PNG = Buffer.from('a picture')

describe('queued drawings', () => {
  it('limit the bytes of PDFs in memory per account', async () => {
    const first = Promise.withResolvers<Buffer>()
    const draw = createDrawings(undefined, createTenantUsage(), {
      waitingBytesMax: 200,
      draw: async () => await first.promise,
    })
    const limit = AbortSignal.timeout(10_000)
    const pdf = Buffer.alloc(60)
    const drawn = [draw(pdf, VIEW, 'a', limit), draw(pdf, VIEW, 'b', limit)]
    await assert.rejects(draw(pdf, VIEW, 'a', limit), { kind: 'busy', retryAfter: 5 })
    await assert.rejects(draw(pdf, VIEW, 'b', limit), { kind: 'busy' })
    first.resolve(PNG)
    assert.deepEqual(await Promise.all(drawn), [PNG, PNG])
    assert.equal(await draw(pdf, VIEW, 'a', limit), PNG)
  })

  it('read a stored PDF only when their slot is free', async () => {
    const first = Promise.withResolvers<Buffer>()
    const draw = createDrawings(undefined, createTenantUsage(), { draw: async () => await first.promise })
    const limit = AbortSignal.timeout(10_000)
    let read = 0
    const stored = async () => {
      read += 1
      return PNG
    }
    const drawn = Array.from({ length: 20 }, () => draw(stored, VIEW, 'a', limit))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(read, 1)
    first.resolve(PNG)
    await Promise.all(drawn)
    assert.equal(read, 20)
  })
})
