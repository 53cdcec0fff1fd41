import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { createTurns } from '../rendering/turns.ts'

/** The contract's "about 6.5 MiB". */
export const BODY_BYTES_MAX = 6_815_744

const DEPTH_MAX = 64
const VALUES_MAX = 200_000
const KEY_LENGTH_MAX = 1_024

/** Larger bodies are read one at a time for each account, and with pauses: reading holds up everybody's calls. */
const LARGE_BYTES = 256 * 1024
/** 6.5 MB keep us busy for up to 100 ms, with what is done with them afterwards. */
const PAUSE_MS_PER_MB = 50

/**
 * Reads JSON bodies strictly: UTF-8 only, uncompressed only, and within bounds that every later step (the
 * schema's check, the template host) can walk without running out of stack. Keys such as `__proto__` are
 * plain data here, as JSON.parse makes them; the schemas refuse them where they are ours.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const turns = createTurns(1)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      // Nothing outside of /v1 wants a body.
      if (request.accountId === undefined) return undefined
      if (body.length <= LARGE_BYTES) return parse(request, body)
      const endTurn = await turns.take(request.accountId, request.deadline)
      setTimeout(endTurn, (body.length / 1024 / 1024) * PAUSE_MS_PER_MB)
      refuseManyValues(body)
      return parse(request, body)
    },
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

/** Counts before anything is made of it: commas and brackets outside of strings, each of which has a value. */
function refuseManyValues(body: Buffer): void {
  let [commas, brackets] = [0, 0]
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) at = endOfString(body, at)
    else if (byte === COMMA) commas += 1
    else if (byte === BRACKET || byte === BRACE) brackets += 1
    if (commas > VALUES_MAX || brackets > VALUES_MAX) throw tooManyValues()
  }
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = Buffer.from('",[{\\')

/** Where the string that begins at `start` ends: at the next quote before which an even number of backslashes is. */
function endOfString(body: Buffer, start: number): number {
  for (let end = start; ;) {
    end = body.indexOf('"', end + 1)
    if (end === -1) return body.length
    let escapes = 0
    while (body[end - 1 - escapes] === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end
  }
}

function tooManyValues(): Refusal {
  return new Refusal('invalid', `The body holds more than ${VALUES_MAX} values.`)
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
    if (values > VALUES_MAX) throw tooManyValues()
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
