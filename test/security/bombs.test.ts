import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { bombs } from './bombs.ts'

/** In milliseconds. Documents that do not print within it would use any time limit. */
const LIMIT_MS = 500

describe('documents that exceed resources', () => {
  let platen: Platen
  before(async () => {
    platen = await startPlaten()
  })
  after(() => platen[Symbol.asyncDispose]())

  it('prints the document, or rejects it with the limit named and charges nothing', async () => {
    await using short = await startPlaten({ overrides: { syncLimitMs: LIMIT_MS } })
    const attacker = await short.account({ credits: 10_000 })
    const templateId = await attacker.upload('<body>{{{html}}}')
    let printed = 0
    for (const { id, html } of await bombs()) {
      const { status, body } = await attacker.generate(templateId, { html })
      assert.ok([200, 400, 413, 504].includes(status), `${id}: ${status} ${JSON.stringify(body)}`)
      if (status === 200) printed += 1
      else {
        const message = `${body.message} ${body.error}`
        assert.match(
          message,
          /in time|come to an end|MB of memory|allowed|larger than|time limit|memory limit|The limit is/,
          `${id}: ${message}`,
        )
      }
    }
    assert.deepEqual(await attacker.credits(), { credits: 10_000 - printed, reserved: 0 })
    const other = await platen.account()
    const answer = await other.generate(await other.upload('<p>well'), {})
    assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['well'])
  })

  it('rejects sheets that are too large', async () => {
    const caller = await platen.account()
    const source = '<style>@page { size: 6000mm 100mm }</style><p>x'
    const { status, body } = await caller.generate(await caller.upload(source), {})
    assert.equal(status, 400)
    assert.equal(
      body.error,
      'A sheet has a side of 6,000 mm. The limit is 5,080 mm. Set a smaller `size` in `@page`.',
    )
  })
})
