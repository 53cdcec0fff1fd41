import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
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

/** A page that wants a processor all the time, for so many looks in a row, gets what the others leave it. */
const BUSY_LOOKS_MAX = 2
const BUSY_SHARE = 0.95
const BUSY_NICE = 15

/** What is done about too much memory, as far as it is not the page's own process. */
export interface GuardOptions {
  /** Called each time that a process which all pages share is found too large. */
  onSharedExceeded: () => void
}

/**
 * Looks after what Chromium's processes take, by Linux' own account of it; where there is none, nothing is done.
 * A page's process that takes too much memory is killed, and the page with it. One that is busy for long is given
 * a lower priority for the rest of its life, so that short prints of others go first.
 * @returns what ends the watch.
 */
export function guardProcesses({ connection }: Chromium, { onSharedExceeded }: GuardOptions): () => void {
  let worked = new Map<number, number>()
  let busyLooks = new Map<number, number>()
  let wanted = new Map<string, number>()
  let lookedAt = performance.now()

  const look = async () => {
    const { processInfo } = await connection.browser.send('SystemInfo.getProcessInfo')
    const pages = processInfo.filter(({ type }) => type === 'renderer')
    for (const { id } of pages) if ((await memoryOf(id)) > PAGE_MEMORY_MB_MAX) kill(id)
    // Threads are many: only those of pages that did anything are looked at.
    await lowerBusy(pages.filter(({ id, cpuTime }) => cpuTime > (worked.get(id) ?? 0)).map(({ id }) => id))
    worked = new Map(pages.map(({ id, cpuTime }) => [id, cpuTime]))
    for (const { id, type } of processInfo) {
      if (type === 'renderer' || (await memoryOf(id)) <= SHARED_MEMORY_MB_MAX) continue
      onSharedExceeded()
      await delay(RELEASE_MS)
    }
  }
  const lowerBusy = async (pages: number[]) => {
    const now = performance.now()
    const [elapsedMs, wantedBefore, looksBefore] = [now - lookedAt, wanted, busyLooks]
    lookedAt = now
    wanted = new Map()
    busyLooks = new Map()
    for (const pid of pages) {
      let isBusy = false
      for (const thread of await threadsOf(pid)) {
        const wantedMs = await processorWanted(pid, thread)
        wanted.set(thread, wantedMs)
        isBusy ||= wantedMs - (wantedBefore.get(thread) ?? wantedMs) > BUSY_SHARE * elapsedMs
      }
      const looks = isBusy ? (looksBefore.get(pid) ?? 0) + 1 : 0
      busyLooks.set(pid, looks)
      if (looks === BUSY_LOOKS_MAX) await lowerPriority(pid)
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

const threadsOf = (pid: number) => readdir(`/proc/${pid}/task`).catch(() => [])

/**
 * For how long a thread has had a processor or waited for one, in milliseconds: on a busy machine an endless
 * loop has little of it, but it never stops asking.
 */
async function processorWanted(pid: number, thread: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')
  const [had = 0, waited = 0] = text.split(' ').map(Number)
  return (had + waited) / 1_000_000
}

/** To Linux each thread has a priority of its own. */
async function lowerPriority(pid: number): Promise<void> {
  for (const thread of await threadsOf(pid)) {
    try {
      setPriority(Number(thread), BUSY_NICE)
    } catch {
      // It has ended already.
    }
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
