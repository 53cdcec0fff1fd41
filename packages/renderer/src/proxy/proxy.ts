import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, pipeline, Transform } from 'node:stream'
import { EgressRefusal } from '../egress/refusals.ts'
import type { EgressSession } from './egress-session.ts'

const RESPONSE_LIMIT_MS = 10_000
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024
const TUNNEL_LIMIT_MS = 120_000
const TUNNEL_SILENCE_MS = 10_000
// RFC 9110, 7.6.1, and headers that only proxies use.
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|[^\s[\]/\\?#@:%]+):\d{1,5}$/i

/**
 * Starts a forward proxy on loopback. The session that is current when a request arrives checks it. Chromium sends
 * redirects as new requests, so they are checked too.
 */
export async function createProxy(current: () => EgressSession): Promise<AsyncDisposable & { port: number }> {
  const server = createServer((clientRequest, clientResponse) => {
    const [session, target] = [current(), clientRequest.url ?? '']
    forward(session, target, clientRequest, clientResponse).catch((error: unknown) => {
      const status = session.recordRefusal(target, error)
      if (!clientResponse.headersSent) clientResponse.writeHead(status, { 'content-length': 0 }).end()
    })
  })
  server.on('connect', ({ url: authority = '' }: IncomingMessage, client: Duplex, head: Buffer) => {
    const [session, target] = [current(), `https://${authority}`]
    client.on('error', () => client.destroy())
    tunnel(session, authority, client, head).catch((error: unknown) => {
      const status = session.recordRefusal(target, error)
      client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    })
  })
  server.on('upgrade', ({ url: target = '' }: IncomingMessage, client: Duplex) => {
    current().recordRefusal(target, new EgressRefusal('upgrade'))
    client.destroy()
  })
  await new Promise<void>(
    (started, failed) => void server.once('error', failed).listen(0, '127.0.0.1', started),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy got no port')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolved) => server.close(resolved))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Forwards a plain HTTP request to its host. */
async function forward(
  session: EgressSession,
  target: string,
  clientRequest: IncomingMessage,
  clientResponse: ServerResponse,
): Promise<void> {
  const url = parse(target)
  if (url.protocol !== 'http:') throw new EgressRefusal('scheme')
  const upstream = await session.connect(url)
  clientResponse.once('close', () => upstream.destroy())
  if (clientResponse.destroyed) {
    upstream.destroy()
    return
  }
  const cut = cutter(session, target, upstream)
  const limit = setTimeout(cut, RESPONSE_LIMIT_MS, 'too-slow')
  upstream.once('close', () => {
    clearTimeout(limit)
    // An unsolicited 101 closes the connection without a response and without an error.
    if (!clientResponse.headersSent) clientResponse.destroy()
  })
  // Node uses the given connection only without an agent; `agent: false` would create a new one, to localhost.
  const upstreamRequest = request({
    method: clientRequest.method,
    path: url.pathname + url.search,
    headers: { ...forwarded(clientRequest.headers), host: url.host, connection: 'close' },
    createConnection: () => upstream,
  })
  // The event occurs more than once if sending the body fails as well.
  upstreamRequest.on('error', () => clientResponse.destroy())
  upstreamRequest.once('response', (upstreamResponse) => {
    const status = upstreamResponse.statusCode ?? 0
    if (status >= 200 && status <= 599) {
      clientResponse.writeHead(status, forwarded(upstreamResponse.headers))
      pipeline(upstreamResponse, metered(session, cut, RESPONSE_BYTES_MAX), clientResponse, () =>
        upstream.destroy(),
      )
    } else clientResponse.destroy()
  })
  pipeline(clientRequest, metered(session, cut), upstreamRequest, () => {})
}

/** Opens a tunnel for TLS between the client and the host. */
async function tunnel(
  session: EgressSession,
  authority: string,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  if (!AUTHORITY.test(authority)) throw new EgressRefusal('unreadable')
  const url = parse(`https://${authority}`)
  // Tunnels are for TLS. A tunnel to port 80 would be for a WebSocket, which a print does not need.
  if (url.port !== '') throw new EgressRefusal('port')
  const upstream = await session.connect(url)
  client.once('close', () => upstream.destroy())
  upstream.once('close', () => client.destroy())
  if (client.destroyed) return void upstream.destroy()
  const cut = cutter(session, url.origin, upstream)
  const limit = setTimeout(() => upstream.destroy(), TUNNEL_LIMIT_MS)
  upstream.once('close', () => clearTimeout(limit))
  upstream.setTimeout(TUNNEL_SILENCE_MS, () => upstream.destroy())
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  upstream.write(head)
  // When one side ends, the other is closed above, so a pipeline is not needed.
  client.pipe(metered(session, cut)).pipe(upstream)
  upstream.pipe(metered(session, cut)).pipe(client)
}

type Cut = (reason: 'too-large' | 'too-slow' | 'too-much') => void

/** Returns a function that ends a connection and records the reason. */
function cutter(session: EgressSession, target: string, upstream: Socket): Cut {
  return (reason) => {
    if (!upstream.destroyed) session.recordRefusal(target, new EgressRefusal(reason))
    upstream.destroy()
  }
}

/** Returns a stream that passes bytes within the limits of one response and of the session. */
function metered(session: EgressSession, cut: Cut, bytesMax = Infinity): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const isAllowed = session.countBytes(chunk.length)
      if (bytes > bytesMax) cut('too-large')
      else if (!isAllowed) cut('too-much')
      done(null, bytes > bytesMax || !isAllowed ? undefined : chunk)
    },
  })
}

function parse(address: string): URL {
  const url = URL.parse(address)
  if (!url) throw new EgressRefusal('unreadable')
  return url
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...HOP_BY_HOP, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}
