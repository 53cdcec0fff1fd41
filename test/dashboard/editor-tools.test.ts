import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { encode } from 'fast-png'
import type { Page } from 'playwright-core'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api'
const PNG = Buffer.from(encode({ width: 8, height: 8, data: new Uint8Array(192).fill(90), channels: 3 }))
const DATA = { total: 12.5, lines: [{ item: 'Ink', price: 7 }] }

describe('dashboard: tools of the template editor', () => {
  let platen: Platen
  let browser: Browser
  let ada: Person
  before(async () => {
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
    await insert('Image')
    await contains(page, '<img src="{{asset "brand.png"}}" alt="Logo"')
    await page.keyboard.press('Control+End')
    await insert('Header and footer')
    await contains(page, '@bottom-right { content: "Page " counter(page)')
    await page.getByText(/^\d+ ms$/).waitFor()
    assert.equal(await page.locator('.cm-lintRange-error').count(), 0)
    await setup(page).click()
    assert.equal(await page.getByLabel('Top margin').inputValue(), '20mm')
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
