import assert from 'node:assert/strict'
import Handlebars from 'handlebars'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../../packages/template/src/refusal.ts'
import type { TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import { base64, cases, eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { hostsOf } from '../processes.ts'
import { sharedHosts } from '../rendering/printers.ts'
import { scaled } from '../scale.ts'

/** One attack: a source, the JSON text of its data, and the expected outcome. */
interface Attack {
  why?: string
  t: string
  d: string
  /** Exact expected text. */
  out?: string
  /** The attack is rejected. A string is the exact message. */
  err?: true | string
  /** True if the printed text depends on the order of the keys. */
  ordered?: true
}

interface Bomb {
  id: string
  parts?: { s: string; n?: number }[]
  tpl?: string
  data?: unknown
  /** Code creates its data, or all of it, below. */
  gen?: string
  expect: string
}

/** Text that injected code would print. No source and no data contain it in one piece. */
const MARK = ['PW', 'NED'].join('')
/** After this tag a browser displays every character unchanged, including tags and entities. */
const VERBATIM = '<plaintext style="white-space:pre-wrap;font:12px monospace">'
/** A limit that no call reaches, so that the processor limits of template hosts apply on a slow machine too. */
const LONG_LIMIT_MS = 600_000

const TOO_LARGE_TO_PARSE = /nested more than 100 levels deep|more than 20,000 mustaches|more than 16,384 char/
const IS_LONG = scaled({ short: 0, long: 1 }) === 1
/** Bombs that keep a processor busy for seconds before a limit ends them: only in long runs. */
const COSTLY = [
  'mustaches-20k',
  'partial-fork',
  'lol',
  'partial-block-fork',
  'each-cube',
  'each-power',
  'each-empty-body',
  'output-wide',
  'output-escape',
  'with-10k',
]
const isInThisRun = ({ id }: Bomb) => IS_LONG || !COSTLY.includes(id)
/** Bombs that are uploaded in the short form, too: the others are compiled without the service. */
const UPLOADED = ['nest-if-1k', 'mustaches-1M', 'num-index-keys', 'sexpr-in-string', 'nest-raw-end']
/** Attacks that are printed too. */
const PRINTED = 5
/** Number of calls of another account while bombs run. */
const CALLS_BESIDE_MAX = scaled({ short: 10, long: Infinity })

const allAttacks = async () => [
  ...(await cases<Attack>('hb-security')),
  ...(await cases<Attack>('hb-attacks')),
]

describe('hostile templates in a template host', () => {
  let hosts: TemplateHosts
  before(async () => {
    hosts = await sharedHosts()
  })
  after(() => hosts[Symbol.asyncDispose]())

  it('H02 H03 run no code and reveal nothing, however the data are wrapped', async () => {
    const attacks = await allAttacks()
    const failures: unknown[] = []
    for (const attack of attacks) {
      for (const variant of variantsOf(attack)) {
        const failure = await failureOf(hosts, attack, variant)
        if (failure !== undefined) failures.push({ ...attack, variant: variant.name, failure })
      }
    }
    assert.deepEqual(failures, [])
    assert.ok(attacks.length > 290, `${attacks.length} attacks`)
  })

  it('H04 compile within the limits or are rejected', async () => {
    for (const bomb of (await cases<Bomb>('hb-dos')).filter(isInThisRun)) {
      const { id, source, data, refused } = madeOf(bomb)
      const signal = AbortSignal.timeout(LONG_LIMIT_MS)
      const refusal = await hosts.check(source, 'test', signal).then(
        () => undefined,
        (error: unknown) => error,
      )
      const text = `${id}: ${refusal instanceof Refusal ? refusal.detail : String(refusal)}`
      if (/^400 (?:DEPTH|NODES)/.test(bomb.expect) && refusal) assert.match(text, TOO_LARGE_TO_PARSE)
      if (!bomb.expect.startsWith('20')) continue
      assert.equal(refusal, undefined, text)
      if (refused) continue
      const elements = JSON.stringify(Array.isArray(data) ? data : [data])
      await hosts.fill({ tenant: 'test', source, contentVersion: source, elements }, signal)
    }
  })

  it('the probe for injected code works: it appears with an unprotected Handlebars', async () => {
    const open = {
      allowProtoMethodsByDefault: true,
      allowProtoPropertiesByDefault: true,
      allowedProtoMethods: { constructor: true },
    }
    const classic = (await cases<Attack>('hb-attacks')).find(({ why }) => why === 'the classic gadget')
    assert.ok(classic)
    const fill = Handlebars.create().compile(classic.t)
    const data: unknown = JSON.parse(classic.d)
    assert.ok(fill(data, open).includes(MARK))
    assert.equal(fill(data), '')
  })
})

describe('hostile templates and data in the service', () => {
  let platen: Platen
  before(async () => {
    platen = await startPlaten({ overrides: { syncLimitMs: LONG_LIMIT_MS } })
  })
  after(() => platen[Symbol.asyncDispose]())

  it('H02 print the text that the template host returns', async () => {
    const caller = await platen.account({ credits: 100 })
    const attacks = (await allAttacks())
      .filter(({ out }) => out !== undefined && out !== '')
      .slice(0, PRINTED)
    assert.equal(attacks.length, PRINTED)
    for (const { t, d, out = '' } of attacks) {
      const templateId = await caller.upload(VERBATIM + t)
      const body = `{"templateId":"${templateId}","data":[${d}]}`
      const answer = await caller.call('POST', '/v1/pdf/generate', body)
      assert.equal(answer.status, 200, t)
      assert.deepEqual((await downloadedTexts(answer.body.pdfUrl)).map(squeezed), [squeezed(out)], t)
    }
  })

  it('H01 are rejected on upload and replacement with the position of the error, and nothing is stored', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>kept</p>')
    for (const source of await cases<string>('hb-invalid')) {
      const content = { content: base64(source), contentEncoding: 'base64' }
      const answers = [
        await caller.call('POST', '/v1/templates/upload', { name: 'x', ...content }),
        await caller.call('PUT', `/v1/templates/${templateId}`, content),
      ]
      for (const { status, body } of answers) {
        assert.equal(status, 400, source)
        if (source.includes('\0')) continue
        assert.equal(body.message, 'Invalid Handlebars template', source)
        assert.match(body.error, /line \d|column \d|\d:\d/, source)
      }
    }
    const { body } = await caller.call('GET', '/v1/templates')
    assert.equal(body.templates.length, 1)
    assert.deepEqual(await downloadedTexts((await caller.generate(templateId, {})).body.pdfUrl), ['kept'])
  })

  it('H04 are answered 400 or 201 on upload, and accepted ones print', async () => {
    const caller = await platen.account({ credits: 1_000 })
    const bombs = (await cases<Bomb>('hb-dos')).filter(({ id }) => IS_LONG || UPLOADED.includes(id))
    for (const bomb of bombs) {
      const { source, data, refused } = madeOf(bomb)
      const body = JSON.stringify({ name: 'x', content: base64(source), contentEncoding: 'base64' })
      const uploaded = await caller.call('POST', '/v1/templates/upload', body)
      const text = `${bomb.id}: ${uploaded.status} ${JSON.stringify(uploaded.body)}`
      assert.ok(uploaded.status === 201 || uploaded.status === 400, text)
      if (/^400 (?:DEPTH|NODES)/.test(bomb.expect)) assert.match(text, TOO_LARGE_TO_PARSE)
      if (!bomb.expect.startsWith('20')) continue
      assert.equal(uploaded.status, 201, text)
      if (refused) continue
      const { status } = await caller.generate(uploaded.body.templateId, data)
      assert.equal(status, 200, bomb.id)
    }
  })

  it("H05 H07 affect only their caller: nothing is charged, and another account's calls succeed", async () => {
    const [hostile, other] = [
      await platen.account({ credits: 1_000 }),
      await platen.account({ credits: 1_000_000 }),
    ]
    const well = await other.upload('<p>{{n}}</p>')
    const bombs = (await cases<Bomb>('hb-dos'))
      .filter((bomb) => bomb.gen !== undefined && isInThisRun(bomb))
      .map(madeOf)
    const ids = await Promise.all(bombs.map(({ source }) => hostile.upload(source)))

    let over = false
    const flood = Promise.all(
      bombs.map(async (bomb, index) => ({
        bomb,
        answer: await hostile.generate(ids[index] ?? '', bomb.data),
      })),
    ).finally(() => (over = true))
    let served = 0
    do {
      const { status } = await other.generate(well, { n: served })
      assert.equal(status, 200)
      if (!over) served += 1
    } while (!over && served < CALLS_BESIDE_MAX)
    for (const { bomb, answer } of await flood) {
      const text = `${bomb.id}: ${answer.status} ${JSON.stringify(answer.body)}`
      if (bomb.refused) assert.match(text, bomb.refused)
      else assert.equal(answer.status, 200, text)
    }
    const charged = (await flood).filter(({ answer }) => answer.status === 200).length
    assert.deepEqual(await hostile.credits(), { credits: 1_000 - charged, reserved: 0 })
    // Without the costly ones the bombs may end before the first call.
    if (IS_LONG) assert.ok(served > 5, `${served} calls`)
  })

  it("H08 leave no definitions behind for another account's templates", async () => {
    const [mine, theirs] = [await platen.account(), await platen.account()]
    const defining = await mine.upload('{{#*inline "secret"}}A{{/inline}}{{> secret}}')
    const using = await theirs.upload('{{> secret}}')
    for (let round = 0; round < 6; round += 1) {
      assert.equal((await mine.generate(defining, {})).status, 200)
      const { status, body } = await theirs.generate(using, {})
      assert.equal(status, 400)
      assert.equal(body.error, 'The partial secret could not be found')
    }
  })

  it('H09 a replaced template prints only new content in 20 concurrent calls', async () => {
    const caller = await platen.account({ credits: 50 })
    const templateId = await caller.upload('<p>old</p>')
    await Promise.all(Array.from({ length: 8 }, () => caller.generate(templateId, {})))
    await caller.call('PUT', `/v1/templates/${templateId}`, {
      content: base64('<p>new</p>'),
      contentEncoding: 'base64',
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.generate(templateId, {})))
    const texts = await Promise.all(answers.map(({ body }) => downloadedTexts(body.pdfUrl)))
    assert.deepEqual([...new Set(texts.flat())], ['new'])
  })

  it('H10 killed template hosts fail no call', async () => {
    const caller = await platen.account({ credits: 10 })
    const slow = await caller.upload('{{#each a}}{{#if (json @root.a)}}{{/if}}{{/each}}<p>well</p>')
    const calls = [1, 2].map(() => caller.generate(slow, { a: Array.from({ length: 1_500 }, () => 'xxxx') }))
    await eventually(async () => (await caller.credits()).reserved === 2, 60_000)
    for (const pid of await hostsOf(process.pid)) process.kill(pid, 'SIGKILL')
    for (const { status } of await Promise.all(calls)) assert.equal(status, 200)
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
  })
})

interface Variant {
  name: string
  source: string
  /** Returns the JSON text of an array. */
  elements: string
}

/** H03: the data as it is, as one element among others with its keys in another order, and 10 levels down. */
function variantsOf({ t, d, ordered }: Attack): Variant[] {
  const reversed = ordered ? d : JSON.stringify(reversedKeys(JSON.parse(d)))
  const plain = { name: 'elements', source: t, elements: `[${d},${reversed}]` }
  const isBare = d === '{}'
  // Attacks that read parent contexts get other values there.
  if (isBare || /@root|\.\.|@_parent|^\s*[[0-9"]/.test(t) || !d.startsWith('{'))
    return [{ ...plain, ...(isBare && { elements: '[{}]' }) }]
  const path = Array.from({ length: 10 }, () => 'n').join('.')
  const nested = `[${'{"n":'.repeat(10)}${d}${'}'.repeat(10)}]`
  return [plain, { name: 'nested', source: `{{#with ${path}}}${t}{{/with}}`, elements: nested }]
}

function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, reversedKeys(member)])
      .toReversed(),
  )
}

/**
 * Compiles and fills like an upload and a print. A host that detects a change in shared objects ends before it answers,
 * and the call fails with an error that is not a `Refusal`.
 *
 * @returns the problem with the outcome, if any
 */
async function failureOf(hosts: TemplateHosts, attack: Attack, variant: Variant): Promise<unknown> {
  const outcome = await outcomeOf(hosts, variant).catch((error: unknown) => error)
  if (outcome instanceof Error && !(outcome instanceof Refusal && outcome.kind === 'invalid')) return outcome
  if (String(outcome).includes(MARK)) return outcome
  if (attack.out !== undefined) {
    const { out } = attack
    return Array.isArray(outcome) && outcome.every((text) => text === out) ? undefined : outcome
  }
  if (attack.err === undefined) return undefined
  if (!(outcome instanceof Refusal)) return outcome
  // A variant has other text before the template, so the position in the message differs.
  const [detail, expected] = [outcome.detail, attack.err].map((text) => String(text).replace(/ \(line.*/, ''))
  return attack.err === true || detail === expected ? undefined : detail
}

async function outcomeOf(hosts: TemplateHosts, { source, elements }: Variant): Promise<string[]> {
  const signal = AbortSignal.timeout(LONG_LIMIT_MS)
  await hosts.check(source, 'test', signal)
  return await hosts.fill({ tenant: 'test', source, contentVersion: source, elements }, signal)
}

/** A PDF keeps no white space at the ends of lines. */
function squeezed(text: string): string {
  return text.replace(/[\s\u2028]+/g, '')
}

/** The source and data of a bomb. `refused`: expected message, for bombs that are described in words. */
function madeOf({ id, parts = [], tpl, data = {}, gen }: Bomb): {
  id: string
  source: string
  data: unknown
  refused?: RegExp
} {
  const source = tpl ?? parts.map(({ s, n = 1 }) => s.repeat(n)).join('')
  if (gen === undefined) return { id, source, data }
  const expected = MADE[id]
  assert.ok(expected, id)
  return { id, source, data, ...expected }
}

const zeros = (count: number) => Array.from({ length: count }, () => 0)
const nested = (depth: number) => Array.from({ length: depth }).reduce<object>((inner) => ({ n: inner }), {})
const inTime = /400 .*exceeds the time limit of 10 s/
const tooManyRounds = /400 .*{{#each}} iterates more than 1,000,000 times/
const tooMuch =
  /400 .*(?:HTML of (?:one page|all pages)|memory limit of 512 MB)|400 .*exceeds the time limit of 10 s/
const MADE: Record<string, { source?: string; data?: unknown; refused?: RegExp }> = {
  'partial-fork': { data: nested(40), refused: inTime },
  lol: {
    source:
      '{{#*inline "p0"}}xxxxxxxxxx{{/inline}}' +
      Array.from(
        { length: 9 },
        (_, n) => `{{#*inline "p${n + 1}"}}${`{{> p${n}}}`.repeat(10)}{{/inline}}`,
      ).join('') +
      '{{> p9}}',
    refused: tooMuch,
  },
  'partial-block-fork': {
    source:
      '{{#*inline "a"}}{{> @partial-block}}{{> @partial-block}}{{/inline}}' +
      `${'{{#> a}}'.repeat(40)}x${'{{/a}}'.repeat(40)}`,
    refused: tooMuch,
  },
  'each-cube': { data: { a: zeros(2_000) }, refused: tooManyRounds },
  'each-power': {
    source: `${'{{#each @root.a}}'.repeat(12)}x${'{{/each}}'.repeat(12)}`,
    data: { a: zeros(10) },
    refused: tooManyRounds,
  },
  'each-empty-body': { data: { a: zeros(100_000) }, refused: tooManyRounds },
  'output-wide': { data: { a: zeros(5_000), s: 'x'.repeat(1_000_000) }, refused: tooMuch },
  'output-escape': { data: { s: '&'.repeat(5_000_000) }, refused: tooMuch },
  'output-50x': {
    source: '{{#each (lookup @root "a")}}{{@root.s}}{{/each}}',
    data: Array.from({ length: 50 }, () => ({ a: zeros(40), s: 'x'.repeat(100_000) })),
    refused: tooMuch,
  },
  'indent-partial': {
    source: `{{#*inline "a"}}${'\n'.repeat(1_000_000)}{{/inline}}${' '.repeat(8)}{{> a}}`,
  },
  'key-many': {
    data: Object.fromEntries(Array.from({ length: 500_000 }, (_, n) => [`k${n}`, 0])),
    refused: /400 .*more than 200000 values/,
  },
  'key-long': { data: { ['k'.repeat(6_000_000)]: 0 }, refused: /400 .*key of more than 1024 characters/ },
}
