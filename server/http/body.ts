import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

/** The contract's "about 6.5 MiB". */
export const BODY_BYTES_MAX = 6_815_744

const DEPTH_MAX = 64
const VALUES_MAX = 200_000
const KEY_LENGTH_MAX = 1_024

/**
 * Reads JSON bodies strictly: UTF-8 only, uncompressed only, and within bounds that every later step (the
 * schema's check, the template host) can walk without running out of stack. Keys such as `__proto__` are
 * plain data here, as JSON.parse makes them; the schemas refuse them where they are ours.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => parse(request, body),
  )
  app.addHook('preParsing', async (request, reply) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') return
    return await reply
      .status(415)
      .send({ message: `A body of Content-Encoding ${encoding} is not read: send it plain.` })
  })
}

function parse(request: FastifyRequest, body: Buffer): unknown {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal('invalid', `The body is read as UTF-8, not as ${charset}.`)
  }
  const value = parseJson(decode(body))
  refuseOverLimits(value)
  return value
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (error) {
    throw new Refusal('invalid', 'The body is not UTF-8.', { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // V8's message quotes the text, which may be a secret of the caller's; position is all it needs.
    const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(String(error))?.[0]
    throw new Refusal('invalid', `The body is not valid JSON${position ? ` ${position}` : ''}.`, {
      cause: error,
    })
  }
}

/** Walks without recursion: the body may be nested as deeply as its size allows. */
function refuseOverLimits(root: unknown): void {
  let level = [root]
  let values = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX)
      throw new Refusal('invalid', `The body is nested more than ${DEPTH_MAX} levels deep.`)
    values += level.length
    if (values > VALUES_MAX) throw new Refusal('invalid', `The body holds more than ${VALUES_MAX} values.`)
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) {
        throw new Refusal('invalid', 'The body holds a number that is too large for JSON readers to keep.')
      }
      if (typeof value !== 'object' || value === null) continue
      if (Array.isArray(value)) {
        for (const element of value) below.push(element)
        continue
      }
      for (const [key, member] of Object.entries(value)) {
        if (key.length > KEY_LENGTH_MAX) {
          throw new Refusal('invalid', `The body holds a key of more than ${KEY_LENGTH_MAX} characters.`)
        }
        below.push(member)
      }
    }
    level = below
  }
}
