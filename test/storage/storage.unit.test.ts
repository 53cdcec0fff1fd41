import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
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
    const two = await storage.readStream('a/b/two')
    assert.equal(two?.size, 4)
    assert.deepEqual(
      [await buffer(two.stream), await storage.readBytes('a/b/two')],
      Array(2).fill(Buffer.from('zwei')),
    )
    assert.equal(await storage.readText('a/b/three'), undefined)
    await storage.remove('a/b/one')
    await storage.remove('a/b/one')
    assert.deepEqual(await readdir(join(folder, 'a/b')), ['two'])
    assert.deepEqual(
      (await Array.fromAsync(storage.list('a'))).map(({ key }) => key),
      ['a/b/two'],
    )
    assert.deepEqual(await Array.fromAsync(storage.list('never')), [])
  })

  it('rejects keys that could lead out of its folder', async () => {
    const outside = join(folder, 'secret')
    await writeFile(outside, 'secret')
    const storage = createFileStorage(join(folder, 'inside'))
    await storage.put('a', 'a')
    const message = /is not a key of an object/
    for (const key of ['../secret', 'a/../../secret', outside, '..', '.', '', 'a//b', 'a\\b', 'a\0b', 'a/']) {
      await assert.rejects(storage.put(key, 'changed'), message, key)
      await assert.rejects(storage.readText(key), message, key)
      await assert.rejects(storage.readBytes(key), message, key)
      await assert.rejects(storage.readStream(key), message, key)
      await assert.rejects(storage.remove(key), message, key)
      await assert.rejects(Array.fromAsync(storage.list(key)), message, key)
    }
    assert.equal(await readFile(outside, 'utf8'), 'secret')
    assert.deepEqual(await readdir(join(folder, 'inside')), ['a'])
  })

  it('follows no symbolic link, and replaces it with the object that is stored there', async () => {
    const target = join(folder, 'target')
    await writeFile(target, 'not an object')
    const storage = createFileStorage(folder)
    await storage.put('links/object', 'object')
    await symlink(target, join(folder, 'links/link'))
    assert.equal(await storage.readText('links/link'), undefined)
    assert.equal(await storage.readBytes('links/link'), undefined)
    assert.equal(await storage.readStream('links/link'), undefined)
    const keys = async () => (await Array.fromAsync(storage.list('links'))).map(({ key }) => key).toSorted()
    assert.deepEqual(await keys(), ['links/object'])
    await storage.put('links/link', 'new')
    assert.equal(await storage.readText('links/link'), 'new')
    assert.deepEqual(await keys(), ['links/link', 'links/object'])
    assert.equal(await createFileStorage(folder).readText('target'), 'not an object')
  })

  it('fails while its folder is missing, and reports no object as missing', async () => {
    const [here, away] = [join(folder, 'disk'), join(folder, 'away')]
    const storage = createFileStorage(here)
    await storage.put('a/one', 'one')
    await rename(here, away)
    const missing = { code: 'ENOENT' }
    await assert.rejects(storage.put('a/two', 'two'), missing)
    await assert.rejects(storage.readText('a/one'), missing)
    await assert.rejects(storage.readBytes('a/one'), missing)
    await assert.rejects(storage.readStream('a/one'), missing)
    await assert.rejects(storage.remove('a/one'), missing)
    await assert.rejects(Array.fromAsync(storage.list('a')), missing)
    await rename(away, here)
    assert.equal(await storage.readText('a/one'), 'one')
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
    assert.equal(await storage.readText('t/3'), 'text3', 'it evicts no other text')
    await stored.put('t/5', '')
    assert.equal(await storage.readText('t/5'), '')
  })
})
