import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { base64, eventually, type Person, type Platen, send, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

describe('dashboard: webhooks', () => {
  let platen: Platen
  let browser: Browser
  /** Ids of the events, by the path of their request. */
  const received = new Map<string, string[]>()
  const listener = createServer((request, response) => {
    const path = request.url ?? ''
    const ids = [...(received.get(path) ?? []), String(request.headers['webhook-id'])]
    received.set(path, ids)
    request.resume().once('end', () => {
      if (path === '/gone') response.writeHead(410).end()
      else response.writeHead(path === '/broken' && ids.length === 1 ? 500 : 200).end(`answer ${ids.length}`)
    })
  })
  before(async () => {
    await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
    const { port } = listener.address() as AddressInfo
    platen = await startPlaten({
      environment: { EGRESS: 'allowlist', EGRESS_ALLOW: 'hooks.example.com' },
      overrides: {
        network: { resolve: async () => ['93.184.216.34'], dial: () => connect(port, '127.0.0.1') },
        webhookRetryDelaysMs: [],
      },
    })
    browser = await openBrowser(platen.config)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
    listener.closeAllConnections()
    listener.close()
  })

  const url = (path: string) => `http://hooks.example.com${path}`
  const create = async (person: Person, path: string): Promise<string> => {
    const body = { url: url(path), events: ['job.completed', 'job.failed'] }
    return (await person.call('POST', '/dashboard/api/webhooks', body)).body.webhookId
  }
  const menu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries' })

  it('creates a webhook by the keyboard, shows its secret once, edits and deletes it', async () => {
    const ada = await platen.person()
    await using visit = await browser.visit(platen, { person: ada, width: 390 })
    const { page } = visit
    await page.goto('/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await page.getByRole('button', { name: 'Create webhook' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').waitFor()
    await page.keyboard.type('https://elsewhere.example.com/hook')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('`url` cannot be used for a webhook').waitFor()
    await visit.assertAccessible()
    await dialog.getByLabel('Address').fill(url('/hook'))
    await dialog.getByLabel('Job completed').press('Space')
    await dialog.getByLabel('Job failed').press('Space')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText('Select at least one event.').waitFor()
    await dialog.getByLabel('Credits low').press('Space')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('dialog', { name: 'The webhook was created' }).waitFor()
    const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
    await page.keyboard.press('Escape')
    await visit.assertAccessible()
    await dialog.getByRole('button', { name: 'Done' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    assert.ok(!(await page.content()).includes(secret))

    await page.getByRole('link', { name: url('/hook') }).press('Enter')
    await page.getByRole('heading', { name: 'hooks.example.com' }).waitFor()
    await page.getByText('credits.low').waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await menu(page, 'Edit…')
    await dialog.getByLabel('Description').fill('Accounting')
    await dialog.getByLabel('Job failed').check()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('job.failed, credits.low').waitFor()
    await page.getByText('Accounting').waitFor()

    await menu(page, 'Rotate secret…')
    await dialog.getByRole('button', { name: 'Create new secret' }).click()
    const next = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
    assert.notEqual(next, secret)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Old secret').waitFor()

    await menu(page, 'Delete…')
    await dialog.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
  })

  it('rejects changes to a version that was changed elsewhere, until the dialog is opened again', async () => {
    const ada = await platen.person()
    const webhookId = await create(ada, '/hook')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto(`/webhooks/${webhookId}`)
    await menu(page, 'Edit…')
    const dialog = page.getByRole('dialog')
    const path = `/dashboard/api/webhooks/${webhookId}`
    const { etag } = (await ada.call('GET', path)).body.webhook
    await ada.call('PATCH', path, { description: 'Elsewhere' }, { 'if-match': etag })
    await dialog.getByLabel('Description').fill('Here')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByText(/was changed at .* after you read it/).waitFor()
    assert.equal((await ada.call('GET', path)).body.webhook.description, 'Elsewhere')
    // The webhook was refetched. The dialog still has the values that it was opened with.
    await page.getByText('Elsewhere').waitFor()
    const second = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    assert.equal((await second).status(), 412)
    assert.equal((await ada.call('GET', path)).body.webhook.description, 'Elsewhere')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await menu(page, 'Edit…')
    // The text that was not saved is restored.
    await dialog.getByLabel('Description').and(page.locator('[value="Here"]')).waitFor()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal((await ada.call('GET', path)).body.webhook.description, 'Here')
  })

  it('lists deliveries with their responses, and sends a failed event again', async () => {
    const ada = await platen.person()
    const webhookId = await create(ada, '/broken')
    const { key } = (await ada.call('POST', '/dashboard/api/keys', { name: 'x' })).body
    const call = (path: string, body: object) => send(platen.url + path, 'POST', body, { 'x-api-key': key })
    const template = { name: 'x', content: base64('x'), contentEncoding: 'base64' }
    const { templateId } = (await call('/v1/templates/upload', template)).body
    await call('/v1/pdf/generate', { templateId, data: {}, async: true })
    // The page does not refetch an empty list.
    const path = `/dashboard/api/webhooks/${webhookId}/deliveries`
    await eventually(async () => (await ada.call('GET', path)).body.deliveries.length === 1)
    await using visit = await browser.visit(platen, { person: ada, width: 768, scheme: 'dark' })
    const { page } = visit
    await page.goto(`/webhooks/${webhookId}`)
    await deliveries(page)
      .getByRole('row', { name: /Failed job\.completed 500 · the server did not answer with a 2xx status/ })
      .waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await deliveries(page).getByRole('button', { name: 'job.completed' }).press('Enter')
    const drawer = page.getByRole('dialog', { name: 'job.completed' })
    await drawer.getByText('Attempt 1: 500').waitFor()
    await drawer.getByText('answer 1', { exact: true }).waitFor()
    await visit.assertAccessible()
    await drawer.getByRole('button', { name: 'Send again' }).click()
    await drawer.getByText('Attempt 2: 200').waitFor()
    await drawer.getByText('Delivered').waitFor()
    const ids = received.get('/broken') ?? []
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send test event' }).click()
    await deliveries(page)
      .getByRole('row', { name: /Delivered webhook\.test 200/ })
      .waitFor()
    await page.getByRole('combobox', { name: 'Filter by state' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.getByText('No deliveries have this state.').waitFor()
  })

  it('explains why a webhook is disabled, enables it and sends the failed events again', async () => {
    const ada = await platen.person()
    const webhookId = await create(ada, '/gone')
    const path = `/dashboard/api/webhooks/${webhookId}`
    await using visit = await browser.visit(platen, { person: ada, width: 390 })
    const { page } = visit
    await page.goto(`/webhooks/${webhookId}`)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await deliveries(page)
      .getByRole('row', { name: /Failed webhook\.test/ })
      .waitFor()
    await page.reload()
    await page.getByText(/disabled because its server answered with 410/).waitFor()
    await visit.assertAccessible()
    await visit.assertFits()
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('button', { name: 'Send test event' }).waitFor()
    await menu(page, 'Send failed events again…')
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByText('0 events will be sent again.').waitFor()
    await menu(page, 'Disable…')
    await page.getByRole('dialog').getByRole('button', { name: 'Disable webhook' }).click()
    await page.getByText('The webhook is disabled and receives no events.').waitFor()
    assert.equal((await ada.call('GET', path)).body.webhook.disabledReason, 'user')
  })
})
