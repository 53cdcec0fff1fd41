import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../dashboard/browser.ts'
import { eventually, type Person, type Platen, send, startPlaten } from '../harness.ts'
import { inAccount, join } from '../teams/team.ts'

// Limits of what a reader loads, in bytes after Brotli.
const SCRIPT_BYTES_MAX = 3_000
const INDEX_BYTES_MAX = 150_000

describe('the scripts of the documentation', () => {
  let platen: Platen
  let browser: Browser
  before(async () => {
    platen = await startPlaten()
    browser = await openBrowser(platen.config).catch(async (error: unknown) => {
      await platen[Symbol.asyncDispose]()
      throw error
    })
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  it('copy the code of a block without its output', async () => {
    await using visit = await browser.visit(platen, { clipboard: true })
    const { page } = visit
    await page.goto('/docs/errors')
    const block = page.locator('.code').first()
    await block.hover()
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, /^curl -sS [\s\S]*"data": \{\}\}'$/)
    assert.ok(copied.includes(`${platen.url}/v1/pdf/generate`), 'with the address of the service')
    assert.equal(await page.locator('.code.output').first().getByRole('button').count(), 0)
  })

  it('select the code when the browser has no clipboard', async () => {
    await using visit = await browser.visit(platen)
    const { page } = visit
    await page.goto('/docs/errors')
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    await page.locator('.code').first().getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Press Ctrl-C' }).waitFor()
    assert.match(await page.evaluate<string>('getSelection().toString()'), /^curl -sS/)
  })

  it('show languages as tabs, by keyboard, and remember the choice on all pages', async () => {
    await using visit = await browser.visit(platen)
    const { page } = visit
    await page.goto('/docs/quick-start')
    await page.getByRole('tab', { name: 'curl' }).focus()
    await page.keyboard.press('End')
    const python = page.getByRole('tab', { name: 'Python' })
    assert.equal(await python.getAttribute('aria-selected'), 'true')
    assert.match(await page.getByRole('tabpanel').innerText(), /from platen import Platen/)
    await page.keyboard.press('ArrowLeft')
    assert.match(await page.getByRole('tabpanel').innerText(), /import \{ Platen \} from/)
    await page.keyboard.press('ArrowRight')
    await page.goto('/docs/api')
    const region = page.getByRole('region', { name: 'Generate a PDF' })
    assert.match(await region.getByRole('tabpanel').innerText(), /platen\.pdf\.generate\(/)
    assert.equal(await region.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected'), 'true')
  })

  it('find passages and routes by keyboard, also with a typing error', async () => {
    await using visit = await browser.visit(platen)
    const { page } = visit
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/docs')
    assert.ok(!requests.includes('/docs/search.json'), 'the index is loaded on demand')
    await page.keyboard.press('/')
    const input = page.getByRole('combobox', { name: 'Search the documentation' })
    await input.fill('signiture')
    await page.getByRole('option', { name: 'Signatures' }).first().waitFor()
    await visit.assertAccessible()
    await input.fill('402')
    const first = page.getByRole('option').first()
    await eventually(async () => (await first.innerText()).startsWith('402 Insufficient credits'))
    assert.equal(await first.getAttribute('aria-selected'), 'true')
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.getByRole('option').nth(1).getAttribute('aria-selected'), 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/errors#402-insufficient-credits$/)
    await page.keyboard.press('Control+k')
    await input.fill('rotate the secret')
    await page.getByRole('option', { name: 'Rotate', exact: false }).first().waitFor()
    await input.fill('qqzz xxyy')
    await page.getByText('No page contains all of these words.').waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.goto('/docs/api')
    await page.keyboard.press('Control+k')
    await input.fill('/v1/webhooks/{webhookId}/rotate')
    await page.getByRole('option', { name: 'POST /v1/webhooks/{webhookId}/rotate' }).waitFor()
  })

  it('fit phones in dark mode', async () => {
    await using visit = await browser.visit(platen, { width: 390, scheme: 'dark' })
    const { page } = visit
    await page.goto('/docs/quick-start')
    await visit.assertFits()
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').fill('webhook')
    await page.getByRole('option').first().waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
  })

  it('show the placeholder to a signed-out reader', async () => {
    await using visit = await browser.visit(platen)
    const { page } = visit
    await page.goto('/docs/api')
    const code = page.getByRole('region', { name: 'Generate a PDF' }).getByRole('tabpanel')
    assert.match(await code.innerText(), /x-api-key: YOUR_API_KEY/)
    await page.goto('/docs/quick-start')
    await openKeyDialog(page)
    await page.getByText('This page cannot create a key without a session.').waitFor()
    await visit.assertAccessible()
    await page.getByRole('link', { name: 'Create a key in the dashboard' }).waitFor()
    const field = await page.evaluate<string[]>(`((input) =>
      [input.type, input.autocomplete, getComputedStyle(input).getPropertyValue('-webkit-text-security')])(
      document.querySelector('#api-key'))`)
    assert.deepEqual(field, ['text', 'off', 'disc'], 'hidden, and not stored by the browser')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('fill in a test key of the signed-in reader, and keep it in the page only', async () => {
    const person = await platen.person()
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    await page.goto('/docs/api')
    await createTestKey(page)
    const code = page.getByRole('region', { name: 'List the templates of the account' }).getByRole('tabpanel')
    const key = /x-api-key: (tlfy_test_[\w-]+)/.exec(await code.innerText())?.[1] ?? ''
    assert.equal(
      (await send(`${platen.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })).status,
      200,
    )
    await page
      .getByRole('button', { name: `Key …${key.slice(-4)}` })
      .first()
      .waitFor()
    const stored =
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])'
    assert.ok(!(await page.evaluate<string>(stored)).includes('tlfy_'))

    await page.goto('/docs/errors')
    assert.ok(!(await page.content()).includes(key), 'another page does not have the key')
    await createTestKey(page)
    assert.match(await page.locator('.code').first().innerText(), /x-api-key: tlfy_test_[\w-]+/)
    const { keys } = (await person.call('GET', '/dashboard/api/keys')).body
    assert.deepEqual(
      keys.map(({ name, isTest }: { name: string; isTest: boolean }) => ({ name, isTest })),
      [{ name: `Documentation, ${person.email}`, isTest: true }],
      'the new key replaces the earlier one',
    )
    const answer = await send(`${platen.url}/v1/templates`, 'GET', undefined, { 'x-api-key': key })
    assert.equal(answer.status, 401)
  })

  it('create the test key in the account that is chosen in the dashboard, besides those of other members', async () => {
    const [ada, bob] = [await platen.person(), await platen.person()]
    await join(platen, ada, bob, 'owner')
    await using visit = await browser.visit(platen, { person: bob })
    const { page } = visit
    const key = { name: `Documentation, ${ada.email}`, isTest: true }
    assert.equal((await ada.call('POST', '/dashboard/api/keys', key)).status, 201)
    await page.goto('/docs/errors')
    await page.evaluate(`localStorage.setItem('platen-account', ${JSON.stringify(ada.userId)})`)
    // The new key is usable although the earlier one cannot be deleted.
    await page.route('**/dashboard/api/keys/*', (route) =>
      route.fulfill({ status: 409, json: { message: 'No.' } }),
    )
    await openKeyDialog(page)
    await page.getByText(`The key is created in the account ${ada.email}.`).waitFor()
    await page.keyboard.press('Escape')
    await createTestKey(page)
    await createTestKey(page)
    assert.match(await page.locator('.code').first().innerText(), /x-api-key: tlfy_test_[\w-]+/)
    const namesOf = async (person: Person) =>
      (await person.call('GET', '/dashboard/api/keys', undefined, inAccount(person))).body.keys.map(
        ({ name }: { name: string }) => name,
      )
    const own = `Documentation, ${bob.email}`
    assert.deepEqual([await namesOf(bob), await namesOf(ada)], [[], [key.name, own, own]])
    await page.evaluate(`localStorage.removeItem('platen-account')`)
  })

  it('stay small', async () => {
    for (const [path, max] of [
      ['/docs/page/docs.js', SCRIPT_BYTES_MAX],
      ['/docs/search.json', INDEX_BYTES_MAX],
    ] as const) {
      const response = await fetch(platen.url + path, { headers: { 'accept-encoding': 'br' } })
      assert.equal(response.headers.get('content-encoding'), 'br')
      const length = Number(response.headers.get('content-length'))
      assert.ok(length > 0 && length <= max, `${path} has ${length} bytes`)
      await response.body?.cancel()
    }
  })
})

async function openKeyDialog(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Set API key|Key …)/ })
    .click()
}

async function createTestKey(page: Page): Promise<void> {
  await openKeyDialog(page)
  await page.getByRole('button', { name: 'Create a test key' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
