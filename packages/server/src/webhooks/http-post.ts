import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectFirst, type Connect } from '@platen/renderer/egress/connect'
import { hostOf } from '@platen/renderer/egress/destinations'
import { EgressRefusal } from '@platen/renderer/egress/refusals'
import { resolveWebhookDestination, type WebhookPolicy } from './destination.ts'

/** Outcome of a request: status and beginning of the response, or the reason why no response was received. */
export type PostOutcome = { responseStatus: number; responseExcerpt: string } | { reason: string }

/** Egress policy and connector of webhook requests. */
export interface Transport extends WebhookPolicy {
  connect: Connect
}

// Covers the time from the DNS query to the last byte of the answer.
const LIMIT_MS = 10_000
// Only the beginning of an answer is used. Reading more of its body lets the server finish sending.
const ANSWER_BYTES_MAX = 64 * 1024
const EXCERPT_LENGTH_MAX = 1_000
// Control characters but line breaks and tabs, and lone surrogates: PostgreSQL cannot store all of them.
const UNSHOWABLE = /[^\P{Cc}\n\t]|\p{Cs}/gu

/** Sends one request after a check of its destination. Redirects are not followed. */
export async function sendPost(
  url: URL,
  message: { headers: Record<string, string>; body: string },
  transport: Transport,
): Promise<PostOutcome> {
  const timeout = AbortSignal.timeout(LIMIT_MS)
  try {
    const plain = await connectFirst(await resolveWebhookDestination(url, transport), transport.connect)
    const socket = url.protocol === 'https:' ? await connectTlsOver(plain, hostOf(url), timeout) : plain
    const answer = await sendRequest(socket, url, message, timeout)
    return { responseStatus: answer.statusCode ?? 0, responseExcerpt: excerptOf(await read(answer, timeout)) }
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

async function sendRequest(
  socket: Socket,
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  limit: AbortSignal,
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        connection: 'close',
        'content-length': Buffer.byteLength(body),
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

/** Reads an answer, up to the limit, and closes it. The outcome of the request does not depend on its body. */
async function read(answer: IncomingMessage, limit: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer) {
      chunks.push(Buffer.from(chunk))
      bytes += Buffer.byteLength(chunk)
      if (bytes > ANSWER_BYTES_MAX || limit.aborted) break
    }
  } catch {
    // The connection was closed. The status is already known.
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks)
}

function excerptOf(body: Buffer): string {
  // A character has at most 4 bytes.
  const text = body.subarray(0, 4 * EXCERPT_LENGTH_MAX).toString()
  return text.slice(0, EXCERPT_LENGTH_MAX).toWellFormed().replaceAll(UNSHOWABLE, '\uFFFD')
}
