import { Refusal } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { type BrowserOptions, keepBrowser } from './browser.ts'
import { PAGE_MEMORY_MB_MAX } from './memory.ts'
import { CommandRefused, PageCrashed, ProtocolError } from './protocol.ts'
import type { Owner, Printed, Tab } from './tab.ts'
import { createTabs, type TabsOptions } from './tabs.ts'
import { createTurns } from '../turns.ts'
import { unlessAborted } from './unless-aborted.ts'

export type { Owner, Warning } from './tab.ts'

/** Prints documents, several at a time. A print over which Chromium dies is made once more in another. */
export interface Printer extends AsyncDisposable {
  /**
   * Prints one document.
   * @throws the signal's reason when that ends it; the page is ended then, whatever it was doing.
   */
  print(html: string, owner: Owner, signal: AbortSignal): Promise<Printed>
  /** Prints several as one, each on a sheet of its own; undefined where that may not look the same. */
  printTogether(htmls: string[], owner: Owner, signal: AbortSignal): Promise<Printed | undefined>
  /** What it prints with. @throws when there is no Chromium now. */
  describe(): Promise<{ version: string }>
  /** How many tabs print now, and how many stand ready. */
  tabs(): { busy: number; idle: number }
}

export interface PrinterOptions extends Omit<BrowserOptions, 'onSharedExceeded'>, TabsOptions {
  /** How many documents are printed at once. */
  tabs: number
}

/** Starts Chromium and its stock of tabs. */
export async function createPrinter(options: PrinterOptions): Promise<Printer> {
  await using stack = new AsyncDisposableStack()
  // In the order in which they were begun.
  const underWay = new Set<Tab>()
  const browser = stack.use(
    await keepBrowser({ ...options, onSharedExceeded: () => endLongest(underWay, options.log) }),
  )
  const tabs = stack.use(await createTabs(browser, options))
  const turns = createTurns(options.tabs)
  const parts = stack.move()

  const once = async <Result>(
    partition: string,
    signal: AbortSignal,
    work: (tab: Tab) => Promise<Result>,
  ) => {
    const lending = tabs.lend(partition)
    const loan = await unlessAborted(lending, signal).catch((error: unknown) => {
      lending.then((late) => late.giveBack(true)).catch(() => {})
      throw error
    })
    let whole = false
    underWay.add(loan.tab)
    try {
      const result = await work(loan.tab)
      whole = true
      return result
    } catch (error) {
      if (error instanceof PageCrashed && !signal.aborted) options.observe?.({ kind: 'page-crashed' })
      throw error
    } finally {
      underWay.delete(loan.tab)
      loan.giveBack(whole)
    }
  }

  const inTurn = async <Result>(
    partition: string,
    signal: AbortSignal,
    work: (tab: Tab) => Promise<Result>,
  ) => {
    const endTurn = await turns.take(partition, signal)
    try {
      return await once(partition, signal, work)
    } catch (error) {
      if (!(error instanceof ProtocolError) || signal.aborted) throw error
      options.log.warn({ err: error }, 'a print failed with its Chromium and is tried once more')
      return await once(partition, signal, work).catch(refuseWhatIsRefused)
    } finally {
      endTurn()
    }
  }

  return {
    print: (html, { partition, egress }, signal) =>
      inTurn(partition, signal, (tab) => tab.print(html, egress, signal)),
    printTogether: (htmls, { partition, egress }, signal) =>
      inTurn(partition, signal, (tab) => tab.printTogether(htmls, egress, signal)),
    async describe() {
      const { version } = await browser.current()
      return { version }
    },
    tabs: () => ({ busy: underWay.size, idle: tabs.idleCount() }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** What no Chromium of several tabs can hold is one page's doing: of one that runs scripts, and for long. */
function endLongest(underWay: Set<Tab>, log: Log): void {
  const [longest] = Array.from(underWay).filter((tab) => tab.runsScripts())
  if (!longest) return
  log.warn({}, 'a page is ended that fills the memory which all pages share')
  longest.crash()
}

/** What fails in a second tab as it did in the first is the document's doing. */
function refuseWhatIsRefused(error: unknown): never {
  if (!(error instanceof ProtocolError)) throw error
  const detail =
    error instanceof CommandRefused
      ? 'It leads its page elsewhere, or closes it.'
      : `Its page broke down twice: it takes more than ${PAGE_MEMORY_MB_MAX} MB of memory, or is nested too deeply.`
  throw new Refusal('invalid', 'The document could not be printed.', { detail, cause: error })
}
