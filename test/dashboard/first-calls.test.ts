import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { paths } from '../../packages/dashboard/src/base/paths.ts'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api'
const EXAMPLES = [
  'certificate',
  'e-invoice',
  'e-invoice-fr',
  'invoice',
  'letter',
  'report',
  'shipping-label',
  'ticket',
]
const run = promisify(execFile)

describe('dashboard: curl command and “Run it”', () => {
  let platen: Platen
  let browser: Browser
  let hasCurl: boolean
  before(async () => {
    platen = await startPlaten()
    browser = await openBrowser(platen.config)
    hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    )
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  const create = async (person: Person, body: object): Promise<string> => {
    const created = await person.call('POST', `${API}/templates`, body)
    assert.equal(created.status, 201, JSON.stringify(created.body))
    return String(created.body.templateId)
  }
  const commandIn = async (parent: Locator) =>
    (await parent.getByLabel('curl command', { exact: true }).textContent()) ?? ''
  /** Runs a command in bash. @returns the texts of the PDF in its response. */
  const paste = async (call: string, environment: Record<string, string> = {}): Promise<string> => {
    const { stdout } = await run('bash', ['-c', call], { env: { ...process.env, ...environment } })
    const answer = JSON.parse(stdout)
    assert.match(String(answer.pdfUrl), /^http/, stdout)
    return (await downloadedTexts(answer.pdfUrl)).join(' ')
  }

  for (const example of EXAMPLES) {
    it(`the curl commands on the overview and in the key dialog work for the example ${example}`, async (test) => {
      if (!hasCurl) return test.skip('This machine has no curl.')
      const person = await platen.person({ credits: 200 })
      const templateId = await create(person, { name: example, example })
      await using visit = await browser.visit(platen, { person })
      const { page } = visit
      await page.goto('/')
      const onOverview = await commandIn(page.getByRole('main'))
      assert.ok(!onOverview.includes('export '), onOverview)
      await page.getByRole('link', { name: 'API keys', exact: true }).click()
      await page.getByRole('button', { name: 'Create API key' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('terminal')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      const inDialog = await commandIn(dialog)
      const key = (await dialog.getByLabel('API key', { exact: true }).textContent()) ?? ''
      assert.match(key, /^tlfy_[\w-]{43}$/)

      const { sampleData } = (await person.call('GET', `${API}/templates/${templateId}`)).body
      const texts = await paste(inDialog)
      assert.notEqual(texts.trim(), '')
      assert.equal(await paste(onOverview, { PLATEN_API_KEY: key }), texts)
      assert.deepEqual(JSON.parse(/<<'JSON'\n(?<body>.*)\nJSON$/s.exec(inDialog)?.groups?.['body'] ?? ''), {
        templateId,
        data: JSON.parse(sampleData),
      })
    })
  }

  it('the curl command preserves all characters and digits of the data', async (test) => {
    if (!hasCurl) return test.skip('This machine has no curl.')
    const person = await platen.person()
    const data = `{"text": "O'Brien $HOME \`id\` \\\\n \\"q\\" !! JSON", "n": 12345678901234567890}`
    const templateId = await create(person, {
      name: 'Odd',
      content: '<p>{{text}}</p><p>{{n}}</p>',
      sampleData: data,
    })
    await person.call('POST', `${API}/jobs`, { templateId, data: { n: 1 } })
    const { jobs } = (await person.call('GET', `${API}/jobs`)).body
    const { key } = (await person.call('POST', `${API}/keys`, { name: 'shell' })).body
    await using visit = await browser.visit(platen, { person })
    await visit.page.goto(paths.job(jobs[0].jobId))
    const texts = await paste(await commandIn(visit.page.getByRole('main')), { PLATEN_API_KEY: String(key) })
    assert.match(texts, /O'Brien \$HOME `id` \\n "q" !! JSON/)
    assert.match(texts, /12345678901234567890/)
  })

  it('“Run it” makes the call in the browser, states its cost and shows the PDF', async () => {
    const person = await platen.person({ credits: 5 })
    const templateId = await create(person, { name: 'Invoice', example: 'invoice' })
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    await page.goto('/')
    await page.getByText(`Costs 1 credit. The PDF is also sent to ${person.email}.`).waitFor()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('The PDF is ready.').waitFor()
    const pdf = page.getByRole('region', { name: 'PDF of Invoice' })
    await pdf.getByRole('img', { name: 'Sheet 1 of 1' }).waitFor()
    assert.equal(await isInView(pdf), true, 'The PDF is below the fold.')
    await eventually(async () => (await creditsOf(person)) === 4)
    await visit.assertAccessible()
    const url = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')
    assert.match((await downloadedTexts(String(url))).join(' '), /Invoice/)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('browser')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Costs 1 credit.', { exact: true }).waitFor()
    const copy = await dialog.getByRole('button', { name: 'Copy API key' }).boundingBox()
    const key = await dialog.getByLabel('API key', { exact: true }).boundingBox()
    assert.ok(copy && key && copy.x >= key.x + key.width, 'The copy button covers the key.')
    for (const label of ['API key', 'curl command']) {
      const isCut = await dialog
        .getByLabel(label, { exact: true })
        .evaluate(
          (block: { scrollWidth: number; clientWidth: number }) => block.scrollWidth > block.clientWidth,
        )
      assert.equal(isCut, false, `${label} is cut`)
    }
    await dialog.getByRole('button', { name: 'Run it' }).click()
    await dialog.getByText('The PDF is ready.').waitFor()
    await dialog.getByRole('img', { name: 'Sheet 1 of 1' }).waitFor()
    assert.equal(await isInView(dialog.getByRole('region', { name: 'PDF of Invoice' })), true)
    await visit.assertAccessible()
    await visit.assertFits()
    const jobs = (await person.call('GET', `${API}/jobs`)).body.jobs
    assert.deepEqual(
      jobs.map((job: { mode: string; keyName: string | null }) => [job.mode, job.keyName]),
      [
        ['sync', 'browser'],
        ['async', null],
      ],
    )
    await dialog.getByRole('button', { name: 'Done' }).click()

    // An account that has archived its templates is not new.
    assert.equal((await person.call('POST', `${API}/templates/${templateId}/archive`)).status, 200)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Latest jobs' }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Templates' })
      .getByText('0', { exact: true })
      .waitFor()
    assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0)
  })

  it('“Run it” shows an error in place', async () => {
    const person = await platen.person({ credits: 5 })
    await create(person, { name: 'Unknown helper', content: '<p>{{nope 1}}</p>' })
    {
      await using visit = await browser.visit(platen, { person, scheme: 'dark' })
      const { page } = visit
      await page.goto('/')
      await page.getByRole('button', { name: 'Run it' }).click()
      await page.getByRole('alert').getByText(/nope/).waitFor()
      assert.equal(await creditsOf(person), 5)
      await visit.assertAccessible()
    }

    const broke = await platen.person({ credits: 0 })
    await create(broke, { name: 'Plain', content: '<p>x</p>' })
    await using other = await browser.visit(platen, { person: broke })
    await other.page.goto('/')
    await other.page.getByRole('button', { name: 'Run it' }).click()
    await other.page.getByRole('alert').getByRole('link', { name: 'Go to billing' }).waitFor()
    await other.assertAccessible()
  })

  it('“Run it” is charged once when a response is lost, and a rejected key does not end the session', async () => {
    const person = await platen.person({ credits: 5 })
    await create(person, { name: 'Plain', content: '<p>x</p>' })
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    await createKey(page)
    const dialog = page.getByRole('dialog')
    let isLost = true
    await page.route('**/v1/pdf/generate', async (route) => {
      if (!isLost) return await route.continue()
      isLost = false
      await route.fetch()
      await route.abort('connectionreset')
    })
    await dialog.getByRole('button', { name: 'Run it' }).click()
    // The first alert is the notice to copy the key.
    await dialog.getByRole('alert').nth(1).waitFor()
    await dialog.getByRole('button', { name: 'Run it' }).click()
    await dialog.getByText('The PDF is ready.').waitFor()
    assert.equal(await creditsOf(person), 4)
    await dialog.getByRole('button', { name: 'Run it' }).click()
    await eventually(async () => (await creditsOf(person)) === 3)
    visit.problems.length = 0

    // A rejected key does not end the session.
    const { keys } = (await person.call('GET', `${API}/keys`)).body
    assert.equal((await person.call('DELETE', `${API}/keys/${keys[0].tokenId}`)).status, 200)
    await dialog.getByRole('alert').nth(1).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Run it' }).click()
    await dialog.getByRole('alert').nth(1).waitFor()
    assert.equal(await page.getByRole('dialog', { name: 'Your session has ended' }).count(), 0)
    await page.getByRole('button', { name: 'Done' }).click()
  })

  it('the new key stays visible when the templates cannot be read', async () => {
    const person = await platen.person()
    await using visit = await browser.visit(platen, { person })
    const { page } = visit
    await page.goto('/api-keys')
    await page.route(/dashboard\/api\/templates\?/, (route) => route.fulfill({ status: 400, body: '{}' }))
    await createKey(page)
    await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
    assert.match(
      (await page.getByRole('dialog').getByLabel('API key', { exact: true }).textContent()) ?? '',
      /^tlfy_/,
    )
    visit.problems.length = 0
  })

  it('no command is shown without a template', async () => {
    await using visit = await browser.visit(platen, { person: await platen.person() })
    await visit.page.goto('/')
    await visit.page.getByText('The call appears here after you create a template.').waitFor()
    const files = await visit.page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name)`,
    )
    assert.ok(files.some((file) => file.includes('/assets/')))
    // The PDF reader is large and not needed without a PDF.
    assert.deepEqual(
      files.filter((file) => file.includes('pdf.worker')),
      [],
    )
    assert.equal(await visit.page.getByRole('button', { name: 'Run it' }).count(), 0)
  })

  /** Returns true when all of an element is visible in the window. */
  async function isInView(element: Locator): Promise<boolean> {
    const box = await element.boundingBox()
    const height = element.page().viewportSize()?.height ?? 0
    return box !== null && box.y >= 0 && box.y + box.height <= height + 1
  }

  async function createKey(page: Page): Promise<void> {
    await page.goto('/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('browser')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByText(/Copy the key now/).waitFor()
  }

  async function creditsOf(person: Person): Promise<number> {
    return (await person.call('GET', `${API}/me`)).body.account.credits
  }
})
