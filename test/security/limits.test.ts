// Own process: it measures the work of the pages.

import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, type Caller, eventually, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { workOfPages } from '../processes.ts'
import { type Besieged, startBesieged } from './outside.ts'

const SYNC_LIMIT_MS = 29_000
const SHORT_LIMIT_MS = 2_000

describe('a call', () => {
  let besieged: Besieged
  let caller: Caller
  let endless: Promise<{ answer: Answer; tookMs: number }>
  before(async () => {
    besieged = await startBesieged({ answer: trickle })
    caller = await besieged.platen.account()
    // Begun first and looked at last: it waits for ever, and takes no work from what is tried meanwhile.
    endless = timed(
      caller,
      await caller.upload(`<script>
        for (;;) try {
          const request = new XMLHttpRequest()
          request.open('GET', 'http://never.allowed.test/', false)
          request.send()
        } catch {}
      </script>`),
    )
    await eventually(async () => (await caller.credits()).reserved === 1)
  })
  after(() => besieged[Symbol.asyncDispose]())

  it('R40 is refused for the sheets of all its pages together, and told their limit', async () => {
    const other = await besieged.platen.account({ credits: 50 })
    const templateId = await other.upload('{{#each this}}<div style="break-after:page">x</div>{{/each}}')
    const zeros = Array.from({ length: 300 }, () => 0)
    const { status, body } = await other.generate(
      templateId,
      Array.from({ length: 50 }, () => zeros),
    )
    assert.deepEqual(
      [status, body],
      [400, { message: 'The document is too large.', error: 'It has 15,000 sheets; 1,000 are allowed.' }],
    )
    assert.deepEqual(await other.credits(), { credits: 50, reserved: 0 })
  })

  it('R31 that never ends is stopped with all that it started: frames and a hundred workers work no more', async () => {
    await using platen = await startPlaten({ overrides: { syncLimitMs: SHORT_LIMIT_MS } })
    const attacker = await platen.account()
    const spin = 'for (;;) {}'
    const workers = `<script>
      const url = URL.createObjectURL(new Blob(['${spin}']))
      const workers = Array.from({ length: 100 }, () => new Worker(url))
      platen.ready = new Promise(() => {})</script>`
    const frame = `<iframe srcdoc="<script>${spin}</script>"></iframe>`
    const templateId = await attacker.upload('{{{this}}}')
    for (const html of [workers, frame]) {
      const [answer, worked] = await Promise.all([attacker.generate(templateId, [html]), mostWork()])
      assert.equal(answer.status, 504, html)
      assert.ok(worked > 0.2, `It never worked: ${worked}`)
      // What is left is less than a tenth of a processor.
      await eventually(async () => (await work(500)) < 0.1, 5_000)
    }
    assert.deepEqual(await attacker.credits(), { credits: 10, reserved: 0 })
    const other = await platen.account()
    const answer = await other.generate(await other.upload('<p>well'), {})
    assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['well'])
  })

  it('R35 is printed without what comes byte by byte, and told so', async () => {
    const other = await besieged.platen.account()
    const templateId = await other.upload(`<p>here<img src="http://slow.allowed.test/trickle"><style>
      @font-face { font-family: slow; src: url("http://slow.allowed.test/trickle") } p { font-family: slow }</style>`)
    const { status, body } = await other.generate(templateId, {})
    assert.equal(status, 200)
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['here'])
    const warnings = await besieged.warnings(other.accountId)
    assert.ok(
      warnings.some(({ kind, subject }) => kind === 'request-refused' && subject.endsWith(': too slow')),
      JSON.stringify(warnings),
    )
  })

  it('R31 ends after 29 s, to the second, with 504, and costs nothing', async () => {
    const { answer, tookMs } = await endless
    assert.equal(answer.status, 504)
    assert.match(answer.body.message, /^It was not ready in time\. Nothing was charged/)
    assert.ok(tookMs > SYNC_LIMIT_MS - 50 && tookMs < SYNC_LIMIT_MS + 1_500, `${tookMs} ms`)
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
  })
})

/** Never answers, or never ends to: a byte now and then. */
function trickle({ url }: IncomingMessage, response: ServerResponse): void {
  if (url !== '/trickle') return
  response.writeHead(200, { 'content-type': 'image/png' })
  const bytes = setInterval(() => response.write('x'), 200)
  response.once('close', () => clearInterval(bytes))
}

async function timed(caller: Caller, templateId: string) {
  const started = performance.now()
  const answer = await caller.generate(templateId, {})
  return { answer, tookMs: performance.now() - started }
}

/** The most that the pages work in half a second of the next two. */
async function mostWork(): Promise<number> {
  const looks: number[] = []
  for (let look = 0; look < 4; look += 1) looks.push(await work(500))
  return Math.max(...looks)
}

/** What share of a processor Chromium's pages take for so long. */
async function work(forMs: number): Promise<number> {
  const before = await workOfPages()
  await delay(forMs)
  const after = await workOfPages()
  const spent = Array.from(after, ([pid, count]) => count - (before.get(pid) ?? 0))
  return spent.reduce((sum, count) => sum + count, 0) / (forMs / TICK_MS)
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10
