import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { eventually, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser, type Visit } from './browser.ts'
import { mailTo } from './outbox.ts'
import { PASSWORD, personWithPassword } from './passwords.ts'

const NEW_PASSWORD = 'staple correct horse'

describe('the dashboard in a browser', () => {
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

  it('signs a person up, verifies the address by the mail in the outbox, signs out, and sets a new password', async () => {
    const email = 'ada@example.com'
    await using visit = await browser.visit(platen)
    const { page } = visit

    await page.goto('/templates?sort=name')
    await heading(visit, 'Sign in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await heading(visit, 'Create an account')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Please enter your name').waitFor()
    await visit.assertAccessible()
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(visit, 'Check your mail')
    await page.getByText(email).waitFor()
    await page.getByText('This service has no mail server.').waitFor()
    await page.getByText('npx platen outbox').waitFor()
    await visit.assertAccessible()

    assert.equal(await page.getByRole('link', { name: 'outbox page' }).getAttribute('href'), '/outbox')
    await mailTo(platen, email, /Confirm/)
    await page.goto(`/outbox?key=${await platen.app.services.outbox?.key()}`)
    assert.equal(new URL(page.url()).search, '')
    await visit.assertAccessible()
    await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').last().click()
    await heading(visit, 'Templates')
    await page.getByRole('link', { name: '10 credits' }).waitFor()
    await page.getByRole('button', { name: /^Ada Lovelace/ }).click()
    await visit.assertAccessible()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading(visit, 'Sign in')
    await page.getByText('You are signed out.').waitFor()

    await signIn(visit, email, 'not the password')
    await page
      .getByRole('alert')
      .filter({ hasText: 'The e-mail address or the password is wrong.' })
      .waitFor()
    await visit.assertAccessible()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await heading(visit, 'Choose a new password')
    await page.getByLabel('E-mail address').fill(email)
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await heading(visit, 'Check your mail')

    const { link } = await mailTo(platen, email, /new password/)
    await page.goto(link)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your new password is set.').waitFor()
    await signIn(visit, email, PASSWORD)
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    await signIn(visit, email, NEW_PASSWORD)
    await heading(visit, 'Overview')

    await page.goto(link)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('This link was already used or has expired.').waitFor()
  })

  it('asks for the password where the link of the mail is opened in another browser', async () => {
    const email = 'grace@example.com'
    {
      await using visit = await browser.visit(platen, { width: 390 })
      const { page } = visit
      await page.goto('/sign-up?next=%2Fdevice')
      await page.getByLabel('Name').fill('Grace Hopper')
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await visit.assertFits()
      await page.getByRole('button', { name: 'Create account' }).click()
      await heading(visit, 'Check your mail')
      await page.getByRole('link', { name: 'Back to sign in' }).click()
      await signIn(visit, email, PASSWORD)
      await page.getByText('Your address is not verified yet.').waitFor()
      await page.getByRole('button', { name: 'Send another' }).click()
      await page.getByRole('button', { name: 'Sent' }).waitFor()
    }
    const { link } = await mailTo(platen, email, /Confirm/)
    {
      await using visit = await browser.visit(platen, { scheme: 'dark' })
      const { page } = visit
      await page.goto('/verify?token=nonsense')
      await heading(visit, 'This link is damaged or incomplete')
      await visit.assertAccessible()
      // As a terminal shows the mail's source: the end of the line is cut off.
      await page.goto(link.slice(0, 75))
      await heading(visit, 'This link is damaged or incomplete')
      assert.equal(new URL(link).searchParams.get('next'), '/device')
      await page.goto(link.replace('%2Fdevice', '%2F%5Celsewhere.example'))
      await heading(visit, 'Verify your address')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByText('The e-mail address or the password is wrong.').waitFor()
      await visit.assertAccessible()
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Go on' }).click()
      await heading(visit, 'Overview')
    }

    await using third = await browser.visit(platen)
    await third.page.goto(link)
    await heading(third, 'This link was already used or has expired')
    await third.assertAccessible()
    await third.page.getByRole('link', { name: 'Sign in' }).click()
    await heading(third, 'Sign in')
  })

  it('leads back to the page that was asked for, and only to its own', async () => {
    const email = 'edith@example.com'
    await personWithPassword(platen, { email })
    await using visit = await browser.visit(platen)
    const { page, context } = visit
    for (const [next, arrived] of [
      ['/jobs?state=failed#x', '/jobs?state=failed#x'],
      ['//elsewhere.example/x', '/'],
      ['/\\elsewhere.example', '/'],
      ['https://elsewhere.example', '/'],
      ['javascript:alert(1)', '/'],
    ] as const) {
      await context.clearCookies()
      await page.goto(`/sign-in?${new URLSearchParams({ next }).toString()}`)
      await signIn(visit, email, PASSWORD)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      assert.equal(page.url(), platen.url + arrived)
    }
    // Whoever is signed in already has nothing to do there.
    await page.goto('/sign-in')
    await heading(visit, 'Overview')
  })

  it('ends in all tabs when somebody signs out in one', async () => {
    await using visit = await browser.visit(platen, { person: await platen.person() })
    const { page, context } = visit
    await page.goto('/')
    await heading(visit, 'Overview')
    const other = await context.newPage()
    await other.goto('/')
    await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await other.getByRole('button', { name: /account menu/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading(visit, 'Sign in')
    await page.goto('/')
    await heading(visit, 'Sign in')
  })

  it('shows what to do first, and can be gone through by keyboard', async () => {
    const person = await platen.person()
    await person.call('POST', '/dashboard/api/templates', { name: 'Plain', content: '<p>x</p>' })
    await using visit = await browser.visit(platen, { person, clipboard: true })
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByText('Set the environment variable PLATEN_API_KEY to your key').waitFor()
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Copy the call with curl' }).click()
    const copied: string = await page.evaluate('navigator.clipboard.readText()')
    assert.ok(copied.includes(`curl '${platen.url}/v1/pdf/generate'`), copied)

    await page.reload()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused(visit), 'Skip to the page')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await focused(visit), 'New template')

    for (const [letter, title] of [
      ['k', 'API keys'],
      ['t', 'Templates'],
      ['j', 'Jobs'],
      ['u', 'Usage'],
      ['o', 'Overview'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await heading(visit, title)
      await eventually(async () => (await focused(visit)) === title)
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await visit.assertAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('keeps the colours that were chosen, and fits a phone', async () => {
    await using visit = await browser.visit(platen, {
      person: await platen.person(),
      width: 390,
      height: 844,
    })
    const { page } = visit
    await page.goto('/')
    await heading(visit, 'Overview')
    await visit.assertFits()
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('button', { name: /account menu/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.reload({ waitUntil: 'commit' })
    await heading(visit, 'Overview')
    assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark')
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await visit.assertAccessible()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await heading(visit, 'Jobs')
    await page.getByRole('button', { name: 'Open navigation' }).waitFor()
    await visit.assertFits()
  })

  it('says what is wrong where a page cannot be shown, and helps on', async () => {
    await using visit = await browser.visit(platen, { person: await platen.person() })
    const { page, context } = visit
    await page.goto('/templates/nothing/here')
    await heading(visit, 'Not found')
    await visit.assertAccessible()
    await page.goto(`/jobs/${randomUUID()}`)
    await heading(visit, 'Not found')
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await heading(visit, 'Overview')

    await page.goto('/api-keys')
    await heading(visit, 'API keys')
    await context.setOffline(true)
    // The browser may have the page's file in its cache.
    await page.route('**/assets/**', (route) => route.abort('internetdisconnected'))
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await heading(visit, 'A page could not be loaded')
    await visit.assertAccessible()
    await context.setOffline(false)
    await page.unroute('**/assets/**')
    visit.problems.length = 0
    await page.getByRole('button', { name: 'Reload' }).click()
    await heading(visit, 'Usage')
  })

  it('tells people who may not come in why', async () => {
    const person = await platen.person()
    await sql`update accounts set suspended_at = now() where account_id = ${person.accountId}`.execute(
      platen.app.services.database,
    )
    await using visit = await browser.visit(platen, { person })
    await visit.page.goto('/')
    await heading(visit, 'That is not possible')
    await visit.page.getByText('This account is suspended.').waitFor()
    await visit.page.getByRole('button', { name: 'Sign out' }).click()
    await heading(visit, 'Sign in')
  })
})

async function heading({ page }: Visit, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await eventually(async () => (await page.title()) === `${name} · Platen`)
}

async function signIn({ page }: Visit, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function focused({ page }: Visit): Promise<string> {
  return await page.evaluate('document.activeElement?.textContent ?? ""')
}
