import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { OnRenderEvent } from '../../render-events.ts'
import { type Chromium, type ChromiumOptions, startChromium } from './chromium.ts'
import { guardProcesses } from './process-guard.ts'

/** A supervised Chromium: it is restarted when it ends unexpectedly. */
export interface Browser extends AsyncDisposable {
  /** Returns the running Chromium, or the one that starts now. @throws {ChromiumUnavailable} when it does not start. */
  current(): Promise<Chromium>
}

/** Delay after a failed start, so that a broken installation does not keep the machine busy. */
const RESTART_DELAY_MS = 1_000
/** Interval of pings. */
const PING_MS = 3_000
/** Number of unanswered pings after which Chromium is ended. */
const UNANSWERED_MAX = 4

export interface BrowserOptions extends ChromiumOptions {
  /** Interval of pings. In milliseconds. */
  pingMs?: number
  /** Memory limit of the process of a page. In MB. */
  pageMemoryMb: number
  log: Log
  onEvent?: OnRenderEvent
}

/** Starts Chromium and supervises it. @throws {ChromiumUnavailable} with its last output when the first start fails. */
export async function superviseBrowser(options: BrowserOptions): Promise<Browser> {
  if (!options.sandbox) {
    options.log.warn(
      {},
      'CHROMIUM RUNS WITHOUT ITS SANDBOX: A TEMPLATE THAT EXPLOITS CHROMIUM CAN TAKE OVER THIS MACHINE',
    )
  }
  const closing = new AbortController()
  let running = startChromium(options)
  void watch(await running)

  return {
    current: () => running,
    async [Symbol.asyncDispose]() {
      closing.abort()
      const chromium = await running.catch(() => undefined)
      await chromium?.[Symbol.asyncDispose]()
    },
  }

  async function watch(chromium: Chromium): Promise<void> {
    const pings = setInterval(endWhenUnresponsive(chromium), options.pingMs ?? PING_MS)
    const stopGuard = guardProcesses(chromium, options)
    await chromium.connection.closed
    clearInterval(pings)
    stopGuard()
    if (closing.signal.aborted) return
    options.log.error({ chromiumPid: chromium.pid }, 'Chromium ended unexpectedly and is restarted')
    options.onEvent?.({ kind: 'chromium-restarted' })
    running = startAnother()
    await end(chromium)
  }

  /** Starts Chromium. If that fails, `startLater` replaces `running` before callers that wait for this start continue. */
  function startAnother(): Promise<Chromium> {
    const starting = startChromium(options)
    starting.then(watch, startLater)
    return starting
  }

  function startLater(failure: unknown): void {
    if (closing.signal.aborted) return
    options.log.error({ err: failure }, 'Chromium does not start, retrying')
    running = delay(RESTART_DELAY_MS, undefined, { signal: closing.signal }).then(startAnother)
    running.catch(() => {})
  }
}

/** Returns a function that pings Chromium and ends it when it no longer answers: stopped, or in an endless loop. */
function endWhenUnresponsive(chromium: Chromium): () => void {
  let unanswered = 0
  return () => {
    if (unanswered >= UNANSWERED_MAX) return void end(chromium)
    unanswered += 1
    chromium.connection.browser.send('Browser.getVersion').then(
      () => (unanswered = 0),
      () => {},
    )
  }
}

/** Ends Chromium. Errors, for example while its folder is deleted, are ignored. */
async function end(chromium: Chromium): Promise<void> {
  await Promise.resolve(chromium[Symbol.asyncDispose]()).catch(() => {})
}
