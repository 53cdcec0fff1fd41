import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

describe('dashboard: operator pages', () => {
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

  it('finds an account, adds credits, suspends it, and shows the audit log', async () => {
    const operator = await platen.person({ role: 'operator' })
    const ada = await platen.person({ email: 'ada.findme@example.com' })
    await using visit = await browser.visit(platen, { person: operator })
    const { page } = visit
    await page.goto('/operator')
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('findme')
    await page.getByRole('link', { name: operator.email }).waitFor({ state: 'hidden' })
    await visit.assertAccessible()
    await page.getByRole('link', { name: ada.email }).click()
    await page.getByRole('heading', { name: ada.email, level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Add credits' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add credits' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Credits').fill('250')
    await dialog.getByLabel('Reason').fill('For <b>patience</b>')
    await visit.assertAccessible()
    await dialog.getByRole('button', { name: 'Add credits' }).click()
    await page.getByText('ada.findme@example.com now has 260 credits.').waitFor()
    await page.getByRole('row', { name: /Added 250 credits\s*For <b>patience<\/b>/ }).waitFor()

    await page.getByRole('combobox', { name: 'Plan' }).click()
    await page.getByRole('option', { name: /Enterprise/ }).click()
    await page.getByRole('row', { name: /Changed plan from “default” to “enterprise”/ }).waitFor()
    await page.getByRole('button', { name: 'Suspend…' }).click()
    await dialog.getByLabel('Reason').fill('Unpaid')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('button', { name: 'Restore' }).waitFor()
    assert.equal((await ada.call('GET', '/dashboard/api/me')).status, 403)
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Suspend…' }).waitFor()
    assert.equal((await ada.call('GET', '/dashboard/api/me')).body.account.credits, 260)

    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('row', { name: /^Restored/ }).waitFor()
    await visit.assertAccessible()
  })

  it('shows the queue and the health of each component, also on a phone', async () => {
    const operator = await platen.person({ role: 'operator' })
    const ada = await platen.account()
    const templateId = await ada.upload('<p>{{formatDate d}}</p>')
    await ada.generate(templateId, { d: 'no date' }, { async: true })
    await using visit = await browser.visit(platen, { person: operator, width: 390, scheme: 'dark' })
    const { page } = visit
    await page.goto('/operator/queue')
    await page.getByRole('table', { name: 'Backlog' }).getByText('Notices to accounts').waitFor()
    await page.getByRole('table', { name: 'Failed jobs' }).getByRole('row').nth(1).waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await page.getByRole('link', { name: 'Health' }).click()
    for (const part of ['Database', 'Object store', 'Chromium', 'Mail']) {
      await page.getByRole('row', { name: new RegExp(`^${part} Healthy`) }).waitFor()
    }
    await visit.assertAccessible()
    await visit.assertFits()
  })

  it('rejects users who are not operators (403)', async () => {
    await using visit = await browser.visit(platen, { person: await platen.person() })
    const { page } = visit
    await page.goto('/operator')
    await page.getByText('Only operators may do this.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Operator' }).count(), 0)
    // What the router says of the refusal.
    assert.ok(visit.problems.splice(0).every((problem) => problem.includes('Only operators may do this.')))
  })
})
