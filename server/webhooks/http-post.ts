import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectFirst, type Connect } from '../egress/connect.ts'
import { hostOf } from '../egress/destinations.ts'
import { EgressRefusal } from '../egress/refusals.ts'
import { admitWebhook, type WebhookPolicy } from './destination.ts'

/** What became of a request: what was answered, or why nothing was. */
export type PostOutcome = { responseStatus: number } | { reason: string }

/** How requests leave. */
export interface Transport extends WebhookPolicy {
  dial: Connect
}

// From the look-up to the last byte of the answer.
const LIMIT_MS = 10_000
// Nothing of an answer is used but its status. This much is read for the server's sake, which may be sending it.
const ANSWER_BYTES_MAX = 64 * 1024

/** Sends one request to where its address may lead now, and follows no redirect. */
export async function post(
  url: URL,
  message: { headers: Record<string, string>; body: string },
  way: Transport,
): Promise<PostOutcome> {
  const limit = AbortSignal.timeout(LIMIT_MS)
  try {
    const plain = await connectFirst(await admitWebhook(url, way), way.dial)
    const socket = url.protocol === 'https:' ? await encrypted(plain, hostOf(url), limit) : plain
    const answer = await answerOf(socket, url, message, limit)
    await drain(answer, limit)
    return { responseStatus: answer.statusCode ?? 0 }
  } catch (error) {
    if (limit.aborted) return { reason: new EgressRefusal('too-slow').told }
    if (error instanceof EgressRefusal) return { reason: error.told }
    if (error instanceof NotTrusted) return { reason: 'its certificate is not valid, or it speaks no TLS' }
    return { reason: 'it closed the connection, or answered something else than HTTP' }
  }
}

class NotTrusted extends Error {}

async function encrypted(plain: Socket, host: string, limit: AbortSignal): Promise<Socket> {
  const socket = connectTls({
    socket: plain,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  })
  // It may fail more than once, and after it was given up.
  plain.on('error', () => plain.destroy())
  const end = () => void socket.destroy(new NotTrusted())
  limit.addEventListener('abort', end, { once: true })
  try {
    if (limit.aborted) end()
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve)
      socket.on('error', () => reject(new NotTrusted()))
      socket.once('close', () => reject(new NotTrusted()))
    })
    return socket
  } catch (error) {
    plain.destroy()
    throw error
  } finally {
    limit.removeEventListener('abort', end)
  }
}

async function answerOf(
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
      // Only without an agent does Node use the connection that it is given.
      createConnection: () => socket,
    })
    outgoing.once('response', resolve)
    // More than once, if what is sent fails as well.
    outgoing.on('error', reject)
    // An unasked 101 ends a request without a response and without an error.
    outgoing.once('close', () => {
      socket.destroy()
      reject(new Error('The connection was closed'))
    })
    outgoing.end(body)
  })
}

/** Reads the rest of an answer, as far as that is bounded, and closes. However it ends, its status stands. */
async function drain(answer: IncomingMessage, limit: AbortSignal): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of answer) {
      bytes += Buffer.byteLength(chunk)
      if (bytes > ANSWER_BYTES_MAX || limit.aborted) break
    }
  } catch {
    // It was cut off: there is nothing to be done with it anyway.
  } finally {
    answer.destroy()
  }
}
