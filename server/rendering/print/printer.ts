import { Refusal } from '../../errors.ts'
import { type BrowserOptions, keepBrowser } from './chromium/browser.ts'
import { ChromiumMissing } from './chromium/chromium.ts'
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
import { createFairScheduler } from '../scheduling/fair-scheduler.ts'
import { unlessAborted } from '../scheduling/abort.ts'

export type { Owner, Page } from './tab.ts'

/** Prints documents, several at a time. A print over which Chromium dies is made once more in another. */
export interface Printer extends AsyncDisposable {
  /**
   * Prints one document.
   * @throws the signal's reason when that ends it; the page is ended then, whatever it was doing.
   * @throws {Refusal} `busy` when there is no Chromium, with a time to come back; without one when it ended twice.
   */
  print(html: string, owner: Owner, signal: AbortSignal): Promise<Printed>
  /** Prints several as one, each on a sheet of its own; undefined where that may not look the same. */
  printTogether(htmls: string[], owner: Owner, signal: AbortSignal): Promise<Printed | undefined>
  /** What it prints with. @throws when there is no Chromium now. */
  describe(): Promise<{ version: string }>
  /** How many tabs print now, and how many stand ready. */
  tabs(): { busy: number; idle: number }
}

export interface PrinterOptions extends BrowserOptions, TabsOptions {
  /** How many documents are printed at once. */
  tabs: number
  /** Delay of a partition's next print after a print of at least 2 MB, while others are active. */
  restMsPerMb?: number
}

const RETRY_AFTER_SECONDS = 5
/** A print of megabytes keeps Chromium's one process that all share, and then ours, from everything else. */
const LARGE_BYTES = 2 * 2 ** 20
const REST_MS_PER_MB = 150
/** A tab that has printed so many sheets is not kept: its process may hold a gigabyte. */
const LARGE_SHEETS = 100
/** In base64 it is as long as a message may be. */
const PDF_BYTES_MAX = (MESSAGE_BYTES_MAX / 4) * 3

/** Starts Chromium and its stock of tabs. */
export async function createPrinter(options: PrinterOptions): Promise<Printer> {
  await using stack = new AsyncDisposableStack()
  const browser = stack.use(await keepBrowser(options))
  const tabs = stack.use(await createTabs(browser, options))
  const { restMsPerMb = REST_MS_PER_MB } = options
  const turns = createFairScheduler(options.tabs)
  let busy = 0
  const parts = stack.move()

  const once = async <Result extends Printed | undefined>(
    { partition, isPassing = false }: Owner,
    signal: AbortSignal,
    work: (tab: Tab) => Promise<Result>,
    isSecond = false,
  ) => {
    const lending = tabs.lend(partition, isSecond)
    const loan = await unlessAborted(lending, signal).catch((error: unknown) => {
      lending.then((late) => late.giveBack(true)).catch(() => {})
      throw error
    })
    let sheets: number | undefined
    busy += 1
    try {
      const result = await work(loan.tab)
      sheets = result?.sheets ?? 0
      return result
    } catch (error) {
      if (error instanceof PageCrashed && !signal.aborted) options.observe?.({ kind: 'page-crashed' })
      throw error
    } finally {
      busy -= 1
      loan.giveBack(!isPassing && sheets !== undefined && sheets < LARGE_SHEETS)
    }
  }

  const onceOrTwice = async <Result extends Printed | undefined>(
    owner: Owner,
    signal: AbortSignal,
    work: (tab: Tab) => Promise<Result>,
  ) => {
    try {
      return await once(owner, signal, work)
    } catch (error) {
      if (!isChromiumsFault(error) || signal.aborted) throw error
      options.log.warn({ err: error }, 'a print failed with its Chromium and is tried once more')
      return await once(owner, signal, work, true).catch(refuseWhatIsRefused(options.pageMemoryMb))
    }
  }

  const inTurn = async <Result extends Printed | undefined>(
    owner: Owner,
    signal: AbortSignal,
    work: (tab: Tab) => Promise<Result>,
  ) => {
    const endTurn = await turns.acquire(owner.partition, signal, owner.clock)
    let bytes = 0
    try {
      const printed = await onceOrTwice(owner, signal, work)
      bytes = printed?.pdf.length ?? 0
      return printed
    } catch (error) {
      if (error instanceof Refusal && error.cause instanceof ResponseTooLarge) bytes = PDF_BYTES_MAX
      throw error
    } finally {
      endTurn(bytes < LARGE_BYTES ? 0 : (bytes / 2 ** 20) * restMsPerMb)
    }
  }

  return {
    print: (html, owner, signal) => inTurn(owner, signal, (tab) => tab.print(html, owner, signal)),
    printTogether: (htmls, owner, signal) =>
      inTurn(owner, signal, (tab) => tab.printTogether(htmls, owner, signal)),
    async describe() {
      const { version } = await browser.current()
      return { version }
    },
    tabs: () => ({ busy, idle: tabs.idleCount() }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** What fails in a second tab as it did in the first is the document's doing, unless Chromium itself went. */
function refuseWhatIsRefused(pageMemoryMb: number): (error: unknown) => never {
  return (error) => {
    if (error instanceof ChromiumMissing) {
      throw new Refusal('busy', 'Documents cannot be printed at the moment. Please try again.', {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: error,
      })
    }
    if (!(error instanceof ProtocolError)) throw error
    if (error instanceof PageCrashed) throw unprintable(error, crashed(pageMemoryMb))
    if (error instanceof PageNavigatedAway)
      throw unprintable(error, 'It leads its page elsewhere, or closes it.')
    if (error instanceof CommandRefused) throw unprintable(error, error.message)
    throw new Refusal('busy', 'The browser ended while it printed the document. Try again.', { cause: error })
  }
}

function crashed(pageMemoryMb: number): string {
  return (
    `Its page crashed twice: it needs more than ${pageMemoryMb.toLocaleString('en')} MB of memory, is nested too ` +
    'deeply, or has sizes or styles that Chromium cannot print. Split a table of thousands of rows into several ' +
    'tables, or the data into several calls.'
  )
}

function isChromiumsFault(error: unknown): boolean {
  return error instanceof ProtocolError || error instanceof ChromiumMissing
}

function unprintable(cause: Error, detail: string): Refusal {
  return new Refusal('invalid', 'The document could not be printed.', { detail, cause })
}
