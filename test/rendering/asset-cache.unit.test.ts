import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAssetCache } from '../../packages/renderer/src/asset-cache.ts'

const asset = (contentVersion: string, size = 300) => ({
  name: 'logo.png',
  contentVersion,
  contentType: 'image/png',
  size,
})
const limit = () => AbortSignal.timeout(10_000)

describe('the asset cache', () => {
  it('reads an asset once for all calls of an account, and releases it with the last call', async () => {
    const assets = createAssetCache()
    let reads = 0
    const read = async () => {
      reads += 1
      return Buffer.from('a logo')
    }
    const stacks = Array.from({ length: 50 }, () => new DisposableStack())
    const contents = await Promise.all(
      stacks.map((until) => assets.acquire('a', asset('1'), read, until, limit())),
    )
    assert.equal(reads, 1)
    assert.equal(new Set(contents).size, 1)
    assert.deepEqual(contents[0], { contentType: 'image/png', base64: 'YSBsb2dv' })
    using other = new DisposableStack()
    await assets.acquire('b', asset('1'), read, other, limit())
    assert.equal(reads, 2)
    for (const stack of stacks) stack.dispose()
    await assets.acquire('a', asset('1'), read, other, limit())
    assert.equal(reads, 3)
  })

  it('limits the memory of an account, and leaves memory for another', async () => {
    const assets = createAssetCache(1_600)
    const read = async () => Buffer.alloc(300)
    const [first, second] = [new DisposableStack(), new DisposableStack()]
    await assets.acquire('a', asset('1'), read, first, limit())
    await assets.acquire('a', asset('2'), read, first, limit())
    await assert.rejects(assets.acquire('a', asset('3'), read, second, limit()), {
      kind: 'busy',
      retryAfter: 5,
    })
    await assets.acquire('b', asset('3'), read, second, limit())
    first.dispose()
    await assets.acquire('a', asset('3'), read, second, limit())
    second.dispose()
  })

  it('reads an asset again after it did not exist or failed to load', async () => {
    const assets = createAssetCache()
    using until = new DisposableStack()
    const take = (read: () => Promise<Buffer | undefined>) =>
      assets.acquire('a', asset('1'), read, until, limit())
    assert.equal(await take(async () => undefined), undefined)
    await assert.rejects(
      take(async () => await Promise.reject(new Error('no store'))),
      /no store/,
    )
    assert.ok(await take(async () => Buffer.from('a logo')))
  })

  it('aborts the wait of one call without affecting others', async () => {
    const assets = createAssetCache()
    const reading = Promise.withResolvers<Buffer>()
    const controller = new AbortController()
    const [one, other] = [new DisposableStack(), new DisposableStack()]
    const read = async () => await reading.promise
    const aborted = assets.acquire('a', asset('1'), read, one, controller.signal)
    const shared = assets.acquire('a', asset('1'), read, other, limit())
    controller.abort(new Error('the client has disconnected'))
    await assert.rejects(aborted, /disconnected/)
    one.dispose()
    reading.resolve(Buffer.from('a logo'))
    assert.ok(await shared)
    other.dispose()
  })
})
