import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectFirst, type Connect } from '../egress/connect.ts'
import { hostOf } from '../egress/destinations.ts'
import { EgressRefusal } from '../egress/refusals.ts'
import { admitWebhook, type WebhookPolicy } from './destination.ts'

/** Outcome of a request: the status of the answer, or the reason for having none. */
export type PostOutcome = { responseStatus: number } | { reason: string }

/** Network access of webhooks. */
export interface Transport extends WebhookPolicy {
  dial: Connect
}

// From DNS to the last byte of the answer.
const LIMIT_MS = 10_000
// Only the status of an answer is used. This much of the body is read, because the server may still be sending it.
const ANSWER_BYTES_MAX = 64 * 1024

/** Sends one request to the current addresses of its host. Redirects are not followed. */
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
    if (limit.aborted) return { reason: new EgressRefusal('too-slow').explanation }
    if (error instanceof EgressRefusal) return { reason: error.explanation }
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
  // It may fail more than once, also after it was destroyed.
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
      // Node uses the given connection only without an agent.
      createConnection: () => socket,
    })
    outgoing.once('response', resolve)
    // More than once, if sending the body fails as well.
    outgoing.on('error', reject)
    // An unsolicited 101 ends a request without a response and without an error.
    outgoing.once('close', () => {
      socket.destroy()
      reject(new Error('The connection was closed'))
    })
    outgoing.end(body)
  })
}

/** Reads a limited part of the rest of an answer, and closes it. Its status counts in any case. */
async function drain(answer: IncomingMessage, limit: AbortSignal): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of answer) {
      bytes += Buffer.byteLength(chunk)
      if (bytes > ANSWER_BYTES_MAX || limit.aborted) break
    }
  } catch {
    // The rest was cut off, which does not matter.
  } finally {
    answer.destroy()
  }
}
