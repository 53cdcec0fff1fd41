import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PUBLIC_EGRESS } from '../../packages/renderer/src/egress/rules.ts'
import { startChromium } from '../../packages/renderer/src/print/chromium/chromium.ts'
import { openTab } from '../../packages/renderer/src/print/tab.ts'
import { printerOptions } from '../rendering/printers.ts'

describe('windows opened by a document', () => {
  it('R33 are blocked with and without an opener, and reported as a warning', async () => {
    const options = await printerOptions()
    await using chromium = await startChromium(options)
    const { browser } = chromium.connection
    await using tab = await openTab(chromium, await options.createProxy())
    let opened = 0
    browser.on('Target.targetCreated', () => (opened += 1))
    for (const way of [
      'open("about:blank")',
      'open("about:blank", "", "noopener")',
      'link.click()',
      'form.submit()',
    ]) {
      opened = 0
      const { warnings } = await tab.print(
        `<a id=link target=_blank href="about:blank">x</a><form id=form target=_blank></form>
        <script>for (let n = 0; n < 20; n += 1) ${way}</script>`,
        { egress: PUBLIC_EGRESS },
        AbortSignal.timeout(20_000),
      )
      assert.deepEqual(
        warnings.map(({ kind, count }) => [kind, count]),
        [['window-refused', 20]],
        way,
      )
      assert.equal(opened, 0, way)
    }
  })
})
