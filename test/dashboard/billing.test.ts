import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { startStripe, type StripeServer } from '../billing/stripe.ts'
import { type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

describe('dashboard: billing', () => {
  let stripe: StripeServer
  let platen: Platen
  let browser: Browser
  before(async () => {
    stripe = await startStripe()
    platen = await startPlaten(stripe)
    stripe.tellAt(platen.url)
    browser = await openBrowser(platen.config)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
    await stripe?.[Symbol.asyncDispose]()
  })

  it('sells credits through Stripe’s checkout, and shows the purchase and the refund', async () => {
    const ada = await platen.person()
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/billing')
    const balance = page.getByRole('region', { name: 'Balance' })
    await balance.getByText('Enough for 10 pages.').waitFor()
    await page.getByText('Large pack').waitFor()
    await visit.assertAccessible()

    // The first checkout is left without a payment.
    const buy = page.getByRole('button', { name: 'Buy 1,000 credits for €19.00' })
    await buy.click()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByText('Checkout cancelled').waitFor()
    await buy.click()
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByText('Your credits are added when Stripe confirms the payment.').waitFor()
    await balance.getByText('1,010', { exact: true }).waitFor()
    await page.getByRole('link', { name: '1,010 credits' }).waitFor()
    const ledger = page.getByRole('table', { name: 'Ledger' })
    const purchase = ledger.getByRole('row', { name: /Purchase/ })
    await purchase.getByText('€19.00').waitFor()
    await purchase.getByText('+1,000').waitFor()
    assert.match(
      (await purchase.getByRole('link', { name: 'Receipt' }).getAttribute('href')) ?? '',
      /^https:/,
    )
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    assert.equal(new URL(page.url()).search, '')

    const [intent] = stripe.intents.values()
    assert.ok(intent)
    stripe.refund(intent, 950)
    assert.equal(await stripe.tell('charge.refunded', { payment_intent: intent.id }), 200)
    await page.reload()
    await ledger
      .getByRole('row', { name: /Refund/ })
      .getByText('−500')
      .waitFor()
    await balance.getByText('510', { exact: true }).waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'credits.csv')
    assert.equal((await readFile(await download.path(), 'utf8')).trim().split('\r\n').length, 4)
  })

  it('saves the threshold of the low balance notice, and shows an error when Stripe is not available (503)', async () => {
    const ada = await platen.person()
    await using visit = await browser.visit(platen, { person: ada, width: 390, scheme: 'dark' })
    const { page } = visit
    await page.goto('/billing')
    const notice = page.getByRole('region', { name: 'Low balance notice' })
    await notice.getByRole('combobox', { name: 'Send the mail' }).click()
    await page.getByRole('option', { name: 'At a number of credits' }).click()
    await notice.getByLabel('Credits', { exact: true }).fill('5')
    await notice.getByRole('button', { name: 'Save notice' }).click()
    await page.getByText('The low balance notice was saved.').waitFor()
    assert.equal((await ada.call('GET', '/dashboard/api/billing')).body.notice.below, 5)
    await visit.assertAccessible()
    await visit.assertFits()

    stripe.failWith = { status: 503, body: { error: { type: 'api_error', message: 'down' } } }
    await page.getByRole('button', { name: 'Buy 1,000 credits for €19.00' }).click()
    await page.getByText('Stripe does not respond at the moment.').waitFor()
    stripe.failWith = undefined
    assert.equal(visit.problems.splice(0).length > 0, true, 'the only problem is the 503')
  })

  it('explains how to get credits when none are for sale', async () => {
    await using other = await startPlaten()
    const ada = await other.person()
    {
      await using visit = await browser.visit(other, { person: ada })
      await visit.page.goto('/billing')
      const instructions = visit.page.getByRole('region', { name: 'Get credits' })
      await instructions.getByText('The operator of this service adds credits.').waitFor()
      await instructions.getByText(ada.userId).waitFor()
      await visit.assertAccessible()
    }

    const operator = await other.person({ role: 'operator', credits: 0 })
    await using own = await browser.visit(other, { person: operator })
    const { page } = own
    await page.goto('/billing')
    await page.getByText(`npx platen credits add ${operator.email} 1000`).waitFor()
    await own.assertAccessible()
    await page.getByRole('button', { name: 'Add credits' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Credits', { exact: true }).fill('250')
    await dialog.getByLabel('Reason').fill('To try it')
    await dialog.getByRole('button', { name: 'Add credits' }).click()
    await page.getByRole('region', { name: 'Balance' }).getByText('250', { exact: true }).waitFor()
    await page.getByRole('cell', { name: /To try it/ }).waitFor()
  })
})
