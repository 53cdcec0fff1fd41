import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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
})
