import { Refusal } from '@platen/template/refusal'
import { type AccessibilityProblem, findAccessibilityProblems } from './accessibility/problems.ts'
import type { TabProxy } from '../proxy/tab-proxy.ts'
import type { EgressRules } from '../egress/rules.ts'
import type { Assets } from '../library.ts'
import { type Chromium, PROXY_BYPASS_LIST } from './chromium/chromium.ts'
import { type Evaluate, evaluationIn } from './in-page.ts'
import { warnOfMissingGlyphs } from './layout/missing-glyphs.ts'
import { mayLoad, mayRunScripts, maySetPageState } from './html-features.ts'
import { fitRollHeight, resolvePageSizes } from './layout/page-size.ts'
import { openSandboxedPage } from './sandboxed-page.ts'
import { ResponseTooLarge, type Session } from './chromium/protocol.ts'
import { warnOfReplacedFonts } from './layout/replaced-fonts.ts'
import { waitForResources } from './resources.ts'
import { prepareForScripts, reportScriptErrors, waitForScripts, silenceFrames } from './scripts.ts'
import { printSheets } from './layout/fit.ts'
import type { Overflow } from './layout/overflow.ts'
import type { PrintedPdf } from './print-pdf.ts'
import { printCombined } from './combined-document.ts'
import { A4_WINDOW } from './layout/window.ts'
import { unlessAborted } from '@platen/capacity/abort'
import { collectWarnings, type Warn, type Warning } from './warnings.ts'
import type { PausableClock } from '@platen/capacity/pausable-deadline'

/** Tenant of a print, with the settings that apply to its documents. */
export interface Owner {
  /** Key of the tenant. Two tenants never share a tab, so that one cannot see data that another left. */
  tenant: string
  egress: EgressRules
  /** Closes the tab after the print, because no further print of this tenant is expected soon. */
  isEphemeral?: boolean
  /** Assets of the account that the documents may use. */
  assets?: Assets
  /**
   * Adds warnings for the author of the template: replaced fonts and accessibility problems. Set for previews and dry runs
   * only, because most templates have some.
   */
  warnsAuthor?: boolean
  /** Deadline that pauses while the documents wait for a tab. */
  clock?: PausableClock
}

/** Properties of an owner that a tab uses. */
export type PrintOwner = Pick<Owner, 'egress' | 'assets' | 'warnsAuthor'>

/** The page of one element of the data. */
export interface Page extends Overflow {
  sheets: number
  /** Scale of the content: 1 is its own size. */
  scale: number
}

/** PDF of one document or of several. */
export interface Printed extends PrintedPdf {
  /** One page per document, in their order. */
  pages: Page[]
  warnings: Warning[]
  /** Found for `warnsAuthor` only. */
  accessibility: AccessibilityProblem[]
}

/** A tab in its own browser context, for the documents of one tenant. */
export interface Tab extends AsyncDisposable {
  /** Prints one document. */
  print(html: string, owner: PrintOwner, signal: AbortSignal): Promise<Printed>
  /** Prints a combined document of several without scripts. `undefined` when it may not look the same. */
  printCombined(htmls: string[], owner: PrintOwner, signal: AbortSignal): Promise<Printed | undefined>
  /**
   * Removes a document whose scripts and workers would continue after its print.
   * @returns `false` when data of the document may remain. The tab must not be used again.
   */
  reset(): Promise<boolean>
  /** Returns whether the page still exists. */
  isAlive(): boolean
  /** Returns the memory that documents use now. In bytes. */
  memoryUsed(): Promise<number>
}

const RESET_LIMIT_MS = 1_000

/**
 * Opens a tab.
 * @param proxy the proxy of the tab. Disposed of with the tab, and when the tab does not open.
 * @throws {ProtocolError} when Chromium ends.
 */
export async function openTab(chromium: Chromium, proxy: TabProxy): Promise<Tab> {
  await using stack = new AsyncDisposableStack()
  stack.use(proxy)
  const { browser } = chromium.connection
  const { browserContextId } = await browser.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer: `http://127.0.0.1:${proxy.port}`,
    proxyBypassList: PROXY_BYPASS_LIST,
  })
  stack.defer(() => browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {}))
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = chromium.connection.session(sessionId)
  let warnings = collectWarnings()
  const warn: Warn = (kind, subject) => warnings.add(kind, subject)
  const page = await openSandboxedPage(session, warn)
  await page.whileOpen(prepare(session))
  reportScriptErrors(session, warn)
  const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId })
  let isVisible = true
  await adaptTo({ scripted: false })
  let shows: 'nothing' | 'plain document' | 'scripted document' = 'nothing'
  let hasPageState = false
  let hasUsedNetwork = false
  const resources = stack.move()

  return {
    print: (html, owner, signal) =>
      withNetworkAndAssets(() => printHtml(html, owner), { ...owner, documents: 1 }, signal),
    printCombined: (htmls, owner, signal) =>
      withNetworkAndAssets(() => printHtmls(htmls), { ...owner, documents: htmls.length }, signal),
    async reset() {
      if (shows !== 'scripted document') return true
      // Cookies and caches: a script could have stored data in them, or could read it later.
      if (hasUsedNetwork) return false
      const timedOut = new Promise<false>((resolve) => setTimeout(resolve, RESET_LIMIT_MS, false).unref())
      const cleared = openFreshDocument().then(
        () => true,
        () => false,
      )
      return await Promise.race([cleared, timedOut])
    },
    isAlive: () => !page.isLost(),
    async memoryUsed() {
      const heap = await page.whileOpen(session.send('Runtime.getHeapUsage'))
      return heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize
    },
    async [Symbol.asyncDispose]() {
      // Runs in a thread that an endless loop of the page cannot block.
      void session.send('Page.crash').catch(() => {})
      await resources.disposeAsync()
    },
  }

  /** Runs a print during which the documents may use the proxy and the assets. */
  async function withNetworkAndAssets<Result extends { warnings: Warning[] } | undefined>(
    print: () => Promise<Result>,
    { egress, assets, documents }: PrintOwner & { documents: number },
    signal: AbortSignal,
  ): Promise<Result> {
    warnings = collectWarnings()
    proxy.open(egress, documents)
    if (assets) page.assets.open(assets, documents)
    try {
      return await unlessAborted(page.whileOpen(print()), signal)
    } catch (error) {
      return refuseTooLarge(error)
    } finally {
      page.assets.close()
      const { requests, refused } = proxy.close()
      hasUsedNetwork ||= requests > 0
      for (const { subject, count } of refused) warnings.add('request-refused', subject, count)
    }
  }

  async function printHtml(html: string, { warnsAuthor }: PrintOwner): Promise<Printed> {
    const scripted = mayRunScripts(html)
    const evaluate = await show(html, { scripted })
    if (scripted) await waitForScripts(session, warn)
    const { isRoll } = await resolvePageSizes(evaluate, html, warn)
    if (scripted || mayLoad(html)) await waitForResources(evaluate, warn)
    if (isRoll) await fitRollHeight(session, evaluate)
    const { pdf, shrink: _, ...page } = await printSheets(session, evaluate, html, warn)
    await warnOfMissingGlyphs(pdf, evaluate, warn)
    const accessibility = warnsAuthor ? await checkForAuthor(evaluate, html) : []
    return { pdf, sheets: page.sheets, pages: [page], warnings: warnings.all, accessibility }
  }

  async function printHtmls(htmls: string[]): Promise<Printed | undefined> {
    const evaluate = await show('', { scripted: false })
    const printed = await printCombined(session, evaluate, htmls, async () => {
      if (htmls.some(mayLoad)) await waitForResources(evaluate, warn)
    })
    if (!printed) return undefined
    await warnOfMissingGlyphs(printed.pdf, evaluate, warn)
    const pages = htmls.map((): Page => ({ sheets: 1, scale: 1, overflow: 'none' }))
    return { ...printed, pages, warnings: warnings.all, accessibility: [] }
  }

  /** Runs the checks for authors, after the print. Fonts come last, because their check adds elements. */
  async function checkForAuthor(evaluate: Evaluate, html: string): Promise<AccessibilityProblem[]> {
    const problems = await findAccessibilityProblems(evaluate)
    await warnOfReplacedFonts(session, evaluate, html, warn)
    return problems
  }

  async function show(html: string, { scripted }: { scripted: boolean }): Promise<Evaluate> {
    if (shows === 'scripted document' || hasPageState || (scripted && shows === 'plain document'))
      await openFreshDocument()
    hasPageState = maySetPageState(html)
    await adaptTo({ scripted })
    shows = scripted ? 'scripted document' : 'plain document'
    if (scripted) await prepareForScripts(session)
    await session.send('Page.setDocumentContent', { frameId: page.frameId, html })
    return await evaluationIn(session, page.frameId, { scripted })
  }

  async function openFreshDocument(): Promise<void> {
    await page.clear()
    shows = 'nothing'
  }

  /**
   * Enables scripts and shows the window for a document with scripts, which may wait for frames. Chromium paints no
   * frames for a minimised window, which saves a fifth of the work.
   */
  async function adaptTo({ scripted }: { scripted: boolean }): Promise<void> {
    if (scripted) await session.send('Emulation.setScriptExecutionDisabled', { value: false })
    if (scripted === isVisible) return
    const windowState = scripted ? 'normal' : 'minimized'
    await browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
    isVisible = scripted
  }
}

async function prepare(session: Session): Promise<void> {
  await Promise.all([
    session.send('Emulation.setEmulatedMedia', { media: 'print' }),
    session.send('Emulation.setDeviceMetricsOverride', A4_WINDOW),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    silenceFrames(session),
  ])
}

function refuseTooLarge(error: unknown): never {
  if (!(error instanceof ResponseTooLarge)) throw error
  throw new Refusal('invalid', 'The document is too large.', {
    detail: `${error.message} Split the data into several calls, or use smaller images.`,
    cause: error,
  })
}
