import type { Socket } from 'node:net'
import { resolveDestination, hostOf, type EgressPolicy } from '../egress/destinations.ts'
import { connectFirst, type Connect } from '../egress/connect.ts'
import { EgressRefusal } from '../egress/refusals.ts'
import type { Log } from '../log.ts'
import type { OnRenderEvent } from '../render-events.ts'
import { createRefusalCounter, type RefusedRequests } from './refusal-counter.ts'

/** Egress session: the network requests of one print, with limits. */
export interface EgressSession {
  /**
   * Connects to the host of a URL.
   *
   * @throws {EgressRefusal} when the rules forbid it or a limit is reached
   */
  connect(url: URL): Promise<Socket>
  /**
   * Counts bytes of either direction.
   *
   * @returns false when the limit is exceeded
   */
  countBytes(bytes: number): boolean
  /**
   * Records that a request was rejected or cut off.
   *
   * @returns the status of the proxy's answer
   */
  recordRefusal(target: string, error: unknown): number
  /**
   * Ends every connection. Later requests are rejected.
   *
   * @returns number of requests, and the rejected ones
   */
  end(): { requests: number; refused: RefusedRequests[] }
}

/** Settings of a session. */
export interface EgressSessionOptions extends EgressPolicy {
  dial: Connect
  /** Number of documents that share the session. Each limit is multiplied by it. */
  documents: number
  log: Log
  onEvent?: OnRenderEvent
}

// Limits per document. A tunnel counts as one request, although it may carry many.
const REQUESTS_MAX = 100
const HOSTS_MAX = 20
const BYTES_MAX = 32 * 1024 * 1024
/** Open connections. Chromium has the same limit for a proxy. Only WebSockets would exceed it. */
const CONNECTIONS_MAX = 32

/** Starts a session with unused limits. */
export function createEgressSession(options: EgressSessionOptions): EgressSession {
  const { documents, dial, log } = options
  const refusals = createRefusalCounter()
  const upstreams = new Set<Socket>()
  const hosts = new Set<string>()
  const ending = new AbortController()
  let [requests, bytes] = [0, 0]

  return {
    async connect(url) {
      if (ending.signal.aborted) throw new EgressRefusal('too-late')
      requests += 1
      if (requests > REQUESTS_MAX * documents) throw new EgressRefusal('too-many-requests')
      const host = hostOf(url)
      if (!hosts.has(host) && hosts.size >= HOSTS_MAX * documents) throw new EgressRefusal('too-many-hosts')
      hosts.add(host)
      if (upstreams.size >= CONNECTIONS_MAX) throw new EgressRefusal('too-many-requests')
      const upstream = await connectFirst(await resolveDestination(url, options), dial)
      upstream.on('error', () => upstream.destroy())
      if (ending.signal.aborted) {
        upstream.destroy()
        throw new EgressRefusal('too-late')
      }
      upstreams.add(upstream)
      upstream.once('close', () => upstreams.delete(upstream))
      return upstream
    },
    countBytes(count) {
      bytes += count
      return bytes <= BYTES_MAX * documents
    },
    recordRefusal(target, error) {
      if (!(error instanceof EgressRefusal)) {
        log.error({ err: error }, 'the proxy failed')
        return 502
      }
      if (ending.signal.aborted) return 403
      refusals.add(target, error)
      options.onEvent?.({ kind: 'egress-refused', reason: error.reason })
      if (error.reason === 'unreachable') return 502
      return error.reason === 'unreadable' ? 400 : 403
    },
    end() {
      ending.abort()
      for (const upstream of upstreams) upstream.destroy()
      return { requests, refused: refusals.list() }
    },
  }
}
