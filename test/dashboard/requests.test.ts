import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

describe('dashboard: requests', () => {
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

  /** A user whose account has an API key. */
  const openAccount = async () => {
    const caller = await platen.account({ credits: 10 })
    return { caller, person: await platen.person({ email: caller.email }) }
  }
  const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? ''
  /** Waits until a call is in the log. */
  const logged = async (caller: Caller, answer: { headers: Headers }) => {
    await eventually(async () => {
      await platen.app.services.requestLog.flush()
      return (await caller.call('GET', `/v1/requests/${idOf(answer)}`)).status === 200
    })
    return idOf(answer)
  }

  it('shows the first call before there are calls, then each call as it ends', async () => {
    const { caller, person } = await openAccount()
    await caller.upload('<p>x</p>')
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    await page.goto('/requests')
    await page.getByText('No calls yet').waitFor()
    await page.getByText(`curl '${platen.url}/v1/pdf/generate'`).waitFor()
    await visit.assertAccessible()
    const missing = await caller.call('GET', `/v1/templates/${randomUUID()}`)
    await logged(caller, missing)
    // The list is refetched without a reload.
    const table = page.getByRole('table', { name: 'Requests' })
    await table.getByRole('row', { name: /404.*There is no template/ }).waitFor()
    await page.getByRole('switch', { name: 'Live' }).press('Space')
    await page.locator('[role=switch]:not(:checked)').waitFor()
    await visit.assertAccessible()
  })

  it('filters calls, also by a link, and finds one by its id', async () => {
    const { caller, person } = await openAccount()
    const templateId = await caller.upload('<p>x</p>', 'Invoice')
    await caller.generate(templateId, {})
    await caller.call('GET', '/v1/credits')
    const missing = await logged(caller, await caller.call('GET', `/v1/templates/${randomUUID()}`))
    await using visit = await browser.visit(platen, { person, scheme: 'dark' })
    const { page } = visit
    await page.goto('/requests')
    const table = page.getByRole('table', { name: 'Requests' })
    await table.getByRole('row').nth(3).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: '4xx: rejected' }).click()
    await page.waitForURL(/status=4xx/)
    await eventually(async () => (await table.getByRole('row').count()) === 2)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await table.getByRole('row').nth(3).waitFor()
    await page.getByRole('combobox', { name: 'Route' }).click()
    await page.getByRole('option', { name: '/v1/credits' }).click()
    await eventually(async () => (await table.getByRole('row').count()) === 2)
    await page.getByRole('link', { name: 'GET /v1/credits' }).waitFor()
    await page.getByRole('combobox', { name: 'Route' }).click()
    await page.getByRole('option', { name: '/v1/pdf/generate' }).waitFor()
    await page.keyboard.press('Escape')
    // Also templates without a render.
    await caller.upload('<p>x</p>', 'Unused')
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Unused' }).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`/requests?templateId=${templateId}&status=lost&isTest=false`)
    await page.getByRole('link', { name: 'POST /v1/pdf/generate' }).waitFor()
    assert.equal(await table.getByRole('row').count(), 2)
    await page.goto('/requests?isTest=true')
    await page.getByText('No matching calls').waitFor()
    await visit.assertAccessible()
    await page.getByLabel('Request ID').fill('x')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('This is not a request ID.').waitFor()
    await page.getByLabel('Request ID').fill(`x-request-id: ${missing.toUpperCase()}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/requests/${missing}`)
    await page.getByText('There is no template with this templateId.').waitFor()
    await page.goto(`/requests/${randomUUID()}`)
    await page.getByText('There is no request with this requestId.').waitFor()
  })

  it('shows a call with phases, links and code, and runs it again with its data', async () => {
    const { caller, person } = await openAccount()
    const templateId = await caller.upload('<p>{{name}}</p>', 'Letter')
    await using visit = await browser.visit(platen, { person, clipboard: true })
    const { page } = visit

    // Without bodies, code and form have the sample data.
    const plain = await logged(caller, await caller.generate(templateId, { name: 'Ada' }))
    await page.goto(`/requests/${plain}`)
    await page.getByRole('heading', { level: 1, name: 'POST /v1/pdf/generate' }).waitFor()
    await page.getByText('The body of this call was not kept.').waitFor()
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    const keeps = page.getByRole('switch', { name: 'Keep the bodies of calls' })
    await keeps.press('Space')
    await page.getByText('The bodies of new calls are kept.').waitFor()
    await visit.assertAccessible()

    const stored = await logged(caller, await caller.generate(templateId, { name: 'Ada', n: 1 }))
    await page.goto(`/requests/${stored}`)
    await page
      .getByRole('table', { name: 'Duration by phase' })
      .getByRole('row', { name: /^Print/ })
      .waitFor()
    await page.getByText('1 credit', { exact: true }).waitFor()
    const code = page.getByRole('tabpanel', { name: 'curl' })
    assert.ok((await code.innerText()).includes('"name": "Ada"'))
    await page.getByRole('tab', { name: 'Python' }).click()
    await page.getByRole('button', { name: 'Copy Python' }).click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.ok(copied.includes(`"${platen.url}/v1/pdf/generate"`), copied)
    await visit.assertAccessible()
    await page.setViewportSize({ width: 390, height: 844 })
    await visit.assertFits()
    await visit.assertAccessible()
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: 'Run again' }).click()
    const data = page.getByRole('textbox', { name: 'Data' })
    await data.waitFor()
    assert.deepEqual(JSON.parse(await data.inputValue()), { name: 'Ada', n: 1 })
    await visit.assertAccessible()
    await page.getByRole('button', { name: 'Render', exact: true }).click()
    await page.waitForURL(/\/jobs\//)

    await page.goto('/settings')
    await keeps.press('Space')
    await page.getByRole('button', { name: 'Delete bodies' }).click()
    await page.getByText('The bodies were deleted.').waitFor()
    await page.goto(`/requests/${stored}`)
    await page.getByText('The body of this call was not kept.').waitFor()
  })

  it('shows the details of an error, and code for a call without a body', async () => {
    const { caller, person } = await openAccount()
    const failed = await logged(
      caller,
      await caller.generate(await caller.upload('{{formatDate d}}'), { d: 'x' }),
    )
    const read = await logged(caller, await caller.call('GET', '/v1/jobs?status=failed'))
    await using visit = await browser.visit(platen, { person, scheme: 'dark' })
    const { page } = visit
    await page.goto(`/requests/${failed}`)
    await page.getByText('The call was answered 400').waitFor()
    await page.getByLabel('Error response').waitFor()
    await visit.assertAccessible()
    await page.getByRole('link', { name: 'Failed' }).click()
    await page.waitForURL(/\/jobs\//)
    await page.goto(`/requests/${read}`)
    const code = await page.getByRole('tabpanel', { name: 'curl' }).innerText()
    assert.ok(code.includes(`${platen.url}/v1/jobs'`) && !code.includes('status=failed'), code)
    assert.equal(await page.getByRole('button', { name: 'Run again' }).count(), 0)
    // By keyboard: g, then r.
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.waitForURL('**/requests')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('table', { name: 'Requests' }).waitFor()
    await visit.assertFits()
  })

  it('shows that the log is off', async () => {
    await using off = await startPlaten({ environment: { REQUEST_LOG_DAYS: '0' } })
    await using visit = await browser.visit(off, { person: await off.person() })
    await visit.page.goto('/requests')
    await visit.page.getByText('The request log is off').waitFor()
  })
})
