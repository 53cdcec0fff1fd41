import type { Log } from '../../log.ts'
import { keepBrowser } from './browser.ts'
import type { ChromiumOptions } from './chromium.ts'
import { ProtocolError } from './protocol.ts'
import type { Printed } from './tab.ts'
import { createTabs } from './tabs.ts'
import { createTurns } from '../turns.ts'
import { unlessAborted } from './unless-aborted.ts'

export type { Warning } from './tab.ts'

/** Prints documents, several at a time. */
export interface Printer extends AsyncDisposable {
  /**
   * Prints one document. If Chromium dies meanwhile, once more in another.
   * @param partition whose tab it is printed in; no other partition's documents ever see that tab.
   * @throws the signal's reason when that ends it; the page is ended then, whatever it was doing.
   */
  print(html: string, partition: string, signal: AbortSignal): Promise<Printed>
  /** What it prints with. @throws when there is no Chromium now. */
  describe(): Promise<{ version: string }>
}

/** Starts Chromium and its stock of tabs. @param options `tabs`: how many documents are printed at once. */
export async function createPrinter(options: ChromiumOptions & { tabs: number; log: Log }): Promise<Printer> {
  await using stack = new AsyncDisposableStack()
  const browser = stack.use(await keepBrowser(options))
  const tabs = stack.use(await createTabs(browser))
  const turns = createTurns(options.tabs)
  const parts = stack.move()

  const printOnce = async (html: string, partition: string, signal: AbortSignal) => {
    const lending = tabs.lend(partition)
    const loan = await unlessAborted(lending, signal).catch((error: unknown) => {
      lending.then((loan) => loan.giveBack(true)).catch(() => {})
      throw error
    })
    let whole = false
    try {
      const printed = await loan.tab.print(html, signal)
      whole = true
      return printed
    } finally {
      loan.giveBack(whole)
    }
  }

  return {
    async print(html, partition, signal) {
      const endTurn = await turns.take(signal)
      try {
        return await printOnce(html, partition, signal)
      } catch (error) {
        if (!(error instanceof ProtocolError) || signal.aborted) throw error
        options.log.warn({ err: error }, 'a print failed with its Chromium and is tried once more')
        return await printOnce(html, partition, signal)
      } finally {
        endTurn()
      }
    },
    async describe() {
      const { version } = await browser.current()
      return { version }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
