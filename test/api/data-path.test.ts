import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { readLargeBody } from '../../packages/server/src/http/bodies/json-bodies.ts'
import { readSampleData } from '../../packages/server/src/http/fields/sample-data.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { pauseRenderer } from './paused-renderer.ts'

/** A text that is in `data` and nowhere else. */
const MARK = 'mark of the data'
/** Data as a caller may write it, and as the parser of bodies serializes it. */
const SENT = `{ "b" : "\\u00e9\\ud800/\\/", "__proto__":{"x":1}, "id": 12345678901234567890,\n "n":1.50, "n":-20e-1, "mark":"${MARK}" }`
const SERIALIZED = `{"b":"é\\ud800//","__proto__":{"x":1},"id":12345678901234567890,"n":-2,"mark":"${MARK}"}`
/** An integer that a number does not keep. */
const LONG = '12345678901234567890'
const JSON_TYPE = { 'content-type': 'application/json' }
/** Over 256 KB, so that a thread parses the body. */
const LARGE = `"large":"${'x'.repeat(300 * 1024)}"`

describe('the data of POST /v1/pdf/generate', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 100 })
    templateId = await caller.upload('<p>{{id}}</p>')
    const schema = { type: 'object', required: ['id'] }
    assert.equal((await caller.call('PUT', `/v1/templates/${templateId}/schema`, schema)).status, 200)
  })
  after(() => platen[Symbol.asyncDispose]())

  const post = async (data: string, more = '') =>
    await caller.call('POST', '/v1/pdf/generate', `{"templateId":"${templateId}","data":${data}${more}}`, {
      ...JSON_TYPE,
      'idempotency-key': `${data.length}${more}`,
    })

  /** Counts the calls of `JSON.parse` and `JSON.stringify` with the data, and records the texts for template hosts. */
  function observe(t: TestContext) {
    const observed = { parsed: 0, serialized: 0, validated: [] as string[], rendered: [] as string[] }
    const { renderer } = platen.app.services
    const [parse, stringify] = [JSON.parse, JSON.stringify]
    const validate = renderer.validate.bind(renderer)
    const render = renderer.render.bind(renderer)
    t.mock.method(JSON, 'parse', (...args: Parameters<typeof parse>) => {
      if (args[0].includes(MARK)) observed.parsed += 1
      return parse(...args)
    })
    t.mock.method(JSON, 'stringify', (...args: Parameters<typeof stringify>) => {
      const text = stringify(...args)
      if (text?.includes(MARK)) observed.serialized += 1
      return text
    })
    t.mock.method(renderer, 'validate', async (...args: Parameters<typeof validate>) => {
      observed.validated.push(args[0].elements)
      await validate(...args)
    })
    t.mock.method(renderer, 'render', async (...args: Parameters<typeof render>) => {
      observed.rendered.push(args[0].elements)
      return await render(...args)
    })
    return observed
  }

  for (const [name, data, elements] of [
    ['an object', SENT, `[${SERIALIZED}]`],
    ['an array', `[${SENT}]`, `[${SERIALIZED}]`],
  ] as const)
    it(`is parsed once and serialized once: ${name}`, async (t) => {
      const observed = observe(t)
      const { status, body } = await post(data)
      assert.equal(status, 200, body.message)
      assert.deepEqual(observed, { parsed: 1, serialized: 1, validated: [elements], rendered: [elements] })
    })

  it('is neither parsed nor serialized on the event loop when the body is large', async (t) => {
    const observed = observe(t)
    const { status, body } = await post(SENT.replace(/}$/, `, ${LARGE} }`))
    assert.equal(status, 200, body.message)
    const elements = [`[${SERIALIZED.replace(/}$/, `,${LARGE}}`)}]`]
    assert.deepEqual(observed, { parsed: 0, serialized: 0, validated: elements, rendered: elements })
  })

  it('is parsed once and serialized once in the thread for large bodies', (t) => {
    const observed = observe(t)
    const bytes = Buffer.from(`{"templateId":"${templateId}","data":[${SENT},7,null]}`)
    const body = readLargeBody({ bytes, hasData: true })
    assert.deepEqual(body, {
      rest: `{"templateId":"${templateId}","data":null}`,
      data: [SERIALIZED, '7', null],
    })
    assert.deepEqual([observed.parsed, observed.serialized], [1, 1])
  })

  it('is stored for a job as it was serialized', async (t) => {
    const observed = observe(t)
    const paused = pauseRenderer(platen.app.services)
    try {
      const { status, headers } = await post(SENT, ',"async":true')
      assert.equal(status, 200)
      const jobId = headers.get('location')?.split('/').at(-1)
      const { rows } = await sql`select elements from generations where generation_id = ${jobId}`.execute(
        platen.app.services.database,
      )
      assert.deepEqual(rows, [{ elements: `[${SERIALIZED}]` }])
      assert.deepEqual([observed.parsed, observed.serialized], [1, 1])
    } finally {
      paused.release()
    }
  })

  it('is an ordinary field on routes that do not render', async () => {
    const path = `/v1/templates/${templateId}/sample-data`
    for (const sample of ['{"data":[{"id":1}]}', `{"data":${LONG}}`]) {
      assert.equal((await caller.call('PUT', path, sample, JSON_TYPE)).status, 200)
      const response = await fetch(platen.url + path, { headers: { 'x-api-key': caller.key } })
      assert.equal((await response.text()).replaceAll(/\s/g, ''), sample)
    }
  })

  it('is rejected when it is a number, also one with more digits than a number keeps (400)', async () => {
    for (const data of ['7', LONG]) {
      const { status, body } = await post(data)
      assert.deepEqual([status, body.message], [400, 'data must be an object or an array.'])
    }
    const sample = await caller.call('PUT', `/v1/templates/${templateId}/sample-data`, LONG, JSON_TYPE)
    assert.equal(sample.status, 400)
    assert.throws(() => readSampleData(LONG), /^Refusal: sampleData must be an object, or an array/)
  })

  it('does not let other fields be long integers in place of objects (400)', async () => {
    for (const [field, message] of [
      ['picture', 'picture must be an object.'],
      ['options', 'options must be an object.'],
    ] as const) {
      const { status, body } = await post('{"id":1}', `,"${field}":${LONG}`)
      assert.deepEqual([status, body.message], [400, message])
    }
  })
})
