import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** An answer that stays the same while the process runs, encoded in each way in which it is sent. */
export interface CachedResponse {
  readonly type: string
  readonly tag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

type Encoding = 'br' | 'gzip' | 'identity'
/** The smallest first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity']
// Level 11 takes ten times as long and saves 3 %.
const BROTLI_QUALITY = 9

/** Prepares a text to be sent. @param type its media type. */
export async function cacheResponse(type: string, text: string): Promise<CachedResponse> {
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(identity),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  // Weak, as it stands for all encodings.
  return { type: `${type}; charset=utf-8`, tag: `W/"${hash}"`, bodies: { br, gzip: gz, identity } }
}

/** Sends an answer, or 304 to a client that has it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, bodies }: CachedResponse,
): Promise<FastifyReply> {
  void reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], tag)) {
    return await reply.status(304).send()
  }
  const encoding = encodingFor(request)
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return await reply.type(type).send(bodies[encoding])
}

/** Returns a function that calls `make` once and keeps its result, but not a failure. @param keptMs for how long. */
export function kept<Value>(make: () => Promise<Value>, keptMs = Infinity): () => Promise<Value> {
  let made: Promise<Value> | undefined
  let until = 0
  return async () => {
    if (!made || performance.now() >= until) {
      const value = make()
      made = value
      until = performance.now() + keptMs
      value.catch(() => {
        if (made === value) made = undefined
      })
    }
    return await made
  }
}

function encodingFor(request: FastifyRequest): Encoding {
  const accepted = new Negotiator(request).encodings(ENCODINGS)
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

function isKnown(header: string | undefined, tag: string): boolean {
  const hash = tag.slice('W/'.length)
  return header?.split(',').some((one) => one.trim().endsWith(hash)) ?? false
}
