import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { base64, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

// The script in it must never run.
const HOSTILE = 'Broken "><svg onload=alert(1)>'

describe('dashboard: API keys and jobs', () => {
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

  it('creates a key, shows it once, deactivates, activates and deletes it', async () => {
    const person = await platen.person()
    await person.call('POST', '/dashboard/api/templates', { name: 'Plain', content: '<p>x</p>' })
    await using visit = await browser.visit(platen, { person, clipboard: true })
    const { page } = visit
    await page.goto('/api-keys')
    await page.getByText('No API keys yet').waitFor()
    await page.getByText(`curl '${platen.url}/v1/pdf/generate'`).waitFor()
    await visit.assertAccessible()

    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Enter a name for the key.').waitFor()
    await dialog.getByLabel('Name').fill('billing <b>server</b>')
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'On a date…' }).click()
    await dialog.getByLabel('Expiry date').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Choose a date in the future.').waitFor()
    await visit.assertAccessible()
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'In 30 days' }).click()
    await dialog.getByRole('button', { name: 'Create key' }).click()

    await page.getByRole('dialog', { name: /was created/ }).waitFor()
    await visit.assertAccessible()
    await dialog.getByRole('button', { name: 'Copy API key' }).click()
    const key = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(key, /^tlfy_[\w-]{43}$/)
    await page.keyboard.press('Escape')
    assert.equal(await dialog.isVisible(), true)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.ok(!(await page.content()).includes(key))

    const row = page.getByRole('row', { name: /billing <b>server<\/b>/ })
    await row.getByText(`tlfy_…${key.slice(-4)}`).waitFor()
    await row.getByText('Active', { exact: true }).waitFor()
    const expiresAt = await row.locator('time').last().getAttribute('datetime')
    const days = (Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 29.9 && days < 30, String(expiresAt))
    const status = async () =>
      (await send(`${platen.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status
    assert.equal(await status(), 200)
    await visit.assertAccessible()

    const choose = async (action: string) => {
      await row.getByRole('button', { name: /Actions for/ }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Deactivate')
    await row.getByText('Deactivated').waitFor()
    assert.equal(await status(), 401)
    await choose('Activate')
    await row.getByText('Active', { exact: true }).waitFor()
    assert.equal(await status(), 200)

    await choose('Delete…')
    await dialog.getByText('Delete “billing <b>server</b>”').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await status(), 200)
    await choose('Delete…')
    await dialog.getByRole('button', { name: 'Delete key' }).click()
    await page.getByText('No API keys yet').waitFor()
    assert.equal(await status(), 401)
  })

  it('creates a test key with some scopes, runs a call that costs nothing, and rotates the key', async () => {
    const person = await platen.person({ credits: 0 })
    await person.call('POST', '/dashboard/api/templates', { name: 'Plain', content: '<p>x</p>' })
    await using visit = await browser.visit(platen, { person, width: 390, height: 844, clipboard: true })
    const { page } = visit
    await page.goto('/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Staging')
    await dialog.getByRole('radio', { name: 'Test' }).check()
    // A new key can call the API, and cannot change templates.
    assert.equal(await dialog.getByRole('checkbox', { name: 'Write' }).isChecked(), false)
    for (const scope of ['Read', 'Render']) {
      await dialog.getByRole('checkbox', { name: scope }).uncheck()
    }
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Select at least one scope.').waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await dialog.getByRole('checkbox', { name: 'Render' }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()

    await page.getByRole('dialog', { name: /was created/ }).waitFor()
    await dialog.getByText('A test key costs nothing.').waitFor()
    await dialog.getByRole('button', { name: 'Run it' }).click()
    await dialog.getByText('The PDF is ready.').waitFor()
    await visit.assertAccessible()
    const copied = async () => {
      await dialog.getByRole('button', { name: 'Copy API key' }).click()
      return await page.evaluate<string>('navigator.clipboard.readText()')
    }
    const old = await copied()
    assert.match(old, /^tlfy_test_/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await page.setViewportSize({ width: 1440, height: 900 })
    const rows = page.getByRole('row', { name: /Staging Test/ })
    await rows.getByText(`tlfy_test_…${old.slice(-4)}`).waitFor()
    await rows.getByText('Render', { exact: true }).waitFor()
    await rows.getByRole('button', { name: 'Actions for Staging' }).click()
    await page.getByRole('menuitem', { name: 'Rotate…' }).click()
    await dialog.getByRole('combobox', { name: 'The old key expires' }).click()
    await page.getByRole('option', { name: 'Immediately' }).click()
    await visit.assertAccessible()
    await dialog.getByRole('button', { name: 'Create new key' }).click()
    await page.getByRole('dialog', { name: /was created/ }).waitFor()
    assert.notEqual(await copied(), old)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await rows.getByText('Expired', { exact: true }).waitFor()
    await rows.getByText('Active', { exact: true }).waitFor()
    await visit.assertAccessible()

    await page.reload()
    await rows.filter({ hasText: 'Expired' }).getByRole('link', { name: '1' }).click()
    await page.waitForURL(/jobs\?tokenId=/)
    await page.getByRole('table', { name: 'Jobs' }).getByText('Staging (test)').waitFor()
    await page.getByRole('table', { name: 'Jobs' }).getByRole('link', { name: 'Plain' }).click()
    await page.getByText('1, not charged').waitFor()
  })

  it('leads from a call to its job, to a new render and to the usage', async () => {
    const person = await platen.person({ credits: 20 })
    const { key } = (await person.call('POST', '/dashboard/api/keys', { name: HOSTILE })).body
    const call = (path: string, body: object) =>
      send(platen.url + path, 'POST', body, { 'x-api-key': String(key) })
    const upload = async (name: string, source: string) =>
      (await call('/v1/templates/upload', { name, content: base64(source), contentEncoding: 'base64' })).body
        .templateId
    const invoice = await upload('Invoice', '<p>{{n}}<img src="https://nowhere.invalid/x.png"></p>')
    const broken = await upload(HOSTILE, '<p>{{nope 1}}</p>')
    assert.equal((await call('/v1/pdf/generate', { templateId: invoice, data: [{}, {}] })).status, 200)
    assert.equal((await call('/v1/pdf/generate', { templateId: broken, data: {} })).status, 400)
    const removed = await send(`${platen.url}/v1/templates/${broken}`, 'DELETE', undefined, {
      'x-api-key': String(key),
    })
    assert.equal(removed.status, 200)
    const path = `/dashboard/api/templates/${invoice}`
    const { body: template, headers } = await person.call('GET', path)
    const samples = { content: template.content, sampleData: '{"n": "a sample"}' }
    const saved = await person.call('PUT', path, samples, { 'if-match': headers.get('etag') ?? '' })
    assert.equal(saved.status, 200)
    const mailed = { templateId: invoice, data: {}, async: true, sendEmail: ['grace@example.com'] }
    assert.equal((await call('/v1/pdf/generate', mailed)).status, 200)
    await eventually(async () => {
      const { jobs } = (await person.call('GET', '/dashboard/api/jobs?mode=async')).body
      return jobs[0].status === 'completed'
    })

    await using visit = await browser.visit(platen, { person, width: 390, height: 844 })
    const { page } = visit
    page.on('dialog', (dialog) => {
      visit.problems.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto('/jobs')
    const table = page.getByRole('table', { name: 'Jobs' })
    await table.getByRole('link', { name: 'Broken' }).waitFor()
    assert.equal(await table.getByRole('row').count(), 4)
    await visit.assertFits()
    await visit.assertAccessible()

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.waitForURL(/status=failed/)
    await table.getByRole('link', { name: 'Broken' }).click()
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor()
    await page.getByRole('alert').getByText(/nope/).waitFor()
    await page.getByText('because its template was deleted').waitFor()
    assert.equal(
      await page.getByRole('button', { name: 'Render again' }).getAttribute('aria-disabled'),
      'true',
    )
    await visit.assertAccessible()

    await page.goBack()
    await page.waitForURL(/status=failed/)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('combobox', { name: 'Mode' }).click()
    await page.getByRole('option', { name: 'Asynchronous' }).click()
    await page.waitForURL(/mode=async/)
    await eventually(async () => (await table.getByRole('row').count()) === 2)
    await table.getByRole('link', { name: 'Invoice' }).click()
    await page.getByRole('table', { name: 'Duration by phase' }).getByRole('row', { name: /Print/ }).waitFor()
    await page.getByRole('row', { name: /grace@example\.com Sent/ }).waitFor()
    await page.getByRole('table', { name: 'Warnings' }).getByText('nowhere.invalid').first().waitFor()
    await page.getByText('The data of a call is not kept').waitFor()
    await visit.assertAccessible()
    const href = await page.getByRole('link', { name: 'Open PDF' }).getAttribute('href')
    const pdf = await fetch(String(href))
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf'])

    const earlier = page.url()
    await page.getByRole('button', { name: 'Render again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Render “Invoice” again' })
    const data = dialog.getByRole('textbox', { name: 'Data' })
    await data.waitFor()
    assert.deepEqual(JSON.parse(await data.inputValue()), { n: 'a sample' })
    await dialog.getByText('The data of this call was not kept').waitFor()
    await data.fill('{"n": ')
    await dialog.getByRole('button', { name: 'Render' }).click()
    await dialog.getByText('The data is not valid JSON.').waitFor()
    await data.fill(JSON.stringify(Array.from({ length: 50 }, () => ({ n: 1 }))))
    await dialog.getByText('Costs 50 credits, 1 per element.').waitFor()
    await dialog.getByRole('button', { name: 'Render' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/This needs 50 credits and \d+ are left/)
      .waitFor()
    await dialog.getByRole('alert').getByRole('link', { name: 'Go to billing' }).waitFor()
    await visit.assertAccessible()
    await data.fill('[{"n": 1}, {"n": 2}]')
    await dialog.getByLabel('Send to').fill('not-an-address')
    await dialog.getByRole('button', { name: 'Render' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/"not-an-address", which is not an e-mail address/)
      .waitFor()
    await dialog.getByLabel('Send to').press('Backspace')
    await dialog.getByLabel('Send to').fill('ada@example.com')
    await dialog.getByRole('button', { name: 'Render' }).click()
    await page.waitForURL((url) => url.href !== earlier)
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Completed', { exact: true }).waitFor()
    await page.getByText('Dashboard', { exact: true }).waitFor()
    await page.getByRole('row', { name: /ada@example\.com/ }).waitFor()
    await page.getByRole('link', { name: 'Open PDF' }).waitFor()
    await visit.assertAccessible()

    await page.goto('/jobs')
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await waiting
    assert.equal(download.suggestedFilename(), 'jobs.csv')

    await page.goto('/usage')
    await page.getByRole('table', { name: 'Usage by key' }).getByRole('link', { name: HOSTILE }).waitFor()
    await page
      .getByRole('table', { name: 'Usage by template' })
      .getByRole('link', { name: HOSTILE })
      .waitFor()

    await page.goto('/jobs/3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
  })
})
