import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../../packages/template/src/refusal.ts'
import type { TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import type { Library } from '../../packages/renderer/src/library.ts'
import { sharedHosts } from './printers.ts'

describe('library partials', () => {
  let hosts: TemplateHosts
  before(async () => {
    hosts = await sharedHosts()
  })
  after(() => hosts[Symbol.asyncDispose]())

  const soon = () => AbortSignal.timeout(120_000)
  let listings = 0
  let reads = 0
  const libraryOf = (partials: Record<string, string>, assets: string[] = []): Library => ({
    async list() {
      listings += 1
      return {
        partials: Object.entries(partials).map(([name, source]) => ({ name, contentVersion: hash(source) })),
        assets: assets.map((name) => ({
          name,
          contentVersion: hash(name),
          contentType: 'image/png',
          size: 1,
        })),
        readPartial: async ({ name }) => {
          reads += 1
          return partials[name]
        },
        readAsset: async () => Buffer.of(),
      }
    },
  })
  const fill = async (source: string, partials: Record<string, string>, element: unknown = {}) => {
    const request = {
      tenant: 'test',
      source,
      contentVersion: hash(source),
      elements: JSON.stringify([element]),
      library: libraryOf(partials),
    }
    return (await hosts.fill(request, soon()))[0]
  }
  const refusal = async (work: Promise<unknown>): Promise<Refusal> => {
    const error = await work.then(
      (value) => assert.fail(`It was not refused: ${String(value).slice(0, 200)}`),
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.kind, 'invalid')
    return error
  }

  it('accept context, arguments and blocks, and call each other', async () => {
    const partials = {
      letterhead: '<h1>{{company}}</h1>{{> address city="Wien"}}',
      address: '[{{city}}{{suffix}}]',
      layout: '<main>{{> content}}</main>{{> @partial-block}}{{> footer}}',
      footer: 'shared footer',
      row: '{{name}}={{@index}};',
    }
    const rows: [string, unknown, string][] = [
      ['{{> letterhead}}', { company: 'A&B' }, '<h1>A&amp;B</h1>[Wien]'],
      ['{{> address customer suffix="!"}}', { customer: { city: 'Graz' } }, '[Graz!]'],
      ['{{#each rows}}{{> row}}{{/each}}', { rows: [{ name: 'a' }, { name: 'b' }] }, 'a=0;b=1;'],
      [
        '{{#> layout}}block{{/layout}}{{#*inline "content"}}mine{{/inline}}',
        {},
        '<main>mine</main>blockshared footer',
      ],
      // Inline partials belong to the template, and are visible in the partials that it calls.
      [
        '{{#*inline "footer"}}own{{/inline}}{{> footer}}{{#> layout}}{{/layout}}{{#*inline "content"}}{{/inline}}',
        {},
        'own<main></main>own',
      ],
      ['{{#if no}}{{#*inline "footer"}}own{{/inline}}{{/if}}{{> footer}}', {}, 'shared footer'],
      ['{{#if no}}{{> gone}}{{/if}}{{#> gone}}instead{{/gone}}', {}, 'instead'],
      ['{{> (lookup . "which") city="X"}}', { which: 'address' }, '[X]'],
      ['{{#*inline "z"}}Z{{/inline}}{{> (lookup . "which")}}', { which: 'z' }, 'Z'],
      ['{{asset}}{{#asset}}{{.}}{{/asset}}{{asset.x}}', { asset: 'field' }, 'fieldfield'],
    ]
    for (const [source, element, expected] of rows)
      for (const _ of [1, 2]) assert.equal(await fill(source, partials, element), expected, source)
  })

  it('are listed only for templates that call partials, and read only when they are new', async () => {
    const counted = async (source: string, partials: Record<string, string>) => {
      ;[listings, reads] = [0, 0]
      const html = await fill(source, partials)
      return [html, listings, reads]
    }
    assert.deepEqual(await counted('plain {{#*inline "x"}}x{{/inline}}{{> x}} asset', { x: 'shared' }), [
      'plain x asset',
      0,
      0,
    ])
    assert.deepEqual(await counted('1 {{> head}}', { head: 'one {{> foot}}', foot: 'f', other: 'o' }), [
      '1 one f',
      1,
      2,
    ])
    assert.deepEqual(await counted('1 {{> head}}', { head: 'one {{> foot}}', foot: 'f', other: 'o' }), [
      '1 one f',
      1,
      0,
    ])
    assert.deepEqual(await counted('1 {{> head}}', { head: 'one {{> foot}}', foot: 'F' }), ['1 one F', 1, 1])
    assert.deepEqual(await counted('1 {{> head}}', { head: 'one {{> foot}}', foot: 'f' }), ['1 one f', 1, 0])
    // The same template of another account with its own partials.
    assert.deepEqual(await counted('1 {{> head}}', { head: 'theirs' }), ['1 theirs', 1, 1])
    // An account without a partial of that name, which it adds later.
    assert.match(
      (await refusal(fill('1 {{> head}}', {}))).detail ?? '',
      /^The partial head could not be found$/,
    )
    assert.deepEqual(await counted('1 {{> head}}', { head: 'new' }), ['1 new', 1, 1])
  })

  it('are rejected with the position of the call, or the position in the partial', async () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, n) => [`p${n}`, n === length - 1 ? 'end' : `{{> p${n + 1}}}`]),
      )
    const rows: [string, Record<string, string>, RegExp, number | undefined][] = [
      ['\n {{> gone}}', {}, /^The partial gone could not be found$/, 2],
      [
        '{{> a}}',
        { a: '\n\n{{> gone}}' },
        /^in the partial "a": The partial gone could not be found \(line 3, column 0\)$/,
        undefined,
      ],
      [
        '{{> a}}',
        { a: '\n{{> b}}', b: '\n\n {{add 1 "x"}}' },
        /^in the partial "b": add: .*\(line 3, column 1\)$/,
        undefined,
      ],
      [
        '\n\n{{> a}}',
        { a: '{{> b}}', b: '{{> c}}', c: '{{> b}}' },
        /^Partials include each other in a circle: b → c → b \(line 3, column 0\)$/,
        3,
      ],
      ['{{> a}}', { a: 'x{{> a}}' }, /in a circle: a → a/, 1],
      [
        '{{> p0}}',
        chain(21),
        /^Partials are nested more than 20 levels deep\. Include fewer .* \(line 1, column 0\)$/,
        1,
      ],
      [
        '{{> (lookup . "x")}}',
        Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, `${n}`])),
        /^The source uses 101 partials\. The limit is 100\. The data names a partial, .* \(line 1/,
        1,
      ],
      [
        '{{> a}}',
        { a: '{{y}}'.repeat(20_000) },
        /^The source uses 20,001 mustaches with its partials\. The limit is 20,000\. Include fewer/,
        1,
      ],
      [
        '{{> a}}{{> b}}{{> c}}',
        { a: 'x'.repeat(2_000_000), b: 'y'.repeat(2_000_000), c: 'z'.repeat(2_000_000) },
        /^The source uses 6,000,021 characters with its partials\. The limit is 5,111,808\./,
        1,
      ],
      [
        '{{> (lookup . "x") x="c"}}',
        { c: '{{> (lookup . "x")}}' },
        /Partials are nested more than 64 levels deep at "c"\./,
        undefined,
      ],
      ['{{> constructor}}', { a: '' }, /^The partial constructor could not be found$/, 1],
      ['{{> (lookup . "x")}}', { a: '' }, /^The partial __proto__ could not be found$/, 1],
    ]
    for (const [source, partials, expected, line] of rows) {
      const data = { x: source.includes('x=') ? 'c' : '__proto__' }
      const error = await refusal(fill(source, partials, data))
      assert.match(error.detail ?? '', expected)
      assert.equal(error.position?.line, line, source)
    }
    assert.equal(await fill('{{> p0}}', chain(20)), 'end')
  })

  it('end a fill that calls them too often, without affecting other calls', async () => {
    const fork = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`p${n}`, n === 19 ? 'x' : `{{> p${n + 1}}}`.repeat(8)]),
    )
    assert.match(
      (await refusal(fill('{{> p0}}', fork))).detail ?? '',
      /^Partials are included more than 200,000 times for one element\./,
    )
    assert.equal(await fill('{{> p18}}', fork), 'x'.repeat(8))
  })

  it('are checked for syntax and recursion when they are stored', async () => {
    const check = (name: string, source: string, partials: Record<string, string> = {}) =>
      hosts.checkPartial({ name, source, library: libraryOf(partials) }, 'test', soon())
    await check('a', '{{> b}}{{> later}}', { a: '{{> c}}', b: '{{x}}' })
    await check('a', '{{#*inline "a"}}x{{/inline}}{{> a}}')
    const circle = await refusal(check('a', '\n{{> b}}', { a: 'old', b: '{{> c}}', c: '{{> a}}' }))
    assert.match(circle.detail ?? '', /in a circle: a → b → c → a \(line 2, column 0\)/)
    assert.deepEqual(circle.position && { ...circle.position }, { line: 2, column: 0 })
    assert.match((await refusal(check('a', '{{> a}}'))).detail ?? '', /in a circle: a → a/)
    assert.match((await refusal(check('a', '\n{{#if x}}'))).detail ?? '', /Parse error on line 2/)
    assert.match((await refusal(check('a', '{{*other}}'))).detail ?? '', /no decorator/)
  })

  it('contain URLs of assets, which are recorded', async () => {
    const source = '<img src="{{asset "logo.png"}}"><style>@font-face{src:url({{asset font}})}</style>'
    const filled = await hosts.fillWithAssets(
      {
        tenant: 'test',
        source,
        contentVersion: hash(source),
        elements: '[{"font":"a.woff2"}]',
        library: libraryOf({}, ['logo.png', 'a.woff2', 'unused.png']),
      },
      soon(),
    )
    const at = (name: string) => `http://document.invalid/assets/${hash(name)}/${name}`
    assert.equal(
      filled.html[0],
      `<img src="${at('logo.png')}"><style>@font-face{src:url(${at('a.woff2')})}</style>`,
    )
    assert.deepEqual(
      filled.assets.map(({ name }) => name),
      ['logo.png', 'a.woff2'],
    )
    const inOthers = '{{#if (asset "logo.png")}}{{{json (asset "logo.png")}}}{{/if}}'
    const [html] = await hosts.fill(
      {
        tenant: 'test',
        source: inOthers,
        contentVersion: hash(inOthers),
        elements: '[{}]',
        library: libraryOf({}, ['logo.png']),
      },
      soon(),
    )
    assert.equal(html, JSON.stringify(at('logo.png')))
    for (const name of ['gone.png', '__proto__', 'constructor'])
      assert.equal(
        (await refusal(fill(`\n{{asset "${name}"}}`, {}))).detail,
        `asset: there is no asset named "${name}" (line 2, column 0)`,
      )
    assert.match((await refusal(fill('{{asset no}}', {}))).detail ?? '', /^asset: needs a name: /)
  })
})

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
