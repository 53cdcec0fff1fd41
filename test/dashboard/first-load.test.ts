import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

// Compressed with Brotli, as the service sends it.
const SIGN_IN_BYTES_MAX = 142_000
/** Without pdf.js, which is loaded when the editor can be used already. */
const EDITOR_BYTES_MAX = 382_000
/** With pdf.js, without its worker. */
const EDITOR_WITH_PDF_BYTES_MAX = 494_000
/** Check of e-invoices, without the code editor. */
const EINVOICES_BYTES_MAX = 220_000
const WORKER = /\/pdf\.worker/
const PDF_JS = /\/pdf-[\w-]{8}\.js$/

describe('dashboard: JavaScript of the first load', () => {
  let platen: Platen
  let browser: Browser
  let ada: Person
  before(async () => {
    platen = await startPlaten()
    browser = await openBrowser(platen.config)
    ada = await platen.person({ email: 'ada@example.com', name: 'Ada' })
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })

  it('is at most 142 KB for the sign-in page', async () => {
    await using visit = await browser.visit(platen)
    await visit.page.goto('/sign-in')
    await visit.page.getByRole('button', { name: 'Sign in' }).waitFor()
    assertBelow(await scriptsOf(visit.page), SIGN_IN_BYTES_MAX)
  })

  it('is at most 382 KB for the editor, and 494 KB with pdf.js', async () => {
    const template = { name: 'Test', content: '<p>text</p>', sampleData: '{}' }
    const { body } = await ada.call('POST', '/dashboard/api/templates', template)
    await using visit = await browser.visit(platen, { person: ada })
    await visit.page.goto(`/templates/${String(body.templateId)}`)
    await visit.page.getByText('Sheet 1 of 1').waitFor()
    const scripts = (await scriptsOf(visit.page)).filter(({ name }) => !WORKER.test(name))
    const others = scripts.filter(({ name }) => !PDF_JS.test(name))
    assert.equal(others.length, scripts.length - 1)
    assertBelow(others, EDITOR_BYTES_MAX)
    assertBelow(scripts, EDITOR_WITH_PDF_BYTES_MAX)
  })

  it('has the code editor only on the page of e-invoices that needs it', async () => {
    await using visit = await browser.visit(platen, { person: ada })
    await visit.page.goto('/e-invoices')
    await visit.page.getByRole('link', { name: 'Write an invoice' }).waitFor()
    assertBelow(await scriptsOf(visit.page), EINVOICES_BYTES_MAX)
    await visit.page.goto('/e-invoices/editor')
    await visit.page.getByText('The invoice is valid').waitFor()
    assertBelow(await scriptsOf(visit.page), EDITOR_BYTES_MAX)
  })
})

/** Loaded script with its compressed size. */
interface Script {
  name: string
  bytes: number
}

async function scriptsOf(page: Page): Promise<Script[]> {
  await page.waitForLoadState('networkidle')
  const scripts: Script[] = await page.evaluate(
    `performance.getEntriesByType('resource')
      .filter(({ name }) => /\\.m?js$/.test(name))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))`,
  )
  assert.ok(scripts.length > 2 && scripts.every(({ bytes }) => bytes > 0))
  return scripts
}

function assertBelow(scripts: readonly Script[], max: number): void {
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  const list = scripts.toSorted((one, other) => other.bytes - one.bytes)
  assert.ok(total <= max, `${total} bytes in ${JSON.stringify(list, undefined, 2)}`)
}
