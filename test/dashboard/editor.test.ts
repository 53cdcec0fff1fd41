import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api'
const THREE_SHEETS =
  '<style>@page { size: 100mm 80mm; margin: 10mm }</style>{{#each names}}<h1 style="break-after: page">{{this}}</h1>{{/each}}'

describe('dashboard: editor', () => {
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

  const create = async (content: string, sampleData: unknown = {}) => {
    const template = { name: 'Test', content, sampleData: JSON.stringify(sampleData) }
    const { status, body } = await ada.call('POST', `${API}/templates`, template)
    assert.equal(status, 201, JSON.stringify(body))
    return String(body.templateId)
  }
  const source = (page: Page) => page.getByRole('textbox', { name: 'Template source' })
  const sheet = (page: Page, number = 1) => page.getByRole('img', { name: new RegExp(`^Sheet ${number} of`) })
  const widthOf = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())?.width ?? 0

  it('resizes panes with the keyboard and the pointer, hides the data, and remembers both', async () => {
    const templateId = await create('<p>Panes</p>')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    const pane = page.getByRole('region', { name: 'Template', exact: true })
    const handle = page.getByRole('separator', { name: 'Width of template and data' })
    const initial = await widthOf(pane)
    await handle.focus()
    await page.keyboard.press('ArrowLeft')
    await eventually(async () => (await widthOf(pane)) < initial - 10)
    await visit.assertAccessible()
    const box = await handle.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(box.x - 100, box.y + 200)
    await page.mouse.up()
    await eventually(async () => (await widthOf(pane)) < initial - 100)
    const resized = await widthOf(pane)
    await page.reload()
    await eventually(async () => Math.abs((await widthOf(pane)) - resized) < 2)
    await handle.dblclick()
    await eventually(async () => Math.abs((await widthOf(pane)) - initial) < 2)

    await page.getByRole('button', { name: 'Hide data' }).click()
    await page.getByRole('region', { name: 'Sample data' }).waitFor({ state: 'hidden' })
    await page.getByRole('separator', { name: 'Width of template and PDF' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Show data' }).click()
    await page.getByRole('region', { name: 'Sample data' }).waitFor()
    await visit.assertAccessible()
  })

  it('shows one pane on a phone, and the PDF beside another pane in a medium window', async () => {
    const templateId = await create('<p>Panes</p>')
    await using visit = await browser.visit(platen, { person: ada, width: 1366, height: 768 })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await sheet(page).waitFor()
    assert.equal(await page.getByText('PDF', { exact: true }).count(), 0)
    await page.getByText('Data', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Sample data' }).waitFor()
    assert.equal(await source(page).isVisible(), false)
    await sheet(page).waitFor()
    await visit.assertAccessible()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('PDF', { exact: true }).click()
    await sheet(page).waitFor()
    assert.equal(await page.getByRole('separator').count(), 0)
    await visit.assertFits()
    await visit.assertAccessible()
  })

  for (const { name, width, scheme } of [
    { name: 'a large window', width: 1440, scheme: 'light' },
    { name: 'a dark phone', width: 390, scheme: 'dark' },
  ] as const) {
    it(`zooms, lists the sheets and fills the window with the PDF in ${name}`, async () => {
      const templateId = await create(THREE_SHEETS, { names: ['one', 'two', 'three'] })
      await using visit = await browser.visit(platen, { person: ada, width, scheme })
      const { page } = visit
      await page.goto(`/templates/${templateId}`)
      if (width < 1000) await page.getByText('PDF', { exact: true }).click()
      await page.getByText('Sheet 1 of 3', { exact: true }).waitFor()
      const zoom = page.getByRole('combobox', { name: 'Zoom' })
      const fitted = await widthOf(sheet(page))
      await zoom.selectOption('200 %')
      // 100 mm are 378 pixels.
      await eventually(async () => Math.abs((await widthOf(sheet(page))) - 756) < 2)
      await page.getByRole('region', { name: 'Sheets of the PDF' }).focus()
      await page.keyboard.press('-')
      await eventually(async () => Math.abs((await widthOf(sheet(page))) - 567) < 2)
      assert.equal(await zoom.inputValue(), '150')
      await page.keyboard.press('0')
      await eventually(async () => Math.abs((await widthOf(sheet(page))) - fitted) < 2)

      await page.getByRole('button', { name: 'List of sheets' }).click()
      await page.getByRole('button', { name: 'Go to sheet 3' }).click()
      await page.getByText('Sheet 3 of 3', { exact: true }).waitFor()
      assert.equal(
        await page.getByRole('button', { name: 'Go to sheet 3' }).getAttribute('aria-current'),
        'true',
      )
      await visit.assertFits()
      await visit.assertAccessible()

      await page.getByRole('button', { name: 'Full screen' }).click()
      const dialog = page.getByRole('dialog', { name: 'Test' })
      await dialog.getByRole('img', { name: 'Sheet 1 of 3' }).waitFor()
      await dialog.getByRole('button', { name: 'Go to sheet 2' }).waitFor()
      assert.equal(await widthOf(dialog), width)
      await visit.assertAccessible()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      // The button that opened it has the focus again.
      await page.locator('[aria-label="Full screen"]:focus').waitFor()
      await page.reload()
      if (width < 1000) await page.getByText('PDF', { exact: true }).click()
      await page.getByRole('button', { name: 'Go to sheet 3' }).waitFor()
    })
  }

  it('wraps long lines, remembers it, and formats the data', async () => {
    const templateId = await create(`<p>${'wide '.repeat(200)}</p>`, { a: [1, { b: 2 }] })
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    const isWrapped = () =>
      page.evaluate<boolean>(
        `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.cm-scroller'))`,
      )
    await source(page).click()
    assert.equal(await isWrapped(), false)
    await page.keyboard.press('Alt+z')
    await eventually(isWrapped)
    await page.reload()
    await source(page).waitFor()
    await eventually(isWrapped)
    await page.getByRole('button', { name: 'Wrap long lines' }).click()
    await eventually(async () => !(await isWrapped()))
    await page.getByRole('button', { name: 'Format JSON' }).click()
    const data = page.getByRole('textbox', { name: 'Sample data' })
    await eventually(async () => (await data.locator('.cm-line').count()) === 9)
    await page.keyboard.press('Control+z')
    await eventually(async () => (await data.locator('.cm-line').count()) === 1)
    await page.keyboard.press('Control+End')
    await page.keyboard.type(',')
    await page.getByRole('button', { name: 'Format JSON' }).click()
    await page.getByRole('alert').getByText('The text was not formatted').waitFor()
    await data.and(page.locator(':focus')).waitFor()
    assert.equal(await data.locator('.cm-line').count(), 1)
  })

  it('keeps unsaved text when a dialog cannot be loaded', async () => {
    const templateId = await create('<p>text</p>')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await source(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('unsaved')
    // Another release has replaced the files.
    await page.route(/\/assets\/(?:FullScreenPreview|HistoryDrawer)-/, (route) =>
      route.fulfill({ status: 404 }),
    )
    await sheet(page).waitFor()
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page
      .getByText(/A part of this page was not loaded/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    await page.keyboard.press('Control+s')
    await page.getByText('Draft saved', { exact: true }).waitFor()
    const saved = await ada.call('GET', `${API}/templates/${templateId}`)
    assert.match(saved.body.content, /unsaved/)
  })

  it('has an accessible search panel in both colour schemes', async () => {
    const templateId = await create('<p>find me</p>')
    for (const scheme of ['light', 'dark'] as const) {
      await using visit = await browser.visit(platen, { person: ada, scheme, width: 390, height: 844 })
      const { page } = visit
      await page.goto(`/templates/${templateId}`)
      await source(page).click()
      await page.keyboard.press('Control+f')
      await page.getByRole('textbox', { name: 'Find' }).waitFor()
      await page.keyboard.type('find')
      await page.locator('.cm-searchMatch').waitFor()
      await visit.assertFits()
      await visit.assertAccessible()
    }
  })
})
