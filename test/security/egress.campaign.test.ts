import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { networkInterfaces } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { setEgressRules } from '../../packages/server/src/accounts/settings.ts'
import type { Caller } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { scaled } from '../scale.ts'
import { type Besieged, startBesieged } from './outside.ts'

interface Vector {
  id: string
  html: string
  /** True if the vector is a script. */
  js?: boolean
}

/** Vectors that Chromium does not support in printed or sandboxed documents, or at all. */
const INERT = [
  'a-blank',
  'csp-report',
  'css-filter',
  'frame',
  'html-manifest',
  'link-dns-prefetch',
  'link-icon',
  'link-manifest',
  'link-modulepreload',
  'link-preconnect',
  'link-prerender',
  'mathml',
  'serviceworker',
  'sharedworker',
  'speculation',
  'svg-in-img',
  'svg-use',
  'track',
  'webrtc-stun',
  'webrtc-turn-tcp',
  'webtransport',
  'window-open',
  'worklet',
  'xslt',
  'xxe',
]
/** Chromium sends these when idle or when it paints, possibly after the print. */
const LATE = ['link-prefetch', 'svg-pattern']
/** Vectors that navigate the document: rejected for every target, with a message about navigation. */
const LEADING = ['a-download', 'form-plain', 'form-post', 'location', 'location-late', 'meta-refresh']
/** Other URLs in these vectors point to allowed addresses. */
const OUTSIDE_FIRST = ['csp-report', 'fetch-many-redirect']

const corpus = async (name: string) =>
  JSON.parse(await readFile(new URL(`../cases/${name}.json`, import.meta.url), 'utf8'))

/** The outside server redirects every request. */
function redirecting({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const status = Number(/^\/redirect(\d*)$/.exec(pathname)?.[1] || 302)
  const to = searchParams.get('to')
  if (pathname === '/refresh') response.setHeader('refresh', `0;url=${to}`)
  if (pathname.startsWith('/redirect') && to !== null) response.writeHead(status, { location: to })
  response.end('hello')
}

/** Chromium may start a request only after the print. Then the document is printed again with a longer wait. */
const WAITS_MS = [120, 1_000, 5_000]
/** In the short form, each vector is tried with every second target. */
const TARGET_STEP = scaled({ short: 2, long: 1 })
/** Limit of a call that is out of reach on a slow machine too. */
const LONG_LIMIT_MS = 600_000

async function staysSo(isSo: (waitMs: number) => Promise<boolean>): Promise<boolean> {
  for (const waitMs of WAITS_MS) if (!(await isSo(waitMs))) return false
  return true
}

describe('network access of templates', () => {
  let besieged: Besieged
  let caller: Caller
  let templateId: string
  const vectors: Vector[] = []
  before(async () => {
    besieged = await startBesieged({
      environment: {
        BASE_URL: 'https://platen.allowed.test',
        EGRESS_DENY: 'denied.allowed.test, *.denied.test',
      },
      overrides: { syncLimitMs: LONG_LIMIT_MS },
      answer: redirecting,
    })
    caller = await besieged.platen.account({ credits: 100_000 })
    // The attack is in the data. The page about it shows that the rest was printed.
    templateId = await caller.upload('<body>before {{{this}}} <p>after</p>')
    vectors.push(...(await corpus('ssrf-vector')))
  })
  after(() => besieged[Symbol.asyncDispose]())
  const attack = ({ html, js = false }: Vector, url: string, waitMs = WAITS_MS[0]) =>
    html.replaceAll('https://allowed.test', 'http://allowed.test').replaceAll('%%URL%%', url) +
    (js || waitMs !== WAITS_MS[0]
      ? `<script>platen.ready = new Promise((resolve) => setTimeout(resolve, ${waitMs}))</script>`
      : '')
  const print = async (documents: string[]) => {
    const answer = await caller.generate(templateId, documents)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    // The address that DNS returns. The service listens on another one here.
    const { pathname, search } = new URL(answer.body.pdfUrl)
    return besieged.platen.url + pathname + search
  }
  const hostFor = ({ id }: Vector) => `${id.replaceAll(/[^a-z0-9]/g, '-')}.allowed.test`

  it('allows requests to public addresses, by every kind of request', async () => {
    const silent: string[] = []
    for (const vector of vectors) {
      const host = hostFor(vector)
      const isSilent = async (waitMs?: number) => {
        await print(['http', 'https'].map((scheme) => attack(vector, `${scheme}://${host}/x`, waitMs)))
        return !besieged.lookups.includes(host)
      }
      const mayBeSilent = [...INERT, ...LEADING, ...LATE].includes(vector.id)
      const remainsSilent = await (mayBeSilent ? isSilent() : staysSo(isSilent))
      if (remainsSilent && !LATE.includes(vector.id)) silent.push(vector.id)
      const warnings = await besieged.warnings(caller.accountId)
      const leads = warnings.some(({ kind }) => kind === 'navigation-refused')
      assert.equal(leads, LEADING.includes(vector.id), vector.id)
    }
    // Detects vectors that Chromium no longer supports: "blocked" would prove nothing for them.
    assert.deepEqual(silent.toSorted(), [...INERT, ...LEADING].toSorted())
    assert.ok(besieged.arrived.length > 60, `${besieged.arrived.length} requests arrived`)
    assert.deepEqual(besieged.trapped, [])
  })

  it('blocks requests to loopback, private, metadata and own addresses, by every kind of request', async () => {
    const allTargets = [
      `http://127.0.0.1:${besieged.trapPort}/x`,
      'http://127.0.0.1/x',
      `https://[::1]:${besieged.trapPort}/x`,
      'http://169.254.169.254/latest/meta-data/',
      'https://db.inside.test/x',
      'http://platen.allowed.test/v1/templates',
    ]
    const unrefused: string[] = []
    for (const [index, vector] of vectors.entries()) {
      const before = besieged.arrived.length
      const targets = allTargets.filter((_, target) => (target + index) % TARGET_STEP === 0)
      const isUncounted = async (waitMs?: number) => {
        const url = await print(targets.map((target) => attack(vector, target, waitMs)))
        assert.ok(!(await downloadedTexts(url)).join(' ').includes('hello'), vector.id)
        const warnings = await besieged.warnings(caller.accountId)
        const counted = warnings.filter(({ kind }) =>
          ['request-refused', 'navigation-refused'].includes(kind),
        )
        // Chromium blocks some of these itself before it sends a request.
        return counted.length < Math.floor(targets.length / 2)
      }
      const mayBeInert = [...INERT, ...LATE].includes(vector.id)
      if ((await (mayBeInert ? isUncounted() : staysSo(isUncounted))) && !mayBeInert)
        unrefused.push(vector.id)
      if (!OUTSIDE_FIRST.includes(vector.id)) assert.equal(besieged.arrived.length, before, vector.id)
      assert.deepEqual(besieged.trapped, [], vector.id)
    }
    assert.deepEqual(unrefused, [])
  })

  it('blocks every spelling of a private address', async () => {
    const rows: { u: string }[] = await corpus('ssrf-url')
    const own = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    const urls = rows
      .flatMap(({ u }) => [u.replace('%%PORT%%', String(besieged.trapPort)), u.replace(':%%PORT%%', '')])
      .map((url) => url.replace('%%SELF_PUBLIC_HOST%%', 'platen.allowed.test').replace('rebind.', 'inside.'))
      .concat(
        'http://mixed.test/x',
        'https://denied.allowed.test/x',
        'http://x.denied.test',
        `http://${own}/x`,
      )
    assert.ok(urls.length > 120)
    const before = besieged.arrived.length
    const documents: string[] = []
    for (let n = 0; n < urls.length; n += 10) {
      const images = urls.slice(n, n + 10).map((url) => `<img src="${url}">`)
      documents.push(images.join(''))
    }
    assert.deepEqual(
      await downloadedTexts(await print(documents)),
      documents.map(() => 'before after'),
    )
    assert.deepEqual(besieged.arrived.slice(before), [])
    assert.deepEqual(besieged.trapped, [])
  })

  it('blocks redirects to private addresses, whatever their kind and number', async () => {
    const trap = encodeURIComponent('http://127.0.0.1/x')
    const hop = (status: number, to: string) => `http://hop.allowed.test/redirect${status}?to=${to}`
    let chain = 'http://127.0.0.1/x'
    for (let n = 0; n < 15; n += 1)
      chain = `http://h${n}.allowed.test/redirect?to=${encodeURIComponent(chain)}`
    let endless = 'http://end.allowed.test/x'
    for (let n = 0; n < 30; n += 1)
      endless = `http://end.allowed.test/redirect?to=${encodeURIComponent(endless)}`
    const urls = [
      ...[301, 302, 303, 307, 308].map((status) => hop(status, trap)),
      hop(302, 'file:///etc/passwd'),
      hop(302, 'data:text/html,hello'),
      hop(302, `http://127.0.0.1:${besieged.trapPort}/`),
      `http://hop.allowed.test/refresh?to=${trap}`,
      chain,
      endless,
    ]
    for (const url of urls) {
      const before = besieged.arrived.length
      await print([`<img src="${url}">`, `<iframe src="${url}"></iframe>`])
      assert.ok(besieged.arrived.length > before, url)
    }
    assert.deepEqual(besieged.trapped, [])
  })

  it('blocks a host name whose address changes (DNS rebinding)', async () => {
    for (let n = 0; n < 10; n += 1) {
      const image = `http://again${n}.rebind.test/x`
      await print([`<img src="${image}"><img src="${image}?2"><img src="${image}?3">`])
      // Chromium may resolve them in any order.
      assert.equal(besieged.arrived.filter((one) => one.startsWith(`again${n}.rebind.test/`)).length, 1)
      assert.ok(besieged.lookups.filter((name) => name === `again${n}.rebind.test`).length > 1)
    }
    assert.deepEqual(besieged.trapped, [])
  })

  it("limits one print's requests without affecting other prints", async () => {
    const images = Array.from({ length: 250 }, (_, n) => `<img src="http://many.allowed.test/${n}">`)
    const other = await besieged.platen.account()
    const otherTemplate = await other.upload('<p>{{this}}<img src="http://other.allowed.test/x">')
    const [url, answer] = await Promise.all([
      print([images.join('')]),
      other.generate(otherTemplate, ['well']),
    ])
    assert.equal(answer.status, 200)
    assert.deepEqual(await downloadedTexts(url), ['before after'])
    assert.equal(besieged.arrived.filter((one) => one.startsWith('many.')).length, 100)
    assert.ok(besieged.arrived.includes('other.allowed.test/x'))
    const warnings = await besieged.warnings(caller.accountId)
    const tooMany = warnings.find(({ subject }) => subject === 'http://many.allowed.test: too many requests')
    assert.ok(tooMany && tooMany.count > 100, `${warnings.length} warnings`)
  })

  it('applies a changed list of allowed hosts from the next print on', async () => {
    const other = await besieged.platen.account()
    const template = await other.upload('<img src="http://{{this}}.allowed.test/listed"><p>x')
    const { database } = besieged.platen.app.services
    const arrives = async (name: string) => {
      assert.equal((await other.generate(template, [name])).status, 200)
      return besieged.arrived.includes(`${name}.allowed.test/listed`)
    }
    assert.equal(await arrives('first'), true)
    await setEgressRules(database, other.accountId, {
      mode: 'allowlist',
      allow: ['mine.allowed.test'],
      deny: [],
    })
    assert.deepEqual([await arrives('mine'), await arrives('second')], [true, false])
    await setEgressRules(database, other.accountId, { mode: 'none', allow: [], deny: [] })
    assert.equal(await arrives('third'), false)
    await setEgressRules(database, other.accountId, { mode: 'public', allow: [], deny: ['*.allowed.test'] })
    assert.equal(await arrives('fourth'), false)
  })
})
