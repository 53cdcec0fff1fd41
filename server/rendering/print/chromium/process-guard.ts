import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../log.ts'
import type { Chromium } from './chromium.ts'
import {
  kill,
  lowerPriority,
  memoryOf,
  processorTimeOf,
  processorDemandOf,
} from '../../isolation/processes.ts'

/** What the processes that all pages share may take, each, in MB: a page can fill them from afar, with blobs. */
const SHARED_MEMORY_MB_MAX = 1_024
/** How long Chromium may take to answer: a page can keep it busy from afar, with messages to its console. */
const ANSWER_MS_MAX = 750
// A page fills a gigabyte in a second, and lives no longer; looking takes a few milliseconds.
const LOOK_EVERY_MS = 100
/** Interval while no tab works. Every 100 ms would take 3 % of a processor. */
const LOOK_WHEN_IDLE_EVERY_MS = 2_000
/** What a page had filled is free a moment after its end; only then is the next one looked for. */
const RELEASE_MS = 1_000
/**
 * A page that wants a processor all the time, and has had it for so long, gets what the others leave it. Who only
 * waits for one, because others keep all of them busy, does not.
 */
const BUSY_MS_MAX = 100
const BUSY_SHARE = 0.95
const BUSY_NICE = 15
/** How much of a page's work still counts a look later, in finding who has worked most of late. */
const REMEMBERED_SHARE = 0.9

interface Page {
  pid: number
  processorMs: number
  /** Of late, in milliseconds. */
  work: number
  wantedMs: Map<string, number>
  /** Of a processor, since it last wanted none for a moment. */
  busyMs: number
  isLowered: boolean
}

/**
 * Looks after what Chromium's processes take. A page's process that takes more than `pageMemoryMb` is killed, and
 * the page with it; scripts alone end at their heap's limit long before. When the processes that all pages share are too large, or do not answer, the page that has
 * worked most of late is. One that is busy for long is given a lower priority for the rest of its life, so that
 * short prints of others go first.
 * @returns what ends the watch.
 */
export function guardProcesses(
  { connection, activity }: Chromium,
  { pageMemoryMb, log }: { pageMemoryMb: number; log: Log },
): () => void {
  let pages: Page[] = []
  let shared: number[] = []
  let lookedAt = performance.now()
  let asking: Promise<void> | undefined

  const look = async () => {
    asking ??= ask().finally(() => (asking = undefined))
    const isAnswered = await Promise.race([asking.then(() => true), delay(ANSWER_MS_MAX, false)])
    const elapsedMs = performance.now() - lookedAt
    lookedAt = performance.now()
    for (const page of pages) lookAt(page, elapsedMs)
    if (!isAnswered) await endBusiest('does not answer')
    for (const pid of shared) {
      if (memoryOf(pid) > SHARED_MEMORY_MB_MAX) await endBusiest('takes too much memory')
    }
  }
  const ask = async () => {
    const { processInfo } = await connection.browser.send('SystemInfo.getProcessInfo')
    const known = new Map(pages.map((page) => [page.pid, page]))
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    pages = renderers.map(({ id }) => known.get(id) ?? unknownPage(id))
    shared = processInfo.filter(({ type }) => type !== 'renderer').map(({ id }) => id)
  }
  const lookAt = (page: Page, elapsedMs: number) => {
    if (memoryOf(page.pid) > pageMemoryMb) kill(page.pid)
    const before = page.processorMs
    page.processorMs = processorTimeOf(page.pid)
    page.work = page.work * REMEMBERED_SHARE + page.processorMs - before
    // Threads are many, and are looked at only where anything is done.
    if (page.processorMs === before) return
    const wantedBefore = page.wantedMs
    page.wantedMs = processorDemandOf(page.pid)
    const isBusy = Array.from(page.wantedMs).some(
      ([thread, ms]) => ms - (wantedBefore.get(thread) ?? ms) > BUSY_SHARE * elapsedMs,
    )
    page.busyMs = isBusy ? page.busyMs + page.processorMs - before : 0
    if (page.busyMs < BUSY_MS_MAX || page.isLowered) return
    page.isLowered = true
    lowerPriority(page.pid, BUSY_NICE)
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
    if (activity.isIdle() && performance.now() - lookedAt < LOOK_WHEN_IDLE_EVERY_MS) return
    looking = true
    look()
      .catch(() => {})
      .finally(() => (looking = false))
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

function unknownPage(pid: number): Page {
  return { pid, processorMs: 0, work: 0, wantedMs: new Map(), busyMs: 0, isLowered: false }
}
