import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser, type Visit, type VisitOptions } from './browser.ts'
import { backupHas } from './backups.ts'
import { PASSWORD, personWithPassword } from './passwords.ts'

const API = '/dashboard/api'
/** Time after which the token is renewed: less than its lifetime of five minutes. */
const TOKEN_MS = 290_000
const SOURCE = '<p>first</p>'
const TOKEN = '**/dashboard/auth/token'
const RENAME = '**/dashboard/auth/update-user'
const DIALOG_FILE = '**/assets/SignInDialog-*.js'

type Author = Person & { templateId: string }

describe('dashboard: end of a session', () => {
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

  /** Creates an account with a password and one template. */
  const signUp = async (email: string): Promise<Author> => {
    const person = await personWithPassword(platen, { email, name: 'Edith' })
    const created = await person.call('POST', `${API}/templates`, { name: 'Offer', content: SOURCE })
    assert.equal(created.status, 201)
    return { ...person, templateId: String(created.body.templateId) }
  }
  /** Opens a session of its own, because the sessions of the browser may have ended. */
  const again = async ({ email, name }: Person) => await platen.person({ email, name })
  const contentOf = async (author: Author): Promise<string> =>
    (await (await again(author)).call('GET', `${API}/templates/${author.templateId}`)).body.content
  const nameOf = async ({ email }: Person): Promise<string | undefined> => {
    const { rows } = await sql<{ name: string }>`select name from identity_users
      where email = ${email}`.execute(platen.app.services.database)
    return rows[0]?.name
  }
  const endSessions = async ({ email }: Person) =>
    await sql`delete from identity_sessions using identity_users
      where identity_users.id = user_id and email = ${email}`.execute(platen.app.services.database)
  /** Replaces the cookie as another tab does, without the message that tabs of the dashboard send. */
  const signInByCookie = async (context: BrowserContext, { cookie }: Person) => {
    const [name = '', value = ''] = cookie.split('=', 2)
    const { hostname: domain } = new URL(platen.url)
    await context.addCookies([
      { name, value, domain, path: '/dashboard/auth', httpOnly: true, sameSite: 'Lax' },
    ])
  }

  /** Most visits need a clock. The others reuse the same tab, because the first load in a new tab takes longer. */
  const open = (person: Person, options: VisitOptions = {}) =>
    browser.visit(platen, { person, clock: true, ...options })
  const openTemplate = async (page: Page, { templateId }: Author) => {
    await page.clock.install()
    await page.goto(`/templates/${templateId}`)
    await source(page).waitFor()
  }
  /** Types a text and waits until the page makes no more calls. */
  const type = async (page: Page, text: string) => {
    await previewIsShown(page)
    await source(page).click()
    await page.keyboard.press('Control+End')
    const previewed = page.waitForResponse((answer) => answer.url().endsWith('/preview'))
    // One change, so that there is one preview.
    await page.keyboard.insertText(text)
    await (await previewed).finished()
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    await backupHas(page, text)
    await previewIsShown(page)
  }
  const saveAfterEnd = async (page: Page, person: Person) => {
    await endSessions(person)
    await page.clock.fastForward(TOKEN_MS)
    await page.keyboard.press('Control+s')
  }
  const signIn = async (page: Page, email?: string) => {
    if (email !== undefined) await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
  const isOverview = async (page: Page) => await heading(page, 'Overview').waitFor()
  const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })

  it('renews the token before it expires, once for all calls, also with a wrong clock', async () => {
    await using visit = await open(await platen.person())
    const { page } = visit
    await page.clock.install()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/api-keys')
    // Wait for the keys: a response after the clock was moved would count as fresh on the overview.
    await page.getByText('No API keys yet').waitFor()
    assert.equal(requests.filter((path) => path === '/dashboard/auth/token').length, 1)
    requests.length = 0
    await page.clock.fastForward(280_000)
    const keysRead = page.waitForResponse(/\/dashboard\/api\/keys$/)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    assert.equal((await keysRead).status(), 200)
    await heading(page, 'Overview').waitFor()
    const calls = requests.filter((path) => path.startsWith('/dashboard/'))
    assert.equal(calls[0], '/dashboard/auth/token', calls.join())
    assert.ok(calls.filter((path) => path.startsWith('/dashboard/api/')).length >= 3, calls.join())
    assert.equal(calls.filter((path) => path === '/dashboard/auth/token').length, 1, calls.join())

    // The clock is now ahead of that of the service, by nearly the lifetime of a token.
    requests.length = 0
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await heading(page, 'Jobs').waitFor()
    assert.ok(!requests.includes('/dashboard/auth/token'), requests.join())
  })

  describe('sign-in of another user', () => {
    it('sends no more calls, even while the page reloads', async () => {
      const [edith, grace] = [await signUp('one@example.com'), await signUp('two@example.com')]
      await using visit = await open(edith)
      const { page, context } = visit
      await openTemplate(page, edith)
      await type(page, ' secret')
      const loading = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      await page.route(platen.url + '/', async (route) => {
        loading.resolve()
        await release.promise
        await route.continue()
      })
      const calls = callsOf(page)
      await signInByCookie(context, grace)
      await page.clock.fastForward(TOKEN_MS)
      // The preview of this text first requests a token.
      await page.keyboard.type('!')
      await page.clock.fastForward(5_000)
      await loading.promise
      await page.keyboard.press('Control+s')
      release.resolve()
      await isOverview(page)
      assert.deepEqual(calls.to(/^(PUT|POST) \/dashboard\/api/), [])
      assert.equal(await contentOf(edith), SOURCE)
    })

    it('reloads the other tabs at once', async () => {
      const [edith, grace] = [await signUp('three@example.com'), await signUp('four@example.com')]
      await using visit = await open(edith)
      const { page, context } = visit
      await page.goto(`/templates/${edith.templateId}`)
      await type(page, ' secret')
      await endSessions(edith)
      const other = await context.newPage()
      await other.goto('/sign-in')
      await signIn(other, grace.email)
      await isOverview(page)
      assert.ok(!(await page.content()).includes('secret'))
      assert.deepEqual([await contentOf(edith), await contentOf(grace)], [SOURCE, SOURCE])
    })

    it('does not rename the other user', async () => {
      const [edith, grace] = [await signUp('five@example.com'), await signUp('six@example.com')]
      await using visit = await open(edith)
      const { page, context } = visit
      await page.goto('/settings')
      await nameField(page).fill('Edith Clarke')
      await signInByCookie(context, grace)
      const calls = callsOf(page)
      await page.getByRole('button', { name: 'Save name' }).click()
      await isOverview(page)
      assert.deepEqual(calls.to(/update-user/), [])
      assert.deepEqual([await nameOf(edith), await nameOf(grace)], ['Edith', 'Edith'])
    })

    it('is detected directly after a change of the name', async () => {
      const [edith, grace] = [await signUp('seven@example.com'), await signUp('eight@example.com')]
      await using visit = await open(edith)
      const { page, context } = visit
      await page.goto('/settings')
      await nameField(page).fill('Edith Clarke')
      await page.route(RENAME, async (route) => {
        const response = await route.fetch()
        await signInByCookie(context, grace)
        await route.fulfill({ status: response.status(), json: await response.json() })
      })
      await page.getByRole('button', { name: 'Save name' }).click()
      await isOverview(page)
      assert.deepEqual([await nameOf(edith), await nameOf(grace)], ['Edith Clarke', 'Edith'])
    })
  })

  it('keeps unsaved text as a backup, and sends no save, when the user leaves the page instead of signing in', async () => {
    const edith = await signUp('left@example.com')
    await using visit = await open(edith)
    const { page, context } = visit
    await openTemplate(page, edith)
    await type(page, ' zebra')
    await saveAfterEnd(page, edith)
    await dialog(page).waitFor()
    const calls = callsOf(page)
    await signInByCookie(context, await again(edith))
    await dialog(page).getByRole('button', { name: 'Leave this page' }).click()
    await heading(page, 'Sign in').waitFor()
    assert.ok(!(await page.content()).includes('zebra'))
    await settled(page)
    // Even though the browser has a new session by then.
    assert.deepEqual(calls.to(/^PUT/), [])
    assert.equal(await contentOf(edith), SOURCE)
    await context.clearCookies()
    await signIn(page, edith.email)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.goto(`/templates/${edith.templateId}`)
    await source(page).getByText('zebra').waitFor()
  })

  it('stays suspended while its tab is offline, and saves by the same click when another tab has signed in', async () => {
    const edith = await signUp('offline@example.com')
    await using visit = await open(edith)
    const { page, context } = visit
    const other = await context.newPage()
    await other.goto('/health/live')
    await openTemplate(page, edith)
    await type(page, ' offline')
    await endSessions(edith)
    await page.clock.fastForward(TOKEN_MS)
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog(page).waitFor()
    await page.route(TOKEN, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await other.evaluate(`new BroadcastChannel('platen-session').postMessage('signed-in')`)
    await failed
    await settled(page)
    ignoreProblems(visit, /net::ERR_FAILED/)
    assert.deepEqual(visit.problems, [])
    await page.setViewportSize({ width: 390, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit.assertFits()
    await visit.assertAccessible()
    // Neither Escape nor a click beside the dialog leaves it.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await dialog(page).waitFor()
    await page.unroute(TOKEN)
    await other.goto('/sign-in')
    await signIn(other, edith.email)
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText(/^(Draft saved|Published)$/).waitFor()
    assert.equal(await contentOf(edith), `${SOURCE} offline`)
  })

  it('hides open dialogs of the page and those that open later, and continues in every tab after one sign-in', async () => {
    const edith = await signUp('both@example.com')
    await using visit = await open(edith)
    const { page, context } = visit
    const other = await context.newPage()
    await other.clock.install()
    await other.goto('/api-keys')
    await other.getByRole('button', { name: 'Create API key' }).click()
    const field = other.getByRole('dialog', { name: 'Create API key' }).getByLabel('Name')
    await field.fill('billing server')
    await openTemplate(page, edith)
    await type(page, ' both')
    await saveAfterEnd(page, edith)
    await dialog(page).waitFor()
    await other.clock.fastForward(TOKEN_MS)
    await field.press('Enter')
    await dialog(other).getByLabel('Password', { exact: true }).waitFor()
    await field.waitFor({ state: 'hidden' })
    assert.equal(await other.getByRole('dialog').count(), 1)
    await other.evaluate(`{
      const late = document.createElement('div')
      late.append('a late dialog')
      document.body.append(late)
    }`)
    await other.getByText('a late dialog').waitFor({ state: 'hidden' })
    await signIn(page)
    await page.getByText(/^(Draft saved|Published)$/).waitFor()
    await other.getByRole('dialog', { name: 'API key “billing server” was created' }).waitFor()
    await other.getByText('a late dialog').waitFor()
    assert.equal(await dialog(other).count(), 0)
  })

  it('sends a pending change of the name after the sign-in', async () => {
    const edith = await signUp('rename@example.com')
    await using visit = await open(edith)
    const { page } = visit
    await page.goto('/settings')
    await nameField(page).fill('Edith Clarke')
    await endSessions(edith)
    await page.getByRole('button', { name: 'Save name' }).click()
    await dialog(page).waitFor()
    await signIn(page)
    await page.getByRole('button', { name: /^Edith Clarke/ }).waitFor()
    assert.equal(await nameOf(edith), 'Edith Clarke')
  })

  it('asks to reload the page when its dialog cannot be loaded, and keeps the text as a backup', async () => {
    const edith = await signUp('missing@example.com')
    await using visit = await open(edith, { width: 390 })
    const { page } = visit
    await page.route(DIALOG_FILE, (route) => route.fulfill({ status: 404 }))
    await page.clock.install()
    await page.goto('/settings')
    await nameField(page).fill('Edith Clarke')
    await backupHas(page, 'Edith Clarke')
    // The page has read everything. Another call without a session would open the dialog before the click.
    await page.getByText('This browser', { exact: true }).waitFor()
    await endSessions(edith)
    await page.clock.fastForward(TOKEN_MS)
    await page.getByRole('button', { name: 'Save name' }).click()
    await dialog(page)
      .getByText('Reload the page to sign in. Unsaved changes are stored as backups.')
      .waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    assert.equal(await nameField(page).count(), 0)
    await page.unroute(DIALOG_FILE)
    await dialog(page).getByRole('button', { name: 'Reload' }).click()
    await signIn(page, edith.email)
    await page.getByText(/^Unsaved changes from .* were restored/).waitFor()
    assert.equal(await nameField(page).inputValue(), 'Edith Clarke')
    ignoreProblems(visit, /dynamically imported module/)
  })

  it('hides the page from view, keyboard and screen readers, needs no more files for its dialog, and restores the focus', async () => {
    const edith = await signUp('hidden@example.com')
    await using visit = await open(edith)
    const { page } = visit
    const loaded = page.waitForResponse(DIALOG_FILE)
    await openTemplate(page, edith)
    await (await loaded).finished()
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
    await type(page, ' zebra')
    await saveAfterEnd(page, edith)
    await dialog(page).getByLabel('Password', { exact: true }).waitFor()
    assert.doesNotMatch(await page.evaluate<string>('document.body.innerText'), /zebra/)
    assert.equal(await source(page).count(), 0)
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab')
      assert.equal(await isFocusOutside(page), false)
    }
    await page.evaluate(`document.querySelector('#root .cm-content').focus()`)
    assert.equal(await isFocusOutside(page), false)
    await signIn(page)
    await page.getByText(/^(Draft saved|Published)$/).waitFor()
    await eventually(() => page.evaluate<boolean>(`document.activeElement.matches('.cm-content')`))
    assert.equal(await contentOf(edith), `${SOURCE} zebra`)
  })
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })
const source = (page: Page) => page.getByRole('textbox', { name: 'Template source' })

async function previewIsShown(page: Page): Promise<void> {
  await page.locator('section[aria-label="PDF"]').getByText('1 sheet').waitFor()
  await page.getByLabel('Rendering the PDF').waitFor({ state: 'detached' })
}

/** Records the further calls of a page. */
function callsOf(page: Page): { to(pattern: RegExp): string[] } {
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  return { to: (pattern) => calls.filter((call) => pattern.test(call)) }
}

/** Waits until the browser has started all requests that the page has made so far. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`fetch('/dashboard/auth/token').catch(() => {}).then(() => fetch('/docs/'))`)
}

/** Removes expected problems from the list. */
function ignoreProblems({ problems }: Visit, pattern: RegExp): void {
  problems.splice(0, problems.length, ...problems.filter((problem) => !pattern.test(problem)))
}

async function isFocusOutside(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>(
    `document.activeElement !== document.body && !document.activeElement.closest('[role=dialog]')`,
  )
}
