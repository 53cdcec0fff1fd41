import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { startChromium } from '../../packages/renderer/src/print/chromium/chromium.ts'
import { printerOptions, sharedHosts } from './printers.ts'

describe('tags', () => {
  it('make a PDF at most 1.3 times as large, for every example', async () => {
    await using chromium = await startChromium(await printerOptions())
    await using hosts = await sharedHosts()
    const { browser } = chromium.connection
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const session = chromium.connection.session(sessionId)
    const { frameTree } = await session.send('Page.getFrameTree')
    const print = async (generateTaggedPDF: boolean) => {
      const options = { preferCSSPageSize: true, printBackground: true, generateTaggedPDF }
      return await session.sendForData('Page.printToPDF', {
        ...options,
        generateDocumentOutline: generateTaggedPDF,
      })
    }
    for (const name of [
      'certificate',
      'e-invoice',
      'e-invoice-fr',
      'invoice',
      'letter',
      'report',
      'shipping-label',
      'ticket',
    ]) {
      const read = (file: string) =>
        readFile(new URL(`../../examples/${name}/${file}`, import.meta.url), 'utf8')
      const elements = JSON.stringify([JSON.parse(await read('data.json'))].flat().slice(0, 1))
      const request = {
        tenant: 'test',
        source: await read('template.hbs'),
        contentVersion: name,
        elements,
      }
      const [html = ''] = await hosts.fill(request, AbortSignal.timeout(10_000))
      await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
      const [tagged, untagged] = [assemblePdf([await print(true)]), await print(false)]
      assert.ok(
        tagged.length <= 1.3 * untagged.length,
        `${name}: ${tagged.length} and ${untagged.length} bytes`,
      )
    }
  })
})
