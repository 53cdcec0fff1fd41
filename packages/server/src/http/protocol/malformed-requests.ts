import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { bodyBytes } from '../bodies/count-bodies.ts'
import type { Failure } from '../schemas/schemas.ts'
import { wasAnsweredEarly } from '../bodies/unread-bodies.ts'

// Browsers behind proxies send about 30 headers. Node silently drops headers beyond its own limit.
const HEADERS_MAX = 100

/**
 * Sends the error for a request that is not valid HTTP or does not arrive in time, and closes the connection. A request
 * that was answered before its body arrived gets no second response.
 */
export function answerMalformedRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || wasAnsweredEarly(socket))
    return void socket.destroy()
  const { status, message } = errorFor(error.code)
  const body = JSON.stringify({ message } satisfies Failure)
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

function errorFor(code: string): { status: number; message: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request did not arrive in time.' }
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'The headers of the request are larger than 16 KiB.' }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, message: 'The extensions of a chunk are larger than 16 KiB.' }
    default:
      return { status: 400, message: 'The request is not valid HTTP.' }
  }
}

/** Rejects requests that Node accepts or answers without a body: no Host or several, or too many headers. */
export function rejectMalformedHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { rawHeaders, httpVersion, url } = request.raw
    // The router would treat it like "/".
    if (url === '*') return reply.callNotFound()
    const names = rawHeaders.filter((_, index) => index % 2 === 0)
    if (names.length > HEADERS_MAX) {
      const failure: Failure = { message: `The request has more than ${HEADERS_MAX} headers.` }
      return await reply.status(431).header('connection', 'close').send(failure)
    }
    const hosts = names.filter((name) => name.toLowerCase() === 'host').length
    if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
      const failure: Failure = { message: 'The request must have one Host header.' }
      return await reply.status(400).header('connection', 'close').send(failure)
    }
  })
}

/**
 * Answers `Expect: 100-continue` after the key is checked and memory for the body is reserved. Node would answer it for
 * all calls, and would reject other expectations without a message.
 */
export function answerExpectContinue(app: FastifyInstance): void {
  for (const event of ['checkContinue', 'checkExpectation']) {
    app.server.on(event, (request, response) => app.server.emit('request', request, response))
  }
  app.addHook('preParsing', async (request, reply) => {
    const { expect = '' } = request.headers
    if (/^100-continue$/i.test(expect) && bodyBytes(request) !== 0) reply.raw.writeContinue()
  })
}
