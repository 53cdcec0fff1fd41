import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser, type VisitOptions } from './browser.ts'
import { backupHas, backupsAre, backupsIn } from './backups.ts'
import { PASSWORD, personWithPassword } from './passwords.ts'

const API = '/dashboard/api'
/** Time after which the token is renewed: less than its lifetime of five minutes. */
const TOKEN_MS = 290_000
const DAY_MS = 86_400_000
const SOURCE = '<p>first</p>'

describe('dashboard: backups of editors', () => {
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

  /** Creates a person with a password and one template. */
  const signUp = async (email: string): Promise<Person & { templateId: string }> => {
    const person = await personWithPassword(platen, { email, name: 'Edith' })
    const created = await person.call('POST', `${API}/templates`, { name: 'Offer', content: SOURCE })
    assert.equal(created.status, 201)
    return { ...person, templateId: String(created.body.templateId) }
  }
  /** Reads the saved content in a new session, because the session of the user may have ended. */
  const contentOf = async ({ email, name }: Person, templateId: string): Promise<string> => {
    const person = await platen.person({ email, name })
    return (await person.call('GET', `${API}/templates/${templateId}`)).body.content
  }
  /** Saves a text as another tab would. */
  const saveElsewhere = async (person: Person & { templateId: string }, content: string) => {
    const path = `${API}/templates/${person.templateId}`
    const { etag } = (await person.call('GET', path)).body
    assert.equal((await person.call('PUT', path, { content }, { 'if-match': etag })).status, 200)
  }
  const endSessions = async ({ email }: Person) =>
    await sql`delete from identity_sessions using identity_users
      where identity_users.id = user_id and email = ${email}`.execute(platen.app.services.database)
  /** Some visits need a clock. The others reuse the same tab, because the first load in a new tab takes longer. */
  const open = (person: Person, options: VisitOptions = {}) =>
    browser.visit(platen, { person, clock: true, ...options })
  const source = (page: Page) => page.getByRole('textbox', { name: /^(Template|Partial) source$/ })
  const type = async (page: Page, text: string) => {
    await source(page).click()
    await page.keyboard.press('Control+End')
    // One change, so that there is one preview.
    await page.keyboard.insertText(text)
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
  }
  /** Waits until the backup is stored and the preview is rendered, so that the page makes no more calls. */
  const settles = async (page: Page) => {
    await backupsAre(page, 1)
    // On a phone it is rendered, but not visible.
    await page.locator('section[aria-label="PDF"]').getByText('1 sheet').waitFor({ state: 'attached' })
    await page.getByLabel('Rendering the PDF').waitFor({ state: 'detached' })
  }
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })
  const signInAgain = async (page: Page, email?: string, password = PASSWORD) => {
    if (email !== undefined) await dialog(page).getByLabel('E-mail address').fill(email)
    await dialog(page).getByLabel('Password', { exact: true }).fill(password)
    await dialog(page).getByRole('button', { name: 'Sign in' }).click()
  }
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: /account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  const isSaved = (page: Page) => page.getByText(/^(Draft saved|Published)$/).waitFor()

  it('keeps text when another tab signs out, and saves it after a new sign-in in the dialog', async () => {
    const edith = await signUp('tabs@example.com')
    await using visit = await open(edith)
    const { page, context } = visit
    await page.goto(`/templates/${edith.templateId}`)
    await type(page, ' unsaved')
    await backupsAre(page, 1)

    const other = await context.newPage()
    await other.goto('/')
    await signOut(other)
    const question = other.getByRole('dialog', { name: 'Sign out and delete unsaved changes?' })
    await question.getByText('“Offer”').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await dialog(page).isVisible(), false)
    await signOut(other)
    await question.getByRole('button', { name: 'Delete and sign out' }).click()
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    assert.deepEqual(await backupsIn(other), [])

    await dialog(page).waitFor()
    await visit.assertAccessible()
    assert.equal(await dialog(page).getByLabel('E-mail address').inputValue(), edith.email)
    await signInAgain(page, undefined, 'not the password')
    await dialog(page).getByText('The e-mail address or the password is wrong.').waitFor()
    await signInAgain(page)
    await dialog(page).waitFor({ state: 'detached' })
    await source(page).getByText('unsaved').waitFor()
    await backupsAre(page, 1)
    await page.keyboard.press('Control+s')
    await isSaved(page)
    assert.equal(await contentOf(edith, edith.templateId), `${SOURCE} unsaved`)
    await backupsAre(page, 0)
  })

  it('never shows or saves a backup for another user, and restores it for its author', async () => {
    const edith = await signUp('author@example.com')
    const grace = await signUp('another@example.com')
    await using visit = await open(edith)
    const { page, context } = visit
    await page.clock.install()
    await page.goto(`/templates/${edith.templateId}`)
    await type(page, ' secret')
    await settles(page)
    await endSessions(edith)
    await page.clock.fastForward(TOKEN_MS)
    const sent: string[] = []
    context.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.keyboard.press('Control+s')
    await dialog(page).waitFor()
    await signInAgain(page, grace.email)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    assert.ok(!sent.some((call) => call.startsWith('PUT')), sent.join('\n'))
    assert.ok(!(await page.content()).includes('secret'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: 'Offer' }).click()
    await source(page).getByText('first').waitFor()
    assert.ok(!(await page.content()).includes('secret'))
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: 'New template' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor()
    assert.equal(await page.getByText('Unsaved templates').count(), 0)
    await signOut(page)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    assert.equal((await backupsIn(page)).length, 1)

    await signInOn(page, edith.email)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: 'Offer' }).click()
    await page.getByText(/^Unsaved changes from .* were restored/).waitFor()
    await source(page).getByText('secret').waitFor()
  })

  it('restores a backup after a reload and after navigation, until it is saved or discarded', async () => {
    const edith = await signUp('reload@example.com')
    await using visit = await open(edith)
    const { page } = visit
    const path = `/templates/${edith.templateId}`
    await page.goto(path)
    await type(page, ' kept')
    await page.getByRole('textbox', { name: 'Sample data' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText('{"n": 1}')
    await backupsAre(page, 1)
    await page.reload()
    await page.getByText(/^Unsaved changes from .* were restored\.$/).waitFor()
    await source(page).getByText('kept').waitFor()
    await page.getByRole('textbox', { name: 'Sample data' }).getByText('"n"').waitFor()
    await visit.assertAccessible()

    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Leave and keep changes' }).click()
    await page.getByRole('link', { name: 'Offer' }).click()
    await source(page).getByText('kept').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await isSaved(page)
    await source(page).getByText('first').waitFor()
    assert.equal(await source(page).getByText('kept').count(), 0)
    await backupsAre(page, 0)

    // The notice is shown until the backup is saved, and not again for the next change.
    await type(page, ' one')
    await backupsAre(page, 1)
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Leave and keep changes' }).click()
    await page.getByRole('link', { name: 'Offer' }).click()
    const notice = page.getByText(/^Unsaved changes from .* were restored/)
    await notice.waitFor()
    await source(page).click()
    const top = (await source(page).boundingBox())?.y
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await notice.waitFor({ state: 'detached' })
    assert.equal((await source(page).boundingBox())?.y, top, 'The end of the notice moves the editor.')
    await type(page, ' two')
    assert.equal(await notice.count(), 0)
    await page.keyboard.press('Control+s')
    await isSaved(page)

    await type(page, 'gone')
    await backupsAre(page, 1)
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('link', { name: 'Offer' }).click()
    await isSaved(page)
    assert.deepEqual(await backupsIn(page), [])
    assert.equal(await contentOf(edith, edith.templateId), `${SOURCE} one two`)
  })

  it('compares a backup with a version that was saved meanwhile', async () => {
    const edith = await signUp('stale@example.com')
    await using visit = await open(edith, { scheme: 'dark' })
    const { page } = visit
    const path = `/templates/${edith.templateId}`
    await page.goto(path)
    await type(page, ' mine')
    await backupsAre(page, 1)
    await saveElsewhere(edith, 'newer')
    await page.reload()
    await page.getByText(/A newer version was saved meanwhile/).waitFor()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const conflict = page.getByRole('dialog', { name: 'This template was saved elsewhere' })
    await conflict.getByText(/^You saved this template in another tab or browser on /).waitFor()
    await conflict.getByRole('button', { name: 'Compare versions' }).click()
    await conflict.getByText('newer').first().waitFor()
    await visit.assertAccessible()
    await conflict.getByRole('button', { name: 'Overwrite with my version' }).click()
    await isSaved(page)
    assert.equal(await contentOf(edith, edith.templateId), `${SOURCE} mine`)
    await backupsAre(page, 0)

    // A backup that equals the saved version is removed.
    await type(page, ' again')
    await backupsAre(page, 1)
    await saveElsewhere(edith, `${SOURCE} mine again`)
    await page.reload()
    await isSaved(page)
    assert.equal(await page.getByText(/were restored/).count(), 0)
    await backupsAre(page, 0)
  })

  it('restores the backup of a partial', async () => {
    const edith = await signUp('partial@example.com')
    const put = (content: string, condition: Record<string, string>) =>
      edith.call('PUT', `${API}/partials/head`, { content, contentEncoding: 'utf-8' }, condition)
    const saved = await put('one', { 'if-none-match': '*' })
    assert.equal(saved.status, 201)
    await using visit = await open(edith)
    const { page } = visit
    await page.goto('/library/partials/head')
    await type(page, ' two')
    await backupsAre(page, 1)
    assert.equal((await put('newer', { 'if-match': `"${saved.body.contentVersion}"` })).status, 200)
    await page.reload()
    await page.getByText(/^Unsaved changes from .* were restored/).waitFor()
    await page.keyboard.press('Control+s')
    await page
      .getByRole('alert')
      .getByText(/^This partial was saved in another tab/)
      .waitFor()
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Overwrite with my version' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { partial } = (await edith.call('GET', `${API}/partials/head`)).body
    assert.equal(partial.content, 'one two')
    await backupsAre(page, 0)
  })

  it('keeps the input of other forms during a new sign-in, and sends it afterwards', async () => {
    const edith = await signUp('forms@example.com')
    await using visit = await open(edith)
    const { page, context } = visit
    await page.goto('/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const form = page.getByRole('dialog', { name: 'Create API key' })
    await form.getByLabel('Name').fill('billing server')
    await backupsAre(page, 1)
    await signOutElsewhere(context)
    await dialog(page).waitFor()
    // A key for the sign-in dialog does not close the dialog below.
    await page.keyboard.press('Escape')
    await signInAgain(page)
    await dialog(page).waitFor({ state: 'detached' })
    assert.equal(await form.getByLabel('Name').inputValue(), 'billing server')
    await form.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'API key “billing server” was created' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.clock.install()
    await page.goto('/settings')
    await page.getByRole('textbox', { name: 'Name' }).fill('Edith Clarke')
    // The page has read everything. Another call without a session would open the dialog before the click.
    await page.getByText('This browser', { exact: true }).waitFor()
    await endSessions(edith)
    await page.clock.fastForward(TOKEN_MS)
    await page.getByRole('button', { name: 'Save name' }).click()
    await signInAgain(page)
    await dialog(page).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Edith Clarke')
    await page.getByRole('button', { name: /^Edith Clarke/ }).waitFor()
  })

  it('opens a file with a syntax error at its line, and keeps text that is typed while a new template is saved', async () => {
    const edith = await signUp('broken@example.com')
    await using visit = await open(edith)
    const { page } = visit
    await page.goto('/templates/new')
    const lines = Array.from({ length: 120 }, (_, at) => `<p>line ${at + 1}</p>`)
    lines[89] = '{{#each items}}'
    await page.locator('input[type=file]').setInputFiles({
      name: 'Broken offer.hbs',
      mimeType: 'text/html',
      buffer: Buffer.from(lines.join('\n')),
    })
    await page.getByRole('heading', { level: 1, name: 'Broken offer' }).waitFor()
    await page.getByText(/Parse error on line 90: {{#each items}} is not closed/).waitFor()
    await source(page).getByText('{{#each items}}').waitFor()
    await eventually(async () => await page.locator('.cm-activeLine').getByText('#each').isVisible())
    await visit.assertAccessible()
    await page.keyboard.press('Control+s')
    await page.getByText(/^Invalid Handlebars template: Parse error/).waitFor()
    await page.reload()
    await page.getByText(/Parse error on line 90/).waitFor()

    // The backup is listed on the page for new templates until it is saved.
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Leave and keep changes' }).click()
    await page.getByRole('link', { name: 'New template' }).first().click()
    await page.getByRole('heading', { name: 'Unsaved templates' }).waitFor()
    await visit.assertAccessible()
    await page.getByRole('link', { name: 'Broken offer' }).click()
    await page.locator('.cm-activeLine').getByText('#each').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type('{{/each}}')
    await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await page.getByText('Version 1', { exact: true }).waitFor()
    const templateId = page.url().split('/').at(-1) ?? ''
    assert.match(await contentOf(edith, templateId), /\{\{#each items\}\}\{\{\/each\}\}/)
    await backupsAre(page, 0)
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: 'New template' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor()
    assert.equal(await page.getByText('Unsaved templates').count(), 0)
    await page.goto('/templates/new/not-there')
    await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor()

    // Input during the creation of a template is not lost.
    await page.locator('input[type=file]').setInputFiles({
      name: 'Late.hbs',
      mimeType: 'text/html',
      buffer: Buffer.from('<p>{{#if x}}</p>'),
    })
    await page
      .getByText(/Parse error/)
      .first()
      .waitFor()
    await source(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('{{/if}}')
    const released = Promise.withResolvers<void>()
    await page.route('**/dashboard/api/templates', async (route) => {
      if (route.request().method() === 'POST') await released.promise
      await route.continue()
    })
    await page.keyboard.press('Control+s')
    await page.getByText('Saving…').waitFor()
    await page.keyboard.type('<b>late</b>')
    released.resolve()
    await page.getByText('Version 1', { exact: true }).waitFor()
    await page.getByText(/^Unsaved changes from .* were restored/).waitFor()
    await source(page).getByText('late').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Version 2', { exact: true }).waitFor()
    await backupsAre(page, 0)
  })

  it('keeps the backup of one tab when another tab saves an older text', async () => {
    const edith = await signUp('two-tabs@example.com')
    await using visit = await open(edith)
    const { page, context } = visit
    const path = `/templates/${edith.templateId}`
    await page.goto(path)
    await type(page, ' one')
    await backupsAre(page, 1)
    const other = await context.newPage()
    await other.goto(path)
    await other.getByText(/^Unsaved changes from .* were restored/).waitFor()
    await type(other, ' two')
    await backupHas(other, 'one two')
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await other.reload()
    await source(other).getByText('one two').waitFor()
    await backupsAre(other, 1)
  })

  it('removes a backup after 30 days', async () => {
    const edith = await signUp('old@example.com')
    await using visit = await open(edith)
    const { page } = visit
    const path = `/templates/${edith.templateId}`
    await page.goto(path)
    await type(page, ' old')
    await backupsAre(page, 1)
    await page.goto('/api-keys')
    // Sets the clock of the page to 29 days, then to 31 days later.
    const now = Date.now()
    await page.clock.setFixedTime(now + 29 * DAY_MS)
    await page.goto('/templates/new')
    await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor()
    await page.getByRole('button', { name: /^Invoice/ }).waitFor()
    assert.equal((await backupsIn(page)).length, 1)
    await page.clock.setFixedTime(now + 31 * DAY_MS)
    await page.goto(path)
    await isSaved(page)
    await backupsAre(page, 0)
  })

  // The last test, because its script stays in the tab.
  it('asks before the page closes when the browser cannot store backups', async () => {
    const edith = await signUp('private@example.com')
    await using visit = await open(edith)
    const { page } = visit
    await page.addInitScript('Object.defineProperty(window, "indexedDB", { value: undefined })')
    await page.goto(`/templates/${edith.templateId}`)
    await type(page, ' x')
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByText('This browser cannot store your changes.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Leave and keep changes' }).count(), 0)
    await page.getByRole('button', { name: 'Stay' }).click()
    const dialogOpened = page.waitForEvent('dialog')
    const reloading = page.reload()
    const question = await dialogOpened
    assert.equal(question.type(), 'beforeunload')
    await question.accept()
    await reloading
    await isSaved(page)
  })

  async function signOutElsewhere(context: BrowserContext): Promise<void> {
    const other = await context.newPage()
    await other.goto('/')
    await signOut(other)
    await other.getByRole('button', { name: 'Delete and sign out' }).click()
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await other.close()
  }

  async function signInOn(page: Page, email: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  }
})
