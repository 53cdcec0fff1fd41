import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { withMemoryCache } from '../../packages/server/src/storage/memory-cache.ts'
import { createFileStorage } from '../../packages/server/src/storage/storage.ts'

describe('the object store', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-storage-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('stores whole objects, creates their folders, and leaves no temporary files', async () => {
    const storage = createFileStorage(folder)
    await storage.put('a/b/one', 'eins')
    await storage.put('a/b/two', Buffer.from('zwei'))
    assert.equal(await storage.readText('a/b/one'), 'eins')
    assert.equal((await storage.readStream('a/b/two'))?.size, 4)
    assert.equal(await storage.readText('a/b/three'), undefined)
    await storage.remove('a/b/one')
    await storage.remove('a/b/one')
    assert.deepEqual(await readdir(join(folder, 'a/b')), ['two'])
  })

  it('caches the most recently read texts up to its size, and no removed one', async () => {
    const stored = createFileStorage(folder)
    const storage = withMemoryCache(stored, 2 * 10)
    for (const key of ['t/1', 't/2', 't/3']) await storage.put(key, `text${key.at(-1)}`)
    for (const key of ['t/1', 't/2', 't/1', 't/3']) await storage.readText(key)
    for (const key of ['t/1', 't/2', 't/3']) await stored.remove(key)
    assert.equal(await storage.readText('t/1'), 'text1')
    assert.equal(await storage.readText('t/2'), undefined, 'the least recently used text is evicted')
    assert.equal(await storage.readText('t/3'), 'text3')
    await storage.remove('t/1')
    assert.equal(await storage.readText('t/1'), undefined)
    await stored.put('t/4', 'far too long to be cached')
    await storage.readText('t/4')
    await stored.remove('t/4')
    assert.equal(await storage.readText('t/4'), undefined)
  })
})
