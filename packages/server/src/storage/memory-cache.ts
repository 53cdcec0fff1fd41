import { LRUCache } from 'lru-cache'
import type { Storage } from './storage.ts'

/**
 * Adds an LRU cache of texts and bytes to a storage. Entries never become stale, because an object never changes.
 * @param bytesMax maximum size of the cached contents. Texts count as UTF-16.
 */
export function withMemoryCache(storage: Storage, bytesMax: number): Storage {
  const contents = new LRUCache<string, string | Buffer>({ maxSize: bytesMax, sizeCalculation: sizeOf })

  return {
    ...storage,
    async readText(key, signal) {
      const cached = contents.get(key)
      if (typeof cached === 'string') return cached
      const text = await storage.readText(key, signal)
      if (text !== undefined) contents.set(key, text)
      return text
    },
    async readBytes(key, signal) {
      const cached = contents.get(key)
      if (typeof cached === 'object') return cached
      const bytes = await storage.readBytes(key, signal)
      if (bytes !== undefined) contents.set(key, bytes)
      return bytes
    },
    async remove(key, signal) {
      contents.delete(key)
      await storage.remove(key, signal)
    },
  }
}

/** Returns the size of a content in bytes. The cache rejects a size of 0. */
function sizeOf(content: string | Buffer): number {
  return Math.max(1, typeof content === 'string' ? 2 * content.length : content.length)
}
