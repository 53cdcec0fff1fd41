import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Duplex, pipeline, Transform } from 'node:stream'
import type { Log } from '../../log.ts'
import {
  admit,
  type Destination,
  type EgressReason,
  EgressRefusal,
  type Resolve,
  resolveByDns,
} from './destinations.ts'

/** The proxy through which all that Chromium asks for goes, and its only way out. */
export interface EgressProxy extends AsyncDisposable {
  port: number
}

export interface EgressProxyOptions {
  /** `none` refuses everything. */
  mode: 'public' | 'none'
  log: Log
  /** Told of each request that is refused or cut off. */
  onRefused?: (reason: EgressReason) => void
  /** All addresses of a host name. For tests: a resolver that answers as a script says. */
  resolve?: Resolve
  /** Opens a connection. For tests: one that leads a public-looking address to a listener of theirs. */
  dial?: (address: string, port: number) => Socket
}

// For all addresses of a host together.
const CONNECT_LIMIT_MS = 5_000
const RESPONSE_LIMIT_MS = 10_000
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024
// Many answers may come through one tunnel, which cannot be told apart.
const TUNNEL_LIMIT_MS = 120_000
const TUNNEL_SILENCE_MS = 10_000
const TUNNEL_BYTES_MAX = 32 * 1024 * 1024
// RFC 9110, 7.6.1, and what a proxy alone is told.
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
 * Starts the proxy on the loopback. It resolves each name itself, once, refuses the host if any of its
 * addresses is not public, and connects to the very address that it has looked at: there is no second look-up
 * that could be answered differently. Redirects come back as requests of their own.
 */
export async function createEgressProxy(options: EgressProxyOptions): Promise<EgressProxy> {
  const {
    mode,
    log,
    onRefused,
    resolve = resolveByDns,
    dial = (host, port) => connect({ host, port }),
  } = options
  const upstreams = new Set<Socket>()

  const server = createServer((incoming, answer) => {
    forward(incoming, answer).catch((error: unknown) => {
      const status = refuse(error)
      if (!answer.headersSent) answer.writeHead(status, { 'content-length': 0 }).end()
    })
  })
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy())
    tunnel(incoming, client, head).catch((error: unknown) => {
      client.end(`HTTP/1.1 ${refuse(error)} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    })
  })
  server.on('upgrade', (_, client: Duplex) => {
    refuse(new EgressRefusal('upgrade'))
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
      // Tunnels are no longer the server's; they end with what they lead to.
      for (const socket of upstreams) socket.destroy()
      await closed
    },
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = parse(incoming.url ?? '')
    if (url.protocol !== 'http:') throw new EgressRefusal('scheme')
    const upstream = await reach(url)
    answer.once('close', () => upstream.destroy())
    if (answer.destroyed) {
      upstream.destroy()
      return
    }
    const limit = setTimeout(() => cut(upstream, 'too-slow'), RESPONSE_LIMIT_MS)
    upstream.once('close', () => {
      clearTimeout(limit)
      // An unasked 101 closes the connection and is neither a response nor an error.
      if (!answer.headersSent) answer.destroy()
    })
    // Only without an agent does Node use the connection that it is given; `agent: false` would make it one of
    // its own, to localhost.
    const outgoing = request({
      method: incoming.method,
      path: url.pathname + url.search,
      headers: { ...forwarded(incoming.headers), host: url.host, connection: 'close' },
      createConnection: () => upstream,
    })
    // More than once, if what is sent fails as well.
    outgoing.on('error', () => answer.destroy())
    outgoing.once('response', (response) => {
      const status = response.statusCode ?? 0
      if (status >= 200 && status <= 599) {
        answer.writeHead(status, forwarded(response.headers))
        pipeline(response, atMost(RESPONSE_BYTES_MAX, upstream), answer, () => upstream.destroy())
      } else answer.destroy()
    })
    pipeline(incoming, outgoing, () => {})
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const authority = incoming.url ?? ''
    if (!AUTHORITY.test(authority)) throw new EgressRefusal('unreadable')
    const upstream = await reach(parse(`https://${authority}`))
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
    if (client.destroyed) return void upstream.destroy()
    const limit = setTimeout(() => upstream.destroy(), TUNNEL_LIMIT_MS)
    upstream.once('close', () => clearTimeout(limit))
    upstream.setTimeout(TUNNEL_SILENCE_MS, () => upstream.destroy())
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    upstream.write(head)
    // Each side's end closes the other, above: nothing is left over that a pipeline would have to clean up.
    client.pipe(upstream)
    upstream.pipe(atMost(TUNNEL_BYTES_MAX, upstream)).pipe(client)
  }

  /** @returns a connection to where this leads, if it may lead there. */
  async function reach(url: URL): Promise<Socket> {
    if (mode === 'none') throw new EgressRefusal('network-off')
    const upstream = await connectFirst(await admit(url, resolve))
    upstreams.add(upstream)
    upstream.once('close', () => upstreams.delete(upstream))
    upstream.on('error', () => upstream.destroy())
    return upstream
  }

  /** Tries the addresses in their order. */
  async function connectFirst({ addresses, port }: Destination): Promise<Socket> {
    const deadline = AbortSignal.timeout(CONNECT_LIMIT_MS)
    for (const one of addresses) {
      const socket = dial(one, port)
      if (await connects(socket, deadline)) return socket
    }
    throw new EgressRefusal('unreachable')
  }

  function atMost(bytesMax: number, upstream: Socket): Transform {
    let bytes = 0
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        if (bytes > bytesMax) cut(upstream, 'too-large')
        done(null, bytes > bytesMax ? undefined : chunk)
      },
    })
  }

  function cut(upstream: Socket, reason: EgressReason): void {
    refuse(new EgressRefusal(reason))
    upstream.destroy()
  }

  /** @returns the status that Chromium sees; the reason is for us. */
  function refuse(error: unknown): number {
    if (!(error instanceof EgressRefusal)) {
      log.error({ err: error }, 'the proxy failed')
      return 502
    }
    log.info({ reason: error.reason }, 'a page was refused the way out')
    onRefused?.(error.reason)
    if (error.reason === 'unreachable') return 502
    return error.reason === 'unreadable' ? 400 : 403
  }
}

function parse(address: string): URL {
  const url = URL.parse(address)
  if (!url) throw new EgressRefusal('unreadable')
  return url
}

/** Whether it is connected before the deadline; it is destroyed otherwise. */
async function connects(socket: Socket, deadline: AbortSignal): Promise<boolean> {
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    deadline.addEventListener('abort', () => resolve(false), { once: true })
    if (deadline.aborted) resolve(false)
  })
  if (!connected) socket.destroy()
  return connected
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...HOP_BY_HOP, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}
