import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startChromium } from '../../packages/renderer/src/print/chromium/chromium.ts'
import { createTabs } from '../../packages/renderer/src/print/tabs.ts'
import { printerOptions } from './printers.ts'

describe('a new tab', () => {
  it('is opened in the next Chromium when the current one has ended and this is not known yet', async () => {
    await using stack = new AsyncDisposableStack()
    const options = await printerOptions()
    const ended = stack.use(await startChromium(options))
    const next = stack.use(await startChromium(options))
    let known = [ended]
    const current = async () => (known.length > 1 ? known.shift() : known[0]) ?? assert.fail()
    const tabs = stack.use(await createTabs({ current, [Symbol.asyncDispose]: async () => {} }, options))
    await ended[Symbol.asyncDispose]()

    // One answer for `acquire`, one for the first attempt to open the tab.
    known = [ended, ended, next]
    const lease = await tabs.acquire('a', true)
    assert.equal(lease.tab.isAlive(), true)
    lease.release(false)

    known = [ended]
    await assert.rejects(tabs.acquire('a', true), 'there is no second attempt in the same Chromium')
  })
})
