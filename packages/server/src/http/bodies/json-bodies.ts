import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { parseExactJson } from '@platen/template/exact-json'
import type { TenantUsage } from '@platen/capacity/tenant-usage'
import { lowerOwnPriority, refusalAsData, type RefusalData } from '@platen/renderer/scheduling/in-thread'
import { createThreads } from '@platen/renderer/scheduling/threads'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads the body of calls without an account. Such a route needs a small `bodyLimit`. */
    readsAnonymousBody?: boolean
    /** The body has the field `data`, which the parser serializes to `JsonText`. */
    hasData?: boolean
  }
}

/** 6.5 MiB. */
export const BODY_BYTES_MAX = 6_815_744

const DEPTH_MAX = 64
const VALUES_MAX = 200_000
const KEY_LENGTH_MAX = 1_024

/** Bodies above this size are parsed in a thread, one at a time per account. */
const LARGE_BYTES = 256 * 1024
const THREAD = { count: 1, heapMb: 512 }
/** Values that a large body may have besides `data`. An invoice whose XML has 4 MiB has about 30,000. Parsing 50,000 takes 25 ms. */
const OTHER_VALUES_MAX = 50_000
/** Elements of `data` that are serialized. Validation allows 50. */
const ELEMENTS_MAX = 1_000
/** Receiving, parsing and validating 6.5 MB uses a processor for up to 200 ms, and blocks the event loop for a part of it. */
const EXTRA_MS_PER_MB = 300

/** JSON text of the field `data`, or of one of its elements. Validation sees an object. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Throws, because `JSON.stringify` would write the text as a string. */
  toJSON(): never {
    throw new TypeError('A JsonText is serialized already. Use its text')
  }
}

/**
 * Registers a strict parser of JSON bodies: UTF-8 only, uncompressed only, with limits of depth and size that keep later
 * steps (schema validation, template host) within the stack. Keys such as `__proto__` are plain data, as JSON.parse
 * returns them. The schemas reject them in objects of the API. On routes with `hasData` the field `data` becomes a
 * `JsonText`, or an array of them: it is parsed and serialized here, and nowhere else in the service process.
 */
export function readJsonBodies(app: FastifyInstance, usage: TenantUsage): void {
  const threads = createThreads<{ readLargeBody: typeof readLargeBody }>(new URL(import.meta.url), {
    ...THREAD,
    usage,
  })
  app.addHook('onClose', async () => await threads[Symbol.asyncDispose]())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { accountId, admissionAccountId, deadline, routeOptions } = request
      // Without an account, a body is read only on routes that need it to authenticate. A call with a known key is
      // read before its key is looked up, because the body says whether the call is asynchronous.
      const { readsAnonymousBody = false, hasData = false } = routeOptions.config
      if ((accountId ?? admissionAccountId) === undefined && !readsAnonymousBody) return undefined
      refuseOtherCharsets(request)
      if (accountId === undefined || body.length <= LARGE_BYTES) return parseBody(body, hasData)
      const account = { tenant: accountId, extraMs: (body.length / 1024 / 1024) * EXTRA_MS_PER_MB }
      const task = { bytes: body, hasData }
      const { rest, data } = await threads.run('readLargeBody', task, account, deadline)
      return withData(JSON.parse(rest), data)
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

/** Parses JSON and keeps all digits of integers. */
function parseExact(text: string): unknown {
  try {
    return parseExactJson(text, (digits) =>
      Number.isFinite(Number(digits)) ? JSON.rawJSON(digits) : Number(digits),
    )
  } catch (error) {
    // The stack does not suffice for a value with long integers and thousands of levels. `checkLimits` rejects it.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

function refuseOtherCharsets(request: FastifyRequest): void {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal('invalid', `The charset ${charset} is not supported. Send the body in UTF-8.`)
  }
}

/** Parses a small body. @throws {Refusal} `invalid` when it is not valid JSON or above the limits. */
export function parseBody(bytes: Uint8Array, hasData = false): unknown {
  const body = parseChecked(bytes)
  // A long integer, which validation must not accept as an object.
  if (!hasData) return JSON.isRawJSON(body) ? Number(JSON.stringify(body)) : body
  const data = takeData(body)
  // As in `readLargeBody`: integers outside `data` become numbers.
  return withData(JSON.parse(JSON.stringify(body)), data)
}

/** A large body as JSON text. An object with many keys takes longer to transfer between threads than to parse. */
interface LargeBody {
  /** JSON of the body, with `null` as `data`. */
  rest: string
  data: DataText
}

/** Parses a large body like `parseBody`. Runs in a thread: 6.5 MB with many different keys take up to 200 ms. */
export function readLargeBody(task: { bytes: Uint8Array; hasData: boolean }): LargeBody | RefusalData {
  lowerOwnPriority()
  return refusalAsData(() => {
    const body = parseChecked(task.bytes)
    const data = task.hasData ? takeData(body) : undefined
    refuseManyOtherValues(body)
    return { rest: JSON.stringify(body), data }
  })
}

/** JSON of `data`, or of each element when `data` is an array. `undefined` when `data` is neither an object nor an array. */
type DataText = string | (string | null)[] | undefined

/** Serializes `data` and replaces it with `null` in the body. */
function takeData(body: unknown): DataText {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined
  const { data } = body
  if (typeof data !== 'object' || data === null) return undefined
  // A long integer, which validation must not accept as an object.
  if (JSON.isRawJSON(data)) return void (body.data = 0)
  body.data = null
  if (!Array.isArray(data)) return JSON.stringify(data)
  return data
    .slice(0, ELEMENTS_MAX)
    .map((element: unknown) => (element === null ? null : JSON.stringify(element)))
}

function withData(body: unknown, data: DataText): unknown {
  if (typeof body !== 'object' || body === null || data === undefined) return body
  const texts = Array.isArray(data)
    ? data.map((element) => (element === null ? null : new JsonText(element)))
    : new JsonText(data)
  return Object.assign(body, { data: texts })
}

/** Limits the values outside `data`. @throws {Refusal} `invalid`, with the name of a field that is too large. */
function refuseManyOtherValues(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body))
      checkLimits(value, `The field ${name}`, OTHER_VALUES_MAX)
  checkLimits(body, 'The body besides data', OTHER_VALUES_MAX)
}

function parseChecked(bytes: Uint8Array): unknown {
  refuseManyValues(bytes)
  const value = parseJson(decode(bytes), 'The body', parseExact)
  checkLimits(value)
  return value
}

/** Limits the number of values before parsing: counts commas and brackets outside strings. Each belongs to a value. */
function refuseManyValues(body: Uint8Array): void {
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

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (error) {
    throw new Refusal('invalid', 'The body is not UTF-8.', { cause: error })
  }
}

/**
 * Parses JSON.
 * @param what start of the error message.
 * @throws {Refusal} `invalid` when the text is not valid JSON.
 */
export function parseJson(
  text: string,
  what: string,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return parse(text)
  } catch (error) {
    // V8's message quotes the text, which may be secret. The position is enough.
    const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(String(error))?.[0]
    throw new Refusal('invalid', `${what} is not valid JSON${position ? ` ${position}` : ''}.`, {
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
      if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) continue
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
