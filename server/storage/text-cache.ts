import type { Storage } from './storage.ts'

/**
 * A storage that keeps the texts and bytes read last in memory: templates, and what they show, are read with every
 * call, and an object never changes. @param bytesMax of what it keeps, texts as UTF-16.
 */
export function cacheTexts(storage: Storage, bytesMax: number): Storage {
  const contents = new Map<string, string | Buffer>()
  let bytes = 0

  const forget = (key: string) => {
    bytes -= sizeOf(contents.get(key))
    contents.delete(key)
  }
  const remember = (key: string, content: string | Buffer) => {
    forget(key)
    contents.set(key, content)
    bytes += sizeOf(content)
    // A Map lists its keys in the order in which they were set: the first has not been read for the longest.
    for (const oldest of contents.keys()) {
      if (bytes <= bytesMax) return
      forget(oldest)
    }
  }

  return {
    ...storage,
    async readText(key, signal) {
      const known = contents.get(key)
      const text = typeof known === 'string' ? known : await storage.readText(key, signal)
      if (text !== undefined) remember(key, text)
      return text
    },
    async readBytes(key, signal) {
      const known = contents.get(key)
      const found = typeof known === 'object' ? known : await storage.readBytes(key, signal)
      if (found !== undefined) remember(key, found)
      return found
    },
    async remove(key, signal) {
      forget(key)
      await storage.remove(key, signal)
    },
  }
}

function sizeOf(content: string | Buffer | undefined): number {
  return typeof content === 'string' ? 2 * content.length : (content?.length ?? 0)
}
