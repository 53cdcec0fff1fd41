import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createKey } from '../../packages/server/src/accounts/keys.ts'
import { type Platen, send, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'
import { mailTo } from './outbox.ts'
import { issue, writePkcs12 } from '../signing/pki.ts'
import { PASSWORD, personWithPassword } from './passwords.ts'

describe('dashboard: settings', () => {
  let platen: Platen
  let browser: Browser
  before(async () => {
    platen = await startPlaten({
      environment: {
        EGRESS: 'allowlist',
        EGRESS_ALLOW: 'hooks.example.com',
        CERTIFICATE_KEY: Buffer.alloc(32, 3).toString('base64'),
      },
    })
    browser = await openBrowser(platen.config)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  it('adds a certificate from a file, and deletes it', async () => {
    const ada = await platen.person()
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/settings')
    const section = page.getByRole('region', { name: 'Certificates' })
    await section.getByText('No certificates yet.').waitFor()
    await section.getByRole('button', { name: 'Add certificate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add certificate' })
    await visit.assertAccessible()
    const chooseFile = (buffer: Buffer) =>
      page
        .locator('input[type="file"]')
        .setInputFiles({ name: 'seal.p12', mimeType: 'application/x-pkcs12', buffer })
    const buffer = await writePkcs12(await issue({ name: 'Ada Seal' }), [], 'secret-1')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('company-seal')
    await chooseFile(Buffer.alloc(64 * 1024 + 1))
    await dialog.getByRole('button', { name: 'Add certificate' }).click()
    await dialog.getByText('The file is larger than 64 KB. Choose a smaller file.').waitFor()
    await chooseFile(buffer)
    await dialog.getByLabel('Password of the file').fill('wrong')
    await dialog.getByRole('button', { name: 'Add certificate' }).click()
    await dialog.getByText('password does not open the PKCS#12 file.').waitFor()
    await dialog.getByLabel('Password of the file').fill('secret-1')
    await dialog.getByRole('button', { name: 'Add certificate' }).click()
    await section.getByText('CN=Ada Seal, O=Example, C=DE').first().waitFor()
    await visit.assertAccessible()
    await section.getByRole('button', { name: 'Delete company-seal' }).click()
    await page.getByRole('button', { name: 'Delete certificate' }).click()
    await section.getByText('No certificates yet.').waitFor()
  })

  it('offers no certificates when the service cannot store them', async () => {
    await using service = await startPlaten()
    await using visit = await browser.visit(service, { person: await service.person() })
    const { page } = visit
    await page.goto('/settings')
    await page.getByText('This service cannot store certificates.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Add certificate' }).isDisabled())
  })

  it('saves the name, the region and the allowed hosts', async () => {
    const ada = await platen.person({ name: 'Ada' })
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/usage')
    await page.getByText('(UTC)').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByText(ada.email).waitFor()
    await visit.assertAccessible()
    await profile.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await profile.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Your name was changed.').waitFor()
    await page.getByRole('button', { name: 'Account menu' }).getByText('Ada Lovelace').waitFor()

    const region = page.getByRole('region', { name: 'Locale and time zone' })
    await region.getByRole('combobox', { name: 'Locale' }).fill('de-AT')
    await page.getByRole('option', { name: 'de-AT · Austrian German' }).click()
    await region.getByText('1.234,56').or(region.getByText('1 234,56')).waitFor()
    await region.getByRole('combobox', { name: 'Time zone' }).fill('Vienna')
    await page.getByRole('option', { name: 'Europe/Vienna' }).click()
    // Input during the refetch after saving stays.
    const refetch = await heldResponse(page, '**/dashboard/api/settings')
    await region.getByRole('button', { name: 'Save locale and time zone' }).click()
    await refetch.started
    await region.getByRole('combobox', { name: 'Locale' }).fill('no such locale')
    await refetch.release()
    await page.getByText('The locale and the time zone were saved.').waitFor()
    await region.getByText('This is not a valid locale.').waitFor()
    await visit.assertAccessible()

    const hosts = page.getByRole('region', { name: 'Allowed hosts' })
    await hosts.getByText('The operator of this service allows only certain hosts.').waitFor()
    await hosts.getByRole('radio', { name: 'These hosts only' }).check()
    await hosts.getByLabel('Hosts', { exact: true }).fill('not a host')
    await page.keyboard.press('Enter')
    await hosts.getByRole('button', { name: 'Save hosts' }).click()
    await hosts.getByRole('alert').getByText('`allow` must contain host names').waitFor()
    await hosts.getByLabel('Hosts', { exact: true }).press('Backspace')
    await hosts.getByLabel('Hosts', { exact: true }).fill('*.Example.com')
    await page.keyboard.press('Enter')
    await hosts.getByRole('button', { name: 'Save hosts' }).click()
    await hosts.getByText('*.example.com', { exact: true }).waitFor()
    await visit.assertAccessible()

    const { body } = await ada.call('GET', '/dashboard/api/settings')
    assert.deepEqual(body.region, { locale: 'de-AT', timeZone: 'Europe/Vienna' })
    assert.deepEqual(body.egress, { mode: 'allowlist', allow: ['*.example.com'], deny: [] })

    // The usage in the old time zone, which would be fresh for a minute, is refetched.
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByText('(Europe/Vienna)').waitFor()
  })

  it('changes the e-mail address by a link, and the password with the old one', async () => {
    const ada = await personWithPassword(platen)
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Change address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change your e-mail address' })
    const newEmail = `new-${ada.email}`
    await dialog.getByLabel('New e-mail address').fill(newEmail)
    await dialog.getByLabel('Your password').fill('not the password')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await dialog.getByRole('alert').waitFor()
    await visit.assertAccessible()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await dialog.getByText(`We sent a mail to ${newEmail}.`).waitFor()
    await page.goto((await mailTo(platen, newEmail, /new e-mail address/)).link)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto('/settings')
    await page.getByRole('region', { name: 'Profile' }).getByText(newEmail).waitFor()

    await page.getByRole('button', { name: 'Change password' }).click()
    const passwords = page.getByRole('dialog', { name: 'Change your password' })
    await passwords.getByLabel('Current password').fill(PASSWORD)
    await passwords.getByLabel('New password').fill('short')
    await passwords.getByRole('button', { name: 'Set password' }).click()
    await passwords.getByText('Enter at least 10 characters.').waitFor()
    await passwords.getByLabel('New password').fill('a whole new password')
    await passwords.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('The new password was set.').waitFor()
    // The session continues.
    await page.getByLabel('Name', { exact: true }).fill('Ada of the new address')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Your name was changed.').waitFor()
  })

  it('schedules the deletion of the account, which can be cancelled after a new sign-in', async () => {
    const ada = await platen.person()
    const { database } = platen.app.services
    const { key } = await createKey(database, { accountId: ada.accountId, name: 'x', expiresAt: undefined })
    const status = async () =>
      (await send(`${platen.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status
    {
      await using visit = await browser.visit(platen, { person: ada, width: 390 })
      const { page } = visit
      await page.goto('/settings')
      await page.getByRole('button', { name: 'Delete account…' }).click()
      const dialog = page.getByRole('dialog')
      const confirm = dialog.getByRole('button', { name: 'Delete account' })
      assert.equal(await confirm.isDisabled(), true)
      await visit.assertAccessible()
      await dialog.getByRole('textbox').fill(ada.email)
      await confirm.click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      assert.equal(await status(), 401)
    }

    await using again = await browser.visit(platen, { person: await platen.person(ada), width: 390 })
    await again.page.goto('/')
    await again.page.getByText('This account will be deleted').waitFor()
    await again.assertAccessible()
    await again.assertFits()
    await again.page.getByRole('button', { name: 'Keep account' }).click()
    await again.page.getByText('This account will be deleted').waitFor({ state: 'hidden' })
    assert.equal(await status(), 200)
  })
})

/** Holds the next response of a URL back until `release` is called, which waits until the page has rendered it. */
async function heldResponse(
  page: Page,
  url: string,
): Promise<{ started: Promise<void>; release(): Promise<void> }> {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const response = page.waitForResponse(url)
  await page.route(
    url,
    async (route) => {
      started.resolve()
      await released.promise
      await route.continue()
    },
    { times: 1 },
  )
  return {
    started: started.promise,
    async release() {
      released.resolve()
      await (await response).finished()
      await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))')
    },
  }
}
