import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../log.ts'
import type { OnRenderEvent } from '../../render-events.ts'
import { type Chromium, type ChromiumOptions, startChromium } from './chromium.ts'
import { guardProcesses } from './process-guard.ts'

/** A Chromium that is always there: when it ends unexpectedly, another takes its place. */
export interface Browser extends AsyncDisposable {
  /** The one that runs now, or the next. @throws {ChromiumMissing} when it does not start. */
  current(): Promise<Chromium>
}

// After a failed start, so that a broken installation does not keep the machine busy.
const PAUSE_MS = 1_000
/** Chromium is asked this often whether it is there, and ended after so many questions without an answer. */
const PULSE_MS = 3_000
const SILENCE_MAX = 4

export interface BrowserOptions extends ChromiumOptions {
  /** How often it is asked whether it is there, in milliseconds. */
  pulseMs?: number
  /** Memory that a page's process may take, in MB. */
  pageMemoryMb: number
  log: Log
  observe?: OnRenderEvent
}

/** Starts Chromium. @throws an Error with its last words when even the first start fails. */
export async function keepBrowser(options: BrowserOptions): Promise<Browser> {
  if (!options.sandbox) {
    options.log.warn(
      {},
      'CHROMIUM RUNS WITHOUT ITS SANDBOX: A TEMPLATE THAT BREAKS IT BREAKS INTO THIS MACHINE',
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
    const pulse = setInterval(endWhenSilent(chromium), options.pulseMs ?? PULSE_MS)
    const endGuard = guardProcesses(chromium, options)
    await chromium.connection.closed
    clearInterval(pulse)
    endGuard()
    if (closing.signal.aborted) return
    options.log.error({ chromiumPid: chromium.pid }, 'Chromium ended unexpectedly; starting another')
    options.observe?.({ kind: 'chromium-restarted' })
    running = startAnother()
    await end(chromium)
  }

  /** When it fails, the start after it is what runs next already for those who waited for this one. */
  function startAnother(): Promise<Chromium> {
    const starting = startChromium(options)
    starting.then(watch, startLater)
    return starting
  }

  function startLater(failure: unknown): void {
    if (closing.signal.aborted) return
    options.log.error({ err: failure }, 'Chromium does not start; trying again')
    running = delay(PAUSE_MS, undefined, { signal: closing.signal }).then(startAnother)
    running.catch(() => {})
  }
}

/** It may hang without ending: stopped, or in a loop of its own. */
function endWhenSilent(chromium: Chromium): () => void {
  let unanswered = 0
  return () => {
    if (unanswered >= SILENCE_MAX) return void end(chromium)
    unanswered += 1
    chromium.connection.browser.send('Browser.getVersion').then(
      () => (unanswered = 0),
      () => {},
    )
  }
}

/** What it leaves in its folder is no reason to fail. */
async function end(chromium: Chromium): Promise<void> {
  await Promise.resolve(chromium[Symbol.asyncDispose]()).catch(() => {})
}
