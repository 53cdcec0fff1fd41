import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { createTemplateHosts, type TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import { unprivilegedUsers } from '../../packages/renderer/src/isolation/unprivileged.ts'

/** Lower than that of the service. */
const WORK_LIMIT_MS = 1_000

describe('a data schema in the template host', () => {
  let hosts: TemplateHosts
  before(async () => {
    const user = unprivilegedUsers().templateHost
    hosts = await createTemplateHosts({
      usage: createTenantUsage(),
      count: 1,
      user,
      workLimitMs: WORK_LIMIT_MS,
    })
  })
  after(() => hosts[Symbol.asyncDispose]())

  const soon = () => AbortSignal.timeout(120_000)
  const check = (schema: unknown) => hosts.checkSchema(JSON.stringify(schema), 'test', soon())
  const validate = async (schema: unknown, data: unknown, isList = false) => {
    const text = JSON.stringify(schema)
    const version = createHash('sha256').update(text).digest('hex')
    const elements = JSON.stringify(isList ? data : [data])
    return await hosts.validate({ tenant: 'test', schema: { text, version }, elements, isList }, soon())
  }
  const problems = async (schema: unknown, data: unknown, isList = false) =>
    (await validate(schema, data, isList)).problems.map(({ path, message }) => `${path} ${message}`)
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => assert.fail('It was not refused'),
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.kind, 'invalid')
    return error.detail ?? ''
  }

  it('reports violations with their element, path and message', async () => {
    const schema = {
      type: 'object',
      required: ['customer', 'a/b~c'],
      additionalProperties: false,
      properties: {
        customer: { type: 'string', minLength: 2 },
        'a/b~c': true,
        lines: { type: 'array', items: { required: ['price'], properties: { price: { type: 'number' } } } },
        state: { enum: ['paid', 'open'] },
        mail: { type: 'string', format: 'email' },
        code: { pattern: '^[A-Z]+$' },
        total: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        kind: { const: 'invoice' },
      },
    }
    const good = { customer: 'Ada', 'a/b~c': 1, lines: [{ price: 1 }], state: 'paid', total: null }
    assert.deepEqual(await validate(schema, good), { problems: [], more: 0 })
    const bad = {
      customer: 'A',
      lines: [{ price: 1 }, { price: '2' }, {}],
      state: 'lost',
      mail: 'nobody',
      code: 'abc',
      total: 'x',
      kind: 'offer',
      odd: 1,
    }
    assert.deepEqual(await problems(schema, [good, bad], true), [
      '/1/a~1b~0c is missing',
      '/1/odd is not a field of the schema',
      '/1/customer must not have fewer than 2 characters',
      '/1/lines/1/price must be number',
      '/1/lines/2/price is missing',
      '/1/state must be one of "paid", "open"',
      '/1/mail must be a valid email',
      '/1/code must match pattern "^[A-Z]+$"',
      '/1/total must be number',
      '/1/total must be null',
      '/1/total matches none of its alternatives (anyOf)',
      '/1/kind must be "invoice"',
    ])
    assert.deepEqual(await problems(schema, 7), [' must be object'])
    // Inherited properties are not fields of the data.
    assert.deepEqual(await problems({ required: ['constructor', '__proto__'] }, {}), [
      '/constructor is missing',
      '/__proto__ is missing',
    ])
    const many = await validate(
      { items: { type: 'string' } },
      Array.from({ length: 500 }, (_, n) => n),
    )
    assert.deepEqual([many.problems.length, many.more], [20, 480])
  })

  it('supports drafts 2020-12 and 07 with references, and no other draft', async () => {
    const tree = {
      $id: 'https://example.com/tree',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { children: { type: 'array', items: { $dynamicRef: '#node' } } },
    }
    await check(tree)
    assert.deepEqual(await problems(tree, { children: [{ children: [1] }] }), [
      '/children/0/children/0 must be object',
    ])
    const old = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { price: { type: 'number' } },
      items: [{ $ref: '#/definitions/price' }],
    }
    await check(old)
    assert.deepEqual(await problems(old, ['x', 'y']), ['/0 must be number'])
    // The same `$id` in another schema.
    await check({ ...tree, type: 'array' })
    assert.match(
      await refusal(check({ $schema: 'https://json-schema.org/draft/2019-09/schema' })),
      /\$schema/,
    )
    assert.match(await refusal(check({ $schema: 7 })), /\$schema/)
  })

  it('is rejected with the position of its error', async () => {
    const rows: [unknown, RegExp][] = [
      [{ properties: { price: { type: 'nubmer' } } }, /^\/properties\/price\/type must/],
      [{ required: 'a' }, /^\/required must be array/],
      [{ properties: { a: { minimum: 'x' } } }, /^\/properties\/a\/minimum must be number/],
      [
        { properties: { 'a/b': { pattern: '(' } } },
        /^\/properties\/a~1b\/pattern is not a valid regular expression: \(/,
      ],
      [{ patternProperties: { '[': true } }, /^\/patternProperties\/\[ /],
      [{ $ref: '#/nowhere' }, /#\/nowhere, which is not in the schema/],
      [{ $ref: 'http://127.0.0.1:1/schema' }, /127\.0\.0\.1:1\/schema, which is not in the schema/],
      [{ $ref: 'file:///etc/passwd' }, /file:\/\/\/etc\/passwd/],
      [[], /not an object/],
    ]
    for (const [schema, words] of rows) assert.match(await refusal(check(schema)), words)
  })

  it('affects only its own call when it is hostile', async () => {
    assert.match(
      await refusal(validate({ pattern: '^(a+)+$' }, `${'a'.repeat(50)}!`)),
      /time limit of 1 s/,
      'a catastrophic expression',
    )
    assert.match(await refusal(validate({ $ref: '#' }, {})), /refers to itself without end/)
    assert.match(
      await refusal(
        validate({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, {}),
      ),
      /refers to itself without end/,
    )
    // Each level refers to the next one twice: 2^40 validations.
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `l${level}`,
        level === 39 ? { type: 'object' } : { allOf: Array(2).fill({ $ref: `#/$defs/l${level + 1}` }) },
      ]),
    )
    await check({ $ref: '#/$defs/l0', $defs: levels })
    assert.match(await refusal(validate({ $ref: '#/$defs/l0', $defs: levels }, {})), /time limit of 1 s/)
    const fields = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`f${n}`, { $ref: '#/$defs/e' }]),
    )
    const large = { properties: fields, $defs: { e: { enum: Array.from({ length: 1_000 }, (_, n) => n) } } }
    await check(large)
    assert.deepEqual(await problems(large, { f1: 1, f2: 'x' }).then((all) => all.length), 1)
    for (const schema of [
      { properties: { '"+process.exit()+"': { const: '`${process.exit()}`' } } },
      { $id: '"];process.exit()//', $defs: { '*/process.exit()/*': {} } },
      { $comment: '\u2028process.exit()', title: '*/ process.exit() /*', pattern: '/;process.exit();/' },
      { required: ['__proto__'], properties: { ['__proto__']: { default: { polluted: 1 } } } },
      { nullable: true, $async: true, type: 'object' },
      { properties: { a: { maximum: { $data: '1/b' } } } },
    ]) {
      await Promise.all([check(schema), validate(schema, { a: 1 })].map((work) => work.catch(() => {})))
    }
    assert.deepEqual(await problems({ type: 'string' }, 'still here'), [])
    assert.deepEqual(await hosts.fill(fillOf('{{n}}'), soon()), ['1'])
  })

  it('gives an answer for every schema', async () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'prefixItems',
      '$ref',
      '$defs',
      '$id',
      '$anchor',
      '$dynamicRef',
      'allOf',
      'anyOf',
      'not',
      'if',
      'then',
      'enum',
      'const',
      'pattern',
      'format',
      'required',
      'unevaluatedProperties',
      'dependentRequired',
      'contains',
      'minContains',
      'multipleOf',
      '$schema',
      'discriminator',
      '$async',
      '__proto__',
    )
    const { schema } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('string', 'object', '#', '#/$defs/a', 'a', '', 'date', 0, -1, 1.5, true, false, null),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('schema'),
      ),
      schema: fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
    }))
    await fc.assert(
      fc.asyncProperty(schema, fc.jsonValue(), async (one, data) => {
        for (const work of [check(one), validate(one, data)]) {
          const error = await work.then(
            () => undefined,
            (reason: unknown) => reason,
          )
          assert.ok(
            error === undefined || (error instanceof Refusal && error.kind === 'invalid'),
            String(error),
          )
        }
      }),
      { numRuns: 60 },
    )
  })
})

function fillOf(source: string) {
  const contentVersion = createHash('sha256').update(source).digest('hex')
  return { tenant: 'test', source, contentVersion, elements: '[{"n":1}]' }
}
