import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { EXAMPLES, readExample } from '../../packages/server/src/templates/examples.ts'
import { startStripe } from '../billing/stripe.ts'
import { eventually, startPlaten } from '../harness.ts'
import { disposeShared } from '../shared.ts'
import { openBrowser } from './browser.ts'

// npm run pictures: takes the pictures of the dashboard in the docs, from a service with an account that was used. With
// names of pictures as arguments, it takes only these: node test/dashboard/pictures.ts editor-snippets

const FOLDER = new URL('../../docs/pictures/', import.meta.url)
const CREDITS = 5_000
const THUMBNAILS_LIMIT_MS = 300_000

/** A picture: its page, and the step before it is taken. */
interface Picture {
  name: string
  path: string
  scheme?: 'light' | 'dark'
  prepare(page: Page): Promise<unknown>
}

await using stack = new AsyncDisposableStack()
stack.defer(disposeShared)
const stripe = stack.use(await startStripe())
const environment = { ...stripe.environment, THUMBNAILS: 'on' }
const platen = stack.use(await startPlaten({ ...stripe, environment }))
stripe.tellAt(platen.url)
const browser = stack.use(await openBrowser(platen.config))
const person = await platen.person({ name: 'Ada Lovelace', email: 'ada@example.com', credits: CREDITS })
await insertUsage()
const templateIds = await createExamples()
const names = process.argv.slice(2)
const pictures = picturesOf(templateIds).filter(({ name }) => names.length === 0 || names.includes(name))
for (const picture of pictures) {
  await using visit = await browser.visit(platen, { person, scheme: picture.scheme ?? 'light' })
  await visit.page.goto(picture.path)
  await picture.prepare(visit.page)
  await visit.page.waitForLoadState('networkidle')
  const path = fileURLToPath(new URL(`dashboard-${picture.name}.png`, FOLDER))
  await visit.page.screenshot({ path })
  console.log(path)
}

function picturesOf(templateIds: Map<string, string>): Picture[] {
  return [
    {
      name: 'overview',
      path: '/',
      scheme: 'dark',
      prepare: (page) => page.getByRole('heading', { name: 'Latest jobs' }).waitFor(),
    },
    {
      name: 'editor',
      path: `/templates/${templateIds.get('invoice')}`,
      prepare: waitForSheet,
    },
    {
      name: 'editor-page-setup',
      path: `/templates/${templateIds.get('invoice')}`,
      prepare: async (page) => {
        await waitForSheet(page)
        await page.getByRole('button', { name: /^Page setup/ }).click()
        await page.getByLabel('Top margin').waitFor()
      },
    },
    {
      name: 'editor-full-screen',
      path: `/templates/${templateIds.get('report')}`,
      scheme: 'dark',
      prepare: async (page) => {
        await waitForSheet(page)
        await page.getByRole('button', { name: 'Full screen' }).click()
        await page.getByRole('dialog').getByRole('img', { name: 'Sheet 1 of 4' }).waitFor()
        await page.getByRole('button', { name: 'Go to sheet 4' }).waitFor()
      },
    },
    {
      name: 'editor-panes',
      path: `/templates/${templateIds.get('report')}`,
      prepare: async (page) => {
        await waitForSheet(page)
        await page.getByRole('button', { name: 'Hide data' }).click()
        await page.getByRole('button', { name: 'List of sheets' }).click()
        await page.getByRole('button', { name: 'Go to sheet 4' }).waitFor()
      },
    },
    {
      name: 'editor-snippets',
      path: `/templates/${templateIds.get('invoice')}`,
      prepare: async (page) => {
        await waitForSheet(page)
        await page.getByRole('button', { name: 'Insert' }).click()
        await page.getByRole('menuitem').first().waitFor()
      },
    },
    {
      name: 'editor-replace-logo',
      path: `/templates/${templateIds.get('invoice')}`,
      prepare: async (page) => {
        await waitForSheet(page)
        await page.getByRole('button', { name: 'Replace logo' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'brand.svg' }).waitFor()
        await page.waitForFunction(`document.querySelector('[role=dialog] img')?.complete`)
      },
    },
    {
      name: 'editor-completion',
      path: `/templates/${templateIds.get('letter')}`,
      prepare: async (page) => {
        await waitForSheet(page)
        await typeAtEnd(page, '<p>{{for')
        await page.getByRole('option', { name: /^formatCurrency/ }).waitFor()
      },
    },
    {
      name: 'editor-help',
      path: `/templates/${templateIds.get('invoice')}`,
      prepare: async (page) => {
        await waitForSheet(page)
        await page.locator('.cm-hb-name', { hasText: 'formatDate' }).first().hover()
        await page.locator('.cm-helper').waitFor()
      },
    },
    {
      name: 'editor-partial',
      path: '/library/partials/letterhead',
      prepare: async (page) => {
        await page.getByRole('link', { name: 'Reminder' }).waitFor()
        await waitForSheet(page)
      },
    },
    {
      name: 'editor-draft',
      path: `/templates/${templateIds.get('reminder')}`,
      prepare: async (page) => {
        await waitForSheet(page)
        await typeAtEnd(page, '<p>With kind regards')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Draft saved').waitFor()
      },
    },
    {
      name: 'editor-compare',
      path: `/templates/${templateIds.get('reminder')}`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'History' }).click()
        await page.getByRole('link', { name: /^Compare version 1/ }).click()
        await page.getByRole('img', { name: 'Sheet 1, changed' }).waitFor()
      },
    },
    { name: 'keys', path: '/api-keys', prepare: (page) => page.getByText('web shop').waitFor() },
    { name: 'usage', path: '/usage', prepare: (page) => page.getByText('Show as table').click() },
    { name: 'billing', path: '/billing', prepare: (page) => page.getByText('Large pack').waitFor() },
  ]
}

/** Stores all examples as templates, renders each once, and waits for their thumbnails. @returns the template ids by example. */
async function createExamples(): Promise<Map<string, string>> {
  const templateIds = new Map<string, string>()
  for (const { name, title } of EXAMPLES.toReversed()) {
    const { source, sampleData } = await readExample(name)
    const template = { name: title, content: source, sampleData }
    const { templateId } = (await person.call('POST', '/dashboard/api/templates', template)).body
    templateIds.set(name, templateId)
    const call = { templateId, data: JSON.parse(sampleData) }
    const { jobId } = (await person.call('POST', '/dashboard/api/jobs', call)).body
    const path = `/dashboard/api/jobs/${jobId}`
    await eventually(async () => (await person.call('GET', path)).body.job.status === 'completed')
  }
  templateIds.set('reminder', await createReminder())
  const image = await readFile(new URL('../../packages/dashboard/src/icon.svg', import.meta.url))
  await person.call('PUT', '/dashboard/api/assets/brand.svg', image, { 'content-type': 'image/svg+xml' })
  await eventually(async () => {
    const { templates } = (await person.call('GET', '/dashboard/api/templates')).body
    return templates.every(({ thumbnailUrl }: { thumbnailUrl: string | null }) => thumbnailUrl)
  }, THUMBNAILS_LIMIT_MS)
  return templateIds
}

/** Waits until the preview has drawn the first sheet: a pixel of it is dark. */
async function waitForSheet(page: Page): Promise<void> {
  await eventually(() =>
    page.evaluate<boolean>(`(() => {
    const canvas = document.querySelector('canvas')
    if (!canvas || canvas.width === 0) return false
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return data.some((value, index) => index % 4 === 0 && value < 100 && data[index + 3] > 200)
  })()`),
  )
}

/** Types at the end of the template, as a user does. */
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Template source' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

/** Stores a partial and a template that uses it, with two versions. @returns the id of the template. */
async function createReminder(): Promise<string> {
  const letterhead = {
    content: `<header style="border-bottom: 2px solid #3b4fd8; padding-bottom: 4mm">
  <b style="font-size: 16pt">{{company.name}}</b><br>
  {{company.street}}, {{company.city}}
</header>
`,
    contentEncoding: 'utf-8',
  }
  await person.call('PUT', '/dashboard/api/partials/letterhead', letterhead, { 'if-none-match': '*' })
  const source = (text: string) => `<!doctype html>
<html lang="en">
<title>Reminder</title>
<style>@page { size: A5; margin: 15mm } body { font: 11pt/1.5 Inter }</style>
{{> letterhead}}
<h1>Reminder</h1>
<p>Dear {{name}}, invoice {{number}} of {{formatCurrency total currency="EUR"}} is open.</p>
${text}`
  const company = { name: 'Lovelace Engines', street: '12 Analytical Row', city: 'London' }
  const data = { company, number: 'R-118', total: 1240.5, name: 'Mr Babbage' }
  const first = source('')
  const template = { name: 'Reminder', content: first, sampleData: JSON.stringify(data, undefined, 2) }
  const { templateId } = (await person.call('POST', '/dashboard/api/templates', template)).body
  const path = `/dashboard/api/templates/${templateId}`
  const content = source('<p>Please pay within ten days.</p>\n')
  const { etag } = (await person.call('GET', path)).body
  await person.call('PUT', path, { content }, { 'if-match': etag })
  await person.call('POST', `${path}/publish`)
  return templateId
}

/** Inserts API keys and their calls of the last 30 days, with the same numbers at each run. */
async function insertUsage(): Promise<void> {
  const [shop] = await Promise.all(
    [
      { name: 'web shop', scopes: ['render'] },
      { name: 'back office' },
      { name: 'staging', isTest: true },
    ].map(async (key) => (await person.call('POST', '/dashboard/api/keys', key)).body.tokenId),
  )
  await sql`
    with calls as (
      insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
        reserved_until, created_at, completed_at, message, token_id, key_name, phases, sheets, size)
      select gen_random_uuid(), ${person.accountId}, gen_random_uuid(), 'Invoice', n % (2 + day % 4) = 0,
        case when n % 40 = 0 then 'failed' else 'completed' end, 1 + n % 4, now(), at,
        at + (60 + n % 30) * interval '1 millisecond', case when n % 40 = 0 then '"total" is missing' end,
        ${shop}, 'web shop',
        '{"key": 0.7, "body": 0.4, "reserve": 1.3, "template": 0.3, "fill": 3.2, "print": 24, "pack": 2, "store": 1}',
        1 + n % 4, 20000
      from (select day, n, now() - day * interval '1 day' - n * interval '9 minutes' as at
        from generate_series(1, 29) as day, generate_series(1, 25 + (day * 37 % 22)) as n) as wanted
      returning account_id, generation_id, pages, status, completed_at
    )
    insert into credit_entries (account_id, kind, credits, reference, created_at)
    select account_id, 'generation', -pages, generation_id::text, completed_at
    from calls where status = 'completed' order by completed_at`.execute(platen.app.services.database)
}
