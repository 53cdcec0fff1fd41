import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api/templates'

describe('dashboard: tags and archive', () => {
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

  const create = async (person: Person, name: string) => {
    const { status, body } = await person.call('POST', API, { name, content: '<p>text</p>' })
    assert.equal(status, 201, JSON.stringify(body))
    return String(body.templateId)
  }

  for (const { name, width, scheme } of [
    { name: 'a large window', width: 1440, scheme: 'light' },
    { name: 'a dark phone', width: 390, scheme: 'dark' },
  ] as const) {
    it(`tags, filters, archives and restores a template in ${name}`, async () => {
      const ada = await platen.person({ email: `ada-${width}@example.com`, name: 'Ada' })
      const templateId = await create(ada, 'Bill')
      await create(ada, 'Letter')
      await using visit = await browser.visit(platen, { person: ada, width, scheme })
      const { page } = visit
      const more = async (item: string) => {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: item, exact: true }).click()
      }
      await page.goto(`/templates/${templateId}`)
      await more('Tags')
      const form = page.getByRole('dialog', { name: 'Tags' })
      await form.getByRole('combobox', { name: 'Tags' }).pressSequentially('finance')
      await page.keyboard.press('Enter')
      await visit.assertAccessible()
      await form.getByRole('button', { name: 'Save tags' }).click()
      await form.waitFor({ state: 'hidden' })
      await more('Archive')
      await page.getByRole('button', { name: 'Archive template' }).click()
      await page.getByText('Archived: calls are rejected').waitFor()
      await visit.assertAccessible()
      await visit.assertFits()

      await page.goto('/templates')
      await page.getByText('Letter').first().waitFor()
      assert.equal(await page.getByRole('link', { name: 'Bill', exact: true }).count(), 0)
      await page.getByRole('combobox', { name: 'Filter by state' }).click()
      await page.getByRole('option', { name: 'Archived' }).click()
      await page.getByRole('link', { name: 'Bill', exact: true }).waitFor()
      await page.getByText('finance').first().waitFor()
      await visit.assertAccessible()
      await visit.assertFits()
      await page.goto('/templates?tag=finance&archived=include&view=table')
      await page.getByRole('link', { name: 'Bill', exact: true }).waitFor()
      assert.equal(await page.getByText('Letter').count(), 0)
      await visit.assertAccessible()

      await page.goto(`/templates/${templateId}`)
      await more('Restore from archive')
      await page.getByText('Archived: calls are rejected').waitFor({ state: 'hidden' })
      const { archivedAt, tags } = (await ada.call('GET', `${API}/${templateId}`)).body
      assert.deepEqual([archivedAt, tags], [null, ['finance']])
    })
  }

  it('shows a message when no template matches the filters, with a link to all templates', async () => {
    const grace = await platen.person({ email: 'grace@example.com', name: 'Grace' })
    await create(grace, 'Bill')
    await using visit = await browser.visit(platen, { person: grace })
    const { page } = visit
    await page.goto('/templates?archived=only')
    await page.getByText('No template matches these filters.').waitFor()
    await page.getByRole('link', { name: 'Show all templates' }).click()
    await page.getByRole('link', { name: 'Bill', exact: true }).waitFor()
  })

  it('shows the filters to an account whose templates are all archived', async () => {
    const joan = await platen.person({ email: 'joan@example.com', name: 'Joan' })
    const id = await create(joan, 'Bill')
    assert.equal((await joan.call('POST', `${API}/${id}/archive`)).status, 200)
    await using visit = await browser.visit(platen, { person: joan })
    const { page } = visit
    await page.goto('/templates')
    await page.getByText('No template matches these filters.').waitFor()
    await page.getByRole('combobox', { name: 'Filter by state' }).click()
    await page.getByRole('option', { name: 'Archived' }).click()
    await page.getByRole('link', { name: 'Bill', exact: true }).waitFor()
  })
})
