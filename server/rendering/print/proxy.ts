import { Resolver } from 'node:dns/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { type Duplex, pipeline, Transform } from 'node:stream'
import type { Log } from '../../log.ts'
import { isOwnAddress, isPublicAddress } from './addresses.ts'

/** The proxy through which all that Chromium asks for goes, and its only way out. */
export interface EgressProxy extends AsyncDisposable {
  port: number
}

export interface EgressProxyOptions {
  /** `none` refuses everything. */
  mode: 'public' | 'none'
  log: Log
  /** All addresses of a host name. For tests: a resolver that answers as a script says. */
  resolve?: (host: string) => Promise<string[]>
  /** Opens a connection. For tests: one that leads a public-looking address to a listener of theirs. */
  dial?: (address: string, port: number) => Socket
}

const PORTS = new Set([80, 443])
const RESOLVE_LIMIT_MS = 3_000
const CONNECT_LIMIT_MS = 5_000
const SILENCE_LIMIT_MS = 10_000
const ADDRESSES_MAX = 16
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024
const HOST_LENGTH_MAX = 253
// RFC 9110, 7.6.1, and what a proxy alone is told.
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']

/** A request that is not let out. The reason is for the log; Chromium learns nothing. */
class EgressRefusal extends Error {
  override name = 'EgressRefusal'
}

/**
 * Starts the proxy on the loopback. It resolves each name itself, once, refuses the host if any of its
 * addresses is not public, and connects to the very address that it has looked at: there is no second look-up
 * that could be answered differently. Redirects come back as requests of their own.
 */
export async function createEgressProxy(options: EgressProxyOptions): Promise<EgressProxy> {
  const { mode, log, resolve = resolveAll, dial = (host, port) => connect({ host, port }) } = options
  const tunnels = new Set<Duplex>()

  const admit = async (url: URL): Promise<{ address: string; port: number }> => {
    if (mode === 'none') throw new EgressRefusal('the network is switched off')
    const { host, port } = targetOf(url)
    const addresses = isIP(host) ? [host] : await resolve(host)
    const refused = addresses.find((address) => !isPublicAddress(address) || isOwnAddress(address))
    const [address] = addresses
    if (address === undefined || addresses.length > ADDRESSES_MAX) throw new EgressRefusal('the name has no usable address')
    if (refused !== undefined) throw new EgressRefusal('the address is not public')
    return { address, port }
  }

  const server = createServer((incoming, answer) => {
    forward(incoming, answer).catch((error: unknown) => refuse(incoming, error, () => answer.writeHead(403).end()))
  })
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(incoming, client, head).catch((error: unknown) =>
      refuse(incoming, error, () => client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')),
    )
  })
  server.on('upgrade', (incoming, client: Duplex) => {
    refuse(incoming, new EgressRefusal('upgrades are not forwarded'), () => client.destroy())
  })
  await new Promise<void>((started, failed) => void server.once('error', failed).listen(0, '127.0.0.1', started))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy got no port')

  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of tunnels) socket.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '')
    if (url.protocol !== 'http:') throw new EgressRefusal('only http and https are forwarded')
    const target = await admit(url)
    const outgoing = request({
      method: incoming.method,
      path: url.pathname + url.search,
      headers: { ...forwarded(incoming.headers), host: url.host },
      createConnection: () => watched(dial(target.address, target.port)),
      agent: false,
    })
    outgoing.once('error', () => answer.destroy())
    outgoing.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, forwarded(response.headers))
      pipeline(response, atMost(RESPONSE_BYTES_MAX), answer, () => {})
    })
    pipeline(incoming, outgoing, () => {})
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy())
    const target = await admit(new URL(`https://${incoming.url ?? ''}`))
    const upstream = watched(dial(target.address, target.port))
    for (const socket of [client, upstream]) {
      tunnels.add(socket)
      socket.once('close', () => tunnels.delete(socket))
    }
    upstream.once('error', () => client.destroy())
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.write(head)
      pipeline(client, upstream, () => {})
      pipeline(upstream, atMost(RESPONSE_BYTES_MAX), client, () => {})
    })
  }

  function refuse(incoming: IncomingMessage, error: unknown, answer: () => void): void {
    const reason = error instanceof EgressRefusal ? error.message : 'the request cannot be read'
    log.info({ method: incoming.method, reason }, 'a page was refused the way out')
    answer()
  }
}

/** The host and port that a URL names, if they may be asked for at all. */
function targetOf(url: URL): { host: string; port: number } {
  if (url.username !== '' || url.password !== '') throw new EgressRefusal('user names in addresses are not forwarded')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  if (!PORTS.has(port)) throw new EgressRefusal('only the ports 80 and 443 are forwarded')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const plain = isIP(host) || (host.length <= HOST_LENGTH_MAX && host.split('.').every((label) => /^[a-z0-9_-]{1,63}$/i.test(label)))
  if (!plain) throw new EgressRefusal('the host name is not one')
  return { host, port }
}

async function resolveAll(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_LIMIT_MS, tries: 1 })
  const [v4, v6] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ])
  return [...v4, ...v6]
}

function forwarded(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const named = String(headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...HOP_BY_HOP, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

/** Ends a connection that is not made in time, or falls silent. */
function watched(socket: Socket): Socket {
  socket.setTimeout(CONNECT_LIMIT_MS, () => socket.destroy(new Error('No answer in time')))
  socket.once('connect', () => socket.setTimeout(SILENCE_LIMIT_MS))
  return socket
}

function atMost(bytesMax: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(new Error(`More than ${bytesMax} bytes`))
      else done(null, chunk)
    },
  })
}
