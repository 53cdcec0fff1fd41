// Own process: it ends template hosts, which it finds among its descendants.

import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readFile } from 'node:fs/promises'
import Handlebars from 'handlebars'
import { after, before, describe, it } from 'node:test'
import { type Answer, base64, type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { hostsOf } from '../processes.ts'

/** One attack: a source, the JSON text of its data, and what must come of it. */
interface Attack {
  why?: string
  t: string
  d: string
  /** Exactly this is printed. */
  out?: string
  /** It is refused, where it is a text with exactly these words. */
  err?: true | string
  /** What is printed depends on the order of the keys. */
  ordered?: true
}

interface Bomb {
  id: string
  parts?: { s: string; n?: number }[]
  tpl?: string
  data?: unknown
  /** Its data, or all of it, is made below. */
  gen?: string
  expect: string
}

/** What a code that was smuggled in would print; no source and no data ever hold it in one piece. */
const MARK = ['PW', 'NED'].join('')
/** After it a browser shows every character as it is: tags, entities and all. */
const VERBATIM = '<plaintext style="white-space:pre-wrap;font:12px monospace">'
const AT_ONCE = 4

async function cases<Row>(name: string): Promise<Row[]> {
  return JSON.parse(await readFile(new URL(`../cases/${name}.json`, import.meta.url), 'utf8'))
}

describe('hostile templates and data', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen[Symbol.asyncDispose]())

  it('H02 H03 run nothing and reveal nothing, whatever the data is wrapped in', async () => {
    const caller = await platen.account({ credits: 1_000_000 })
    const attacks = [...(await cases<Attack>('hb-security')), ...(await cases<Attack>('hb-attacks'))]
    const hosts = await hostsOf(process.pid)
    const failures: unknown[] = []
    await eachOf(attacks, async (attack) => {
      for (const variant of variantsOf(attack)) {
        const failure = await failureOf(caller, attack, variant)
        if (failure !== undefined) failures.push({ ...attack, variant: variant.name, failure })
      }
    })
    assert.deepEqual(failures, [])
    // A host ends itself as soon as something reaches what all templates share.
    assert.deepEqual(await hostsOf(process.pid), hosts)
    assert.ok(attacks.length > 290, `${attacks.length} attacks`)
  })

  it('the mark of smuggled code would show: it does where Handlebars is left open', async () => {
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

  it('H01 are refused on upload and replacement, with the place, and nothing is stored', async () => {
    const caller = await platen.account()
    const kept = await caller.upload('<p>kept</p>')
    for (const source of await cases<string>('hb-invalid')) {
      const content = { content: base64(source), contentEncoding: 'base64' }
      const answers = [
        await caller.call('POST', '/v1/templates/upload', { name: 'x', ...content }),
        await caller.call('PUT', `/v1/templates/${kept}`, content),
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
    assert.deepEqual(await downloadedTexts((await caller.generate(kept, {})).body.pdfUrl), ['kept'])
  })

  it('H04 bombs are refused or taken on upload, in time, and the service’s own loop stays free', async () => {
    const caller = await platen.account({ credits: 1_000 })
    // Of this process, which is the service's and the caller's at once.
    const loop = monitorEventLoopDelay({ resolution: 10 })
    loop.enable()
    for (const bomb of await cases<Bomb>('hb-dos')) {
      const { source, data, refused } = madeOf(bomb)
      const body = JSON.stringify({ name: 'x', content: base64(source), contentEncoding: 'base64' })
      const started = performance.now()
      const uploaded = await caller.call('POST', '/v1/templates/upload', body)
      const took = performance.now() - started
      const text = `${bomb.id}: ${uploaded.status} ${JSON.stringify(uploaded.body)}`
      assert.ok(took < 10_000, `${bomb.id} took ${took} ms`)
      assert.ok(uploaded.status === 201 || uploaded.status === 400, text)
      if (bomb.expect.startsWith('20')) {
        assert.equal(uploaded.status, 201, text)
        if (refused) continue
        const { status } = await caller.generate(uploaded.body.templateId, data)
        assert.equal(status, 200, bomb.id)
      } else if (/^400 (?:DEPTH|NODES)/.test(bomb.expect)) {
        assert.match(text, /nested more than 100 deep|more than 20000 mustaches|more than 16384 char/)
      }
    }
    loop.disable()
    const [most, longest] = [loop.percentile(99), loop.max].map((ns) => ns / 1e6)
    assert.ok(
      Number(most) < 100 && Number(longest) < 1_000,
      `99 % within ${most} ms, all within ${longest} ms`,
    )
  })

  it('H05 H07 bombs cost their caller only: nothing is charged, and another’s calls stay quick', async () => {
    const [hostile, other] = [
      await platen.account({ credits: 1_000 }),
      await platen.account({ credits: 1_000_000 }),
    ]
    const well = await other.upload('<p>{{n}}</p>')
    const bombs = (await cases<Bomb>('hb-dos')).filter(({ gen }) => gen !== undefined).map(madeOf)
    const ids = await Promise.all(bombs.map(({ source }) => hostile.upload(source)))
    await other.generate(well, { n: 0 })

    let over = false
    const flood = Promise.all(
      bombs.map(async (bomb, index) => ({
        bomb,
        answer: await hostile.generate(ids[index] ?? '', bomb.data),
      })),
    ).finally(() => (over = true))
    const tooks: number[] = []
    while (!over) {
      const started = performance.now()
      const { status } = await other.generate(well, { n: tooks.length })
      assert.equal(status, 200)
      tooks.push(performance.now() - started)
    }
    for (const { bomb, answer } of await flood) {
      const text = `${bomb.id}: ${answer.status} ${JSON.stringify(answer.body)}`
      // Where other work keeps the processors busy, the call's own limit may come first.
      if (answer.status === 504) continue
      if (bomb.refused) assert.match(text, bomb.refused)
      else assert.equal(answer.status, 200, text)
    }
    const charged = (await flood).filter(({ answer }) => answer.status === 200).length
    assert.deepEqual(await hostile.credits(), { credits: 1_000 - charged, reserved: 0 })
    assert.ok(tooks.length > 5, `${tooks.length} calls`)
    assert.ok(Math.max(...tooks) < 5_000, `${tooks.map(Math.round).join(', ')} ms`)
  })

  it('H08 what one account’s template defines is not there for another’s', async () => {
    const [mine, theirs] = [await platen.account(), await platen.account()]
    const defining = await mine.upload('{{#*inline "secret"}}A{{/inline}}{{> secret}}')
    const using = await theirs.upload('{{> secret}}')
    for (let turn = 0; turn < 6; turn += 1) {
      assert.equal((await mine.generate(defining, {})).status, 200)
      const { status, body } = await theirs.generate(using, {})
      assert.equal(status, 400)
      assert.equal(body.error, 'The partial secret could not be found')
    }
  })

  it('H09 nothing old is printed once a replacement is answered, in 100 calls at once', async () => {
    const caller = await platen.account({ credits: 200 })
    const templateId = await caller.upload('<p>old</p>')
    await Promise.all(Array.from({ length: 8 }, () => caller.generate(templateId, {})))
    await caller.call('PUT', `/v1/templates/${templateId}`, {
      content: base64('<p>new</p>'),
      contentEncoding: 'base64',
    })
    const answers = await Promise.all(Array.from({ length: 100 }, () => caller.generate(templateId, {})))
    const texts = await Promise.all(answers.map(({ body }) => downloadedTexts(body.pdfUrl)))
    assert.deepEqual([...new Set(texts.flat())], ['new'])
  })

  it('H10 hosts that are killed at work cost a caller nothing', async () => {
    const caller = await platen.account({ credits: 10 })
    const slow = await caller.upload('{{#each a}}{{#if (json @root.a)}}{{/if}}{{/each}}<p>well</p>')
    const calls = [1, 2].map(() => caller.generate(slow, { a: Array.from({ length: 1_500 }, () => 'xxxx') }))
    await eventually(async () => (await caller.credits()).reserved === 2)
    for (const pid of await hostsOf(process.pid)) process.kill(pid, 'SIGKILL')
    for (const { status } of await Promise.all(calls)) assert.equal(status, 200)
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
  })
})

interface Variant {
  name: string
  source: string
  /** The JSON text of an array. */
  elements: string
}

/** H03: the data as it is, as one element among others with its keys in another order, and 10 levels down. */
function variantsOf({ t, d, ordered }: Attack): Variant[] {
  const reversed = ordered ? d : JSON.stringify(reversedKeys(JSON.parse(d)))
  const plain = { name: 'elements', source: t, elements: `[${d},${reversed}]` }
  const isBare = d === '{}'
  // What looks at its parents sees others there.
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

/** Uploads and generates as any caller would. @returns what is wrong with the outcome. */
async function failureOf(caller: Caller, attack: Attack, variant: Variant): Promise<unknown> {
  const { answer, texts } = await outcomeOf(caller, variant)
  if (answer.status >= 500 || texts.some((text) => text.includes(MARK))) return answer.body
  if (attack.out !== undefined) {
    const expected = squeezed(attack.out)
    return texts.length > 0 && texts.every((text) => text === expected) ? undefined : texts
  }
  if (attack.err === undefined) return undefined
  if (answer.status !== 400) return texts
  // The place is another, behind what is put in front.
  const [told, expected] = [answer.body.error, attack.err].map((text) =>
    String(text).replace(/ \(line.*/, ''),
  )
  return attack.err === true || told === expected ? undefined : told
}

async function outcomeOf(
  caller: Caller,
  { source, elements }: Variant,
): Promise<{ answer: Answer; texts: string[] }> {
  const uploaded = await caller.call('POST', '/v1/templates/upload', {
    name: 'x',
    content: base64(VERBATIM + source),
    contentEncoding: 'base64',
  })
  if (uploaded.status !== 201) return { answer: uploaded, texts: [] }
  const { templateId } = uploaded.body
  // As text: an object of ours could not carry a key __proto__.
  const answer = await caller.call(
    'POST',
    '/v1/pdf/generate',
    `{"templateId":"${templateId}","data":${elements}}`,
  )
  return {
    answer,
    texts: answer.status === 200 ? (await downloadedTexts(answer.body.pdfUrl)).map(squeezed) : [],
  }
}

/** A PDF keeps no white space at the ends of lines. */
function squeezed(text: string): string {
  return text.replace(/[\s\u2028]+/g, '')
}

async function eachOf<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

/** The source and data of a bomb. `refused`: how, for those that are described in words. */
function madeOf({ id, parts = [], tpl, data = {}, gen }: Bomb): {
  id: string
  source: string
  data: unknown
  refused?: RegExp
} {
  const source = tpl ?? parts.map(({ s, n = 1 }) => s.repeat(n)).join('')
  if (gen === undefined) return { id, source, data }
  const made = MADE[id]
  assert.ok(made, id)
  return { id, source, data, ...made }
}

const zeros = (count: number) => Array.from({ length: count }, () => 0)
const nested = (depth: number) => Array.from({ length: depth }).reduce<object>((inner) => ({ n: inner }), {})
const inTime = /400 .*takes longer than 10 s|^.*: 504 /
const tooManyTurns = /400 .*each goes round more than 1000000 times/
const tooMuch = /400 .*more than (?:5 MiB|20 MiB|512 MB)|400 .*takes longer than 10 s/
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
  'each-cube': { data: { a: zeros(2_000) }, refused: tooManyTurns },
  'each-power': {
    source: `${'{{#each @root.a}}'.repeat(12)}x${'{{/each}}'.repeat(12)}`,
    data: { a: zeros(10) },
    refused: tooManyTurns,
  },
  'each-empty-body': { data: { a: zeros(100_000) }, refused: tooManyTurns },
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
