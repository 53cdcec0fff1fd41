import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Observe } from '../observer.ts'
import { type Chromium, type ChromiumOptions, startChromium } from './chromium.ts'
import { guardProcesses } from './guard.ts'

/** A Chromium that is always there: when it ends unexpectedly, another takes its place. */
export interface Browser extends AsyncDisposable {
  /** The one that runs now, or the one being started. @throws when it does not start. */
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
  log: Log
  observe?: Observe
}

/** Starts Chromium. @throws an Error with its last words when even the first start fails. */
export async function keepBrowser(options: BrowserOptions): Promise<Browser> {
  if (!options.sandbox) {
    options.log.warn(
      {},
      'CHROMIUM RUNS WITHOUT ITS SANDBOX: A TEMPLATE THAT BREAKS IT BREAKS INTO THIS MACHINE',
    )
  }
  let closing = false
  let running = start()
  await running

  return {
    current: () => running,
    async [Symbol.asyncDispose]() {
      closing = true
      const chromium = await running.catch(() => undefined)
      await chromium?.[Symbol.asyncDispose]()
    },
  }

  function start(): Promise<Chromium> {
    const starting = startChromium(options)
    starting.then(watch, () => {})
    return starting
  }

  async function watch(chromium: Chromium): Promise<void> {
    const pulse = setInterval(endWhenSilent(chromium), options.pulseMs ?? PULSE_MS)
    const endGuard = guardProcesses(chromium, options.log)
    await chromium.connection.closed
    clearInterval(pulse)
    endGuard()
    if (closing) return
    options.log.error({ chromiumPid: chromium.pid }, 'Chromium ended unexpectedly; starting another')
    options.observe?.({ kind: 'chromium-restarted' })
    running = start()
    await end(chromium)
    while (!closing && !(await succeeds(running))) {
      options.log.error({}, 'Chromium does not start; trying again')
      await delay(PAUSE_MS)
      if (!closing) running = start()
    }
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

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  )
}
