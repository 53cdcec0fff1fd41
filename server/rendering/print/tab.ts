import { Refusal } from '../../errors.ts'
import type { Gate } from '../egress/gate.ts'
import type { EgressRules } from '../../egress/rules.ts'
import { type Chromium, PROXY_BYPASS_LIST } from './chromium.ts'
import { type Evaluate, evaluationIn } from './in-page.ts'
import { AnswerTooLong, CommandRefused, PageCrashed, type Session } from './protocol.ts'
import { resourcesSettled } from './resources.ts'
import { prepareForScripts, reportScriptErrors, scriptsReady } from './scripts.ts'
import { printSheets, type Sheets } from './sheets.ts'
import { A4_WINDOW, printTogether } from './together.ts'
import { unlessAborted } from './unless-aborted.ts'

/** Something of a document that could not be printed as its author meant it. The rest was. */
export interface Warning {
  kind:
    | 'image-missing'
    | 'font-missing'
    | 'resources-late'
    | 'dialog-dismissed'
    | 'navigation-refused'
    | 'window-refused'
    | 'script-failed'
    | 'request-refused'
  /** What it is about, such as the address of an image. */
  subject: string
  /** How often it happened. */
  count: number
}

/** Notes a warning for the document being printed. */
export type Warn = (kind: Warning['kind'], subject: string) => void

/** Whose documents are printed. */
export interface Owner {
  /** What one partition's documents leave behind, no other's ever meet. */
  partition: string
  egress: EgressRules
  /** Nothing more of this partition is expected soon: its tab is not kept. */
  isPassing?: boolean
}

/** A document as it was printed. */
export interface Printed extends Sheets {
  warnings: Warning[]
}

/** One tab in a browser context of its own, set up to print documents of one partition. */
export interface Tab extends AsyncDisposable {
  print(html: string, egress: EgressRules, signal: AbortSignal): Promise<Printed>
  /** Prints several documents without scripts as one; undefined where that may not be the same. */
  printTogether(htmls: string[], egress: EgressRules, signal: AbortSignal): Promise<Printed | undefined>
  /**
   * Leaves a document whose scripts and workers would run on after its print.
   * @returns false when something of it may stay: the tab is of no more use then.
   */
  leave(): Promise<boolean>
  /** Whether its process lives. */
  alive(): boolean
  /** Whether it prints a document with scripts now. */
  runsScripts(): boolean
  /** Ends its process, and what it prints with it. */
  crash(): void
  /** Bytes that its documents take now. */
  memoryUsed(): Promise<number>
}

// Not about:blank: in a document of that address, a frame of about:blank#blocked ends Chromium 153 as a whole.
const EMPTY_DOCUMENT = 'data:text/html,'
const LEAVE_LIMIT_MS = 1_000
const WARNINGS_MAX = 50
const SUBJECT_LENGTH_MAX = 200

/** Whether a document may run code. */
export function isScripted(html: string): boolean {
  // Pictures within the document may be most of it, and hold no code.
  return SCRIPTED.test(html.replace(/;base64,[A-Za-z0-9+/=]*/g, ''))
}

// What could run code, or load a document that could. Deciding wrongly is harmless: in a document without a
// match scripts are switched off altogether.
const SCRIPTED = /<script|<i?frame|<object|<embed|<meta[^>]+refresh|javascript:|[\s"'/]on[a-z]+\s*=/i
// What a document may have to wait for.
const LOADING = /\ssrc(?:set)?\s*=|url\(|@import|@font-face|<link|<image|<use|background\s*=/i

/**
 * Opens a tab.
 * @param gate its way out, which is disposed of with it.
 * @throws {ProtocolError} when Chromium goes away.
 */
export async function openTab(chromium: Chromium, gate: Gate): Promise<Tab> {
  const { browser } = chromium.connection
  const { browserContextId } = await browser.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer: `http://127.0.0.1:${gate.port}`,
    proxyBypassList: PROXY_BYPASS_LIST,
  })
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = chromium.connection.session(sessionId)
  const end = endOf(session)
  const frameId = await end.before(prepare(session))
  const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId })
  let warnings: Warning[] = []
  const warn: Warn = (kind, subject) => {
    const short = subject.slice(0, SUBJECT_LENGTH_MAX)
    const known = warnings.find((warning) => warning.kind === kind && warning.subject === short)
    if (known) known.count += 1
    else if (warnings.length < WARNINGS_MAX) warnings.push({ kind, subject: short, count: 1 })
  }
  keepInPlace(session, frameId, warn)
  reportScriptErrors(session, warn)
  let visible = true
  await serve({ scripted: false })
  let shows: 'nothing' | 'plain document' | 'scripted document' = 'nothing'
  let [hasLoaded, printsNow] = [false, false]

  return {
    print: (html, egress, signal) => printing(() => printHtml(html), { egress, documents: 1 }, signal),
    printTogether: (htmls, egress, signal) =>
      printing(() => printHtmls(htmls), { egress, documents: htmls.length }, signal),
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
    alive: () => !end.happened(),
    runsScripts: () => printsNow && shows === 'scripted document',
    crash: crashPage,
    async memoryUsed() {
      const heap = await end.before(session.send('Runtime.getHeapUsage'))
      return heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize
    },
    async [Symbol.asyncDispose]() {
      crashPage()
      await browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {})
      await gate[Symbol.asyncDispose]()
    },
  }

  /** From a thread that no endless loop of the page's can hold. */
  function crashPage(): void {
    void session.send('Page.crash').catch(() => {})
  }

  /** Lets out what the documents ask for, as long as they are being printed. */
  async function printing<Result extends { warnings: Warning[] } | undefined>(
    print: () => Promise<Result>,
    { egress, documents }: { egress: EgressRules; documents: number },
    signal: AbortSignal,
  ): Promise<Result> {
    warnings = []
    printsNow = true
    gate.open(egress, documents)
    try {
      return await unlessAborted(end.before(print()), signal)
    } catch (error) {
      return refuseTooLarge(error)
    } finally {
      printsNow = false
      const { requests, refused } = gate.close()
      hasLoaded ||= requests > 0
      // However many other warnings there are: these are few, and they count all.
      for (const { subject, count } of refused) {
        warnings.push({ kind: 'request-refused', subject: subject.slice(0, SUBJECT_LENGTH_MAX), count })
      }
    }
  }

  async function printHtml(html: string): Promise<Printed> {
    const scripted = isScripted(html)
    const evaluate = await show(html, { scripted })
    if (scripted) await scriptsReady(session, warn)
    if (scripted || LOADING.test(html)) await resourcesSettled(evaluate, warn)
    return { ...(await printSheets(session, evaluate, html)), warnings }
  }

  async function printHtmls([first = '', ...others]: string[]): Promise<Printed | undefined> {
    const evaluate = await show(first, { scripted: false })
    const printed = await printTogether(session, evaluate, others, async () => {
      if ([first, ...others].some((html) => LOADING.test(html))) await resourcesSettled(evaluate, warn)
    })
    return printed && { ...printed, warnings }
  }

  async function show(html: string, { scripted }: { scripted: boolean }): Promise<Evaluate> {
    if (shows === 'scripted document' || (scripted && shows === 'plain document')) await freshDocument()
    await serve({ scripted })
    shows = scripted ? 'scripted document' : 'plain document'
    if (scripted) await prepareForScripts(session)
    await session.send('Page.setDocumentContent', { frameId, html })
    return await evaluationIn(session, frameId, { scripted })
  }

  /** An empty document with a new JavaScript world and an opaque origin: nothing can be stored in it for later. */
  async function freshDocument(): Promise<void> {
    await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    await session.send('Page.navigate', { url: EMPTY_DOCUMENT })
    // The one thing that a tab keeps over a navigation.
    await session.send('Runtime.evaluate', { expression: 'window.name = ""' })
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

async function prepare(session: Session): Promise<string> {
  const [{ frameId }] = await Promise.all([
    session.send('Page.navigate', { url: EMPTY_DOCUMENT }),
    session.send('Page.enable'),
    session.send('Inspector.enable'),
    session.send('Emulation.setEmulatedMedia', { media: 'print' }),
    session.send('Emulation.setDeviceMetricsOverride', A4_WINDOW),
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
  ])
  return frameId
}

function refuseTooLarge(error: unknown): never {
  if (!(error instanceof AnswerTooLong)) throw error
  throw new Refusal('invalid', 'The document is too large.', { detail: error.message, cause: error })
}

/** When a tab is of no more use: its process died, of which Chromium tells no call that waits, or its document left. */
function endOf(session: Session) {
  const waiting = new Set<(error: Error) => void>()
  let ended: Error | undefined
  const end = (error: Error) => {
    ended = error
    for (const reject of waiting) reject(ended)
  }
  session.on('Inspector.targetCrashed', () => end(new PageCrashed('The page crashed')))
  session.on('Page.frameNavigated', ({ frame: { parentId, url } }) => {
    // To about:blank, for which nothing is asked that could be refused.
    if (parentId === undefined && !url.startsWith(EMPTY_DOCUMENT))
      end(new CommandRefused(`It went to ${url}`))
  })
  return {
    happened: () => ended !== undefined,
    /** Waits for `work`, but no longer than the tab is of use. Nothing of `work` is kept after that. */
    async before<Result>(work: Promise<Result>): Promise<Result> {
      const { promise, reject } = Promise.withResolvers<never>()
      waiting.add(reject)
      if (ended) reject(ended)
      try {
        return await Promise.race([work, promise])
      } finally {
        waiting.delete(reject)
      }
    },
  }
}

/** A document is printed where it stands: what tries to lead away from it, or to ask somebody, is refused. */
function keepInPlace(session: Session, mainFrame: string, warn: Warn): void {
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    const leads = frameId === mainFrame && request.url !== EMPTY_DOCUMENT
    if (leads) warn('navigation-refused', request.url)
    void (
      leads
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.continueRequest', { requestId })
    ).catch(() => {})
  })
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    warn('dialog-dismissed', `${type}: ${message}`)
    void session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {})
  })
  session.on('Page.windowOpen', ({ url }) => warn('window-refused', url))
}
