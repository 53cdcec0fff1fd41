import { ASSETS_URL } from '../fill/messages.ts'
import { ASSET_PATTERN, type AssetServer, createAssetServer } from './asset-server.ts'
import { CommandRefused, PageCrashed, PageNavigatedAway, type Session } from './chromium/protocol.ts'
import type { Warn } from './warnings.ts'

/**
 * Address at which documents are shown. No request leaves the process: it is answered with an empty page that Chromium
 * sandboxes. The origin is opaque, so that a document can store nothing for the next one. The page cannot open windows
 * or save files. (At about:blank, a frame of about:blank#blocked crashes Chromium 153.)
 */
export const DOCUMENT_URL = 'http://document.invalid/'
const HEADERS = [
  { name: 'content-type', value: 'text/html' },
  { name: 'content-security-policy', value: 'sandbox allow-scripts allow-forms allow-modals' },
  { name: 'referrer-policy', value: 'no-referrer' },
]

/** The page of a tab, under the policy for documents. */
export interface SandboxedPage {
  frameId: string
  /** Serves the assets of the account to the documents. */
  assets: AssetServer
  /** Replaces the document by an empty one, with a new JavaScript world. */
  clear(): Promise<void>
  /** Returns whether the page crashed or navigated away. The tab is then of no further use. */
  isLost(): boolean
  /**
   * Waits for `work` while the page exists. The result of `work` is ignored afterwards.
   * @throws {PageCrashed} when the process of the page ends. Chromium does not fail the pending calls by itself.
   * @throws {PageNavigatedAway} when the document navigated away.
   */
  whileOpen<Result>(work: Promise<Result>): Promise<Result>
}

/**
 * Opens the sandboxed page in a tab. From then on, navigation, dialogs and new windows are refused.
 * @throws {PageCrashed} when the process of the page has ended, or ends meanwhile.
 */
export async function openSandboxedPage(session: Session, warn: Warn): Promise<SandboxedPage> {
  const loss = watchForLoss(session)
  const assets = createAssetServer(session, warn)
  const setUp = Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Inspector.enable'),
    session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }, ASSET_PATTERN] }),
  ])
  const [{ frameTree }] = await loss.unlessLost(setUp)
  const frameId = frameTree.frame.id
  let clearing = false

  session.on('Fetch.requestPaused', (event) => {
    const { requestId, frameId: requestingFrameId, request } = event
    const answer = () => {
      if (event.resourceType !== 'Document' && request.url.startsWith(ASSETS_URL))
        return assets.respond(event)
      if (requestingFrameId !== frameId) return session.send('Fetch.continueRequest', { requestId })
      if (clearing) return fulfill(requestId, 200)
      warn('navigation-refused', request.url)
      // 204 (No Content) keeps the page. After an error Chromium would stop reading the document.
      return fulfill(requestId, 204)
    }
    answer().catch(() => {})
  })
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    warn('dialog-dismissed', `${type}: ${message}`)
    void session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {})
  })
  session.on('Page.windowOpen', ({ url }) => warn('window-refused', url))

  const page: SandboxedPage = {
    frameId,
    assets,
    async clear() {
      await session.send('Emulation.setScriptExecutionDisabled', { value: true })
      clearing = true
      await session.send('Page.navigate', { url: DOCUMENT_URL })
      clearing = false
      await session.send('Page.resetNavigationHistory')
      // The name of a window survives navigation, as its history does.
      await session.send('Runtime.evaluate', { expression: 'window.name = ""' })
    },
    isLost: loss.isLost,
    whileOpen: (work) => loss.unlessLost(work.catch(rethrowCrash)),
  }
  await page.whileOpen(page.clear())
  return page

  /**
   * Rethrows an error, as `PageCrashed` when the page has crashed. Chromium may refuse a command before it reports the
   * crash, but a crashed page answers no further command.
   */
  async function rethrowCrash(error: unknown): Promise<never> {
    if (error instanceof CommandRefused && !(await isAlive()))
      throw new PageCrashed(CRASHED, { cause: error })
    throw error
  }

  async function isAlive(): Promise<boolean> {
    try {
      await session.send('Runtime.evaluate', { expression: '0' })
      return true
    } catch (error) {
      if (error instanceof CommandRefused) return false
      throw error
    }
  }

  async function fulfill(requestId: string, responseCode: number): Promise<void> {
    const responseHeaders = responseCode === 200 ? HEADERS : []
    await session.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders })
  }
}

const CRASHED = 'The page crashed'

/** Watches whether the page crashes or navigates away. `unlessLost` rejects with the reason once it has. */
function watchForLoss(session: Session) {
  const waiting = new Set<(error: Error) => void>()
  let lost: Error | undefined
  const lose = (error: Error) => {
    lost = error
    for (const reject of waiting) reject(lost)
  }
  session.on('Inspector.targetCrashed', () => lose(new PageCrashed(CRASHED)))
  session.on('Page.frameNavigated', ({ frame: { parentId, url } }) => {
    // Navigation to about:blank makes no request that could be refused.
    if (parentId === undefined && url !== DOCUMENT_URL) lose(new PageNavigatedAway(`The page went to ${url}`))
  })
  return {
    isLost: () => lost !== undefined,
    async unlessLost<Result>(work: Promise<Result>): Promise<Result> {
      const { promise, reject } = Promise.withResolvers<never>()
      waiting.add(reject)
      if (lost) reject(lost)
      try {
        return await Promise.race([work, promise])
      } finally {
        waiting.delete(reject)
      }
    },
  }
}
