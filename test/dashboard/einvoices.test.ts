import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { germanInvoice } from '../einvoice/samples.ts'
import { type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

describe('dashboard: e-invoices', () => {
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

  it('checks pasted JSON with the keyboard, and names the rules, paths and amounts of errors', async () => {
    await using visit = await browser.visit(platen, { person: await platen.person() })
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { level: 1, name: 'E-invoices' }).waitFor()
    await visit.assertAccessible()

    const text = page.getByLabel('XML or JSON')
    await text.fill('{ "number": ')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The text is not valid JSON').waitFor()
    assert.equal(await text.inputValue(), '{ "number": ')

    const { number: _, ...invoice } = germanInvoice()
    await text.fill(JSON.stringify({ einvoice: { ...invoice, totals: { amountDue: '99999.00' } } }))
    await page.getByRole('button', { name: 'Check invoice' }).click()
    await page.getByText('The invoice is not valid (facturx, EN 16931).').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    const rules = page.getByRole('table', { name: 'Broken rules' })
    const sum = rules.getByRole('row', { name: /BR-CO-16/ })
    assert.match((await sum.textContent()) ?? '', /Error.*99999\.00.*invoice\.totals\.amountDue.*BT-115/)
    await rules.getByRole('row', { name: /BR-02/ }).waitFor()
    await visit.assertAccessible()

    await text.fill(JSON.stringify(germanInvoice()))
    await page.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'XRechnung (UBL)' }).click()
    await page.getByRole('button', { name: 'Check invoice' }).click()
    await page.getByText('The invoice is valid (xrechnung-ubl).').waitFor()
    await page.getByText('No rule is broken.').waitFor()
    await page.getByText(/^Invoice RE-2026-0042, amount due [\d.]+ EUR$/).waitFor()
  })

  it('checks files, and shows documents that are no invoices, on a phone in the dark theme', async () => {
    const person = await platen.person()
    const caller = await platen.account({ credits: 1 })
    const templateId = await caller.upload('<p>{{einvoice.number}}</p>')
    const options = { einvoice: { format: 'facturx', invoice: germanInvoice() } }
    const { body } = await caller.generate(templateId, {}, { options })
    const pdf = Buffer.from(await (await fetch(body.pdfUrl)).arrayBuffer())
    const { body: created } = await caller.call('POST', '/v1/einvoices', {
      format: 'peppol-bis-3',
      invoice: germanInvoice(),
    })

    await using visit = await browser.visit(platen, { person, width: 390, scheme: 'dark' })
    const { page } = visit
    await page.goto('/e-invoices')
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const opened = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a file' }).click()
      await (await opened).setFiles({ name, mimeType, buffer })
    }
    await choose('invoice.pdf', 'application/pdf', pdf)
    await page.getByText('The invoice is valid (facturx, EN 16931).').waitFor()
    await page.getByText('invoice.pdf, Invoice RE-2026-0042').waitFor()
    await visit.assertFits()
    await visit.assertAccessible()

    // The file can be checked again, with another format.
    await page.getByText('File: invoice.pdf').waitFor()
    await page.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'XRechnung (CII)' }).click()
    await page.getByRole('button', { name: 'Check invoice' }).click()
    await page.getByText(/^The invoice is .*\(xrechnung-cii/).waitFor()
    await page.getByText('invoice.pdf, Invoice RE-2026-0042').waitFor()
    await page.getByRole('button', { name: 'Remove file' }).click()
    assert.ok(await page.getByRole('button', { name: 'Check invoice' }).isDisabled())
    // A second click removes the choice.
    await page.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'XRechnung (CII)' }).click()

    const wrong = created.xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]+/, '$11.00')
    await choose('invoice.xml', 'application/xml', Buffer.from(wrong))
    await page.getByText('The invoice is not valid (peppol-bis-3).').waitFor()
    await page.getByRole('table', { name: 'Broken rules' }).getByText('BR-CO-16').waitFor()
    assert.equal(await page.getByLabel('XML or JSON').inputValue(), wrong)
    await page.getByText('File: invoice.xml').waitFor()
    await page.getByLabel('XML or JSON').press('Space')
    await page.getByText('File: invoice.xml').waitFor({ state: 'hidden' })
    await visit.assertFits()
    await visit.assertAccessible()

    await choose('letter.xml', 'application/xml', Buffer.from('<letter/>'))
    await page.getByRole('alert').waitFor()
    await choose('large.pdf', 'application/pdf', Buffer.alloc(5_000_000))
    await page.getByText('large.pdf is larger than 4.8 MB. Choose a smaller file.').waitFor()
  })

  const editor = (page: Page) => page.getByRole('textbox', { name: 'Invoice', exact: true })
  const write = async (page: Page, text: string) => {
    await editor(page).press('Control+a')
    // Chromium would write the style of a replaced selection beside the text, which the policy blocks.
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }
  const selected = async (page: Page): Promise<unknown> => page.evaluate('getSelection().toString()')
  const VALIDATION = '**/dashboard/api/einvoices/validate'

  it('checks an invoice while it is written, and shows the cause of each broken rule in the text', async () => {
    await using visit = await browser.visit(platen, { person: await platen.person() })
    const { page } = visit
    await page.goto('/e-invoices')
    await page.getByRole('link', { name: 'Write an invoice' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Write an invoice' }).waitFor()
    await page.getByText('The invoice is valid (facturx, EN 16931).').waitFor()
    await page.getByText('Invoice RE-2026-0118, amount due 1516.89 EUR').waitFor()
    await visit.assertAccessible()

    const { number: _, ...invoice } = germanInvoice()
    const wrong = { ...invoice, buyer: { ...invoice.buyer, 'tax.number': '1' } }
    await write(page, JSON.stringify({ einvoice: wrong }, undefined, 2))
    const rules = page.getByRole('list', { name: 'Broken rules' })
    await rules.getByRole('button', { name: /PLATEN-FIELD/ }).click()
    assert.equal(await selected(page), '"1"')
    await page.locator('.cm-lintRange-error', { hasText: '"1"' }).waitFor()
    await page.locator('.cm-gutter-lint .cm-lint-marker-error').first().waitFor()

    const sums = { ...invoice, totals: { amountDue: '99999.00' } }
    await write(page, JSON.stringify(sums, undefined, 2))
    await page.getByText('The invoice is not valid (facturx, EN 16931): 2 broken rules.').waitFor()
    const sum = rules.getByRole('button', { name: /BR-CO-16/ })
    assert.match((await sum.textContent()) ?? '', /Error.*99999\.00.*invoice\.totals\.amountDue.*BT-115/)
    await sum.press('Enter')
    assert.equal(await selected(page), '"99999.00"')
    // The number is missing, so the object is marked that should have it.
    await rules.getByRole('button', { name: /BR-02/ }).press('Enter')
    assert.equal(await selected(page), '{')
    assert.ok(await page.getByRole('button', { name: 'Download XML' }).isDisabled())
    await visit.assertAccessible()

    await write(page, JSON.stringify({ ...germanInvoice(), lines: [] }, undefined, 2))
    await rules.getByRole('button', { name: /BR-16/ }).press('Enter')
    assert.equal(await selected(page), '"lines"')

    await write(page, '{ "number": ')
    await page.getByText('The text is not valid JSON.').waitFor()
    await page.locator('.cm-lint-marker-error').waitFor()
    assert.equal(await rules.getByRole('button').count(), 0)
  })

  it('applies the chosen format, downloads the XML, and restores the text on a phone in the dark theme', async () => {
    await using visit = await browser.visit(platen, {
      person: await platen.person(),
      width: 390,
      scheme: 'dark',
    })
    const { page } = visit
    await page.goto('/e-invoices/editor')
    for (const [label, verdict] of [
      ['XRechnung (CII)', 'xrechnung-cii'],
      ['Peppol BIS Billing 3', 'peppol-bis-3'],
      ['XRechnung (UBL)', 'xrechnung-ubl'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Format' }).selectOption(label)
      await page.getByText(`The invoice is valid (${verdict}).`).waitFor()
    }
    assert.equal(await page.getByRole('combobox', { name: 'Profile' }).count(), 0)
    await write(page, JSON.stringify({ ...germanInvoice(), number: 'RE 7/2026' }, undefined, 2))
    await page.getByText('Invoice RE 7/2026').waitFor()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download XML' }).click()
    const download = await downloaded
    assert.equal(download.suggestedFilename(), 'RE-7-2026.xml')
    assert.match(await readFile(await download.path(), 'utf8'), /<cbc:ID>RE 7\/2026<\/cbc:ID>/)
    await visit.assertFits()
    await visit.assertAccessible()

    await page.getByRole('main').getByRole('link', { name: 'E-invoices' }).click()
    await page.getByRole('link', { name: 'Write an invoice' }).click()
    await page.getByText('were restored').waitFor()
    await page.getByText('Invoice RE 7/2026').waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Format' }).inputValue(), 'xrechnung-ubl')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Invoice RE-2026-0118').waitFor()
    await page.getByText('were restored').waitFor({ state: 'hidden' })

    await page.getByRole('combobox', { name: 'Profile' }).selectOption('BASIC')
    await page.getByText(/^The invoice is .*\(facturx, BASIC\)/).waitFor()
    await write(page, JSON.stringify(germanInvoice()))
    await page.getByText('Invoice RE-2026-0042').waitFor()
    await page.getByRole('button', { name: 'Start again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start again?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Invoice RE-2026-0042').waitFor()
    await page.getByRole('button', { name: 'Start again' }).click()
    await dialog.getByRole('button', { name: 'Replace invoice' }).click()
    await page.getByText('Invoice RE-2026-0118').waitFor()
  })

  it('shows the result of the latest text only, also without a network, aborts earlier checks, and shows failed calls', async () => {
    await using visit = await browser.visit(platen, { person: await platen.person() })
    const { page } = visit
    const release = Promise.withResolvers<void>()
    const received = Promise.withResolvers<void>()
    await page.route(VALIDATION, async (route) => {
      if (!(route.request().postData() ?? '').includes('FIRST')) return await route.continue()
      received.resolve()
      await release.promise
      return await route.continue().catch(() => {})
    })
    await page.goto('/e-invoices/editor')
    await page.getByText('Invoice RE-2026-0118').waitFor()
    await write(page, JSON.stringify({ ...germanInvoice(), number: 'FIRST' }))
    await received.promise
    assert.ok(await page.getByRole('button', { name: 'Download XML' }).isDisabled())
    const aborted = page.waitForEvent('requestfailed')
    await write(page, JSON.stringify({ ...germanInvoice(), number: 'SECOND' }))
    assert.match((await aborted).postData() ?? '', /FIRST/)
    await page.getByText('Invoice SECOND').waitFor()
    release.resolve()
    assert.equal(await page.getByText('Invoice FIRST').count(), 0)

    const download = page.getByRole('button', { name: 'Download XML' })
    assert.ok(await download.isEnabled())
    await page.evaluate("dispatchEvent(new Event('offline'))")
    await page.getByRole('combobox', { name: 'Format' }).selectOption('XRechnung (UBL)')
    await page.getByRole('combobox', { name: 'Profile' }).waitFor({ state: 'hidden' })
    assert.ok(await download.isDisabled())
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByText('The invoice is valid (xrechnung-ubl).').waitFor()

    await page.route(VALIDATION, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'The service is too old.' } }),
    )
    await write(page, JSON.stringify({ ...germanInvoice(), number: 'THIRD' }))
    await page.getByRole('status').getByText('The service is too old.').waitFor()
    await page.unroute(VALIDATION)

    await page.route('**/dashboard/api/einvoices', (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'A rule is broken.' } }),
    )
    await write(page, JSON.stringify({ ...germanInvoice(), number: 'FOURTH' }))
    await page.getByText('Invoice FOURTH').waitFor()
    await page.getByRole('button', { name: 'Download XML' }).click()
    await page.getByText('The XML was not created').waitFor()
    await page.getByText('A rule is broken.').waitFor()
  })
})
