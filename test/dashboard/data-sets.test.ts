import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, type Platen, startPlaten } from '../harness.ts'
import { backupHas } from './backups.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api/templates'
const SHEETS = '{{#each rows}}<p style="break-after: page">{{this}}</p>{{/each}}end'

describe('dashboard: data sets and PDF options', () => {
  let platen: Platen
  let browser: Browser
  let ada: Person
  before(async () => {
    platen = await startPlaten()
    browser = await openBrowser(platen.config)
    ada = await platen.person({ email: 'ada@example.com', name: 'Ada' })
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  const create = async () => {
    const template = { name: 'Test', content: SHEETS, sampleData: '{"rows": [1]}' }
    const { status, body } = await ada.call('POST', API, template)
    assert.equal(status, 201, JSON.stringify(body))
    return String(body.templateId)
  }
  const saved = async (templateId: string) => (await ada.call('GET', `${API}/${templateId}`)).body
  const selection = (page: Page) => page.getByLabel('Text in this pane')
  const menu = async (page: Page, item: string | RegExp) => {
    await page.getByRole('button', { name: 'Data sets' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const fill = async (page: Page, label: string, text: string) => {
    await page.getByRole('textbox', { name: label, exact: true }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }
  const save = async (page: Page) => {
    await page.keyboard.press('Control+s')
    await page.getByRole('status').getByText('Published').waitFor()
  }

  for (const { name, width, scheme } of [
    { name: 'a large window', width: 1440, scheme: 'light' },
    { name: 'a dark phone', width: 390, scheme: 'dark' },
  ] as const) {
    it(`creates, renames and deletes a data set in ${name}`, async () => {
      const templateId = await create()
      await using visit = await browser.visit(platen, { person: ada, width, scheme })
      const { page } = visit
      await page.goto(`/templates/${templateId}`)
      const show = async (pane: 'Data' | 'PDF') => {
        if (width < 1000) await page.getByRole('radiogroup').getByText(pane, { exact: true }).click()
      }
      await show('Data')
      await menu(page, 'New data set')
      const dialog = page.getByRole('dialog', { name: 'New data set' })
      await dialog.getByLabel('Name').fill('not a name')
      await dialog.getByRole('button', { name: 'Create data set' }).click()
      await dialog.getByText('Use up to 64 letters').waitFor()
      await visit.assertAccessible()
      await dialog.getByLabel('Name').fill('three')
      await dialog.getByLabel('Name').press('Enter')
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('textbox', { name: 'Data set three' }).getByText('"rows"').waitFor()
      await fill(page, 'Data set three', '{"rows": [1, 2, 3]}')
      await show('PDF')
      await page.getByText('Sheet 1 of 4').waitFor()
      await show('Data')
      await visit.assertAccessible()
      await visit.assertFits()
      await save(page)
      const { dataSets, sampleData, draft } = await saved(templateId)
      assert.deepEqual(dataSets, [{ name: 'three', data: '{"rows": [1, 2, 3]}' }])
      assert.deepEqual([sampleData, draft], ['{"rows": [1]}', null])

      await menu(page, 'Rename “three”')
      const rename = page.getByRole('dialog', { name: 'Rename data set' })
      await rename.getByLabel('Name').fill('four')
      await rename.getByLabel('Name').press('Enter')
      await page.getByRole('textbox', { name: 'Data set four' }).waitFor()
      await selection(page).selectOption('Sample data')
      await show('PDF')
      await page.getByText('Sheet 1 of 2').waitFor()
      await show('Data')
      await selection(page).selectOption('four')
      await menu(page, 'Delete “four”')
      await page.getByRole('button', { name: 'Delete data set' }).click()
      await page.getByRole('textbox', { name: 'Sample data' }).waitFor()
      await save(page)
      assert.deepEqual((await saved(templateId)).dataSets, [])
    })
  }

  it('applies PDF options in the preview and in the code, and shows their errors', async () => {
    const templateId = await create()
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await page.getByText('Sheet 1 of 2').waitFor()
    await selection(page).selectOption('PDF options')
    await fill(page, 'PDF options', '{"pageRanges": "2"}')
    await page.getByText('Sheet 1 of 1').waitFor()
    await page.getByRole('button', { name: 'Use in code' }).click()
    await page.getByRole('dialog').getByText('"pageRanges": "2"').first().waitFor()
    await page.keyboard.press('Escape')
    await fill(page, 'PDF options', '{"pageRanges": 2}')
    await page
      .getByText(/options\/?\.?pageRanges/)
      .first()
      .waitFor()
    await fill(page, 'PDF options', '[')
    await page.getByText('The PDF options are not a valid JSON object.').waitFor()
    await visit.assertAccessible()
    await fill(page, 'PDF options', '{"password": "secret"}')
    await page.getByText('options.password is only allowed in calls').waitFor()
    await fill(page, 'PDF options', '{"metadata": {"title": "T"}}')
    await save(page)
    assert.equal((await saved(templateId)).pdfOptions, '{"metadata": {"title": "T"}}')
  })

  it('restores unsaved data sets after a reload, and keeps those of others in a conflict', async () => {
    const templateId = await create()
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await menu(page, 'New data set')
    await page.getByLabel('Name').fill('mine')
    await page.getByLabel('Name').press('Enter')
    await page.getByRole('textbox', { name: 'Data set mine' }).waitFor()
    await backupHas(page, 'mine')
    await page.reload()
    await page.getByText('Unsaved changes').first().waitFor()
    await selection(page).selectOption('mine')
    await page.getByRole('textbox', { name: 'Data set mine' }).waitFor()
    const { etag } = await saved(templateId)
    const theirs = { dataSets: [{ name: 'theirs', data: '{"rows": [9]}' }] }
    assert.equal((await ada.call('PUT', `${API}/${templateId}`, theirs, { 'if-match': etag })).status, 200)
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'This template was saved elsewhere' })
    await dialog.getByRole('button', { name: 'Compare versions' }).click()
    await dialog.getByText('Data set theirs, saved').waitFor()
    await dialog.getByText('Data set mine, mine').waitFor()
    await visit.assertAccessible()
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.deepEqual(
      (await saved(templateId)).dataSets.map(({ name }: { name: string }) => name),
      ['theirs', 'mine'],
    )
    await selection(page).selectOption('theirs')
    await page.getByRole('textbox', { name: 'Data set theirs' }).getByText('9').waitFor()
  })
})
