import type { Storage } from './storage.ts'

/**
 * A storage that keeps the texts read last in memory: templates are read with every call, and an object never
 * changes. @param bytesMax of what it keeps, as UTF-16.
 */
export function rememberTexts(storage: Storage, bytesMax: number): Storage {
  const texts = new Map<string, string>()
  let bytes = 0

  const forget = (key: string) => {
    bytes -= 2 * (texts.get(key)?.length ?? 0)
    texts.delete(key)
  }
  const remember = (key: string, text: string) => {
    forget(key)
    texts.set(key, text)
    bytes += 2 * text.length
    // A Map lists its keys in the order in which they were set: the first has not been read for the longest.
    for (const oldest of texts.keys()) {
      if (bytes <= bytesMax) return
      forget(oldest)
    }
  }

  return {
    ...storage,
    async readText(key, signal) {
      const text = texts.get(key) ?? (await storage.readText(key, signal))
      if (text !== undefined) remember(key, text)
      return text
    },
    async remove(key, signal) {
      forget(key)
      await storage.remove(key, signal)
    },
  }
}
