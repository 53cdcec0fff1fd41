import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { paths } from '../../packages/dashboard/src/base/paths.ts'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api'
const run = promisify(execFile)

describe('dashboard: templates', () => {
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

  const create = async (content: string, sampleData = '{}', name = 'Test') => {
    const { status, body } = await ada.call('POST', `${API}/templates`, { name, content, sampleData })
    assert.equal(status, 201, JSON.stringify(body))
    return String(body.templateId)
  }
  const read = async (templateId: string) => (await ada.call('GET', `${API}/templates/${templateId}`)).body
  const source = (page: Page) => page.getByRole('textbox', { name: 'Template source' })
  const sheet = (page: Page, number = 1) => page.getByRole('img', { name: new RegExp(`^Sheet ${number} of`) })
  /** Waits until the picture of the first sheet differs from `before`. @returns the picture. */
  const drawn = async (page: Page, before = '') => {
    return await eventually(async () => {
      const picture = await page.evaluate<string | undefined>(
        `(() => {
          const canvas = document.querySelector('canvas[aria-label^="Sheet 1 of"]')
          return canvas && canvas.width !== 210 ? canvas.toDataURL() : undefined
        })()`,
      )
      if (picture !== undefined && picture !== before) return picture
      // Encoding the picture is expensive.
      await delay(100)
      return false
    })
  }
  const isSaved = (page: Page) => page.getByText(/^(Draft saved|Published)$/).waitFor()

  it('creates a template from an example and shows its PDF', async () => {
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/templates')
    await page.getByText('No templates yet').waitFor()
    await visit.assertAccessible()
    await page.getByRole('main').getByRole('link', { name: 'New template' }).first().click()
    await page.getByRole('button', { name: /^Shipping label/ }).waitFor()
    const widths = await page.evaluate<number[]>(
      `Promise.all(Array.from(document.querySelectorAll('main img'), (image) => image.decode().then(() => image.naturalWidth)))`,
    )
    assert.deepEqual([widths.length, widths.every((width) => width > 100)], [8, true])
    await visit.assertAccessible()
    await page.getByRole('button', { name: /^Invoice/ }).click()
    await page.getByRole('heading', { name: 'Invoice', level: 1 }).waitFor()
    await drawn(page)
    await page.getByText('1 sheet', { exact: true }).waitFor()
    await visit.assertAccessible()
    await visit.assertFits()

    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: 'Invoice', exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('nothing such')
    await page.getByText('No matching templates').waitFor()
    assert.match(page.url(), /search=nothing/)
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('INVO')
    await page.getByRole('link', { name: 'Invoice', exact: true }).waitFor()
    await page.getByRole('radio', { name: 'Cards' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('columnheader', { name: 'Pages in 30 days' }).waitFor()
    await visit.assertAccessible()
  })

  it('updates the PDF while the author types, completes names and marks errors', async () => {
    const data = '{"customer": {"name": "Grace"}, "lines": [{"item": "Ink", "price": 7}]}'
    const templateId = await create('<style>@page { size: 100mm 60mm }</style>\n<h1>Hello</h1>\n', data)
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    let picture = await drawn(page)
    await source(page).click()
    await page.keyboard.press('Control+End')
    for (const text of ['One', ' two']) {
      await page.keyboard.type(text)
      picture = await drawn(page, picture)
    }

    await page.keyboard.press('Enter')
    await page.keyboard.type('{{#each li')
    await page.getByRole('option', { name: /^lines/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('nes')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('{{')
    await page.getByRole('option', { name: /^item/ }).waitFor()
    await page.keyboard.type('pr')
    await page.getByRole('option', { name: /^price/ }).click()
    await page.keyboard.press('End')
    // The block is not closed: its opening tag is underlined, and the last valid preview stays.
    await page.locator('.cm-lintRange-error').waitFor()
    await page.getByText(/Parse error on line \d+: {{#each lines}} is not closed/).waitFor()
    await sheet(page).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(/^Invalid Handlebars template: Parse error/).waitFor()
    assert.equal((await read(templateId)).version, 1)
    await page.keyboard.type('{{/each}}')
    await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' })
    picture = await drawn(page, picture)
    await page.getByRole('textbox', { name: 'Sample data' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(',')
    await page.getByText('The data is not valid JSON.').waitFor()
    await page.keyboard.press('Backspace')
    await page.getByText('The data is not valid JSON.').waitFor({ state: 'detached' })

    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await page.getByText('Version 2', { exact: true }).waitFor()
    assert.match((await read(templateId)).content, /One two\n\{\{#each lines\}\}\{\{price\}\}\{\{\/each\}\}$/)

    await source(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(
      '<div style="height: 40mm">tall</div>end<img alt="" src="http://nowhere.test/x.png">',
    )
    await page.getByText(/^scaled to \d\d %$/).waitFor()
    await page.getByText('3 warnings').waitFor()
    await page.getByText('The language is missing. Add lang="…" to <html>: <html>').waitFor()
    await page.getByText(/An image could not be loaded: http:\/\/nowhere\.test\/x\.png/).waitFor()
    await page.keyboard.type('<p style="break-before: page">next</p>')
    await page.getByText('not scaled: a page break', { exact: true }).waitFor()
    await page.getByText(/^scaled to \d\d %$/).waitFor({ state: 'detached' })
    await visit.assertAccessible()

    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('searchbox', { name: 'Search templates' }).waitFor()
    assert.doesNotMatch((await read(templateId)).content, /tall/)
  })

  it('keeps line numbers readable when code is scrolled sideways', async () => {
    const templateId = await create(`<p>${'wide '.repeat(200)}</p>`)
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await source(page).click()
    await page.keyboard.press('End')
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
      const { scrolled, colours } = await page.evaluate<{ scrolled: number; colours: string[] }>(`({
        scrolled: document.querySelector('.cm-scroller').scrollLeft,
        colours: Array.from(document.querySelectorAll('.cm-gutters, .cm-activeLineGutter'), (element) =>
          getComputedStyle(element).backgroundColor),
      })`)
      assert.ok(scrolled > 0)
      assert.ok(colours.length > 1)
      for (const colour of colours) assert.match(colour, /^rgb\(/, `${scheme}: ${colour}`)
    }
  })

  it('detects a conflicting save, and keeps both texts', async () => {
    const templateId = await create('first')
    const saveElsewhere = async (content: string) => {
      const etag = { 'if-match': (await read(templateId)).etag }
      const saved = await ada.call('PUT', `${API}/templates/${templateId}`, { content }, etag)
      assert.equal(saved.status, 200, JSON.stringify(saved.body))
    }
    await using visit = await browser.visit(platen, { person: ada, clipboard: true })
    const { page } = visit
    const typeAtEnd = async (text: string) => {
      await source(page).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(text)
    }
    await page.goto(`/templates/${templateId}`)
    await typeAtEnd(' mine')
    await saveElsewhere('first theirs')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'This template was saved elsewhere' })
    await dialog.getByText(/^You saved this template in another tab or browser on /).waitFor()
    assert.equal((await read(templateId)).content, 'first theirs')
    await dialog.getByRole('button', { name: 'Compare versions' }).click()
    await dialog.getByText('first theirs').waitFor()
    await visit.assertAccessible()
    await dialog.getByRole('button', { name: 'Copy my version' }).click()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'first mine')
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click()
    await isSaved(page)
    assert.equal((await read(templateId)).content, 'first mine')

    await typeAtEnd(' again')
    await saveElsewhere('first theirs again')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Use the saved version' }).click()
    await source(page).getByText('first theirs again').waitFor()
    await isSaved(page)
    const { versions } = (await ada.call('GET', `${API}/templates/${templateId}/versions`)).body
    assert.equal(versions.length, 4)
  })

  it('keeps a saved source that was not changed here after a conflict, also in the next save', async () => {
    const templateId = await create('<p>first</p>', '{}')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    const addLine = async () => {
      await page.getByRole('textbox', { name: 'Sample data' }).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
    }
    await page.goto(`/templates/${templateId}`)
    await addLine()
    const etag = { 'if-match': (await read(templateId)).etag }
    const theirs = { content: '<p>theirs</p>' }
    assert.equal((await ada.call('PUT', `${API}/templates/${templateId}`, theirs, etag)).status, 200)
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Overwrite with my version' }).click()
    await source(page).getByText('theirs').waitFor()
    await isSaved(page)
    assert.deepEqual(
      [(await read(templateId)).content, (await read(templateId)).sampleData],
      ['<p>theirs</p>', '{}\n'],
    )
    await addLine()
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await isSaved(page)
    assert.deepEqual(
      [(await read(templateId)).content, (await read(templateId)).sampleData],
      ['<p>theirs</p>', '{}\n\n'],
    )
  })

  it('saves a draft that renders do not use, publishes it, and discards another one', async () => {
    const templateId = await create('<p>first</p>', '{}')
    const published = async () =>
      (await ada.call('GET', `${API}/templates/${templateId}/versions`)).body.versions.find(
        ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
      ).number
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    const publish = page.getByRole('button', { name: 'Publish' })
    const typeAtEnd = async (text: string) => {
      await source(page).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(text)
    }
    await page.goto(`/templates/${templateId}`)
    await page.getByText('Published', { exact: true }).waitFor()
    assert.equal(await publish.isDisabled(), true)
    await typeAtEnd('second')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Draft saved', { exact: true }).waitFor()
    assert.equal(await published(), 1)
    await page.reload()
    await page.getByText('Draft saved', { exact: true }).waitFor()
    await source(page).getByText('second').waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('dialog', { name: 'History' }).getByText('Draft', { exact: true }).waitFor()
    await visit.assertAccessible()
    await page.keyboard.press('Escape')
    await publish.click()
    await page.getByText('Published', { exact: true }).waitFor()
    await page.getByText('Version 2 is published. New renders use it.').waitFor()
    assert.equal(await published(), 2)

    await typeAtEnd('third')
    await publish.click()
    await page.getByText('Version 3 is published. New renders use it.').waitFor()
    assert.equal(await published(), 3, 'Publish saves first')

    // The preview fails: publishing asks first, and the draft is saved.
    await source(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('<img alt="" src="{{asset "none.png"}}">')
    await publish.click()
    const dialog = page.getByRole('dialog', { name: 'Publish with an error?' })
    await dialog.getByText(/may fail as its preview does:[^]* there is no asset named "none\.png"/).waitFor()
    await visit.assertAccessible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Draft saved', { exact: true }).waitFor()
    assert.equal(await published(), 3)
    await publish.click()
    await dialog.getByRole('button', { name: 'Publish anyway' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Version 4 is published.' })
    await notice.waitFor()
    assert.equal(await published(), 4)
    const error = page.getByRole('status').filter({ hasText: 'The template could not be filled' })
    const [covered, covering] = [await error.boundingBox(), await notice.boundingBox()]
    assert.ok(covered && covering && covered.y + covered.height < covering.y, 'The notice covers the error.')
    // A preview that the service cannot render now says nothing about the template.
    await page.route('**/dashboard/api/preview', (route) => route.fulfill({ status: 429, body: '{}' }))
    await typeAtEnd('unknown')
    await page.getByText('The service answered with status 429.').waitFor()
    await publish.click()
    await page.getByText('Version 5 is published. New renders use it.').waitFor()
    await page.unroute('**/dashboard/api/preview')

    await typeAtEnd('fourth')
    await page.keyboard.press('Control+s')
    await page.getByText('Draft saved', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Templates' }).click()
    const listed = page
      .getByRole('article')
      .filter({ has: page.locator(`a[href$="${templateId}"]`) })
      .getByText('Draft', { exact: true })
    await listed.waitFor()
    await visit.assertAccessible()
    await page.goto(`/templates/${templateId}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Discard draft' }).click()
    await page.setViewportSize({ width: 390, height: 900 })
    await visit.assertFits()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    await source(page).getByText('third').waitFor()
    assert.doesNotMatch((await source(page).textContent()) ?? '', /fourth/)
    assert.equal(await published(), 5)
  })

  it('does not publish over a version that was saved meanwhile', async () => {
    const templateId = await create('first', '{}')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await page.getByText('Published', { exact: true }).waitFor()
    await source(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' mine')
    const theirs = { content: 'theirs' }
    await ada.call('PUT', `${API}/templates/${templateId}`, theirs, {
      'if-match': (await read(templateId)).etag,
    })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog', { name: 'This template was saved elsewhere' }).waitFor()
    const saved = await read(templateId)
    assert.deepEqual([saved.content, saved.version, saved.draft], ['theirs', 1, 2])
  })

  it('compares two versions, and restores an older one', async () => {
    const page1 = '<style>@page { size: 100mm 60mm }</style><h1>{{title}}</h1>'
    const templateId = await create(page1, '{"title": "Old"}')
    const etag = { 'if-match': (await read(templateId)).etag }
    await ada.call(
      'PUT',
      `${API}/templates/${templateId}`,
      { content: page1.replace('h1>', 'h2>').replace('</h1', '</h2') },
      etag,
    )
    assert.equal((await ada.call('POST', `${API}/templates/${templateId}/publish`)).status, 200)
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByText('Version 1', { exact: true }).waitFor()
    await visit.assertAccessible()
    await page.getByRole('link', { name: /^Compare version 1/ }).click()
    await page.getByRole('img', { name: 'Sheet 1, changed' }).waitFor()
    const colours = await coloursOf(page)
    assert.ok(colours.red > 50 && colours.green > 50, JSON.stringify(colours))
    await visit.assertAccessible()
    await page.getByText('Side by side', { exact: true }).click()
    for (const version of [1, 2])
      await page.getByRole('img', { name: `Sheet 1, Version ${version}`, exact: true }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 800 })
    await visit.assertAccessible()
    await visit.assertFits()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByText('Source', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Source differences' }).waitFor()
    await page.locator('.cm-deletedChunk').getByText('h1').first().waitFor()
    await visit.assertAccessible()

    await page.getByRole('link', { name: 'Back to template' }).click()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('button', { name: 'Restore version', exact: true }).click()
    await page.getByText('Version 3', { exact: true }).first().waitFor()
    await source(page).getByText('h1').first().waitFor()
    assert.equal((await read(templateId)).content, page1)

    // The watermark of previews is on both sheets and not a difference.
    await page.goto(paths.templateDifference(templateId, 1, 3))
    await page.getByRole('img', { name: 'Sheet 1, unchanged' }).waitFor()
  })

  it('shows the message of the daily limit of previews instead of waiting for the next day', async () => {
    const grace = await platen.person()
    const stored = await grace.call('POST', `${API}/templates`, { name: 'x', content: '<p>x' })
    assert.equal((await grace.call('POST', `${API}/preview`, { content: 'x', data: {} })).status, 200)
    await sql`update preview_limits set previews = 10000 where account_id = ${grace.accountId}`.execute(
      platen.app.services.database,
    )
    await using visit = await browser.visit(platen, { person: grace })
    await visit.page.goto(`/templates/${stored.body.templateId}`)
    await visit.page.getByText(/An account may make 10,000 previews and test pages a day/).waitFor()
  })

  it('shows data that does not match the schema while the schema is edited', async () => {
    const templateId = await create('<p>{{n}}</p>', '{"n": "one"}')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/templates/${templateId}`)
    await page.getByLabel('Text in this pane').selectOption('Schema')
    await page.getByRole('textbox', { name: 'Schema' }).click()
    await page.keyboard.insertText('{"properties": {"n": {"type": "number"}}}')
    await page.getByText('/n must be number').waitFor()
    await visit.assertAccessible()
    await page.keyboard.press('Control+s')
    await isSaved(page)
    assert.equal((await read(templateId)).dataSchema, '{"properties": {"n": {"type": "number"}}}')
    await page.getByLabel('Text in this pane').selectOption('Sample data')
    await page.getByRole('textbox', { name: 'Sample data' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText('{"n": 1}')
    await page.getByText('/n must be number').waitFor({ state: 'detached' })
  })

  it('creates a template from a file, shows working code, renames it, and asks before deleting it', async () => {
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/templates/new')
    await page.locator('input[type=file]').setInputFiles({
      name: 'Offer.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<p>An offer for {{name}}</p>'),
    })
    await page.getByRole('heading', { name: 'Offer', level: 1 }).waitFor()
    const templateId = page.url().split('/').at(-1) ?? ''
    await page.getByRole('textbox', { name: 'Sample data' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText('{"name": "O\'Brien \\"& Sons\\""}')
    await page.getByRole('button', { name: 'Use in code' }).click()
    await page.getByText('The code renders the published version.').waitFor()
    await page.getByRole('tab', { name: 'TypeScript' }).click()
    const code = await page.getByRole('tabpanel').locator('code').textContent()
    await visit.assertAccessible()
    assert.match(await runTypeScript(code ?? ''), /An offer for O'Brien "& Sons"/)
    await page.getByRole('tab', { name: 'curl' }).click()
    const curl = await page.getByRole('tabpanel').locator('code').textContent()
    // The shell passes the body on unchanged.
    const { stdout } = await run('sh', ['-c', (curl ?? '').replace(/^curl[^<]*/, 'cat ')])
    assert.deepEqual(JSON.parse(stdout), { templateId, data: { name: 'O\'Brien "& Sons"' } })
    await page.keyboard.press('Escape')

    const name = '"><svg onload=document.title=1>'
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Name and description' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: `Copy of ${name}`, level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: `Delete “${name}”?` }).waitFor()
    await page.getByRole('button', { name: 'Delete template' }).click()
    await page.getByRole('searchbox', { name: 'Search templates' }).waitFor()
    assert.equal((await ada.call('GET', `${API}/templates/${templateId}`)).status, 404)
    await page.goto(`/templates/${templateId}`)
    await page.getByRole('heading', { level: 1, name: /not/i }).waitFor()
  })

  it('isolates the page from the document that it shows', async () => {
    const hostile = `<h1>Hostile</h1><script>
      const to = ${JSON.stringify(platen.url)}
      parent.document.title = 'reached'; top.location = to + '/reached'
      fetch(to + '/reached'); new Image().src = to + '/reached'; open(to + '/reached')
    </script><a href="javascript:alert(1)">x</a>`
    const templateId = await create(hostile)
    await using visit = await browser.visit(platen, { person: ada, scheme: 'dark', width: 390, height: 844 })
    const { page, context } = visit
    const requests: string[] = []
    context.on('request', (request) => requests.push(request.url()))
    await page.goto(`/templates/${templateId}`)
    await page.getByText('PDF', { exact: true }).click()
    await drawn(page)
    await page.getByText(/warnings?$/).waitFor()
    assert.ok(!requests.some((url) => url.includes('reached')), requests.join('\n'))
    assert.equal(new URL(page.url()).pathname, `/templates/${templateId}`)
    assert.equal(await page.locator('iframe, embed, object').count(), 0)
    // On a phone, one pane is shown at a time.
    await visit.assertFits()
    await visit.assertAccessible()
    assert.equal(await source(page).isVisible(), false)
    await page.getByText('Template', { exact: true }).first().click()
    await source(page).waitFor()
    await visit.assertFits()
    for (const path of ['/templates', '/templates/new']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await visit.assertFits()
      await visit.assertAccessible()
    }
  })

  async function runTypeScript(code: string): Promise<string> {
    const { database } = platen.app.services
    const { key } = await createKey(database, {
      accountId: ada.accountId,
      name: 'code',
      expiresAt: undefined,
    })
    const folder = await mkdtemp(join(tmpdir(), 'platen-code-'))
    try {
      const file = join(folder, 'sample.mts')
      await writeFile(file, code)
      const { stdout } = await run(process.execPath, [file], { env: { PLATEN_API_KEY: key } })
      return (await downloadedTexts(stdout.trim())).join(' ')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Counts the marked pixels of the compared sheet. */
  async function coloursOf(page: Page): Promise<{ red: number; green: number }> {
    return await page.evaluate(`(() => {
      const canvas = document.querySelector('canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      const colours = { red: 0, green: 0 }
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] > 180 && data[at + 1] < 90) colours.red += 1
        if (data[at] < 60 && data[at + 1] > 110) colours.green += 1
      }
      return colours
    })()`)
  }
})
