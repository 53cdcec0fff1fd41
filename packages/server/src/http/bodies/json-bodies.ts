import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { hasInexactInteger, parseExactJson } from '@platen/template/exact-json'
import { createFairScheduler } from '@platen/renderer/scheduling/fair-scheduler'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads the body of calls without an account. Such a route needs a small `bodyLimit`. */
    readsAnonymousBody?: boolean
  }
}

/** 6.5 MiB. */
export const BODY_BYTES_MAX = 6_815_744

const DEPTH_MAX = 64
const VALUES_MAX = 200_000
const KEY_LENGTH_MAX = 1_024

/** Bodies above this size are parsed one at a time per account and with pauses, because parsing delays other calls. */
const LARGE_BYTES = 256 * 1024
/** Parsing and validating 6.5 MB uses a processor for up to 200 ms. `shared`: other accounts sent calls recently. */
const PAUSE_MS_PER_MB = { alone: 50, shared: 300 }
/** An account that called within this time is likely to call again. */
const RECENT_MS = 1_000

/** Parses a large body outside the event loop. Its `data` may be `JsonText`. */
export type ReadLarge = (body: Buffer, accountId: string, signal: AbortSignal) => Promise<unknown>

/**
 * Registers a strict parser of JSON bodies: UTF-8 only, uncompressed only, with limits of depth and size that keep later
 * steps (schema validation, template host) within the stack. Keys such as `__proto__` are plain data, as JSON.parse
 * returns them. The schemas reject them in objects of the API.
 */
export function readJsonBodies(app: FastifyInstance, readLarge: ReadLarge): void {
  const scheduler = createFairScheduler(1)
  const isShared = trackCallers()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.accountId === undefined) {
        // Without an account, a body is read only on routes that need it to authenticate. A call with a known key is
        // read before its key is looked up, because the body says whether the call is asynchronous.
        const { routeOptions, admissionAccountId } = request
        return routeOptions.config.readsAnonymousBody || admissionAccountId !== undefined
          ? parse(request, body)
          : undefined
      }
      const pauseMsPerMb = isShared(request.accountId) ? PAUSE_MS_PER_MB.shared : PAUSE_MS_PER_MB.alone
      if (body.length <= LARGE_BYTES) return parse(request, body)
      const release = await scheduler.acquire(request.accountId, request.deadline)
      setTimeout(release, (body.length / 1024 / 1024) * pauseMsPerMb)
      refuseOtherCharsets(request)
      return await readLarge(body, request.accountId, request.deadline)
    },
  )
  app.addHook('preParsing', async (request, reply) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') return
    return await reply
      .status(415)
      .send({ message: `The Content-Encoding ${encoding} is not supported. Send the body uncompressed.` })
  })
}

/** Returns a function that records a call of an account. It returns true when another account called recently. */
function trackCallers(): (accountId: string) => boolean {
  // The last two accounts: at least one of them is another one.
  let callers: { accountId: string; at: number }[] = []
  return (accountId) => {
    const now = performance.now()
    const others = callers.filter((caller) => caller.accountId !== accountId)
    callers = [{ accountId, at: now }, ...others].slice(0, 2)
    return others.some(({ at }) => now - at < RECENT_MS)
  }
}

function parse(request: FastifyRequest, body: Buffer): unknown {
  refuseOtherCharsets(request)
  return parseBody(body)
}

function refuseOtherCharsets(request: FastifyRequest): void {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal('invalid', `The charset ${charset} is not supported. Send the body in UTF-8.`)
  }
}

/** Parses the JSON of a body. @throws {Refusal} `invalid` when it is not valid JSON or above the limits. */
export function parseBody(body: Buffer): unknown {
  refuseManyValues(body)
  const text = decode(body)
  const value = parseJson(text)
  checkLimits(value)
  return hasInexactInteger(text) ? parseExactJson(text) : value
}

/** Limits the number of values before parsing: counts commas and brackets outside strings. Each belongs to a value. */
function refuseManyValues(body: Buffer): void {
  let [commas, brackets] = [0, 0]
  let isString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) isString = !isString
    // The escaped character may be a quote.
    else if (byte === BACKSLASH) at += 1
    else if (isString) continue
    else if (byte === COMMA) commas += 1
    else if (byte === BRACKET || byte === BRACE) brackets += 1
    if (commas > VALUES_MAX || brackets > VALUES_MAX) throw tooManyValues()
  }
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = Buffer.from('",[{\\')

function tooManyValues(what = 'The body', max = VALUES_MAX): Refusal {
  return new Refusal('invalid', `${what} has more than ${max} values.`)
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
    // V8's message quotes the text, which may be secret. The position is enough.
    const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(String(error))?.[0]
    throw new Refusal('invalid', `The body is not valid JSON${position ? ` ${position}` : ''}.`, {
      cause: error,
    })
  }
}

/**
 * Checks the limits of depth, number of values, key lengths and number range. It does not recurse, because the value may
 * be nested very deeply.
 * @param what start of the error message.
 * @throws {Refusal} `invalid` when a limit is exceeded.
 */
export function checkLimits(root: unknown, what = 'The body', valuesMax = VALUES_MAX): void {
  let level = [root]
  let values = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX)
      throw new Refusal('invalid', `${what} is nested more than ${DEPTH_MAX} levels deep.`)
    values += level.length
    if (values > valuesMax) throw tooManyValues(what, valuesMax)
    const children: unknown[] = []
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) {
        throw new Refusal('invalid', `${what} has a number that is too large for a 64-bit float.`)
      }
      if (typeof value !== 'object' || value === null) continue
      if (Array.isArray(value)) {
        for (const element of value) children.push(element)
        continue
      }
      for (const [key, member] of Object.entries(value)) {
        if (key.length > KEY_LENGTH_MAX) {
          throw new Refusal('invalid', `${what} has a key of more than ${KEY_LENGTH_MAX} characters.`)
        }
        children.push(member)
      }
    }
    level = children
  }
}
