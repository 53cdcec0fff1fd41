import type { Protocol } from 'devtools-protocol'
import { ASSETS_URL } from '../fill/messages.ts'
import type { Assets } from '../library.ts'
import type { Session } from './chromium/protocol.ts'
import type { Warn } from './warnings.ts'

/** Serves the assets of an account to the documents in a tab. */
export interface AssetServer {
  /** Starts to serve `assets`. @param documents number of documents of the print. Each limit is per document. */
  open(assets: Assets, documents: number): void
  /** Stops serving assets: every request is answered 404. */
  close(): void
  /** Answers a request for an asset. */
  respond(request: Protocol.Fetch.RequestPausedEvent): Promise<unknown>
}

/** Pattern of the requests that Chromium pauses for this server. */
export const ASSET_PATTERN = { urlPattern: `${ASSETS_URL}*` }

// Limits per document. Chromium requests an asset once, however often a document shows it. A script may request more.
const ANSWERS_MAX = 500
const BYTES_MAX = 64 * 1024 * 1024

/** Resource types that are served. An SVG asset must not be opened as a document or read by a script. */
const SERVED_TYPES: ReadonlySet<string> = new Set(['Image', 'Font'])

const HEADERS = {
  // Fonts and mask images need CORS, and the sandboxed page has an opaque origin.
  'access-control-allow-origin': '*',
  // Without a cache, a document cannot measure by time which assets another document has shown.
  'cache-control': 'no-store',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
  'x-content-type-options': 'nosniff',
}

/** Creates the server of one tab. It serves no asset before `open`. */
export function createAssetServer(session: Session, warn: Warn): AssetServer {
  let last: Promise<unknown> = Promise.resolve()
  let open: { assets: Assets; answersLeft: number; bytesLeft: number } | undefined

  return {
    open(assets, documents) {
      open = { assets, answersLeft: ANSWERS_MAX * documents, bytesLeft: BYTES_MAX * documents }
    },
    close() {
      open = undefined
    },
    async respond({ requestId, request, resourceType }) {
      const asset = SERVED_TYPES.has(resourceType) ? open?.assets.get(request.url) : undefined
      if (!open || !asset) return await session.send('Fetch.fulfillRequest', { requestId, responseCode: 404 })
      open.answersLeft -= 1
      open.bytesLeft -= (asset.base64.length / 4) * 3
      if (open.answersLeft < 0 || open.bytesLeft < 0) {
        warn('request-refused', 'assets: too many requests or bytes')
        return await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      }
      const headers = { ...HEADERS, 'content-type': asset.contentType }
      const respond = () =>
        session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
          body: asset.base64,
        })
      // One after the other: many megabytes at once would block Chromium for all tabs.
      last = last.then(respond, respond)
      return await last
    },
  }
}
