import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { MemberRole } from '../../packages/server/src/identity/teams/permissions.ts'
import { type Browser, openBrowser } from '../dashboard/browser.ts'
import { mailTo } from '../dashboard/outbox.ts'
import { type Person, type Platen, startPlaten, startSession } from '../harness.ts'
import { accept, inAccount, invite, join, memberIdOf } from './team.ts'

const API = '/dashboard/api'

describe('dashboard: members, roles and invitations', () => {
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

  /** Opens another account with the account menu. */
  const openAccount = async (page: Page, account: Person) => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitemradio', { name: account.email }).click()
    await page.getByRole('button', { name: 'Account menu' }).getByText(`of ${account.email}`).waitFor()
  }

  it('invites, sends again and revokes with the keyboard', async () => {
    const ada = await platen.person()
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    await page.getByText('No pending invitations.').waitFor()
    await visit.assertAccessible()

    await page.getByRole('button', { name: 'Invite member' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Invite member' })
    await dialog.getByLabel('E-mail address').waitFor()
    await page.keyboard.type('no address')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter an e-mail address').waitFor()
    await visit.assertAccessible()
    await dialog.getByLabel('E-mail address').fill('carol@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    assert.ok(await dialog.getByRole('radio', { name: 'Viewer' }).isChecked())
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const row = page.getByRole('row', { name: /^carol@example\.com Viewer Sent/ })
    await row.waitFor()
    await mailTo(platen, 'carol@example.com', /invites you/)
    await page.getByRole('row', { name: /^Invited carol@example\.com as viewer/ }).waitFor()
    await visit.assertAccessible()

    await row.getByRole('button', { name: 'Send again to carol@example.com' }).click()
    await page.getByText('A new link is being sent to carol@example.com.').waitFor()
    await row.getByRole('button', { name: 'Revoke carol@example.com' }).click()
    await page.getByRole('button', { name: 'Revoke invitation' }).click()
    await page.getByText('No pending invitations.').waitFor()

    await page.getByRole('button', { name: 'Invite member' }).click()
    await dialog.getByLabel('E-mail address').fill(ada.email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByRole('alert').getByText('is already a member of this account.').waitFor()
  })

  it('changes the role of a member, and removes the member', async () => {
    const [ada, bob] = [await platen.person(), await platen.person({ name: 'Bob' })]
    await join(platen, ada, bob, 'viewer')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/members')
    const role = page.getByRole('combobox', { name: `Role of ${bob.email}` })
    await role.click()
    await page.getByRole('option', { name: 'Owner' }).click()
    await page.getByRole('dialog', { name: 'Make this member an owner?' }).waitFor()
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Make owner' }).click()
    await page.getByText(`${bob.email} has the role “Owner” now.`).waitFor()
    await page.getByRole('row', { name: `Changed the role of ${bob.email} from viewer to owner` }).waitFor()
    await page.getByRole('button', { name: `Remove ${bob.email}` }).click()
    await page.getByRole('button', { name: 'Remove member' }).click()
    await page.getByRole('row', { name: `Removed ${bob.email}` }).waitFor()
    assert.equal((await bob.call('GET', `${API}/me`, undefined, inAccount(ada))).status, 403)
  })

  it('explains that the last owner cannot change the own role or leave', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'editor')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/members')
    await page.getByText('You are the last owner.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Leave account…' }).isDisabled())
    await page.getByRole('combobox', { name: `Role of ${ada.email}` }).click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('This member is the last owner of the account.').waitFor()
    await page.getByRole('combobox', { name: `Role of ${ada.email}` }).waitFor()
    await visit.assertAccessible()
  })

  it('accepts an invitation, opens the account, switches back, and leaves it, on a dark phone', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await invite(platen, ada, bob.email, 'editor')
    const { link } = await mailTo(platen, bob.email, /invites you/)
    await using visit = await browser.visit(platen, { person: bob, width: 390, scheme: 'dark' })
    const { page } = visit
    await page.goto(link)
    await page.getByRole('heading', { name: 'Join an account' }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    await page.getByText('Your role: Editor').waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('button', { name: 'Account menu' }).getByText(`Editor of ${ada.email}`).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Billing' }).count(), 0)
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText('Your role in this account is “Editor”.').waitFor()
    await page.getByRole('row', { name: ada.email }).waitFor()
    await visit.assertAccessible()
    await visit.assertFits()

    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitemradio', { name: `${bob.email} Owner, your own account` }).waitFor()
    await visit.assertAccessible()
    await page.getByRole('menuitemradio', { name: bob.email }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await openAccount(page, ada)
    await page.goto('/members')
    await page.getByRole('button', { name: 'Leave account…' }).click()
    await page.getByRole('button', { name: 'Leave account', exact: true }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    assert.equal((await bob.call('GET', `${API}/me`, undefined, inAccount(ada))).status, 403)
  })

  it('rejects the invitation of another address, and a used link', async () => {
    const [ada, bob, eve] = [await platen.person(), await platen.person(), await platen.person()]
    const { token } = await invite(platen, ada, bob.email, 'viewer')
    await using visit = await browser.visit(platen, { person: eve })
    const { page } = visit
    await page.goto(`/invitation?token=${token}`)
    await page.getByText('This invitation was sent to another e-mail address.').waitFor()
    await visit.assertAccessible()
    assert.equal((await accept(bob, token)).status, 200)
    await page.reload()
    await page.getByText('This invitation is not valid').waitFor()
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto('/invitation')
    await page.getByText('This browser has no invitation.').waitFor()
  })

  it('asks for a sign-in before an invitation is read, and continues there', async () => {
    await using visit = await browser.visit(platen)
    const { page } = visit
    await page.goto('/invitation?token=anything')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    assert.deepEqual([pathname, searchParams.get('next')], ['/sign-in', '/invitation'])
  })

  it('opens another account after the user was removed from the chosen one', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    const memberId = await join(platen, ada, bob, 'editor')
    await using visit = await browser.visit(platen, { person: bob })
    const { page } = visit
    await page.goto('/')
    await openAccount(page, ada)
    await ada.call('DELETE', `${API}/members/${memberId}`)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('You are not a member of this account.').waitFor()
    await visit.assertAccessible()
    // What the router says of the refusal.
    assert.ok(visit.problems.splice(0).every((problem) => problem.includes('You are not a member')))
    await page.getByRole('button', { name: 'Open your own account' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    // A choice from an earlier visit is dropped when the page is loaded.
    await page.evaluate(`sessionStorage.setItem('platen-account', ${JSON.stringify(ada.userId)})`)
    await page.reload()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
  })

  it('offers the own account when the chosen account is suspended, also after a new sign-in', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'editor')
    await using visit = await browser.visit(platen, { person: bob })
    const { page } = visit
    await page.goto('/')
    await openAccount(page, ada)
    await sql`update accounts set suspended_at = now() where account_id = ${ada.accountId}`.execute(
      platen.app.services.database,
    )
    await page.reload()
    await page.getByText('This account is suspended.').waitFor()
    const openOwn = page.getByRole('button', { name: 'Open your own account' })
    await openOwn.waitFor()
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.evaluate(`sessionStorage.getItem('platen-account')`), null)

    // Signs in again without loading the page, as the sign-in form does.
    const { database, settings } = platen.app.services
    const [name = '', value = ''] = (await startSession(database, settings.baseUrl, bob)).split('=', 2)
    await visit.context.addCookies([{ name, value, url: platen.url }])
    visit.problems.length = 0
    await page.evaluate(`history.pushState({}, '', '/'); dispatchEvent(new PopStateEvent('popstate'))`)
    await page.getByRole('heading', { name: 'First steps' }).waitFor()

    await page.evaluate(`sessionStorage.setItem('platen-account', ${JSON.stringify(ada.userId)})`)
    await page.goto('/')
    await openOwn.click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    visit.problems.length = 0
  })

  it('names the account of the first call in all later calls of the tab', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'editor')
    await using visit = await browser.visit(platen, { person: bob })
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    const call = page.waitForRequest((request) => request.url().endsWith(`${API}/webhooks`))
    await page.getByRole('link', { name: 'Webhooks' }).click()
    assert.equal((await call).headers()['x-platen-account'], bob.userId)
  })

  for (const [role, hidden, shown] of [
    ['viewer', ['Billing'], ['Templates', 'API keys', 'Webhooks', 'Members']],
    ['billing', ['Templates', 'API keys', 'Jobs', 'Requests', 'Webhooks'], ['Usage', 'Billing', 'Members']],
  ] as const satisfies [MemberRole, string[], string[]][]) {
    it(`hides from the role ${role} what it may not open or change`, async () => {
      const [ada, bob] = [await platen.person(), await platen.person()]
      const { templateId } = (
        await ada.call('POST', `${API}/templates`, { name: 'Letter', content: '<p>Hello</p>' })
      ).body
      await ada.call('POST', `${API}/keys`, { name: 'Server' })
      await join(platen, ada, bob, role)
      await using visit = await browser.visit(platen, { person: bob })
      const { page } = visit
      await page.goto('/')
      await openAccount(page, ada)
      const navigation = page.getByRole('navigation', { name: 'Main' })
      for (const name of shown) await navigation.getByRole('link', { name, exact: true }).waitFor()
      for (const name of hidden)
        assert.equal(await navigation.getByRole('link', { name, exact: true }).count(), 0, name)
      await visit.assertAccessible()
      await page.goto('/settings')
      await page.getByText('You cannot change the settings of the account.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Delete account…' }).count(), 0)
      await visit.assertAccessible()
      await page.goto('/usage')
      await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
      await visit.assertAccessible()
      if (role === 'billing') {
        await page.goto('/templates')
        await page.getByRole('heading', { name: 'Access denied' }).waitFor()
        await page.getByText('Your role in this account does not allow you to open “Templates”.').waitFor()
        await visit.assertAccessible()
        await page.goto('/billing')
        await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor()
        await visit.assertAccessible()
        return
      }
      await page.goto('/templates')
      await page.getByText('You cannot create or change templates.').waitFor()
      assert.equal(await page.getByRole('link', { name: 'New template' }).count(), 0)
      await visit.assertAccessible()
      await page.goto(`/templates/${templateId}`)
      await page.getByText('You cannot save or publish this template.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0)
      await visit.assertAccessible()
      await page.getByRole('button', { name: 'Insert' }).click()
      await page.getByRole('menuitem', { name: 'Image…' }).click()
      await page.getByRole('dialog').getByText('This account has no images.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Upload an image' }).count(), 0)
      await visit.assertAccessible()
      await page.keyboard.press('Escape')
      await page.goto('/library')
      await page.getByText('You cannot create or change partials and assets.').waitFor()
      await page.goto('/api-keys')
      await page.getByText('You cannot create or change API keys.').waitFor()
      await page.getByRole('row', { name: /Server/ }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Actions for Server' }).count(), 0)
      await visit.assertAccessible()
      await page.goto('/webhooks')
      await page.getByText('You cannot create or change webhooks.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Create webhook' }).count(), 0)
    })
  }

  it('follows a change of the own role', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'owner')
    await using visit = await browser.visit(platen, { person: bob })
    const { page } = visit
    await page.goto('/')
    await openAccount(page, ada)
    await page.goto('/members')
    await page.getByRole('combobox', { name: `Role of ${bob.email}` }).click()
    await page.getByRole('option', { name: 'Billing' }).click()
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Your role in this account is “Billing”.').waitFor()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Templates' })
      .waitFor({ state: 'hidden' })
    const memberId = await memberIdOf(ada, bob.email)
    assert.equal((await ada.call('PUT', `${API}/members/${memberId}`, { role: 'editor' })).status, 200)
  })
})
