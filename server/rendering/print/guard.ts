import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Chromium } from './chromium.ts'
import { kill, lowerPriority, memoryOf, processorTimeOf, processorWantedBy } from './processes.ts'

/** What one page's process may take, in MB. Scripts alone end at their heap's limit long before. */
export const PAGE_MEMORY_MB_MAX = 1_024
/** What the processes that all pages share may take, each, in MB: a page can fill them from afar, with blobs. */
const SHARED_MEMORY_MB_MAX = 1_024
/** How long Chromium may take to answer: a page can keep it busy from afar, with messages to its console. */
const ANSWER_MS_MAX = 750
// A page fills a gigabyte in a second; looking takes a few milliseconds.
const LOOK_EVERY_MS = 250
/** What a page had filled is free a moment after its end; only then is the next one looked for. */
const RELEASE_MS = 1_000
/** A page that wants a processor all the time, for so many looks in a row, gets what the others leave it. */
const BUSY_LOOKS_MAX = 2
const BUSY_SHARE = 0.95
const BUSY_NICE = 15
/** How much of a page's work still counts a look later, in finding who has worked most of late. */
const REMEMBERED_SHARE = 0.8

interface Page {
  pid: number
  processorMs: number
  /** Of late, in milliseconds. */
  work: number
  wantedMs: Map<string, number>
  busyLooks: number
}

/**
 * Looks after what Chromium's processes take. A page's process that takes too much memory is killed, and the
 * page with it. When the processes that all pages share are too large, or do not answer, the page that has
 * worked most of late is. One that is busy for long is given a lower priority for the rest of its life, so that
 * short prints of others go first.
 * @returns what ends the watch.
 */
export function guardProcesses({ connection }: Chromium, log: Log): () => void {
  let pages: Page[] = []
  let shared: number[] = []
  let lookedAt = performance.now()
  let asking: Promise<void> | undefined

  const look = async () => {
    asking ??= ask().finally(() => (asking = undefined))
    const isAnswered = await Promise.race([asking.then(() => true), delay(ANSWER_MS_MAX, false)])
    const elapsedMs = performance.now() - lookedAt
    lookedAt = performance.now()
    for (const page of pages) await lookAt(page, elapsedMs)
    if (!isAnswered) await endBusiest('does not answer')
    for (const pid of shared) {
      if ((await memoryOf(pid)) > SHARED_MEMORY_MB_MAX) await endBusiest('takes too much memory')
    }
  }
  const ask = async () => {
    const { processInfo } = await connection.browser.send('SystemInfo.getProcessInfo')
    const known = new Map(pages.map((page) => [page.pid, page]))
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    pages = renderers.map(({ id }) => known.get(id) ?? unknownPage(id))
    shared = processInfo.filter(({ type }) => type !== 'renderer').map(({ id }) => id)
  }
  const lookAt = async (page: Page, elapsedMs: number) => {
    if ((await memoryOf(page.pid)) > PAGE_MEMORY_MB_MAX) kill(page.pid)
    const before = page.processorMs
    page.processorMs = await processorTimeOf(page.pid)
    page.work = page.work * REMEMBERED_SHARE + page.processorMs - before
    // Threads are many, and are looked at only where anything is done.
    if (page.processorMs === before) return
    const wantedBefore = page.wantedMs
    page.wantedMs = await processorWantedBy(page.pid)
    const isBusy = Array.from(page.wantedMs).some(
      ([thread, ms]) => ms - (wantedBefore.get(thread) ?? ms) > BUSY_SHARE * elapsedMs,
    )
    page.busyLooks = isBusy ? page.busyLooks + 1 : 0
    if (page.busyLooks === BUSY_LOOKS_MAX) await lowerPriority(page.pid, BUSY_NICE)
  }
  const endBusiest = async (what: string) => {
    const [busiest] = pages.toSorted((one, other) => other.work - one.work)
    if (!busiest) return
    log.warn({ what }, 'the page that has worked most is ended, for what all pages share')
    kill(busiest.pid)
    pages = pages.filter((page) => page !== busiest)
    await delay(RELEASE_MS)
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

function unknownPage(pid: number): Page {
  return { pid, processorMs: 0, work: 0, wantedMs: new Map(), busyLooks: 0 }
}
