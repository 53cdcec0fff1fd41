import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { eventually, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser, type Visit } from './browser.ts'
import { mailTo } from './outbox.ts'
import { PASSWORD, personWithPassword } from './passwords.ts'

const NEW_PASSWORD = 'staple correct horse'

describe('dashboard: sign-up, navigation and errors', () => {
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

  it('signs a user up, verifies the address by the mail in the outbox, signs out, and sets a new password', async () => {
    const email = 'ada@example.com'
    await using visit = await browser.visit(platen)
    const { page } = visit

    // The address that `npm start` prints.
    await page.goto(`/outbox/sign-up?key=${await platen.app.services.outbox?.key()}`)
    await heading(visit, 'Create an account')
    assert.equal(page.url(), `${platen.url}/sign-up`)
    await page.goto('/templates?sort=name')
    await heading(visit, 'Sign in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await heading(visit, 'Create an account')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter your name.').waitFor()
    await visit.assertAccessible()
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(visit, 'Check your mail')
    await page.getByText(email).waitFor()
    await page.getByText('No mail server is configured').waitFor()
    await mailTo(platen, email, /Confirm/)
    await page.getByRole('link', { name: 'Open the outbox' }).waitFor()
    await visit.assertAccessible()
    await page.getByRole('link', { name: 'Open the outbox' }).click()
    await page.waitForURL('/outbox')
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
    await heading(visit, 'Reset your password')
    await page.getByLabel('E-mail address').fill(email)
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Send link' }).click()
    await heading(visit, 'Check your mail')

    const { link } = await mailTo(platen, email, /new password/)
    await page.goto(link)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your new password was set.').waitFor()
    await signIn(visit, email, PASSWORD)
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    await signIn(visit, email, NEW_PASSWORD)
    await heading(visit, 'Overview')

    await page.goto(link)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('This link was already used or has expired.').waitFor()
  })

  it('requires the password when the link of the mail is opened in another browser', async () => {
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
      // This browser does not have the key of the outbox.
      await page.getByText('it has printed the link').waitFor()
      await page.getByText('npx platen outbox').waitFor()
      await visit.assertAccessible()
      assert.equal(await page.getByRole('link', { name: 'Open the outbox' }).count(), 0)
      await page.getByRole('link', { name: 'Back to sign-in' }).click()
      await signIn(visit, email, PASSWORD)
      await page.getByText('Your address is not verified yet.').waitFor()
      await page.getByRole('button', { name: 'Send another mail' }).click()
      await page.getByRole('button', { name: 'Mail sent' }).waitFor()
    }
    const { link } = await mailTo(platen, email, /Confirm/)
    {
      await using visit = await browser.visit(platen, { scheme: 'dark' })
      const { page } = visit
      await page.goto('/verify?token=nonsense')
      await heading(visit, 'This link is damaged or incomplete')
      await visit.assertAccessible()
      // A link that was cut off at the end of a line, as in the source of the mail.
      await page.goto(link.slice(0, 75))
      await heading(visit, 'This link is damaged or incomplete')
      assert.equal(new URL(link).searchParams.get('next'), '/device')
      await page.goto(link.replace('%2Fdevice', '%2F%5Celsewhere.example'))
      await heading(visit, 'Verify your address')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Verify address' }).click()
      await page.getByText('The e-mail address or the password is wrong.').waitFor()
      await visit.assertAccessible()
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Verify address' }).click()
      await heading(visit, 'Overview')
    }

    await using third = await browser.visit(platen)
    await third.page.goto(link)
    await heading(third, 'This link was already used or has expired')
    await third.assertAccessible()
    await third.page.getByRole('link', { name: 'Sign in' }).click()
    await heading(third, 'Sign in')
  })

  it('redirects to the requested page after the sign-in, and never to another origin', async () => {
    const email = 'edith@example.com'
    await personWithPassword(platen, { email })
    await using visit = await browser.visit(platen)
    const { page, context } = visit
    for (const [next, expected] of [
      ['/jobs?status=failed#x', '/jobs?status=failed#x'],
      ['//elsewhere.example/x', '/'],
      ['/\\elsewhere.example', '/'],
      ['https://elsewhere.example', '/'],
      ['javascript:alert(1)', '/'],
    ] as const) {
      await context.clearCookies()
      await page.goto(`/sign-in?${new URLSearchParams({ next }).toString()}`)
      await signIn(visit, email, PASSWORD)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      assert.equal(page.url(), platen.url + expected)
    }
    // The sign-in page redirects users who are signed in.
    await page.goto('/sign-in')
    await heading(visit, 'Overview')
  })

  it('signs out all tabs when one signs out', async () => {
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

  it('shows the first steps, and is usable by keyboard', async () => {
    const person = await platen.person()
    await person.call('POST', '/dashboard/api/templates', { name: 'Plain', content: '<p>x</p>' })
    await using visit = await browser.visit(platen, { person, clipboard: true })
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByText('Set the environment variable PLATEN_API_KEY to your API key').waitFor()
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Copy curl command' }).click()
    const copied: string = await page.evaluate('navigator.clipboard.readText()')
    assert.ok(copied.includes(`curl '${platen.url}/v1/pdf/generate'`), copied)

    await page.reload()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused(visit), 'Skip to content')
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

  it('keeps the selected theme, and fits a phone', async () => {
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

  it('shows why a page cannot be shown, with a next step', async () => {
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
    // The browser may have cached the file of the page.
    await page.route('**/assets/**', (route) => route.abort('internetdisconnected'))
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await heading(visit, 'The page could not be loaded')
    await visit.assertAccessible()
    await context.setOffline(false)
    await page.unroute('**/assets/**')
    visit.problems.length = 0
    await page.getByRole('button', { name: 'Reload' }).click()
    await heading(visit, 'Usage')
  })

  it('shows why a suspended account has no access', async () => {
    const person = await platen.person()
    await sql`update accounts set suspended_at = now() where account_id = ${person.accountId}`.execute(
      platen.app.services.database,
    )
    await using visit = await browser.visit(platen, { person })
    await visit.page.goto('/')
    await heading(visit, 'Access denied')
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
