import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { workOfPages } from '../processes.ts'
import { type Besieged, startBesieged } from './outside.ts'

const SYNC_LIMIT_MS = 29_000
const SHORT_LIMIT_MS = 1_000
/** A slow machine needs up to this limit until all pages have used processor time. */
const LONGEST_LIMIT_MS = SHORT_LIMIT_MS * 3 ** 5
/** Above the processor time of loading a page, in hundredths of a second. */
const BUSY_TICKS = 20
/** One sheet above the limit of a call, in 50 pages. */
const SHEETS_OF_A_PAGE = 21

describe('limits of a call', () => {
  let platen: Platen
  before(async () => {
    // With the default limit, not the longer one of most tests.
    platen = await startPlaten({ overrides: { syncLimitMs: undefined } })
  })
  after(() => platen[Symbol.asyncDispose]())

  it('R40 rejects too many sheets in all pages together and names the limit', async () => {
    const other = await platen.account({ credits: 50 })
    const templateId = await other.upload('{{#each this}}<div style="break-after:page">x</div>{{/each}}')
    const zeros = Array.from({ length: SHEETS_OF_A_PAGE }, () => 0)
    const { status, body } = await other.generate(
      templateId,
      Array.from({ length: 50 }, () => zeros),
    )
    assert.deepEqual(
      [status, body],
      [
        400,
        {
          message: 'The document is too large.',
          error: 'It has 1,050 sheets. The limit is 1,000. Split the data into several calls.',
        },
      ],
    )
    assert.deepEqual(await other.credits(), { credits: 50, reserved: 0 })
  })

  it('R31 ends at its time limit with 504 and no charge, with its frames and workers', async () => {
    assert.equal(platen.app.services.settings.syncLimitMs, SYNC_LIMIT_MS)
    const spin = 'for (;;) {}'
    const workers = `<script>
      const url = URL.createObjectURL(new Blob(['${spin}']))
      const workers = Array.from({ length: 20 }, () => new Worker(url))
      platen.ready = new Promise(() => {})</script>`
    const frame = `<iframe srcdoc="<script>${spin}</script>"></iframe>`
    for (const html of [workers, frame, `<script>${spin}</script>`]) {
      let busy: number[] = []
      for (let limitMs = SHORT_LIMIT_MS; busy.length === 0; limitMs *= 3) {
        assert.ok(limitMs <= LONGEST_LIMIT_MS, 'It never worked')
        busy = await pagesBusyUntilLimit(html, limitMs)
      }
      await eventually(async () => {
        const running = await workOfPages()
        return busy.every((pid) => !running.has(pid))
      }, 60_000)
    }
    const other = await platen.account()
    const answer = await other.generate(await other.upload('<p>well'), {})
    assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['well'])
  })
})

describe('a call whose resources arrive byte by byte', () => {
  let besieged: Besieged
  before(async () => {
    besieged = await startBesieged({ answer: trickle })
  })
  after(() => besieged[Symbol.asyncDispose]())

  it('R35 prints without them and adds a warning', async () => {
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
})

/**
 * Prints an endless document with a limit.
 *
 * @returns the processes of the pages that used processor time
 */
async function pagesBusyUntilLimit(html: string, syncLimitMs: number): Promise<number[]> {
  await using platen = await startPlaten({ overrides: { syncLimitMs } })
  const attacker = await platen.account()
  const templateId = await attacker.upload('{{{this}}}')
  const before = await workOfPages()
  const busy = new Set<number>()
  let isOver = false
  const call = attacker.generate(templateId, [html]).finally(() => (isOver = true))
  while (!isOver) {
    for (const [pid, ticks] of await workOfPages())
      if (ticks - (before.get(pid) ?? 0) > BUSY_TICKS) busy.add(pid)
    await delay(50)
  }
  const { status, body } = await call
  assert.equal(status, 504, `${html}: ${JSON.stringify(body)}`)
  assert.match(body.message, /^The response was not ready in time\. Nothing was charged/)
  assert.deepEqual(await attacker.credits(), { credits: 10, reserved: 0 })
  return [...busy]
}

/** Never completes its answers: sends a byte at intervals. */
function trickle({ url }: IncomingMessage, response: ServerResponse): void {
  if (url !== '/trickle') return
  response.writeHead(200, { 'content-type': 'image/png' })
  const bytes = setInterval(() => response.write('x'), 200)
  response.once('close', () => clearInterval(bytes))
}
