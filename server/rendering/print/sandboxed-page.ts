import { ASSETS_URL } from '../fill/messages.ts'
import { ASSET_PATTERN, type AssetServer, createAssetServer } from './asset-server.ts'
import { CommandRefused, PageCrashed, PageNavigatedAway, type Session } from './chromium/protocol.ts'
import type { Warn } from './warnings.ts'

/**
 * Where documents are shown. Nobody is asked for it: we answer it ourselves with an empty page that Chromium
 * sandboxes. Its origin is opaque, so that nothing can be stored for the next document, and it opens no windows
 * and saves no files. (At about:blank, a frame of about:blank#blocked ends Chromium 153 as a whole.)
 */
export const DOCUMENT_URL = 'http://document.invalid/'
const PLACE_HEADERS = [
  { name: 'content-type', value: 'text/html' },
  { name: 'content-security-policy', value: 'sandbox allow-scripts allow-forms allow-modals' },
  { name: 'referrer-policy', value: 'no-referrer' },
]

/** A tab's place. */
export interface SandboxedPage {
  frameId: string
  /** What its documents may show besides what they hold and what they find on the way out. */
  assets: AssetServer
  /** Empties it: a new document with a new JavaScript world. */
  clear(): Promise<void>
  /** Whether the page has died or left, and the tab is of no more use. */
  isLost(): boolean
  /**
   * Waits for `work`, but no longer than the page is there. Nothing of `work` is kept after that.
   * @throws {PageCrashed} when its process dies, of which Chromium tells no call that waits.
   * @throws {PageNavigatedAway} when its document led it elsewhere.
   */
  during<Result>(work: Promise<Result>): Promise<Result>
}

/**
 * Leads a tab to its place and keeps it there: what leads away, or asks somebody, is refused.
 * @throws {PageCrashed} when its process has died, or dies meanwhile.
 */
export async function openSandboxedPage(session: Session, warn: Warn): Promise<SandboxedPage> {
  const loss = lossOf(session)
  const assets = createAssetServer(session, warn)
  const setUp = Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Inspector.enable'),
    session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }, ASSET_PATTERN] }),
  ])
  const [{ frameTree }] = await loss.unless(setUp)
  const frameId = frameTree.frame.id
  let clearing = false

  session.on('Fetch.requestPaused', (event) => {
    const { requestId, frameId: asking, request } = event
    const answered = () => {
      if (event.resourceType !== 'Document' && request.url.startsWith(ASSETS_URL)) return assets.answer(event)
      if (asking !== frameId) return session.send('Fetch.continueRequest', { requestId })
      if (clearing) return fulfill(requestId, 200)
      warn('navigation-refused', request.url)
      // "No content" is nowhere to go; after an error Chromium would not read the rest of the page that stays.
      return fulfill(requestId, 204)
    }
    answered().catch(() => {})
  })
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    warn('dialog-dismissed', `${type}: ${message}`)
    void session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {})
  })
  session.on('Page.windowOpen', ({ url }) => warn('window-refused', url))

  const place: SandboxedPage = {
    frameId,
    assets,
    async clear() {
      await session.send('Emulation.setScriptExecutionDisabled', { value: true })
      clearing = true
      await session.send('Page.navigate', { url: DOCUMENT_URL })
      clearing = false
      await session.send('Page.resetNavigationHistory')
      // The other thing that a tab keeps over a navigation.
      await session.send('Runtime.evaluate', { expression: 'window.name = ""' })
    },
    isLost: loss.happened,
    during: (work) => loss.unless(work.catch(unlessCrashed)),
  }
  await place.during(place.clear())
  return place

  /**
   * Tells a refused command from one whose page has died. Chromium may answer the command before it reports the
   * crash, but a dead page answers nothing more.
   */
  async function unlessCrashed(error: unknown): Promise<never> {
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
    const responseHeaders = responseCode === 200 ? PLACE_HEADERS : []
    await session.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders })
  }
}

const CRASHED = 'The page crashed'

function lossOf(session: Session) {
  const waiting = new Set<(error: Error) => void>()
  let lost: Error | undefined
  const lose = (error: Error) => {
    lost = error
    for (const reject of waiting) reject(lost)
  }
  session.on('Inspector.targetCrashed', () => lose(new PageCrashed(CRASHED)))
  session.on('Page.frameNavigated', ({ frame: { parentId, url } }) => {
    // To about:blank, for which Chromium asks nobody.
    if (parentId === undefined && url !== DOCUMENT_URL) lose(new PageNavigatedAway(`The page went to ${url}`))
  })
  return {
    happened: () => lost !== undefined,
    async unless<Result>(work: Promise<Result>): Promise<Result> {
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
