import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addCredits } from '../../packages/server/src/accounts/credits.ts'
import { createTemplate } from '../../packages/server/src/templates/save.ts'
import { type Person, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { type Browser, openBrowser, type Visit } from './browser.ts'

/** Folder for pictures of the pages, for a review by eye. */
// oxlint-disable-next-line no-process-env -- a setting of the person who runs the test
const PICTURES = process.env['PICTURES']

describe('dashboard: batches', () => {
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

  const upload = async ({ accountId, name: person }: Person, source: string, name = 'Badge') =>
    await createTemplate(platen.app.services, accountId, {
      name,
      source,
      description: '',
      author: { person },
    })
  const choose = async ({ page }: Visit, name: string, content: string) => {
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await opened).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  }
  const picture = async (visit: Visit, name: string) => {
    if (PICTURES !== undefined) await visit.picture(`${PICTURES}/${name}.png`)
  }

  it('starts a batch from a CSV file, with a mapping and a preview, and downloads its results', async () => {
    const person = await platen.person({ credits: 100 })
    await upload(person, '<p>Badge of {{customer.name}}</p>')
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByText('No batches yet').waitFor()
    await visit.assertAccessible()
    await picture(visit, 'empty')
    await page.getByRole('link', { name: 'New batch' }).click()
    await page.getByRole('heading', { level: 1, name: 'New batch' }).waitFor()
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Badge' }).click()
    await choose(visit, 'notes.txt', 'x')
    await page.getByText('Choose a CSV, XLSX or JSON Lines file.').waitFor()
    await choose(visit, 'guests.csv', 'Guest,Seat\nAda,1\nBo,none\nCy,3\n')
    await page.getByText('3 rows, 2 columns').waitFor()
    await page.getByLabel('Path of Guest').fill('customer.name')
    await page.getByRole('combobox', { name: 'Type of Seat' }).click()
    await page.getByRole('option', { name: 'Number' }).click()
    await page.getByText('Row 2: The column "Seat" must be a number such as 1234.5.').waitFor()
    await visit.assertAccessible()
    await picture(visit, 'new')
    await page.getByRole('button', { name: 'Preview first document' }).click()
    await page.getByText('Sheet 1 of 1').waitFor()
    await visit.assertAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Start batch of 2 documents' }).click()
    await page.getByRole('heading', { level: 1, name: 'guests.csv' }).waitFor()
    const link = page.getByRole('link', { name: 'Download PDF' })
    await link.waitFor()
    await page.getByText('Completed', { exact: true }).first().waitFor()
    assert.deepEqual(await downloadedTexts((await link.getAttribute('href')) ?? ''), [
      'Badge of Ada',
      'Badge of Cy',
    ])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download failed rows' }).click()
    assert.equal((await downloading).suggestedFilename(), 'failed-rows.csv')
    await visit.assertAccessible()
    await picture(visit, 'completed')
    await page.getByRole('link', { name: 'Show the jobs of this batch' }).click()
    await page.getByRole('table', { name: 'Jobs' }).getByRole('link', { name: 'Badge' }).waitFor()
    await page.goto('/batches')
    await page.getByRole('table', { name: 'Batches' }).getByRole('link', { name: 'guests.csv' }).waitFor()
    await page.getByText('2 of 3').waitFor()
    await visit.assertAccessible()
    await picture(visit, 'list')
  })

  it('shows why a batch is paused, resumes and cancels it, on a phone in the dark theme', async () => {
    const person = await platen.person({ credits: 1 })
    const { templateId } = await upload(person, '<p>{{name}}</p>')
    await using visit = await browser.visit(platen, { person, width: 390, scheme: 'dark' })
    const { page } = visit
    await page.goto(`/batches/new?templateId=${templateId}`)
    await choose(
      visit,
      'people.csv',
      'name,mail\nAda,ada@example.com\nBo,bo@example.com\nCy,cy@example.com\n',
    )
    await page.getByText('3 rows, 2 columns').waitFor()
    await page.getByRole('radio', { name: 'Mail per row' }).click()
    const start = page.getByRole('button', { name: /^Start batch/ })
    assert.ok(await start.isDisabled(), 'the recipient is missing')
    await page.getByRole('combobox', { name: 'Recipient' }).click()
    await page.getByRole('option', { name: 'mail' }).click()
    await page.getByLabel('File name').fill('for {name}')
    await visit.assertFits()
    await visit.assertAccessible()
    await picture(visit, 'new-phone')
    await start.click()
    await page.getByText('The batch is paused').waitFor()
    await page.getByText(/^No credits are left\./).waitFor()
    await visit.assertFits()
    await visit.assertAccessible()
    await picture(visit, 'paused-phone')
    const { accountId } = person
    await addCredits(platen.app.services.database, { accountId, credits: 1, reference: randomUUID() })
    await page.getByRole('button', { name: 'Resume batch' }).click()
    await page.getByText('2 credits so far').waitFor()
    await page.getByText('The batch is paused').waitFor()
    await page.getByRole('button', { name: 'Cancel batch' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Resume batch' }).count(), 0)
    await page.goto('/batches')
    await page.getByText('2 of 3').waitFor()
    await visit.assertFits()
    await visit.assertAccessible()
  })
})
