import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { eventually, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

describe('dashboard: usage', () => {
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

  it('shows the first call before there are renders', async () => {
    const person = await platen.person()
    await person.call('POST', '/dashboard/api/templates', { name: 'Plain', content: '<p>x</p>' })
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    for (const path of ['/usage', '/jobs']) {
      await page.goto(path)
      await page.getByText(`curl '${platen.url}/v1/pdf/generate'`).waitFor()
      await visit.assertAccessible()
    }
    await page.getByRole('link', { name: 'Go to API keys' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  })

  it('shows charts and tables, links to jobs, and takes older days from the ledger', async () => {
    const person = await platen.person()
    const tokenId = await insertRenders(platen, person.accountId)
    await using visit = await browser.visit(platen, { person, scheme: 'dark' })
    const { page } = visit
    await page.goto('/usage')
    await page.getByRole('img', { name: /^Pages by day/ }).waitFor()
    await page.getByRole('img', { name: /^Duration by phase/ }).waitFor()
    await page.getByText('Median', { exact: true }).first().waitFor()
    await visit.assertAccessible()
    await page.getByText('Show as table').click()
    const days = page.getByRole('table', { name: 'Pages by day' })
    await days.getByRole('row').nth(30).waitFor()
    assert.equal(await days.getByRole('row').count(), 31)
    const templates = page.getByRole('table', { name: 'Usage by template' })
    await templates.getByRole('row', { name: /Invoice.* 60 / }).waitFor()
    await page.getByRole('table', { name: 'Failures by reason' }).getByText('"total" is missing').waitFor()
    await page
      .getByRole('table', { name: 'Duration by phase' })
      .getByRole('row', { name: /^Print/ })
      .waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    // The charts adapt to the window with a delay.
    await eventually(() =>
      visit.assertFits().then(
        () => true,
        () => false,
      ),
    )
    await visit.assertAccessible()

    await page.getByText('90 days', { exact: true }).click()
    await page.waitForURL(/days=90/)
    await page.getByText('only the number of pages is known, from the ledger').waitFor()
    await page.reload()
    await page.getByText('only the number of pages is known, from the ledger').waitFor()

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('table', { name: 'Usage by key' }).getByRole('link', { name: 'shop' }).click()
    await page.waitForURL((url) => url.searchParams.get('tokenId') === tokenId)
    const jobs = page.getByRole('table', { name: 'Jobs' })
    await jobs.getByRole('row').nth(50).waitFor()
    const first = await jobs.getByRole('link').first().getAttribute('href')
    await page.getByRole('link', { name: 'Older' }).click()
    await page.waitForURL(/cursor=/)
    await page.getByRole('button', { name: 'Older' }).waitFor()
    await page.getByRole('link', { name: 'Newer' }).click()
    await page.waitForURL((url) => !url.searchParams.has('cursor'))
    await page.getByRole('button', { name: 'Newer' }).waitFor()
    assert.equal(await jobs.getByRole('link').first().getAttribute('href'), first)
    await visit.assertAccessible()

    // Invalid parameters in the URL are ignored, for example while a date is typed.
    await page.goto('/jobs?from=0202-01-01&to=2026-02-30&status=lost&tokenId=nobody&cursor=x')
    await jobs.getByRole('row').nth(50).waitFor()
    await page.getByLabel('From').pressSequentially('01012000')
    await page.waitForURL(/from=2000-01-01/)
    await page.getByLabel('To').fill('2000-01-02')
    await page.getByText('No matching jobs').waitFor()
    await visit.assertAccessible()
  })
})

/** Inserts 60 calls of the last days, 4 failures, and pages of two months ago. @returns the id of the key. */
async function insertRenders(platen: Platen, accountId: string): Promise<string> {
  const { database } = platen.app.services
  const [tokenId, templateId] = [randomUUID(), randomUUID()]
  await sql`
    with calls as (
      insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
        reserved_until, created_at, completed_at, message, token_id, key_name, phases, sheets, size)
      select gen_random_uuid(), ${accountId}, ${templateId}, 'Invoice', n % 4 = 0,
        case when n > 60 then 'failed' else 'completed' end, 1, now(), at, at + (60 + n) * interval '1 millisecond',
        case when n > 60 then '"total" is missing' end, ${tokenId}, 'shop',
        '{"key": 0.7, "body": 0.4, "reserve": 1.3, "template": 0.3, "fill": 3.2, "print": 24, "pack": 2, "store": 1}',
        1, 20000
      from (select n, now() - n * interval '7 hours' as at from generate_series(1, 64) as n) as wanted
      returning account_id, generation_id, pages, status, completed_at
    )
    insert into credit_entries (account_id, kind, credits, reference, created_at)
    select account_id, 'generation', -pages, generation_id::text, completed_at from calls where status = 'completed'
    union all select ${accountId}, 'generation', -40, gen_random_uuid()::text, now() - interval '60 days'`.execute(
    database,
  )
  return tokenId
}
