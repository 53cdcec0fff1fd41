import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Chromium } from './chromium.ts'
import {
  kill,
  lowerPriority,
  memoryOf,
  processorTimeOf,
  processorDemandOf,
} from '../../isolation/processes.ts'

/** Memory limit of each process that all pages share, in MB. A page can fill them indirectly, with blobs. */
const SHARED_MEMORY_MB_MAX = 1_024
/** Longest response time of Chromium. A page can keep it busy indirectly, with messages to the console. */
const RESPONSE_MS_MAX = 750
/** Interval of checks. A page can fill 1 GB within 1 s. A check takes a few milliseconds. */
const CHECK_MS = 100
/** Interval of checks while no tab works. Checks every 100 ms would take 3 % of a processor. */
const IDLE_CHECK_MS = 2_000
/** Delay after killing a page, until its shared memory is released. Only then may the next page be killed. */
const RELEASE_MS = 1_000
/** Processor time of a busy page after which its priority is lowered. */
const BUSY_MS_MAX = 100
/**
 * A page is busy when one of its threads runs or waits for a processor during this share of the time between two checks.
 * A busy machine makes threads wait, so running time alone would not show an endless loop.
 */
const BUSY_SHARE = 0.95
const BUSY_NICE = 15
/** Decay of the recent work of a page from one check to the next. */
const WORK_DECAY = 0.9

interface Page {
  pid: number
  processorMs: number
  /** Recent processor time: a decaying sum, in milliseconds. */
  work: number
  /** Processor time that each thread used or waited for, in milliseconds. */
  demandMs: Map<string, number>
  /** Processor time since the page became busy. 0 when it is not busy. */
  busyMs: number
  isLowered: boolean
}

/**
 * Limits the resources of Chromium's processes:
 * - A page process with more than `pageMemoryMb` of memory is killed. Scripts alone reach their heap limit before.
 * - When a shared process is too large or does not answer, the page with the most recent work is killed.
 * - A page that is busy for long gets a lower priority for the rest of its life, so that short prints go first.
 * @returns a function that ends the checks.
 */
export function guardProcesses(
  { connection, activity }: Chromium,
  { pageMemoryMb, log }: { pageMemoryMb: number; log: Log },
): () => void {
  let pages: Page[] = []
  let shared: number[] = []
  let checkedAt = performance.now()
  let pendingUpdate: Promise<void> | undefined

  const check = async () => {
    pendingUpdate ??= updateProcesses().finally(() => (pendingUpdate = undefined))
    const isAnswered = await Promise.race([pendingUpdate.then(() => true), delay(RESPONSE_MS_MAX, false)])
    const elapsedMs = performance.now() - checkedAt
    checkedAt = performance.now()
    for (const page of pages) checkPage(page, elapsedMs)
    if (!isAnswered) await killBusiest('does not answer')
    for (const pid of shared) {
      if (memoryOf(pid) > SHARED_MEMORY_MB_MAX) await killBusiest('takes too much memory')
    }
  }
  const updateProcesses = async () => {
    const { processInfo } = await connection.browser.send('SystemInfo.getProcessInfo')
    const known = new Map(pages.map((page) => [page.pid, page]))
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    pages = renderers.map(({ id }) => known.get(id) ?? newPage(id))
    shared = processInfo.filter(({ type }) => type !== 'renderer').map(({ id }) => id)
  }
  const checkPage = (page: Page, elapsedMs: number) => {
    if (memoryOf(page.pid) > pageMemoryMb) kill(page.pid)
    const before = page.processorMs
    page.processorMs = processorTimeOf(page.pid)
    page.work = page.work * WORK_DECAY + page.processorMs - before
    // A process has many threads. They are read only when the process did any work.
    if (page.processorMs === before) return
    const demandBefore = page.demandMs
    page.demandMs = processorDemandOf(page.pid)
    const isBusy = Array.from(page.demandMs).some(
      ([thread, ms]) => ms - (demandBefore.get(thread) ?? ms) > BUSY_SHARE * elapsedMs,
    )
    page.busyMs = isBusy ? page.busyMs + page.processorMs - before : 0
    if (page.busyMs < BUSY_MS_MAX || page.isLowered) return
    page.isLowered = true
    lowerPriority(page.pid, BUSY_NICE)
  }
  const killBusiest = async (reason: string) => {
    const [busiest] = pages.toSorted((one, other) => other.work - one.work)
    if (!busiest) return
    log.warn(
      { reason },
      'a shared process of Chromium exceeds its limits; killing the page with the most work',
    )
    kill(busiest.pid)
    pages = pages.filter((page) => page !== busiest)
    await delay(RELEASE_MS)
  }

  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    if (activity.isIdle() && performance.now() - checkedAt < IDLE_CHECK_MS) return
    isChecking = true
    check()
      .catch(() => {})
      .finally(() => (isChecking = false))
  }, CHECK_MS)
  return () => clearInterval(timer)
}

function newPage(pid: number): Page {
  return { pid, processorMs: 0, work: 0, demandMs: new Map(), busyMs: 0, isLowered: false }
}
