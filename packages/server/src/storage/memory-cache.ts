import type { Storage } from './storage.ts'

/**
 * Adds an LRU cache of texts and bytes to a storage. Entries never become stale, because an object never changes.
 * @param bytesMax maximum size of the cached contents. Texts count as UTF-16.
 */
export function withMemoryCache(storage: Storage, bytesMax: number): Storage {
  const contents = new Map<string, string | Buffer>()
  let bytes = 0

  const evict = (key: string) => {
    bytes -= sizeOf(contents.get(key))
    contents.delete(key)
  }
  const add = (key: string, content: string | Buffer) => {
    evict(key)
    contents.set(key, content)
    bytes += sizeOf(content)
    // A Map lists its keys in insertion order: the first key is the least recently used one.
    for (const oldest of contents.keys()) {
      if (bytes <= bytesMax) return
      evict(oldest)
    }
  }

  return {
    ...storage,
    async readText(key, signal) {
      const cached = contents.get(key)
      const text = typeof cached === 'string' ? cached : await storage.readText(key, signal)
      if (text !== undefined) add(key, text)
      return text
    },
    async readBytes(key, signal) {
      const cached = contents.get(key)
      const bytesRead = typeof cached === 'object' ? cached : await storage.readBytes(key, signal)
      if (bytesRead !== undefined) add(key, bytesRead)
      return bytesRead
    },
    async remove(key, signal) {
      evict(key)
      await storage.remove(key, signal)
    },
  }
}

function sizeOf(content: string | Buffer | undefined): number {
  return typeof content === 'string' ? 2 * content.length : (content?.length ?? 0)
}
