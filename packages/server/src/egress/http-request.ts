import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectFirst, type Connect } from '@platen/renderer/egress/connect'
import { type Destination, hostOf } from '@platen/renderer/egress/destinations'
import { EgressRefusal } from '@platen/renderer/egress/refusals'

/** One request, without redirects. */
export interface OutgoingRequest {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** Time from the DNS query to the last byte of the response, in milliseconds. */
  limitMs: number
  /** Of a longer body, the first bytes are returned. In bytes. */
  responseBytesMax: number
  /** Ends the request. */
  signal?: AbortSignal
}

/** Addresses and connector of a request. */
export interface Route {
  /** Resolves and checks the host of the URL. @throws {EgressRefusal} */
  resolve(url: URL): Promise<Destination>
  connect: Connect
}

/** Response, or the reason why none was received. */
export type RequestOutcome =
  /** `body` is only its beginning when it was longer than the limit or was cut off; `isComplete` is then false. */
  { status: number; body: Buffer; isComplete: boolean } | { reason: string }

/** Sends a request to an address that was checked. Redirects are not followed. */
export async function sendRequest(outgoing: OutgoingRequest, route: Route): Promise<RequestOutcome> {
  const { url, signal } = outgoing
  const timeout = AbortSignal.any([AbortSignal.timeout(outgoing.limitMs), ...(signal ? [signal] : [])])
  try {
    const plain = await connectFirst(await route.resolve(url), route.connect)
    const socket = url.protocol === 'https:' ? await connectTlsOver(plain, hostOf(url), timeout) : plain
    const response = await receiveResponse(socket, outgoing, timeout)
    return {
      status: response.statusCode ?? 0,
      ...(await readBody(response, outgoing.responseBytesMax, timeout)),
    }
  } catch (error) {
    if (timeout.aborted) return { reason: new EgressRefusal('too-slow').explanation }
    if (error instanceof EgressRefusal) return { reason: error.explanation }
    if (error instanceof UntrustedServer)
      return { reason: 'the TLS certificate is not valid, or the server does not use TLS' }
    return { reason: 'the server closed the connection or did not answer in HTTP' }
  }
}

class UntrustedServer extends Error {}

async function connectTlsOver(plain: Socket, host: string, limit: AbortSignal): Promise<Socket> {
  const socket = connectTls({
    socket: plain,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  })
  // The socket may emit several errors, also after the request was abandoned.
  plain.on('error', () => plain.destroy())
  const end = () => void socket.destroy(new UntrustedServer())
  limit.addEventListener('abort', end, { once: true })
  try {
    if (limit.aborted) end()
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve)
      socket.on('error', () => reject(new UntrustedServer()))
      socket.once('close', () => reject(new UntrustedServer()))
    })
    return socket
  } catch (error) {
    plain.destroy()
    throw error
  } finally {
    limit.removeEventListener('abort', end)
  }
}

async function receiveResponse(
  socket: Socket,
  { url, method, headers, body = '' }: OutgoingRequest,
  limit: AbortSignal,
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const outgoing = request({
      method,
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        connection: 'close',
        ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      signal: limit,
      // Without an agent, Node uses the connection that this function returns.
      createConnection: () => socket,
    })
    outgoing.once('response', resolve)
    // Several errors can occur, for instance when sending fails as well.
    outgoing.on('error', reject)
    // An unexpected 101 response ends the request without a response or an error.
    outgoing.once('close', () => {
      socket.destroy()
      reject(new Error('The connection was closed'))
    })
    outgoing.end(body)
  })
}

/** Reads the body up to the limit, and closes the response. */
async function readBody(
  response: IncomingMessage,
  bytesMax: number,
  limit: AbortSignal,
): Promise<{ body: Buffer; isComplete: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(Buffer.from(chunk))
      bytes += Buffer.byteLength(chunk)
      if (bytes > bytesMax || limit.aborted) break
    }
  } catch {
    // The connection was closed. The status is already known.
  } finally {
    response.destroy()
  }
  return {
    body: Buffer.concat(chunks).subarray(0, bytesMax),
    isComplete: response.complete && bytes <= bytesMax,
  }
}
