import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import Handlebars from 'handlebars'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { HELPERS } from '../../packages/renderer/src/fill/handlebars.ts'
import { HelperError, Markup } from '../../packages/renderer/src/fill/helpers/arguments.ts'
import type { TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import { programFile } from '../../packages/renderer/src/programs.ts'
import { sharedHosts } from '../rendering/printers.ts'
import { scaled } from '../scale.ts'

/** JSON values that a helper may not expect. */
const ODD: unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  8.64e15,
  '',
  ' ',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x1f',
  '1'.repeat(400),
  'ab',
  '$&$1$$',
  '<b>&"\'',
  '\ud800',
  '\u0000\u2028',
  '👨‍👩‍👧',
  '2026-11-20',
  '2026-99-99',
  '2026-11-20T25:00',
  '__proto__',
  'constructor',
  [],
  [1, '2'],
  [null],
  [[]],
  [{ toString: 1 }],
  {},
  JSON.parse(
    '{"toString":1,"valueOf":1,"toJSON":1,"toHTML":1,"then":1,"call":1,"apply":1,"length":1e9,"constructor":1}',
  ),
  JSON.parse('{"__proto__":{"html":"<b>"},"html":"<b>"}'),
]
/** Long texts, some of which are slow for inefficient patterns. */
const LONG = [
  'x',
  ' ',
  '[',
  '![',
  '*a_',
  '`a',
  '<a',
  '> ',
  '&',
  '$&',
  '-\n',
  '1',
  '.1',
  '2026-',
  'a@b.',
  '((',
  '|a\n',
  'http://',
  '😀',
].map((piece) => piece.repeat(200_000 / piece.length))
/** In the short form, each helper gets every fourth long text, beginning with another one. */
const LONG_STEP = scaled({ short: 4, long: 1 })
/** Number of random templates that are compared with plain Handlebars. */
const RUNS = scaled({ short: 150, long: 5_000 })
/** More than a host keeps compiled, which is 7 of them: see `COMPILED_BYTES_MAX` in the host. */
const LARGE_TEMPLATES = scaled({ short: 10, long: 60 })
const OPTIONS = [
  'size',
  'level',
  'type',
  'width',
  'height',
  'text',
  'locale',
  'timeZone',
  'dateStyle',
  'timeStyle',
  'currency',
  'style',
  'minimumFractionDigits',
  'maximumFractionDigits',
  'digits',
  'field',
  'indent',
  '__proto__',
]

describe('Handlebars helpers', () => {
  it('H14 return text or an error message for every value and every option', () => {
    let calls = 0
    const call = (name: string, values: unknown[], hash: Record<string, unknown> = {}) => {
      calls += 1
      const fault = faultOf(name, values, hash)
      // The label makes long texts costly.
      if (fault !== undefined)
        assert.fail(`${name} ${JSON.stringify([values, hash])?.slice(0, 200)}: ${fault}`)
    }
    for (const [index, name] of Object.keys(HELPERS).entries()) {
      const texts = LONG.filter((_, text) => (text + index) % LONG_STEP === 0)
      call(name, [])
      for (const first of ODD) {
        call(name, [first])
        for (const second of ODD) call(name, [first, second])
        call(name, [first, 1, 'x'])
      }
      for (const long of texts) for (const values of [[long], [1, long], [[long], long]]) call(name, values)
      for (const option of OPTIONS) {
        for (const value of [...ODD, ...texts])
          call(name, ['12345678'], Object.fromEntries([[option, value]]))
      }
    }
    assert.ok(calls > 60_000, `${calls} calls`)
  })

  it('H14 describe wrong values in terms of JSON only', () => {
    for (const [name, values] of [
      ['sum', [[{}], { toString: 1 }]],
      ['qrCode', [[]]],
      ['formatDate', [{ toJSON: 1 }]],
    ] as const)
      assert.throws(() => HELPERS[name]?.({ values: [...values], hash: {} }), HelperError)
  })
})

/**
 * Calls a helper.
 *
 * @returns the problem with its output or its error, if any
 */
function faultOf(name: string, values: unknown[], hash: Record<string, unknown>): string | undefined {
  try {
    const result = HELPERS[name]?.({ values, hash })
    const text = result instanceof Markup ? result.html : result
    if (typeof text === 'function') return 'a function'
    if (typeof text === 'string' && text.length >= 3_000_000) return `${text.length} characters`
    const isInvalid = text === 'NaN' || (typeof text === 'number' && !Number.isFinite(text))
    return isInvalid && !values.includes(text) ? String(text) : undefined
  } catch (error) {
    if (!(error instanceof HelperError)) return String(error)
    const { message } = error
    const isFromJavaScript = /Cannot |is not a function|undefined \(/.test(message)
    return isFromJavaScript || message.length >= 1_300 ? message : undefined
  }
}

describe('template hosts', () => {
  let hosts: TemplateHosts
  before(async () => {
    hosts = await sharedHosts()
  })
  after(() => hosts[Symbol.asyncDispose]())

  let versions = 0
  const fill = async (source: string, elements: string, contentVersion = `version ${(versions += 1)}`) =>
    await hosts.fill({ tenant: 'test', source, contentVersion, elements }, AbortSignal.timeout(60_000))

  it('H11 fill like plain Handlebars, or reject what it rejects', async () => {
    const plain = Handlebars.create()
    plain.unregisterHelper('log')
    let [filled, refused] = [0, 0]
    const property = fc.asyncProperty(sources(), jsonValues(), jsonValues(), async (source, one, other) => {
      const elements = JSON.stringify([one, other, one])
      const outcome = await fill(source, elements).catch((error: unknown) => {
        assert.ok(error instanceof Refusal && error.kind === 'invalid', String(error))
        return undefined
      })
      assert.deepEqual(outcome, plainly(plain, source, elements))
      if (outcome) filled += 1
      else refused += 1
    })
    await fc.assert(property, { numRuns: RUNS })
    assert.ok(filled > RUNS / 3 && refused > RUNS / 30, `${filled} filled, ${refused} refused`)
  })

  it('evict large templates from the cache to free memory for others', async () => {
    const data = JSON.stringify([Array.from({ length: 150_000 }, (_, n) => ({ n }))])
    for (let n = 0; n < LARGE_TEMPLATES; n += 1)
      await fill(`${n}${'x'.repeat(4_800_000)}`, '[1]', `large ${n}`)
    assert.deepEqual(await fill('{{length}}', data), ['150000'])
    // A cached template is filled without its source.
    assert.deepEqual(await fill('compiled again', '[1]', 'large 0'), ['compiled again'])
  })

  it('keep a small template in the cache after a large one', async () => {
    await fill('{{this}}', '[1]', 'small')
    await fill('x'.repeat(4_800_000), '[1]')
    // Without its source: only a host that has cached it can fill it.
    assert.deepEqual(await fill('not asked for', '[2]', 'small'), ['2'])
  })

  it('stop after a template changed shared built-in objects', async () => {
    // A helper with a vulnerability, as a fault in a dependency would create.
    const hole = `String.prototype.toLocaleUpperCase = () => { Object.prototype.left = 'behind'; return 'X' }`
    const host = fork(
      fileURLToPath(programFile(new URL('../../packages/renderer/src/fill/host.ts', import.meta.url))),
      {
        execArgv: ['--no-warnings', '--import', `data:text/javascript,${encodeURIComponent(hole)}`],
      },
    )
    const answers: unknown[] = []
    await once(host, 'message')
    host.on('message', (answer) => answers.push(answer))
    host.send({ kind: 'fill', contentVersion: 'a', source: '{{this}}', elements: '["well"]' })
    host.send({ kind: 'fill', contentVersion: 'b', source: '{{upper this}}', elements: '["x"]' })
    host.send({ kind: 'fill', contentVersion: 'a', elements: '["late"]' })
    const [code] = await once(host, 'exit')
    assert.equal(code, 1)
    assert.deepEqual(answers, [{ kind: 'done', html: ['well'] }])
  })
})

function plainly(plain: typeof Handlebars, source: string, elements: string): string[] | undefined {
  const run = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }
  try {
    const template = plain.compile(source, { preventIndent: true })
    return JSON.parse(elements).map((element: unknown) => template(element, run))
  } catch {
    return undefined
  }
}

// A field with a helper's name differs from plain Handlebars: test/rendering/fields.unit.test.ts.
const NAMES = ['a', 'b', 'c', 'length', 'constructor', 'toString', 'valueOf', 'call']

function jsonValues(): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false, 0, -0, 1.5, '', 'a', 'b', '<&>', '{{a}}', 'constructor'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value
}

/** Sources that mostly parse and use every built-in feature of Handlebars. */
function sources(): fc.Arbitrary<string> {
  const { source } = fc.letrec<Record<'path' | 'value' | 'part' | 'source', string>>((tie) => ({
    path: fc.oneof(
      fc.constantFrom(...NAMES),
      fc.constantFrom(
        'this',
        '.',
        '../a',
        '../../b',
        '@root.a',
        '@index',
        '@key',
        '@first',
        '@../key',
        'x',
        'y',
      ),
      fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)).map((names) => names.join('.')),
      fc.constantFrom('a.[0]', 'b.[length]', '[a]', 'this/b', './c', '@root', 'a.constructor.name'),
    ),
    value: fc.oneof(
      { maxDepth: 3 },
      tie('path'),
      fc.constantFrom('1', '"a"', "'<b>'", 'true', 'null', 'undefined'),
      fc.tuple(tie('value'), tie('value')).map(([of, key]) => `(lookup ${of} ${key})`),
    ),
    part: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('text ', '\n', '\\{{a}}', '{{! no }}', '{{!-- {{no}} --}}', '&amp;', ' {{~a~}} '),
      tie('path').map((path) => `{{${path}}}`),
      tie('path').map((path) => `{{{${path}}}}`),
      fc.tuple(tie('value'), tie('value')).map(([of, key]) => `{{lookup ${of} ${key}}}`),
      fc
        .tuple(tie('value'), tie('source'), tie('source'))
        .map(([of, yes, no]) => `{{#if ${of}}}${yes}{{else}}${no}{{/if}}`),
      fc.tuple(tie('value'), tie('source')).map(([of, yes]) => `{{#unless ${of}}}${yes}{{/unless}}`),
      fc.tuple(tie('value'), tie('source')).map(([of, yes]) => `{{#each ${of} as |x y|}}${yes}{{/each}}`),
      fc.tuple(tie('value'), tie('source')).map(([of, yes]) => `{{#with ${of}}}${yes}{{^}}no{{/with}}`),
      fc.tuple(fc.constantFrom(...NAMES), tie('source')).map(([of, yes]) => `{{#${of}}}${yes}{{/${of}}}`),
      tie('source').map((body) => `{{#*inline "p"}}${body}{{/inline}}`),
      fc.constantFrom(
        '{{> p}}',
        '{{> (lookup . "a")}}',
        '{{#> p}}otherwise{{/p}}',
        '{{> p this a=1}}',
        '{{> @partial-block}}',
      ),
      tie('source').map((body) => `{{#> p}}${body}{{/p}}`),
    ),
    source: fc.array(tie('part'), { maxLength: 5 }).map((parts) => parts.join('')),
  }))
  return source
}
