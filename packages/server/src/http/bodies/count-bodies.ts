import { Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { type BodyBudget, type BodyReservation, SMALL_BODY_BYTES_MAX } from './body-budget.ts'
import { BodyTooLarge } from './body-too-large.ts'
import { onCallEnd } from '../call-end.ts'
import { networkOf } from '../network.ts'

/** Most calls in progress have been answered by then. */
const RETRY_AFTER_SECONDS = 2

/**
 * Reserves memory for request bodies. A large body of an account is reserved by Content-Length before it is read. Small,
 * chunked and anonymous bodies are reserved by the bytes that have arrived, so an idle connection reserves nothing. The
 * reservation lasts until the call ends, like the parsed body. A body that no route reads is left unread.
 * @throws {BodyTooLarge} for a Content-Length above the limit of the route.
 * @throws {ClientDisconnected} when the client has closed the connection.
 * @throws {Refusal} `busy` when the memory budget of the account or in total is used up.
 */
export function countBodies(app: FastifyInstance, budget: BodyBudget): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const bytes = bodyBytes(request)
    if (bytes === 0) return
    if (bytes !== undefined && bytes > request.routeOptions.bodyLimit) throw new BodyTooLarge()
    const accountId = request.accountId ?? request.admissionAccountId
    if (accountId === undefined && !request.routeOptions.config.readsAnonymousBody) return unread(bytes)
    const reservation =
      accountId === undefined ? budget.openAnonymous(networkOf(request.ip)) : budget.open(accountId)
    onCallEnd(request, reply, () => reservation.release())
    if (bytes === undefined || bytes <= SMALL_BODY_BYTES_MAX || accountId === undefined)
      return counted(payload, reservation)
    if (!reservation.resize(bytes)) throw tooManyBodies()
  })
}

/** Returns the Content-Length of a request. 0 without a body, `undefined` for a chunked body. */
export function bodyBytes({ method, headers }: FastifyRequest): number | undefined {
  // Fastify does not read the body of these methods.
  if (method === 'GET' || method === 'HEAD') return 0
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

/** Returns an empty stream that Fastify accepts as a body of `bytes` bytes. */
function unread(bytes: number | undefined): RequestPayload {
  return Object.assign(Readable.from([]), { receivedEncodedLength: bytes ?? 0 })
}

function counted(payload: Readable, reservation: BodyReservation): Readable {
  let received = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (reservation.resize(received)) done(null, chunk)
      else done(tooManyBodies())
    },
  })
  payload.once('error', (error) => counting.destroy(error))
  // Unlike stream.pipeline, pipe leaves the connection open when a body is rejected, so that the client gets the error.
  return payload.pipe(counting)
}

function tooManyBodies(): Refusal {
  return new Refusal(
    'busy',
    'Too many large request bodies are being processed at the moment. Try again in a few seconds, with fewer large calls at a time.',
    { retryAfter: RETRY_AFTER_SECONDS },
  )
}
