import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'
import { backupsAre } from './backups.ts'

/** Form of the dashboard. */
interface Form {
  title: string
  path: string
  /** Names of the buttons and menu items that open it. */
  open: string[]
  /** Label of a field. */
  field: string
  typed: string
  /** Value of the field in the saved form. */
  saved: string
}

/** Gives the test control of the delay after a change: `endPause` ends the last delay. */
const HOLD_PAUSES = `{
  const { setTimeout } = window
  window.setTimeout = (run, ms, ...rest) => {
    if (ms !== 300) return setTimeout(run, ms, ...rest)
    window.endPause = run
  }
}`
/** Locks the backups until `releaseBackups` is called once for each lock. Accesses wait for the locks before them. */
const LOCK_BACKUPS = `new Promise((resolve) => {
  const opening = indexedDB.open('platen', 1)
  opening.onsuccess = () => {
    const backups = opening.result.transaction('drafts', 'readwrite').objectStore('drafts')
    let isLocked = true
    window.locks = [...(window.locks ?? []), () => (isLocked = false)]
    window.releaseBackups = () => window.locks.shift()()
    const hold = () => {
      if (isLocked) backups.count().onsuccess = hold
      else opening.result.close()
    }
    hold()
    resolve()
  }
})`

describe('dashboard: backups of forms', () => {
  let platen: Platen
  let browser: Browser
  let person: Person
  let other: Person
  let templateId: string
  let jobId: string
  before(async () => {
    platen = await startPlaten()
    browser = await openBrowser(platen.config)
    person = await platen.person({ role: 'operator', name: 'Edith' })
    other = await platen.person()
    const source = { name: 'Offer', content: '<p>{{n}}</p>', sampleData: '{"n": 1}' }
    templateId = (await person.call('POST', '/dashboard/api/templates', source)).body.templateId
    jobId = (await person.call('POST', '/dashboard/api/jobs', { templateId, data: { n: 1 } })).body.jobId
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  const forms = (): Form[] => [
    {
      title: 'the region',
      path: '/settings',
      open: [],
      field: 'Locale',
      typed: 'de-AT',
      saved: 'en',
    },
    { title: 'the own name', path: '/settings', open: [], field: 'Name', typed: 'Ada', saved: 'Edith' },
    {
      title: 'a new webhook',
      path: '/webhooks',
      open: ['Create webhook'],
      field: 'Address',
      typed: 'https://example.com/hook',
      saved: '',
    },
    {
      title: 'a new key',
      path: '/api-keys',
      open: ['Create API key'],
      field: 'Name',
      typed: 'billing',
      saved: '',
    },
    {
      title: 'a new partial',
      path: '/library',
      open: ['New partial'],
      field: 'Name',
      typed: 'head',
      saved: '',
    },
    {
      title: 'the name of a template',
      path: `/templates/${templateId}`,
      open: ['More', 'Name and description'],
      field: 'Description',
      typed: 'for spring',
      saved: '',
    },
    {
      title: 'the data of a job',
      path: `/jobs/${jobId}`,
      open: ['Render again'],
      field: 'Data',
      typed: '{"n": 12345678901234567890}',
      saved: '{"n": 1}',
    },
    {
      title: 'credits',
      path: `/operator/accounts/${other.userId}`,
      open: ['Add credits'],
      field: 'Reason',
      typed: 'a gift',
      saved: '',
    },
    {
      title: 'a suspension',
      path: `/operator/accounts/${other.userId}`,
      open: ['Suspend…'],
      field: 'Reason',
      typed: 'late',
      saved: '',
    },
  ]

  it('restores the input of each form after a reload, and discards it on request', async () => {
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    const [region, name, ...others] = forms() as [Form, Form, ...Form[]]
    const notice = page.getByRole('status').filter({ hasText: 'were restored' })
    const isRestored = async (form: Form) => {
      await notice.first().waitFor()
      assert.equal(await field(page, form).inputValue(), form.typed, form.title)
    }
    const discard = async (...discarded: Form[]) => {
      for (let left = discarded.length; left > 0; left -= 1) {
        await notice.first().getByRole('button', { name: 'Discard' }).click()
        await notice.nth(left - 1).waitFor({ state: 'detached' })
      }
      for (const form of discarded) assert.equal(await field(page, form).inputValue(), form.saved, form.title)
    }

    // Two forms on one page.
    await page.goto(region.path)
    await field(page, region).fill(region.typed)
    await field(page, name).fill(name.typed)
    await backupsAre(page, 2)
    await page.reload()
    await notice.nth(1).waitFor()
    await isRestored(region)
    await isRestored(name)
    await discard(region, name)
    await backupsAre(page, 0)

    for (const form of others) {
      await go(page, form)
      await openForm(page, form)
      await field(page, form).fill(form.typed)
      await backupsAre(page, 1)
      await page.reload()
      await openForm(page, form)
      await isRestored(form)
      await discard(form)
      await backupsAre(page, 0)
      await page.keyboard.press('Escape')
    }
  })

  it('does not write a discarded backup when its delay ends later', async () => {
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    const [region] = forms() as [Form]
    await page.goto(region.path)
    await field(page, region).fill('de')
    await backupsAre(page, 1)
    await page.goto(region.path)
    const notice = page.getByRole('status').filter({ hasText: 'were restored' })
    await notice.waitFor()
    await page.evaluate(HOLD_PAUSES)
    await field(page, region).fill(region.typed)
    await page.waitForFunction('window.endPause !== undefined')
    await page.evaluate(LOCK_BACKUPS)
    await notice.getByRole('button', { name: 'Discard' }).click()
    // A write that starts now would end after the reset of the form.
    await page.evaluate(LOCK_BACKUPS)
    await page.evaluate('endPause()')
    await page.evaluate('releaseBackups()')
    await notice.waitFor({ state: 'detached' })
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
    await page.evaluate('releaseBackups()')
    await backupsAre(page, 0)
  })

  it('removes a backup that equals the saved values', async () => {
    const ada = await platen.person({ name: 'Ada' })
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/settings')
    await page.getByRole('combobox', { name: 'Locale' }).fill('fr')
    await backupsAre(page, 1)
    const saved = await ada.call('PUT', '/dashboard/api/settings/region', { locale: 'fr', timeZone: 'UTC' })
    assert.ok(saved.status < 300, JSON.stringify(saved.body))
    await page.goto('/settings')
    await page.getByRole('combobox', { name: 'Locale' }).waitFor()
    await backupsAre(page, 0)
    assert.equal(await page.getByText(/were restored/).count(), 0)
  })

  it('removes the backup when the form is saved or cancelled', async () => {
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    const [region, , webhook, key] = forms() as [Form, Form, Form, Form]
    await page.goto(region.path)
    await field(page, region).fill(region.typed)
    await backupsAre(page, 1)
    await page.getByRole('button', { name: 'Save locale and time zone' }).click()
    await backupsAre(page, 0)

    await go(page, webhook)
    await openForm(page, webhook)
    await field(page, webhook).fill(webhook.typed)
    await backupsAre(page, 1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await backupsAre(page, 0)

    await go(page, key)
    await openForm(page, key)
    await field(page, key).fill(key.typed)
    await backupsAre(page, 1)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText(/Copy the key now/).waitFor()
    await backupsAre(page, 0)
  })
})

/** Opens the page of a form, by a link of the navigation when one exists, because a page load takes longer. */
async function go(page: Page, { path }: Form): Promise<void> {
  if (new URL(page.url()).pathname === path) return
  const link = page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${path}"]`)
  if ((await link.count()) === 0) await page.goto(path)
  else await link.click()
  await page.waitForURL(path)
}

async function openForm(page: Page, { open }: Form): Promise<void> {
  for (const name of open)
    await page
      .getByRole(name === 'Name and description' ? 'menuitem' : 'button', { name, exact: true })
      .first()
      .click()
}

/** Returns the field in the dialog when the form has one, else the field on the page. */
function field(page: Page, { open, field: label }: Form) {
  const parent = open.length > 0 ? page.getByRole('dialog') : page.getByRole('main')
  return parent.getByLabel(label, { exact: true })
}
