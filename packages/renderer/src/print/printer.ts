import { Refusal } from '@platen/template/refusal'
import { type BrowserOptions, superviseBrowser } from './chromium/browser.ts'
import { ChromiumUnavailable } from './chromium/chromium.ts'
import { MESSAGE_BYTES_MAX } from './chromium/messages.ts'
import {
  ResponseTooLarge,
  CommandRefused,
  PageCrashed,
  PageNavigatedAway,
  ProtocolError,
} from './chromium/protocol.ts'
import type { Owner, Printed, Tab } from './tab.ts'
import { createTabs, type TabsOptions } from './tabs.ts'
import { createFairScheduler } from '@platen/capacity/fair-scheduler'
import type { Load } from '@platen/capacity/load'
import type { TenantUsage } from '@platen/capacity/tenant-usage'
import { unlessAborted } from '@platen/capacity/abort'

export type { Owner, Page } from './tab.ts'

/** Prints documents, several at a time. A print during which Chromium ends is retried once in a new Chromium. */
export interface Printer extends AsyncDisposable {
  /**
   * Prints one document.
   * @throws the reason of the signal when it aborts. The tab is then closed, whatever it is doing.
   * @throws {Refusal} `invalid` when Chromium cannot print the document.
   * @throws {Refusal} `busy` when Chromium does not start (with `retryAfter`) or ended twice (without it).
   */
  print(html: string, owner: Owner, signal: AbortSignal): Promise<Printed>
  /** Prints a combined document, one sheet per document. `undefined` when it may not look the same. */
  printCombined(htmls: string[], owner: Owner, signal: AbortSignal): Promise<Printed | undefined>
  /** Returns the version of Chromium. @throws {ChromiumUnavailable} when Chromium does not start. */
  describe(): Promise<{ version: string }>
  /** Returns the number of tabs that print, and of those that are ready. */
  tabs(): { busy: number; idle: number }
  /** Returns the load of the tabs. */
  load(): Load
}

export interface PrinterOptions extends BrowserOptions, TabsOptions {
  /** Number of documents that are printed at the same time. */
  tabs: number
  /** Use of all tenants of the process. */
  usage: TenantUsage
  /**
   * Delay of the next print of a tenant after a print of at least 2 MiB, while others are active. In milliseconds
   * per MiB.
   */
  delayMsPerMb?: number
}

const RETRY_AFTER_SECONDS = 5
/** Size from which a print delays the next one: it occupies Chromium's shared process, and then this process. */
const LARGE_BYTES = 2 * 2 ** 20
const DELAY_MS_PER_MB = 150
/** A tab is closed after a print with this many sheets: its process may use 1 GB. */
const LARGE_SHEETS = 100
/** Largest PDF whose base64 fits into one message of Chromium. */
const PDF_BYTES_MAX = (MESSAGE_BYTES_MAX / 4) * 3

/** Starts Chromium and its pool of tabs. */
export async function createPrinter(options: PrinterOptions): Promise<Printer> {
  await using stack = new AsyncDisposableStack()
  const browser = stack.use(await superviseBrowser(options))
  const tabs = stack.use(await createTabs(browser, options))
  const { delayMsPerMb = DELAY_MS_PER_MB } = options
  const scheduler = createFairScheduler(options.tabs, options.usage)
  let busy = 0
  const resources = stack.move()

  const attempt = async <Result extends Printed | undefined>(
    { tenant, isEphemeral = false }: Owner,
    signal: AbortSignal,
    work: (tab: Tab) => Promise<Result>,
    isRetry = false,
  ) => {
    const acquiring = tabs.acquire(tenant, isRetry)
    const lease = await unlessAborted(acquiring, signal).catch((error: unknown) => {
      acquiring.then((late) => late.release(true)).catch(() => {})
      throw error
    })
    let sheets: number | undefined
    busy += 1
    try {
      const result = await work(lease.tab)
      sheets = result?.sheets ?? 0
      return result
    } catch (error) {
      if (error instanceof PageCrashed && !signal.aborted) options.onEvent?.({ kind: 'page-crashed' })
      throw error
    } finally {
      busy -= 1
      lease.release(!isEphemeral && sheets !== undefined && sheets < LARGE_SHEETS)
    }
  }

  const withRetry = async <Result extends Printed | undefined>(
    owner: Owner,
    signal: AbortSignal,
    work: (tab: Tab) => Promise<Result>,
  ) => {
    try {
      return await attempt(owner, signal, work)
    } catch (error) {
      if (!isFromChromium(error) || signal.aborted) throw error
      options.log.warn({ err: error }, 'a print failed in Chromium and is retried once')
      return await attempt(owner, signal, work, true).catch(toRefusal(options.pageMemoryMb))
    }
  }

  const scheduled = async <Result extends Printed | undefined>(
    owner: Owner,
    signal: AbortSignal,
    work: (tab: Tab) => Promise<Result>,
  ) => {
    const release = await scheduler.acquire(owner.tenant, signal, owner.clock)
    let bytes = 0
    try {
      const printed = await withRetry(owner, signal, work)
      bytes = printed?.pdf.length ?? 0
      return printed
    } catch (error) {
      if (error instanceof Refusal && error.cause instanceof ResponseTooLarge) bytes = PDF_BYTES_MAX
      throw error
    } finally {
      release(bytes < LARGE_BYTES ? 0 : (bytes / 2 ** 20) * delayMsPerMb)
    }
  }

  return {
    print: (html, owner, signal) => scheduled(owner, signal, (tab) => tab.print(html, owner, signal)),
    printCombined: (htmls, owner, signal) =>
      scheduled(owner, signal, (tab) => tab.printCombined(htmls, owner, signal)),
    async describe() {
      const { version } = await browser.current()
      return { version }
    },
    tabs: () => ({ busy, idle: tabs.idleCount() }),
    load: () => scheduler.load(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Maps the error of a retry. A document that fails in two tabs is rejected, unless Chromium itself ended. */
function toRefusal(pageMemoryMb: number): (error: unknown) => never {
  return (error) => {
    if (error instanceof ChromiumUnavailable) {
      throw new Refusal('busy', 'Printing is not available at the moment. Retry in a few seconds.', {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: error,
      })
    }
    if (!(error instanceof ProtocolError)) throw error
    if (error instanceof PageCrashed) throw unprintable(error, crashDetail(pageMemoryMb))
    if (error instanceof PageNavigatedAway)
      throw unprintable(error, 'A script or a link of the document left the page or closed it.')
    if (error instanceof CommandRefused) throw unprintable(error, error.message)
    throw new Refusal('busy', 'Chromium ended twice while it printed the document. Retry the call.', {
      cause: error,
    })
  }
}

function crashDetail(pageMemoryMb: number): string {
  return (
    `The tab crashed twice. The document needs more than ${pageMemoryMb.toLocaleString('en')} MB of memory, is ` +
    'nested too deeply, or has sizes or styles that Chromium cannot print. Split a table of thousands of rows into ' +
    'several tables, or the data into several calls.'
  )
}

function isFromChromium(error: unknown): boolean {
  return error instanceof ProtocolError || error instanceof ChromiumUnavailable
}

function unprintable(cause: Error, detail: string): Refusal {
  return new Refusal('invalid', 'The document could not be printed.', { detail, cause })
}
