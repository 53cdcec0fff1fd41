import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { hasInexactInteger, parseExactJson } from '../../rendering/fill/exact-json.ts'
import { createFairScheduler } from '../../rendering/scheduling/fair-scheduler.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a body is read though nobody stands behind the call. Give such a route a small `bodyLimit`. */
    readsStrangers?: boolean
  }
}

/** The contract's "about 6.5 MiB". */
export const BODY_BYTES_MAX = 6_815_744

const DEPTH_MAX = 64
const VALUES_MAX = 200_000
const KEY_LENGTH_MAX = 1_024

/** Larger bodies are read one at a time for each account, and with pauses: reading holds up everybody's calls. */
const LARGE_BYTES = 256 * 1024
/** 6.5 MB keep a processor busy for up to 200 ms, with what is done with them afterwards. */
const PAUSE_MS_PER_MB = { alone: 50, besideOthers: 300 }
/** Who has called within this is likely to call again. */
const LATELY_MS = 1_000

/** Reads a large body elsewhere than on the event loop. Its `data` may come as `JsonText`. */
export type ReadLarge = (body: Buffer, accountId: string, signal: AbortSignal) => Promise<unknown>

/**
 * Reads JSON bodies strictly: UTF-8 only, uncompressed only, and within bounds that every later step (the
 * schema's check, the template host) can walk without running out of stack. Keys such as `__proto__` are
 * plain data here, as JSON.parse makes them; the schemas refuse them where they are ours.
 */
export function readJsonBodies(app: FastifyInstance, readLarge: ReadLarge): void {
  const turns = createFairScheduler(1)
  const isBesideOthers = noteCallers()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.accountId === undefined) {
        // Of those whom nobody knows a body is read only where there is no other way to become known. Who was here
        // before may have to wait before their key is looked up, and the body says whether.
        const { routeOptions, admittedAs } = request
        return routeOptions.config.readsStrangers || admittedAs !== undefined
          ? parse(request, body)
          : undefined
      }
      const pauseMsPerMb = isBesideOthers(request.accountId)
        ? PAUSE_MS_PER_MB.besideOthers
        : PAUSE_MS_PER_MB.alone
      if (body.length <= LARGE_BYTES) return parse(request, body)
      const endTurn = await turns.acquire(request.accountId, request.deadline)
      setTimeout(endTurn, (body.length / 1024 / 1024) * pauseMsPerMb)
      refuseOtherCharsets(request)
      return await readLarge(body, request.accountId, request.deadline)
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

/** @returns what notes that an account calls, and tells whether another has lately. */
function noteCallers(): (accountId: string) => boolean {
  // The last two: one of them is another.
  let callers: { accountId: string; at: number }[] = []
  return (accountId) => {
    const now = performance.now()
    const others = callers.filter((caller) => caller.accountId !== accountId)
    callers = [{ accountId, at: now }, ...others].slice(0, 2)
    return others.some(({ at }) => now - at < LATELY_MS)
  }
}

function parse(request: FastifyRequest, body: Buffer): unknown {
  refuseOtherCharsets(request)
  return valueIn(body)
}

function refuseOtherCharsets(request: FastifyRequest): void {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal('invalid', `The body is read as UTF-8, not as ${charset}.`)
  }
}

/** The value that a body's JSON stands for. @throws {Refusal} `invalid` for anything else, and over the limits. */
export function valueIn(body: Buffer): unknown {
  refuseManyValues(body)
  const text = decode(body)
  const value = parseJson(text)
  refuseOverLimits(value)
  return hasInexactInteger(text) ? parseExactJson(text) : value
}

/** Counts before anything is made of it: commas and brackets outside of strings, each of which has a value. */
function refuseManyValues(body: Buffer): void {
  let [commas, brackets] = [0, 0]
  let isString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) isString = !isString
    // What it escapes may be a quote.
    else if (byte === BACKSLASH) at += 1
    else if (isString) continue
    else if (byte === COMMA) commas += 1
    else if (byte === BRACKET || byte === BRACE) brackets += 1
    if (commas > VALUES_MAX || brackets > VALUES_MAX) throw tooManyValues()
  }
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = Buffer.from('",[{\\')

function tooManyValues(what = 'The body', max = VALUES_MAX): Refusal {
  return new Refusal('invalid', `${what} holds more than ${max} values.`)
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

/**
 * Walks without recursion: the value may be nested as deeply as its size allows.
 * @throws {Refusal} `invalid` for what is nested too deeply, or holds too much.
 */
export function refuseOverLimits(root: unknown, what = 'The body', valuesMax = VALUES_MAX): void {
  let level = [root]
  let values = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX)
      throw new Refusal('invalid', `${what} is nested more than ${DEPTH_MAX} levels deep.`)
    values += level.length
    if (values > valuesMax) throw tooManyValues(what, valuesMax)
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) {
        throw new Refusal('invalid', `${what} holds a number that is too large for JSON readers to keep.`)
      }
      if (typeof value !== 'object' || value === null) continue
      if (Array.isArray(value)) {
        for (const element of value) below.push(element)
        continue
      }
      for (const [key, member] of Object.entries(value)) {
        if (key.length > KEY_LENGTH_MAX) {
          throw new Refusal('invalid', `${what} holds a key of more than ${KEY_LENGTH_MAX} characters.`)
        }
        below.push(member)
      }
    }
    level = below
  }
}
