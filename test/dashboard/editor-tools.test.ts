import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { encode } from 'fast-png'
import type { Page } from 'playwright-core'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api'
const PNG = Buffer.from(encode({ width: 8, height: 8, data: new Uint8Array(192).fill(90), channels: 3 }))
const OTHER_PNG = Buffer.from(encode({ width: 9, height: 9, data: new Uint8Array(243).fill(9), channels: 3 }))
const DATA = { total: 12.5, lines: [{ item: 'Ink', price: 7 }] }

describe('dashboard: tools of the template editor', () => {
  let platen: Platen
  let browser: Browser
  let ada: Person
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-images-'))
    await writeFile(join(folder, 'logo.png'), PNG)
    platen = await startPlaten()
    browser = await openBrowser(platen.config)
    ada = await platen.person({ email: 'ada@example.com', name: 'Ada' })
    const partial = { content: '<b>letterhead</b>', contentEncoding: 'utf-8' }
    const isNew = { 'if-none-match': '*' }
    assert.equal((await ada.call('PUT', `${API}/partials/letterhead`, partial, isNew)).status, 201)
    const image = { 'content-type': 'image/png' }
    assert.equal((await ada.call('PUT', `${API}/assets/brand.png`, PNG, image)).status, 201)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const create = async (content: string) => {
    const template = { name: 'Test', content, sampleData: JSON.stringify(DATA) }
    const { status, body } = await ada.call('POST', `${API}/templates`, template)
    assert.equal(status, 201, JSON.stringify(body))
    return String(body.templateId)
  }
  const source = (page: Page) => page.getByRole('textbox', { name: 'Template source' })
  const lines = async (page: Page) => (await source(page).locator('.cm-line').allTextContents()).join('\n')
  const contains = (page: Page, text: string) =>
    eventually(async () => (await lines(page)).includes(text) || undefined)
  const setup = (page: Page) => page.getByRole('button', { name: /^Page setup/ })

  for (const { name, width, scheme } of [
    { name: 'a large window', width: 1440, scheme: 'light' },
    { name: 'a dark phone', width: 390, scheme: 'dark' },
  ] as const) {
    it(`reads and edits the page setup in ${name}`, async () => {
      const templateId = await create(
        '<style>\n@page { size: A5; margin: 10mm 12mm }\n@page :first { margin: 0 }\n</style><p>text</p>',
      )
      await using visit = await browser.visit(platen, { person: ada, width, scheme })
      const { page } = visit
      await page.goto(`/templates/${templateId}`)
      await page.getByRole('button', { name: 'Page setup: A5' }).press('Enter')
      const form = page.getByRole('dialog', { name: 'Page setup' })
      await form.getByLabel('Size').selectOption('A4')
      await contains(page, '@page { size: A4; margin: 10mm 12mm }')
      await form.getByText('Landscape').click()
      await page.getByRole('button', { name: 'Page setup: A4 landscape' }).waitFor()
      const left = form.getByLabel('Left margin')
      assert.equal(await left.inputValue(), '12mm')
      await left.fill('wide')
      await form.getByText('Enter a length such as 20mm.').waitFor()
      await visit.assertAccessible()
      await visit.assertFits()
      await left.fill('20')
      await left.press('Enter')
      await contains(page, '@page { size: A4 landscape; margin: 10mm 12mm 10mm 20mm }')
      await form.getByText('@page :first margin: 0').waitFor()
      await form.getByRole('button', { name: 'Line 3' }).click()
      await page.keyboard.press('Control+z')
      await contains(page, 'size: A4 landscape; margin: 10mm 12mm }')
    })
  }

  it('adds a page rule, and does not edit a computed one', async () => {
    const templateId = await create('<p>text</p>')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await setup(page).click()
    await page.getByText('sheets are A4 without margins').waitFor()
    await page.getByLabel('Size').selectOption('Custom')
    await contains(page, '@page { size: 210mm 297mm }')
    await page.getByLabel('Height').fill('50mm')
    await page.getByLabel('Height').press('Enter')
    await contains(page, '@page { size: 210mm 50mm }')
    await page.keyboard.press('Escape')
    await source(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText('<style>@page { size: {{size}} }</style>')
    await page.getByRole('button', { name: 'Page setup: @page' }).click()
    await page.getByText('A value of the @page rule is computed.').waitFor()
    await page.getByText('@page size: {{size}}').waitFor()
    await visit.assertAccessible()
  })

  it('inserts snippets with fields of the data at the cursor', async () => {
    const templateId = await create('<!doctype html>\n<title>x</title>\n<p>text</p>\n')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await source(page).click()
    await page.keyboard.press('Control+End')
    const insert = async (snippet: string) => {
      await page.getByRole('button', { name: 'Insert' }).press('Enter')
      await page.getByRole('menuitem', { name: snippet }).waitFor()
      await visit.assertAccessible()
      await page.getByRole('menuitem', { name: snippet }).press('Enter')
    }
    await insert('Table of a list')
    await contains(
      page,
      '{{#each lines}}\n    <tr><td>{{item}}</td><td style="text-align: right">{{price}}</td></tr>',
    )
    // The snippet has the focus, and its first field is selected.
    await page.keyboard.type('this.lines')
    await page.keyboard.press('Tab')
    await page.keyboard.type('<p>')
    await contains(page, '{{#each this.lines}}')
    await contains(page, '</table>\n<p>')
    await insert('Currency amount')
    await contains(page, '<p>{{formatCurrency total currency="EUR"}}')
    await page.keyboard.press('Control+End')
    await insert('Image…')
    await visit.assertAccessible()
    await page.getByRole('dialog').getByRole('button', { name: 'brand.png' }).click()
    await contains(page, '<img src="{{asset "brand.png"}}" alt="Logo"')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+End')
    await insert('Header and footer')
    await contains(page, '@bottom-right { content: "Page " counter(page)')
    await page.getByText(/^\d+ ms$/).waitFor()
    assert.equal(await page.locator('.cm-lintRange-error').count(), 0)
    await setup(page).click()
    assert.equal(await page.getByLabel('Top margin').inputValue(), '20mm')
  })

  it('uploads images where they are needed: in the menu, for a missing asset, dropped and pasted', async () => {
    const templateId = await create(
      '<!doctype html>\n<html lang="en"><title>x</title>\n<p>first</p>\n<p>last</p>\n',
    )
    await using visit = await browser.visit(platen, { person: ada, width: 390, height: 844 })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await source(page).click()
    await page.keyboard.press('Control+End')
    await page.getByRole('button', { name: 'Insert' }).click()
    await page.getByRole('menuitem', { name: 'Image…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Insert an image' })
    const choose = async (button: RegExp, file: { name: string; mimeType: string; buffer: Buffer }) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: button }).click(),
      ])
      await chooser.setFiles(file)
    }
    await choose(/^Upload an image/, { name: 'a.ttf', mimeType: 'font/ttf', buffer: PNG })
    await dialog.getByRole('alert').getByText('a.ttf is not an image.').waitFor()
    assert.equal(await page.locator('input[type=file]').inputValue(), '', 'The file can be chosen again')
    await choose(/^Upload an image/, { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('text') })
    await dialog.getByRole('alert').getByText('An asset must be a PNG, JPEG').waitFor()
    const large = Buffer.alloc(5 * 1024 * 1024 + 1)
    await choose(/^Upload an image/, { name: 'large.png', mimeType: 'image/png', buffer: large })
    await dialog.getByRole('alert').getByText('large.png is larger than 5 MiB. Choose').waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    // Another image has this name already.
    await choose(/^Upload an image/, { name: 'brand.png', mimeType: 'image/png', buffer: OTHER_PNG })
    await contains(page, '<p>last</p>\n<img src="{{asset "brand-2.png"}}" alt="Logo"')
    await page.keyboard.type('Our logo')
    await contains(page, 'alt="Our logo"')

    await page.setViewportSize({ width: 1366, height: 768 })
    await page.getByText('Sheet 1 of 1').waitFor()
    // The start of the line is visible: the narrow editor has scrolled to the end of the image.
    await page.keyboard.press('Control+Home')
    await page.waitForFunction(`document.querySelector('.cm-scroller').scrollLeft === 0`)
    const fields = await source(page).getByText('first').boundingBox()
    assert.ok(fields)
    const drop = {
      x: fields.x + 1,
      y: fields.y + fields.height / 2,
      data: { items: [], files: [join(folder, 'logo.png')], dragOperationsMask: 1 },
    }
    const session = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, ...drop })
    await contains(page, '<img src="{{asset "logo.png"}}" alt="Logo" style="width: 40mm"><p>first</p>')
    // The same image is stored once. Text of a spreadsheet is pasted as text.
    await page.keyboard.press('Control+End')
    await paste(page, { image: PNG, name: 'logo.png' })
    await contains(page, 'alt="Our logo" style="width: 40mm"><img src="{{asset "logo.png"}}"')
    await paste(page, { image: Buffer.from('x'), name: 'broken.png' })
    await page.getByRole('alert').getByText('An asset must be a PNG, JPEG').waitFor()
    await page.keyboard.press('Control+End')
    await paste(page, { image: PNG, name: 'cells.png', text: 'cells' })
    await contains(page, 'cells')

    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('<img alt="" src="{{asset "missing.svg"}}">')
    const problem = page.getByRole('status').filter({ hasText: 'there is no asset named "missing.svg"' })
    await problem.getByText('The PDF below is the last one without an error.').waitFor()
    await visit.assertAccessible()
    await choose(/^Upload “missing\.svg”/, {
      name: 'x.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    })
    await page.getByRole('alert').getByText('The asset was not uploaded').waitFor()
    assert.equal(await page.locator('input[type=file]').inputValue(), '', 'The file can be chosen again')
    await choose(/^Upload “missing\.svg”/, { name: 'my.png', mimeType: 'image/png', buffer: PNG })
    await problem.waitFor({ state: 'detached' })
    const { assets } = (await ada.call('GET', `${API}/assets`)).body
    assert.deepEqual(assets.map(({ name }: { name: string }) => name).toSorted(), [
      'brand-2.png',
      'brand.png',
      'logo.png',
      'missing.svg',
    ])
  })

  it('replaces the logo of an example, in a window and on a phone', async () => {
    const created = await ada.call('POST', `${API}/templates`, { name: 'Invoice', example: 'invoice' })
    await using visit = await browser.visit(platen, { person: ada, width: 1366, height: 768 })
    const { page } = visit
    await page.goto(`/templates/${created.body.templateId}`)
    await page.getByText('Sheet 1 of 1').waitFor()
    const replace = async () => {
      await page.getByRole('button', { name: 'Replace logo' }).click()
      await page
        .getByRole('dialog', { name: 'Replace the logo' })
        .getByRole('button', { name: 'brand.png' })
        .click()
      await contains(page, '<img id="logo" src="{{asset "brand.png"}}" alt="{{seller.name}}">')
    }
    await replace()
    assert.doesNotMatch(await lines(page), /<svg id=/)
    await page.keyboard.press('Control+z')
    await contains(page, '<svg id="logo"')
    await page.setViewportSize({ width: 390, height: 844 })
    await visit.assertFits()
    await visit.assertAccessible()
    await replace()
  })

  it('does not change the template when the image dialog is closed during the upload', async () => {
    const templateId = await create('<svg id="logo"></svg>\n')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>()
    await page.route('**/assets/late.png', async (route) => {
      await isClosed
      await route.continue()
    })
    await page.getByRole('button', { name: 'Replace logo' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload an image' }).click(),
    ])
    await chooser.setFiles({ name: 'late.png', mimeType: 'image/png', buffer: OTHER_PNG })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    close()
    await page.getByText('“late.png” was uploaded.').waitFor()
    await source(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('end')
    await contains(page, 'end')
    assert.match(await lines(page), /<svg id="logo"><\/svg>/)
    assert.equal((await ada.call('DELETE', `${API}/assets/late.png`)).status, 200)
  })

  it('replaces the whole name of an asset by the suggested one', async () => {
    const templateId = await create('<img src="{{asset "b.png"}}" alt="Logo">\n')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await source(page).click()
    await page.keyboard.press('Control+Home')
    for (const _ of '<img src="{{asset "b') await page.keyboard.press('ArrowRight')
    await page.keyboard.type('r')
    await page.getByRole('option', { name: /^brand\.png/ }).click()
    await contains(page, '<img src="{{asset "brand.png"}}" alt="Logo">')
  })

  it('completes partials, assets and parameters, and describes helpers', async () => {
    const templateId = await create('<p></p>\n')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await source(page).click()
    await page.keyboard.press('Control+End')
    const accept = async (option: RegExp) => {
      await page.getByRole('option', { name: option }).click()
      await page.getByRole('listbox').waitFor({ state: 'hidden' })
    }
    await page.keyboard.type('{{> ')
    await accept(/^letterhead/)
    await contains(page, '{{> letterhead}}')
    await page.keyboard.press('End')
    await page.keyboard.type('<img src="{{asset "')
    await accept(/^brand\.png/)
    await contains(page, '<img src="{{asset "brand.png"}}')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('{{formatCur')
    await accept(/^formatCurrency/)
    await contains(page, '{{formatCurrency 1234.5 currency="EUR" locale="de"}}')
    // The first parameter is selected, Tab goes to the next one.
    await page.keyboard.type('total')
    await page.keyboard.press('Tab')
    await page.keyboard.type('USD')
    await contains(page, '{{formatCurrency total currency="USD" locale="de"}}')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('{{#eac')
    await accept(/^each/)
    await contains(page, '{{#each lines}}')
    await contains(page, '{{/each}}')
    await page.locator('.cm-hb-name', { hasText: 'formatCurrency' }).hover()
    const help = page.locator('.cm-helper')
    await help.getByText('the amount in the format of the locale').waitFor()
    await help.getByText('ISO 4217 code, such as "EUR"; required').waitFor()
    await visit.assertAccessible()
  })
})

/** Pastes an image into the editor of the template, as from the clipboard. `text`: also its text. */
async function paste(page: Page, clip: { image: Buffer; name: string; text?: string }): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.from(atob('${clip.image.toString('base64')}'), (character) => character.charCodeAt(0))
    clipboardData.items.add(new File([bytes], '${clip.name}', { type: 'image/png' }))
    if (${clip.text !== undefined}) clipboardData.setData('text/plain', '${clip.text ?? ''}')
    document.querySelector('.cm-content').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })()`)
}
