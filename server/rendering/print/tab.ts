import { Refusal } from '../../errors.ts'
import type { TabProxy } from '../egress/tab-proxy.ts'
import type { EgressRules } from '../../egress/rules.ts'
import type { Assets } from '../library.ts'
import { type Chromium, PROXY_BYPASS_LIST } from './chromium/chromium.ts'
import { type Evaluate, evaluationIn } from './in-page.ts'
import { warnOfMissingGlyphs } from './layout/missing-glyphs.ts'
import { isScripted, mayLoad } from './html-features.ts'
import { cutRoll, resolvePageSizes } from './layout/page-size.ts'
import { openSandboxedPage } from './sandboxed-page.ts'
import { ResponseTooLarge, type Session } from './chromium/protocol.ts'
import { warnOfReplacedFonts } from './layout/replaced-fonts.ts'
import { resourcesSettled } from './resources.ts'
import { prepareForScripts, reportScriptErrors, scriptsReady, silenceFrames } from './scripts.ts'
import { printSheets } from './layout/fit.ts'
import type { PrintedPdf } from './print-pdf.ts'
import { printCombined } from './combined-document.ts'
import { A4_WINDOW } from './layout/window.ts'
import { unlessAborted } from '../scheduling/abort.ts'
import { collectWarnings, type Warn, type Warning } from './warnings.ts'
import type { PausableClock } from '../scheduling/deadline.ts'

/** Whose documents are printed. */
export interface Owner {
  /** What one partition's documents leave behind, no other's ever meet. */
  partition: string
  egress: EgressRules
  /** Nothing more of this partition is expected soon: its tab is not kept. */
  isPassing?: boolean
  /** What the documents show that their account keeps. */
  assets?: Assets
  /** Warns of fonts that are replaced. Set for previews and dry runs only, because most templates name such fonts. */
  reportsFonts?: boolean
  /** Is told while its documents wait for a turn. */
  clock?: PausableClock
}

/** What a tab needs of an owner. */
export type PrintOwner = Pick<Owner, 'egress' | 'assets' | 'reportsFonts'>

/** The sheets of one element of the data. */
export interface Page {
  sheets: number
  /** Scale of the content: 1 is its own size. */
  scale: number
}

/** One or several documents as they were printed. */
export interface Printed extends PrintedPdf {
  /** One for each document, in their order. */
  pages: Page[]
  warnings: Warning[]
}

/** One tab in a browser context of its own, set up to print documents of one partition. */
export interface Tab extends AsyncDisposable {
  print(html: string, owner: PrintOwner, signal: AbortSignal): Promise<Printed>
  /** Prints several documents without scripts as one; undefined where that may not be the same. */
  printTogether(htmls: string[], owner: PrintOwner, signal: AbortSignal): Promise<Printed | undefined>
  /**
   * Leaves a document whose scripts and workers would run on after its print.
   * @returns false when something of it may stay: the tab is of no more use then.
   */
  leave(): Promise<boolean>
  /** Whether its process lives. */
  alive(): boolean
  /** Bytes that its documents take now. */
  memoryUsed(): Promise<number>
}

const LEAVE_LIMIT_MS = 1_000

/**
 * Opens a tab.
 * @param gate its way out, which is disposed of with it, and when it does not open.
 * @throws {ProtocolError} when Chromium goes away.
 */
export async function openTab(chromium: Chromium, gate: TabProxy): Promise<Tab> {
  await using stack = new AsyncDisposableStack()
  stack.use(gate)
  const { browser } = chromium.connection
  const { browserContextId } = await browser.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer: `http://127.0.0.1:${gate.port}`,
    proxyBypassList: PROXY_BYPASS_LIST,
  })
  stack.defer(() => browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {}))
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = chromium.connection.session(sessionId)
  let warnings = collectWarnings()
  const warn: Warn = (kind, subject) => warnings.add(kind, subject)
  const place = await openSandboxedPage(session, warn)
  await place.during(prepare(session))
  reportScriptErrors(session, warn)
  const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId })
  let visible = true
  await serve({ scripted: false })
  let shows: 'nothing' | 'plain document' | 'scripted document' = 'nothing'
  let hasLoaded = false
  const parts = stack.move()

  return {
    print: (html, owner, signal) =>
      printing(() => printHtml(html, owner), { ...owner, documents: 1 }, signal),
    printTogether: (htmls, owner, signal) =>
      printing(() => printHtmls(htmls, owner), { ...owner, documents: htmls.length }, signal),
    async leave() {
      if (shows !== 'scripted document') return true
      // Cookies and caches: what a script could have put there, or read there later.
      if (hasLoaded) return false
      const late = new Promise<false>((resolve) => setTimeout(resolve, LEAVE_LIMIT_MS, false).unref())
      const left = freshDocument().then(
        () => true,
        () => false,
      )
      return await Promise.race([left, late])
    },
    alive: () => !place.isLost(),
    async memoryUsed() {
      const heap = await place.during(session.send('Runtime.getHeapUsage'))
      return heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize
    },
    async [Symbol.asyncDispose]() {
      // From a thread that no endless loop of the page's can hold.
      void session.send('Page.crash').catch(() => {})
      await parts.disposeAsync()
    },
  }

  /** Lets out what the documents ask for, and gives them their assets, as long as they are being printed. */
  async function printing<Result extends { warnings: Warning[] } | undefined>(
    print: () => Promise<Result>,
    { egress, assets, documents }: PrintOwner & { documents: number },
    signal: AbortSignal,
  ): Promise<Result> {
    warnings = collectWarnings()
    gate.open(egress, documents)
    if (assets) place.assets.open(assets, documents)
    try {
      return await unlessAborted(place.during(print()), signal)
    } catch (error) {
      return refuseTooLarge(error)
    } finally {
      place.assets.close()
      const { requests, refused } = gate.close()
      hasLoaded ||= requests > 0
      for (const { subject, count } of refused) warnings.add('request-refused', subject, count)
    }
  }

  async function printHtml(html: string, { reportsFonts }: PrintOwner): Promise<Printed> {
    const scripted = isScripted(html)
    const evaluate = await show(html, { scripted })
    if (scripted) await scriptsReady(session, warn)
    const { isRoll } = await resolvePageSizes(evaluate, html, warn)
    if (scripted || mayLoad(html)) await resourcesSettled(evaluate, warn)
    if (isRoll) await cutRoll(session, evaluate)
    const { pdf, sheets, scale } = await printSheets(session, evaluate, html, warn)
    await warnOfMissingGlyphs(pdf, evaluate, warn)
    if (reportsFonts) await warnOfReplacedFonts(session, evaluate, html, warn)
    return { pdf, sheets, pages: [{ sheets, scale }], warnings: warnings.all }
  }

  async function printHtmls(
    [first = '', ...others]: string[],
    { reportsFonts }: PrintOwner,
  ): Promise<Printed | undefined> {
    const evaluate = await show(first, { scripted: false })
    const { areKnown } = await resolvePageSizes(evaluate, first, warn)
    if (!areKnown) return undefined
    const printed = await printCombined(session, evaluate, others, async () => {
      if ([first, ...others].some(mayLoad)) await resourcesSettled(evaluate, warn)
    })
    if (!printed) return undefined
    await warnOfMissingGlyphs(printed.pdf, evaluate, warn)
    if (reportsFonts) await warnOfReplacedFonts(session, evaluate, [first, ...others].join(), warn)
    const pages = [first, ...others].map(() => ({ sheets: 1, scale: 1 }))
    return { ...printed, pages, warnings: warnings.all }
  }

  async function show(html: string, { scripted }: { scripted: boolean }): Promise<Evaluate> {
    if (shows === 'scripted document' || (scripted && shows === 'plain document')) await freshDocument()
    await serve({ scripted })
    shows = scripted ? 'scripted document' : 'plain document'
    if (scripted) await prepareForScripts(session)
    await session.send('Page.setDocumentContent', { frameId: place.frameId, html })
    return await evaluationIn(session, place.frameId, { scripted })
  }

  async function freshDocument(): Promise<void> {
    await place.clear()
    shows = 'nothing'
  }

  /** Chromium paints no frames for a window that is minimised, which saves a fifth of the work; scripts may wait for them. */
  async function serve({ scripted }: { scripted: boolean }): Promise<void> {
    if (scripted) await session.send('Emulation.setScriptExecutionDisabled', { value: false })
    if (scripted === visible) return
    const windowState = scripted ? 'normal' : 'minimized'
    await browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
    visible = scripted
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
  throw new Refusal('invalid', 'The document is too large.', { detail: error.message, cause: error })
}
