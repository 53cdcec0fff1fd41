import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Route, sendRequest } from '../../egress/http-request.ts'

/** A request for data about a certificate. */
export interface DataRequest {
  url: URL
  /** Sends it with POST, as an OCSP request. */
  body?: Buffer
  /** Of the response, in bytes. */
  bytesMax: number
}

/** Reason for which data could not be received. */
export class DownloadError extends Error {
  override name = 'DownloadError'
}

/** Receives data about certificates, and keeps those that were checked. */
export interface Downloads {
  /** @throws {DownloadError} */
  receive(request: DataRequest, signal: AbortSignal): Promise<Buffer>
  /** Keeps checked data until a time, at most for a day. */
  keep(request: DataRequest, data: Buffer, until: Date): void
}

const LIMIT_MS = 10_000
const CACHE_BYTES_MAX = 32 * 1024 * 1024
const KEPT_MS_MAX = 86_400_000

/** Creates the downloads, with an empty cache. @param route addresses that the egress rules allow. */
export function createDownloads(route: Route): Downloads {
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: (data) => Math.max(1, data.length),
  })
  return {
    async receive(request, signal) {
      const cached = cache.get(keyOf(request))
      if (cached) return cached
      const { url, body, bytesMax } = request
      const outcome = await sendRequest(
        {
          url,
          method: body ? 'POST' : 'GET',
          headers: body ? { 'content-type': 'application/ocsp-request' } : {},
          ...(body && { body }),
          limitMs: LIMIT_MS,
          responseBytesMax: bytesMax,
          signal,
        },
        route,
      )
      if ('reason' in outcome) throw new DownloadError(outcome.reason)
      if (outcome.status !== 200) throw new DownloadError(`it answered with the status ${outcome.status}`)
      if (!outcome.isComplete)
        throw new DownloadError(
          `its response is incomplete or longer than ${bytesMax.toLocaleString('en')} bytes`,
        )
      return outcome.body
    },
    keep(request, data, until) {
      const ttl = Math.min(until.getTime() - Date.now(), KEPT_MS_MAX)
      if (ttl > 0) cache.set(keyOf(request), data, { ttl })
    },
  }
}

function keyOf({ url, body }: DataRequest): string {
  return body ? `${url.href} ${createHash('sha256').update(body).digest('hex')}` : url.href
}
