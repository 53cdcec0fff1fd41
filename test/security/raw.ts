import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number
  headers: Headers
  body: string
}

/** A connection to the service that sends bytes unchanged. */
export async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  // These tests expect the service to close connections.
  socket.on('error', () => {})
  return socket
}

const ANSWER_LIMIT_MS = 60_000

/**
 * Sends `bytes` and reads until the service closes the connection, or has sent nothing for `silenceMs` after its first
 * bytes.
 * @param firstMs limit for the first bytes: short only if the service must not answer.
 */
export async function exchange(
  url: string,
  bytes: string | Uint8Array,
  { silenceMs = 500, firstMs = ANSWER_LIMIT_MS } = {},
): Promise<string> {
  const socket = await openSocket(url)
  const ended = readToEnd(socket)
  socket.setTimeout(firstMs, () => socket.destroy())
  socket.once('data', () => socket.setTimeout(silenceMs))
  socket.write(bytes)
  return await ended
}

/** Returns the bytes of a connection until it is closed in any way. */
export async function readToEnd(socket: Socket): Promise<string> {
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

/** Sends one call with its path and headers unchanged. fetch would normalise them. */
export async function call(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<RawAnswer> {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: platen',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  const received = await exchange(url, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`, {
    silenceMs: ANSWER_LIMIT_MS,
  })
  const answer = answersIn(received).at(-1)
  if (!answer) throw new Error(`${method} ${path} was not answered: ${received.slice(0, 200)}`)
  return answer
}

/** Parses the answers of a connection. Answers to HEAD have no body and end the parse. */
export function answersIn(received: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = received; rest.startsWith('HTTP/1.1 ');) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) break
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = new Headers(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1),
      ]),
    )
    const status = Number(first.split(' ')[1])
    const length = status < 200 ? 0 : Number(headers.get('content-length') ?? rest.length)
    const body = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString()
    answers.push({ status, headers, body })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}
