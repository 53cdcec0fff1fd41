import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Chromium } from './chromium.ts'

/** What one page's process may take, in MB. Scripts alone end at their heap's limit long before. */
export const PAGE_MEMORY_MB_MAX = 1_024
/** What the processes that all pages share may take, each, in MB: a page can fill them from afar, with blobs. */
const SHARED_MEMORY_MB_MAX = 1_024
// A page fills a gigabyte in a second; looking takes less than a millisecond.
const LOOK_EVERY_MS = 250
/** What a page had filled is free a moment after its end; only then is the next one looked for. */
const RELEASE_MS = 1_000

/** What is done about too much memory, as far as it is not the page's own process. */
export interface MemoryGuardOptions {
  /** Called each time that a process which all pages share is found too large. */
  onSharedExceeded: () => void
}

/**
 * Looks after the memory of Chromium's processes, by Linux' own account of it; where there is none, nothing is
 * done. A page's process that takes too much is killed, and the page with it.
 * @returns what ends the watch.
 */
export function guardMemory({ connection }: Chromium, { onSharedExceeded }: MemoryGuardOptions): () => void {
  const look = async () => {
    const { processInfo } = await connection.browser.send('SystemInfo.getProcessInfo')
    for (const { id, type } of processInfo) {
      const megabytes = await memoryOf(id)
      if (type === 'renderer' && megabytes > PAGE_MEMORY_MB_MAX) kill(id)
      else if (type !== 'renderer' && megabytes > SHARED_MEMORY_MB_MAX) {
        onSharedExceeded()
        await delay(RELEASE_MS)
      }
    }
  }
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch(() => {})
      .finally(() => (looking = false))
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** What a process has for itself, in MB: not what it shares with others, such as the program. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = ['RssAnon', 'RssShmem', 'VmSwap'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
