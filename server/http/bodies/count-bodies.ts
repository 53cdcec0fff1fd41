import { Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { Refusal } from '../../errors.ts'
import { type BodyBudget, type BodyReservation, SMALL_BODY_BYTES_MAX } from './body-budget.ts'
import { BodyTooLarge } from './body-too-large.ts'
import { onCallEnd } from '../call-end.ts'
import { networkOf } from '../network.ts'

/** Most bodies that are under way have been read and answered by then. */
const RETRY_AFTER_SECONDS = 2

/**
 * Reserves memory for request bodies. A large body of an account is reserved by Content-Length before it is read. Small,
 * chunked and anonymous bodies are reserved by the bytes that have arrived, so a silent connection holds nothing. The
 * reservation lasts until the call ends, because the parsed body does. A body that no route reads is left unread.
 * @throws {BodyTooLarge} for a Content-Length above the route's limit.
 * @throws {HungUp} when the client has closed the connection meanwhile.
 * @throws {Refusal} `busy` when too many bodies are under way, of the account or in total.
 */
export function countBodies(app: FastifyInstance, budget: BodyBudget): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const bytes = bodyBytes(request)
    if (bytes === 0) return
    if (bytes !== undefined && bytes > request.routeOptions.bodyLimit) throw new BodyTooLarge()
    const accountId = request.accountId ?? request.admittedAs
    if (accountId === undefined && !request.routeOptions.config.readsStrangers) return unread(bytes)
    const reservation =
      accountId === undefined ? budget.openAnonymous(networkOf(request.ip)) : budget.open(accountId)
    onCallEnd(request, reply, () => reservation.release())
    if (bytes === undefined || bytes <= SMALL_BODY_BYTES_MAX || accountId === undefined)
      return counted(payload, reservation)
    if (!reservation.resize(bytes)) throw tooManyBodies()
  })
}

/** Returns the length that the headers announce: 0 without a body, undefined for a chunked one. */
export function bodyBytes({ method, headers }: FastifyRequest): number | undefined {
  // Fastify reads no body of these.
  if (method === 'GET' || method === 'HEAD') return 0
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

/** Returns an empty body that Fastify accepts in place of one of `bytes` bytes. */
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
  // Unlike stream.pipeline this leaves the connection open when a body is refused, for the answer.
  return payload.pipe(counting)
}

function tooManyBodies(): Refusal {
  return new Refusal(
    'busy',
    'Too many large request bodies are being processed at the moment. Try again in a few seconds, with fewer large calls at a time.',
    { retryAfter: RETRY_AFTER_SECONDS },
  )
}
