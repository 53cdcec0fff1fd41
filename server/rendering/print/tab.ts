import { blankSheetsAtEnd } from '../pdf/blank.ts'
import type { Chromium } from './chromium.ts'
import type { Session } from './protocol.ts'

/** Something of a document that could not be printed as its author meant it. The rest was. */
export interface Warning {
  kind: 'image-missing' | 'resources-late' | 'dialog-dismissed' | 'navigation-refused' | 'window-refused'
  /** What it is about, such as the address of an image. */
  subject: string
}

/** A document as it was printed. */
export interface Printed {
  pdf: Buffer
  sheets: number
  warnings: Warning[]
}

/** One tab in a browser context of its own, set up to print documents of one partition. */
export interface Tab extends AsyncDisposable {
  print(html: string, signal: AbortSignal): Promise<Printed>
}

const RESOURCES_LIMIT_MS = 10_000
const LOOK_EVERY_MS = 5
const WARNINGS_MAX = 50
const SUBJECT_LENGTH_MAX = 200

const A4_INCHES = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 }
/** Below this a document is not scaled: it would be too small to read. */
const SCALE_MIN = 0.7
const SCALE_STEP = 0.01

// What could run code, or load a document that could. Deciding wrongly is harmless: in a document without a
// match scripts are switched off altogether.
const SCRIPTED = /<script|<i?frame|<object|<embed|<meta[^>]+refresh|javascript:|[\s"'/]on[a-z]+\s*=/i
// What a document may have to wait for.
const LOADING = /\ssrc(?:set)?\s*=|url\(|@import|@font-face|<link|<image|<use|background\s*=/i
const FLOWS = /<meta\s[^>]*name\s*=\s*["']?page-overflow["']?[^>]*content\s*=\s*["']?flow\b/i

/** Opens a tab. @throws {ProtocolError} when Chromium goes away. */
export async function openTab(chromium: Chromium): Promise<Tab> {
  const { browser } = chromium.connection
  const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true })
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = chromium.connection.session(sessionId)
  const frameId = await prepare(session)
  let warnings: Warning[] = []
  const warn = (kind: Warning['kind'], subject: string) => {
    if (warnings.length < WARNINGS_MAX) warnings.push({ kind, subject: subject.slice(0, SUBJECT_LENGTH_MAX) })
  }
  keepInPlace(session, frameId, warn)
  let scriptsRan = false

  const close = async () => {
    // Ends the renderer from a thread that no endless loop of the page's can hold.
    void session.send('Page.crash').catch(() => {})
    await browser.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {})
  }

  return {
    async print(html, signal) {
      const aborted = abortion(signal)
      try {
        return await Promise.race([printHtml(html), aborted.promise])
      } finally {
        aborted.stop()
      }
    },
    [Symbol.asyncDispose]: close,
  }

  async function printHtml(html: string): Promise<Printed> {
    warnings = []
    const scripted = SCRIPTED.test(html)
    if (scripted || scriptsRan) await freshDocument(session, { scripted })
    scriptsRan = scripted
    await session.send('Page.setDocumentContent', { frameId, html })
    if (scripted || LOADING.test(html)) await resourcesSettled(session, warn)
    const printed = FLOWS.test(html) ? await print(session) : await printFitting(session)
    return { ...printed, warnings }
  }
}

async function prepare(session: Session): Promise<string> {
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Emulation.setEmulatedMedia', { media: 'print' }),
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
  ])
  return frameTree.frame.id
}

/** A document is printed where it stands: what tries to lead away from it, or to ask somebody, is refused. */
function keepInPlace(
  session: Session,
  mainFrame: string,
  warn: (kind: Warning['kind'], subject: string) => void,
): void {
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    const leads = frameId === mainFrame
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

/** An empty document with a new JavaScript world and an opaque origin: nothing can be stored in it for later. */
async function freshDocument(session: Session, { scripted }: { scripted: boolean }): Promise<void> {
  await session.send('Emulation.setScriptExecutionDisabled', { value: !scripted })
  await session.send('Page.navigate', { url: 'about:blank' })
  // The one thing that a tab keeps over a navigation.
  await session.send('Runtime.evaluate', { expression: 'window.name = ""' })
}

/** Waits until images, fonts and style sheets are there, or have had their time; never for a quiet network. */
async function resourcesSettled(session: Session, warn: (kind: Warning['kind'], subject: string) => void) {
  const deadline = Date.now() + RESOURCES_LIMIT_MS
  for (;;) {
    const { result } = await session.send('Runtime.evaluate', { expression: RESOURCES, returnByValue: true })
    const { settled, missing } = parseState(result.value)
    if (settled || Date.now() > deadline) {
      if (!settled) warn('resources-late', `not complete after ${RESOURCES_LIMIT_MS / 1000} s`)
      for (const source of missing) warn('image-missing', source)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

// Runs in the page, whose scripts may have put anything in the place of these functions: what comes back is
// not believed to be more than it says. Reading a height makes the layout ask for the fonts that it needs.
const RESOURCES = `(() => {
  document.documentElement.offsetHeight;
  const images = [...document.images];
  return JSON.stringify({
    settled: document.readyState === 'complete' && document.fonts.status === 'loaded' && images.every((image) => image.complete),
    missing: images.filter((image) => image.complete && image.currentSrc && image.naturalWidth === 0).map((image) => image.currentSrc),
  });
})()`

function parseState(value: unknown): { settled: boolean; missing: string[] } {
  const state: unknown = typeof value === 'string' ? JSON.parse(value) : undefined
  if (typeof state !== 'object' || !state) return { settled: true, missing: [] }
  const missing: unknown[] = 'missing' in state && Array.isArray(state.missing) ? state.missing : []
  return {
    settled: !('settled' in state) || state.settled === true,
    missing: missing.slice(0, WARNINGS_MAX).map((source) => String(source)),
  }
}

/**
 * Prints at 100 %, and if that takes more than one sheet, at the largest scale that takes one; if even the
 * smallest allowed does not, at 100 % over as many as it takes. Deciding by printing is exact where measuring
 * is not: what counts is where Chromium really breaks.
 *
 * The document is scaled by CSS `zoom`, not by the scale of `Page.printToPDF`: that one would shrink the page's
 * margins and their boxes as well, and never fit what is as high as the page (`100vh`) and a little more.
 */
async function printFitting(session: Session): Promise<{ pdf: Buffer; sheets: number }> {
  const whole = await print(session)
  if (whole.sheets === 1) return whole
  let fitting = await printZoomed(session, SCALE_MIN)
  if (fitting.sheets > 1) return whole
  let [fits, overflows] = [SCALE_MIN, 1]
  while (overflows - fits > SCALE_STEP) {
    const scale = (fits + overflows) / 2
    const printed = await printZoomed(session, scale)
    if (printed.sheets === 1) [fits, fitting] = [scale, printed]
    else overflows = scale
  }
  return fitting
}

async function printZoomed(session: Session, scale: number) {
  const expression = `document.documentElement.style.setProperty('zoom', ${scale}, 'important')`
  await session.send('Runtime.evaluate', { expression })
  return await print(session)
}

/** Prints what there is; sheets at the end with nothing on them are left out. */
async function print(session: Session): Promise<{ pdf: Buffer; sheets: number }> {
  const printed = await printSheets(session, '')
  const blank = printed.sheets === 1 ? 0 : blankSheetsAtEnd(printed.pdf)
  return blank === 0 ? printed : await printSheets(session, `1-${printed.sheets - blank}`)
}

async function printSheets(session: Session, pageRanges: string): Promise<{ pdf: Buffer; sheets: number }> {
  const { data } = await session.send('Page.printToPDF', {
    ...A4_INCHES,
    pageRanges,
    marginTop: 0,
    marginBottom: 0,
    marginLeft: 0,
    marginRight: 0,
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  })
  const pdf = Buffer.from(data, 'base64')
  return { pdf, sheets: countSheets(pdf) }
}

/** Reads the page count off the root of Chromium's page tree, which counts more than any of its branches. */
function countSheets(pdf: Buffer): number {
  const counts = pdf.toString('latin1').matchAll(/\/Type \/Pages\s+\/Count (\d+)/g)
  const sheets = Math.max(0, ...Array.from(counts, ([, count]) => Number(count)))
  if (sheets === 0) throw new Error('Chromium printed a PDF without a page tree')
  return sheets
}

function abortion(signal: AbortSignal): { promise: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>()
  const refuse = () => reject(signal.reason)
  if (signal.aborted) refuse()
  signal.addEventListener('abort', refuse, { once: true })
  promise.catch(() => {})
  return { promise, stop: () => signal.removeEventListener('abort', refuse) }
}
