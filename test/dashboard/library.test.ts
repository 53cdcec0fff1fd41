import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { encode } from 'fast-png'
import { type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api'
const PNG = Buffer.from(encode({ width: 8, height: 8, data: new Uint8Array(192).fill(90), channels: 3 }))
const OTHER_PNG = Buffer.from(encode({ width: 9, height: 9, data: new Uint8Array(243).fill(9), channels: 3 }))
const HOSTILE_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(2)</script></svg>'

describe('dashboard: partials and assets', () => {
  let platen: Platen
  let browser: Browser
  before(async () => {
    platen = await startPlaten()
    browser = await openBrowser(platen.config)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  it('edits, uploads, previews, restores and deletes partials and assets', async () => {
    const person = await platen.person()
    await using visit = await browser.visit(platen, { person, clipboard: true })
    const { page } = visit
    await page.goto('/library')
    await page.getByText('No partials yet').waitFor()
    await visit.assertAccessible()

    await page.getByRole('button', { name: 'New partial' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('not a name')
    await dialog.getByRole('button', { name: 'Create partial' }).click()
    await dialog.getByText('Up to 64 letters').waitFor()
    await dialog.getByLabel('Name').fill('letterhead')
    await dialog.getByRole('button', { name: 'Create partial' }).click()

    const editor = page.getByRole('textbox', { name: 'Partial source' })
    const write = async (text: string) => {
      await editor.click()
      await page.keyboard.press('Control+a')
      // Deleted first: Chromium would keep the colours of the replaced text in styles that the policy forbids.
      await page.keyboard.press('Delete')
      await page.keyboard.insertText(text)
    }
    await write('<h1>{{#if company}</h1>')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Parse error on line 1').waitFor()
    await visit.assertAccessible()
    await write('<h1>{{company}}</h1>')
    await page.keyboard.press('Control+S')
    await page.getByText('Version 2').waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    // Another author saves meanwhile.
    const path = `${API}/partials/letterhead`
    const etag = (await person.call('GET', path)).headers.get('etag') ?? ''
    const theirs = { content: 'theirs', contentEncoding: 'utf-8' }
    assert.equal((await person.call('PUT', path, theirs, { 'if-match': etag })).status, 200)
    await write('mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('after you opened it').waitFor()
    await page.getByRole('button', { name: 'Use the saved version' }).click()
    await editor.getByText('theirs').waitFor()

    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Restore version 2' }).click()
    await page.getByRole('button', { name: 'Restore version', exact: true }).click()
    await page.getByText('Version 4').first().waitFor()
    await editor.getByText('{{company}}').waitFor()

    // A pasted image becomes an asset.
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'seal.svg', { type: 'image/svg+xml' }))
      document.querySelector('.cm-content').dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })()`)
    await editor.getByText('<img src="{{asset "seal.svg"}}" alt="Logo"').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal((await person.call('DELETE', `${API}/assets/seal.svg`)).status, 200)

    await page.getByRole('link', { name: 'Partials & assets' }).first().click()
    const row = page.getByRole('row', { name: /letterhead/ })
    await row.getByRole('button', { name: 'Copy the reference to letterhead' }).click()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), '{{> letterhead}}')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ])
    await chooser.setFiles({ name: 'My logo (1).png', mimeType: 'image/png', buffer: PNG })
    const names = async () =>
      (await person.call('GET', `${API}/assets`)).body.assets.map(({ name }: { name: string }) => name)
    await page.getByRole('row', { name: /My-logo-1/ }).waitFor()
    const [logo] = await names()
    await page.locator('tbody img').first().waitFor()
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([${JSON.stringify(HOSTILE_SVG)}], 'bad.svg', { type: 'image/svg+xml' }))
      dataTransfer.items.add(new File(['text'], 'text.txt', { type: 'text/plain' }))
      const area = document.querySelector('[data-testid=file-drop]')
      area.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    })()`)
    await page.getByText('An asset must be a PNG, JPEG').waitFor()
    await page.getByRole('row', { name: /bad\.svg/ }).waitFor()
    assert.deepEqual(await names(), ['bad.svg', logo])
    await visit.assertAccessible()
    await visit.assertFits()

    const file = `${API}/assets/${logo}`
    const replaced = await person.call('PUT', file, OTHER_PNG, { 'content-type': 'image/png' })
    assert.equal(replaced.body.version, 2)
    await page.getByRole('button', { name: `History of ${logo}` }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download version 1' }).click(),
    ])
    assert.equal(download.suggestedFilename(), logo)
    assert.deepEqual(await readFile(await download.path()), PNG)
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('button', { name: 'Restore version', exact: true }).click()
    await page.getByText(`An older version of “${logo}” was restored.`).waitFor()
    const { versions } = (await person.call('GET', `${file}/versions`)).body
    assert.deepEqual([versions[0].number, versions[0].restored, versions[0].fileSize], [3, 1, PNG.length])

    const content = `<html lang="en">{{> letterhead}}<img alt="" src="{{asset "${logo}"}}">`
    const preview = await person.call('POST', `${API}/preview`, { content, data: { company: 'X' } })
    assert.deepEqual([preview.status, preview.body.sheets, preview.body.warnings], [200, 1, []])

    await page.getByRole('button', { name: 'Delete letterhead' }).click()
    await dialog.getByText('Delete “letterhead” and all its versions?').waitFor()
    await dialog.getByRole('button', { name: 'Delete partial' }).click()
    await page.getByText('No partials yet').waitFor()
    await page.getByRole('button', { name: 'Delete bad.svg' }).click()
    await dialog.getByRole('button', { name: 'Delete asset' }).click()
    await page.getByRole('row', { name: /bad\.svg/ }).waitFor({ state: 'hidden' })
    const refused = await person.call('POST', `${API}/preview`, { content: `\n${content}`, data: {} })
    assert.deepEqual([refused.status, refused.body.line], [400, 2])
    assert.equal(refused.body.error, 'The partial letterhead could not be found')
  })

  it('requires the known version to save a partial (412, 428), and hides the library from other accounts (404)', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const put = (content: string, condition?: Record<string, string>) =>
      ada.call('PUT', `${API}/partials/p`, { content, contentEncoding: 'utf-8' }, condition)
    const replacing = ({ contentVersion }: { contentVersion: string }) => ({
      'if-match': `"${contentVersion}"`,
    })
    const isNew = { 'if-none-match': '*' }
    assert.equal((await put('x')).status, 428)
    assert.equal((await put('x', replacing({ contentVersion: 'f'.repeat(64) }))).status, 412)
    const first = await put('x', isNew)
    assert.equal(first.status, 201)
    assert.equal((await put('y', isNew)).status, 412)
    const broken = await put('\n{{#if', replacing(first.body))
    assert.deepEqual([broken.status, broken.body.line], [400, 2])
    const second = await put('z', replacing(first.body))
    assert.deepEqual([second.status, second.body.version], [200, 2])
    assert.deepEqual(second.body.updatedBy, { kind: 'person', name: ada.email })
    assert.equal((await ada.call('GET', `${API}/partials/p/versions/1`)).body.content, 'x')
    const image = { 'content-type': 'image/png' }
    assert.equal((await ada.call('PUT', `${API}/assets/a.png`, PNG, image)).status, 201)
    assert.equal((await ada.call('PUT', `${API}/assets/a.png`, 'x', image)).status, 400)
    for (const [method, path] of [
      ['GET', 'partials/p'],
      ['GET', 'partials/p/versions'],
      ['GET', 'partials/p/versions/1'],
      ['POST', 'partials/p/versions/1/restore'],
      ['DELETE', 'partials/p'],
      ['GET', 'assets/a.png'],
      ['GET', 'assets/a.png/versions'],
      ['GET', 'assets/a.png/versions/1'],
      ['POST', 'assets/a.png/versions/1/restore'],
      ['DELETE', 'assets/a.png'],
    ] as const) {
      const foreign = await bob.call(method, `${API}/${path}`)
      const missing = await bob.call(method, `${API}/${path.replace(/\/[pa]\b/, '/missing')}`)
      assert.deepEqual([foreign.status, foreign.body], [404, missing.body], `${method} ${path}`)
    }
    assert.equal((await ada.call('GET', `${API}/partials`)).body.partials.length, 1)
  })
})
