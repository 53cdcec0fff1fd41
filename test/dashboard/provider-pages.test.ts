import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser, type Visit } from './browser.ts'
import { type RunningProvider, startProvider } from './provider.ts'

const HOUR_MS = 3_600_000

describe('dashboard: sign-in with a provider', () => {
  let provider: RunningProvider
  let platen: Platen
  let browser: Browser
  before(async () => {
    provider = await startProvider()
    provider.people.set('ada', { name: 'Ada', email: 'ada@example.com', email_verified: true })
    provider.visitor = 'ada'
    platen = await startPlaten({
      environment: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'dashboard' },
    })
    await provider.serve(platen.url)
    browser = await openBrowser(platen.config)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  it('redirects to the provider and back to the requested page, and signs out', async () => {
    await using visit = await browser.visit(platen, { clock: true })
    const { page } = visit
    await page.clock.install()
    await page.goto('/jobs?status=failed')
    await page.getByRole('button', { name: /^Ada/ }).waitFor()
    assert.equal(page.url(), `${platen.url}/jobs?status=failed`)
    await visit.assertAccessible()

    // An expired token is renewed in a hidden frame, and the page stays.
    provider.requests.length = 0
    await page.clock.fastForward(HOUR_MS)
    await page.getByRole('link', { name: 'API keys', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await page.getByText('No API keys yet').waitFor()
    assert.ok(
      provider.requests.includes('/auth') && provider.requests.includes('/token'),
      provider.requests.join(),
    )

    await page.getByRole('button', { name: /^Ada/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await heading(visit, 'You are signed out')
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(visit, 'Overview')
  })

  it('keeps unsaved text when the session of the provider ends, by a new window or on this page', async () => {
    await using visit = await browser.visit(platen, { clock: true })
    const { page, context } = visit
    await page.clock.install()
    await page.goto('/templates/new')
    await page.getByRole('button', { name: 'Create empty template' }).click()
    const source = page.getByRole('textbox', { name: 'Template source' })
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    const typeAndEnd = async (text: string) => {
      await source.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(text)
      await page.getByText('Unsaved changes').waitFor()
      await context.clearCookies()
      await page.clock.fastForward(HOUR_MS)
      await page.keyboard.press('Control+s')
      await dialog.waitFor()
    }

    await typeAndEnd('windows')
    await visit.assertAccessible()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog
      .getByText('You are not signed in yet. Complete the sign-in in the new window, then continue.')
      .waitFor()
    const opened = context.waitForEvent('page')
    await dialog.getByRole('link', { name: 'Open a new window' }).click()
    const other = await opened
    await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await source.getByText('windows').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(/^(Draft saved|Published)$/).waitFor()
    await other.close()

    await typeAndEnd('restored')
    await dialog.getByRole('button', { name: 'Sign in on this page' }).click()
    await page.getByText(/^Unsaved changes from .* were restored/).waitFor()
    await source.getByText('restored').waitFor()
  })

  it('rejects a sign-in that was started elsewhere, and shows an error when the provider is not available', async () => {
    await using visit = await browser.visit(platen, { width: 390, clock: true })
    const { page } = visit
    await page.goto('/sign-in/callback?code=stolen&state=guessed')
    await heading(visit, 'Sign-in failed')
    await page.getByText('This sign-in was started in another browser or tab').waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await page.goto('/sign-up')
    await heading(visit, 'Not found')

    await provider.pause()
    await page.goto('/usage')
    await page.getByText('The identity provider cannot be reached.').waitFor()
    await provider.resume()
    visit.problems.length = 0
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(visit, 'Usage')
  })

  it('allows frames and connections of the provider only', async () => {
    const policyAt = async (path: string) =>
      (await fetch(platen.url + path)).headers.get('content-security-policy')?.split('; ') ?? []
    const policy = await policyAt('/settings')
    assert.ok(policy.includes(`connect-src 'self' ${provider.issuer}`))
    assert.ok(policy.includes(`frame-src 'self' ${provider.issuer}`))
    assert.ok(policy.includes("frame-ancestors 'none'"))
    assert.ok((await policyAt('/sign-in/callback')).includes("frame-ancestors 'self'"))
  })
})

async function heading({ page }: Visit, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
  assert.equal(await page.title(), `${name} · Platen`)
}
