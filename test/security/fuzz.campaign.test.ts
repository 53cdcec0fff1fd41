import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { base64, type Caller, type Platen, startPlaten } from '../harness.ts'
import { scaled } from '../scale.ts'
import { assertFailure } from './failures.ts'
import { type Operation, operationsOf, type Schema } from './operations.ts'
import { call } from './raw.ts'

/** A failure of a long run prints its seed. */
const SEED = scaled({ short: 20_261_127, long: Date.now() })
const NOT_GUESSED = /^POST \/v1\/(?:einvoices|batches$|certificates$|webhooks$)/
const RUNS = scaled({ short: 800, long: 15_000 })

// Statuses for a request that matches no operation.
const GENERAL = [400, 401, 404, 405, 413, 415, 431]

interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

describe('random requests to the API', () => {
  let platen: Platen
  let caller: Caller
  let operations: Operation[]
  let ids: string[]
  before(async () => {
    platen = await startPlaten({ overrides: { failedKeysPerMinute: 1_000_000 } })
    caller = await platen.account({ credits: 1_000_000, plan: 'enterprise' })
    operations = await operationsOf(platen.url)
    ids = await Promise.all(Array.from({ length: 40 }, () => caller.upload('<p>{{this}}</p>')))
    const draft = { content: base64('<p>draft</p>'), contentEncoding: 'base64' }
    for (const id of ids) {
      await caller.call('PUT', `/v1/templates/${id}/draft`, draft)
      await caller.call('PUT', `/v1/templates/${id}/sample-data`, {})
    }
  })
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  it('get a documented status, never 5xx, and a JSON message for each failure', async () => {
    const succeeded = new Set<string>()
    const statuses = new Map<number, number>()
    const requests = fc
      .constantFrom(...operations)
      .chain((operation) => fc.tuple(fc.constant(operation), requestOf(operation)))
    await fc.assert(
      fc.asyncProperty(requests, async ([operation, request]) => {
        const answer = await call(platen.url, request.method, request.path, request.headers, request.body)
        const label = `${request.method} ${request.path.slice(0, 200)}: ${answer.status} ${answer.body.slice(0, 200)}`
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        assert.ok(answer.status < 500, label)
        if (answer.status >= 400 && request.method !== 'HEAD') assertFailure(answer, label)
        const isAsDescribed = request.method === operation.method && matches(operation.path, request.path)
        assert.ok((isAsDescribed ? operation.statuses : [200, ...GENERAL]).includes(answer.status), label)
        if (isAsDescribed && answer.status < 300) succeeded.add(`${operation.method} ${operation.path}`)
      }),
      // Failures are not shrunk: the state of the service has changed by then.
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    )
    assert.equal((await caller.call('GET', '/v1/templates')).status, 200)
    // A run without any success tests nothing. Names, invoices, files, addresses and ids of anything but templates are not
    // guessed here.
    const missing = operations
      .map(({ method, path }) => `${method} ${path}`)
      .filter(
        (name) => !/\{(?!templateId|number)/.test(name) && !NOT_GUESSED.test(name) && !succeeded.has(name),
      )
    assert.deepEqual(missing, [], JSON.stringify([...statuses]))
  })

  function requestOf(operation: Operation): fc.Arbitrary<Request> {
    const valid = fc.record({
      method: fc.constant(operation.method),
      path: fc
        .constantFrom(...ids)
        .map((id) => operation.path.replace('{number}', '1').replace(/\{\w+\}/, id)),
      headers: fc.constant({
        'x-api-key': caller.key,
        ...(operation.body && { 'content-type': 'application/json' }),
      }),
      body: operation.body
        ? validBody(operation.body).map((body) => JSON.stringify(body))
        : fc.constant(undefined),
    })
    const withOther = <Name extends keyof Request>(name: Name, other: fc.Arbitrary<Request[Name]>) =>
      fc.tuple(valid, other).map(([request, value]) => ({ ...request, [name]: value }))
    return fc.oneof(
      { weight: 3, arbitrary: valid },
      ...(operation.body
        ? [
            {
              weight: 4,
              arbitrary: withOther(
                'body',
                mutatedBody(operation.body).map((body) => JSON.stringify(body)),
              ),
            },
            { weight: 2, arbitrary: withOther('body', fc.json()) },
            { weight: 2, arbitrary: withOther('body', fc.string({ unit: 'binary' })) },
          ]
        : [{ weight: 1, arbitrary: withOther('body', fc.string({ unit: 'binary' })) }]),
      {
        weight: 2,
        arbitrary: fc
          .tuple(valid, oddHeaders)
          .map(([request, odd]) => ({ ...request, headers: { ...request.headers, ...odd } })),
      },
      { weight: 2, arbitrary: withOther('path', oddPath(operation.path)) },
      {
        weight: 1,
        arbitrary: withOther(
          'method',
          fc.constantFrom(
            'GET',
            'HEAD',
            'POST',
            'PUT',
            'PATCH',
            'DELETE',
            'OPTIONS',
            'TRACE',
            'PROPFIND',
            'REPORT',
          ),
        ),
      },
    )
  }

  /**
   * A body in which every field matches its schema. Template ids are those of existing templates. Images need a header,
   * so the mutated bodies cover them.
   */
  function validBody({ required = [], properties }: Schema): fc.Arbitrary<Record<string, unknown>> {
    const fields = Object.entries(properties ?? {})
      // `dataSet` excludes `data`, and its name would have to exist. Mutations contain it.
      .filter(([name]) => name !== 'picture' && name !== 'dataSet')
      .map(([name, schema]) => [name, valueOf(name, schema)] as const)
    const body = fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
    // A preview is of a template or of a source.
    return properties?.['templateId'] && properties['content'] ? body.map(withOneTarget) : body
  }

  function mutatedBody(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
    const names = Object.keys(schema.properties ?? {})
    return fc
      .tuple(
        validBody(schema),
        fc.constantFrom(...names, 'constructor', 'other'),
        fc.option(fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })), { nil: undefined }),
      )
      .map(([body, name, value]) => ({ ...body, [name]: value }))
  }

  function valueOf(name: string, schema: Schema): fc.Arbitrary<unknown> {
    if (name === 'content')
      return fc.constantFrom('<p>{{a}}</p>', '{{#each this}}x{{/each}}', 'é').map(base64)
    if (name === 'sendEmail')
      return fc.array(fc.constantFrom('a@example.com', 'b@example.com'), { maxLength: 2 })
    if (name === 'sheet') return fc.constant(1)
    if (name === 'options') return fc.constantFrom({}, { filename: 'a.pdf' }, { metadata: { title: 'x' } })
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valueOf(name, option)))
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.format === 'uuid') return fc.constantFrom(...ids)
    const types = [schema.type ?? 'string'].flat()
    return fc.oneof(...types.map((type) => ofType(type, schema)))
  }
})

function withOneTarget({ templateId, content, ...fields }: Record<string, unknown>): Record<string, unknown> {
  if (content === undefined) return { ...fields, templateId }
  const { templateVersion: _, ...others } = fields
  return { ...others, content, contentEncoding: 'base64' }
}

function ofType(
  type: string,
  { minLength = 0, maxLength = 100, minimum = 1, maximum = 100, items }: Schema,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'integer':
      return fc.oneof(fc.constant(minimum), fc.integer({ min: minimum, max: maximum }))
    case 'boolean':
      return fc.boolean()
    case 'object':
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true })
    case 'array':
      return fc.array(
        items?.type ? ofType(String(items.type), items) : fc.jsonValue().filter((value) => value !== null),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
    default:
      return fc
        .string({ minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength, 50) })
        .map((text) => `n${text}`)
  }
}

// Only valid headers. http.test.ts sends invalid ones byte by byte.
const line = fc
  .string({ unit: fc.constantFrom(...Array.from(' !"#$%&\'()*+,-./09:;<=>?@AZ[]^_`az{|}~')), maxLength: 40 })
  .map((text) => text.trim())

const oddHeaders = fc.oneof(
  fc.constantFrom<Record<string, string>>(
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'Application/JSON' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': '' },
    { 'content-encoding': 'gzip' },
    { accept: 'application/xml' },
    { 'accept-encoding': 'br;q=1, *;q=0' },
    { 'if-match': '*' },
    { range: 'bytes=0-0' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-for': 'x' },
    { 'x-api-key': '' },
    { 'x-api-key': 'tlfy_' },
    { authorization: 'Bearer x' },
    { origin: 'null' },
    { 'accept-version': '2.0.0' },
    { expect: '100-continue' },
    { 'x-request-id': 'x' },
    { cookie: 'a=b' },
  ),
  fc.dictionary(fc.stringMatching(/^x-[a-z]{1,10}$/), line, { maxKeys: 5, noNullPrototype: true }),
  fc
    .constantFrom('content-type', 'x-api-key', 'accept', 'content-encoding', 'forwarded')
    .chain((name) => line.map((text) => ({ [name]: text }))),
)

function oddPath(path: string): fc.Arbitrary<string> {
  const segment = fc.oneof(
    line.map((text) => text.replaceAll(' ', '%20')),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('..', '%2e%2e', '%00', '%ff', '%', 'constructor', '__proto__', ''),
  )
  const query = fc.oneof(
    fc.constant(''),
    line.map((text) => `?${text.replaceAll(' ', '+')}`),
    fc.constant('?a[]=1&a=2&__proto__[x]=1'),
  )
  return fc.tuple(segment, query, fc.boolean()).map(([odd, search, appended]) => {
    const filled = path.replace(/\{\w+\}/, odd)
    return (filled === path && appended ? `${path}/${odd}` : filled) + search
  })
}

/** Returns true if a path matches an operation: the same number of segments, and no empty parameter. */
function matches(described: string, path: string): boolean {
  const [pattern, actual] = [described.split('/'), (path.split(/[?#]/, 1)[0] ?? '').split('/')]
  return (
    pattern.length === actual.length &&
    pattern.every((segment, index) =>
      segment.startsWith('{') ? actual[index] !== '' : segment === actual[index],
    )
  )
}
