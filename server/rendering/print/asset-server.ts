import type { Protocol } from 'devtools-protocol'
import { ASSETS_URL } from '../fill/messages.ts'
import type { Assets } from '../library.ts'
import type { Session } from './chromium/protocol.ts'
import type { Warn } from './warnings.ts'

/** Gives a tab's documents the assets of theirs, and nothing else. */
export interface AssetServer {
  /** From now on these are there. @param documents how many are printed together: each limit is so many times as high. */
  open(assets: Assets, documents: number): void
  /** From now on there are none. */
  close(): void
  /** Answers a request for an asset. */
  answer(request: Protocol.Fetch.RequestPausedEvent): Promise<unknown>
}

/** What Chromium is to ask us for. */
export const ASSET_PATTERN = { urlPattern: `${ASSETS_URL}*` }

// For each document. Chromium asks once for what a document shows many times; a script can ask on and on.
const ANSWERS_MAX = 500
const BYTES_MAX = 64 * 1024 * 1024

/** As pictures and as fonts: an SVG that is a document of its own, or read by a script, would be something else. */
const SHOWN_AS: ReadonlySet<string> = new Set(['Image', 'Font'])

const HEADERS = {
  // Fonts, and pictures that are masks, are only shown by those who may read them; the place has no origin.
  'access-control-allow-origin': '*',
  // A document must not find out by the time that it takes what another one has shown.
  'cache-control': 'no-store',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
  'x-content-type-options': 'nosniff',
}

/** Sets up the answers for one tab. Nothing is there until it is opened. */
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
    async answer({ requestId, request, resourceType }) {
      const asset = SHOWN_AS.has(resourceType) ? open?.assets.get(request.url) : undefined
      if (!open || !asset) return await session.send('Fetch.fulfillRequest', { requestId, responseCode: 404 })
      open.answersLeft -= 1
      open.bytesLeft -= (asset.base64.length / 4) * 3
      if (open.answersLeft < 0 || open.bytesLeft < 0) {
        warn('request-refused', 'assets: asked for too often')
        return await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      }
      const headers = { ...HEADERS, 'content-type': asset.contentType }
      const give = () =>
        session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
          body: asset.base64,
        })
      // One after the other: many megabytes at once would keep Chromium from answering anybody.
      last = last.then(give, give)
      return await last
    },
  }
}
