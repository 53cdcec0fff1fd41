import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callsPartial } from '../../packages/server/src/content/partial-uses.ts'
import { eventually, type Person, type Platen, startPlaten } from '../harness.ts'
import { type Browser, openBrowser } from './browser.ts'

const API = '/dashboard/api'
const PAGE = '<!doctype html><style>@page { size: 100mm 60mm }</style>'

describe('dashboard: uses and preview of a partial', () => {
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

  const createPartial = async (name: string, content: string) => {
    const body = { content, contentEncoding: 'utf-8' }
    const { status } = await ada.call('PUT', `${API}/partials/${name}`, body, { 'if-none-match': '*' })
    assert.equal(status, 201)
  }
  const createTemplate = async (name: string, content: string, sampleData = '{}') => {
    const { body } = await ada.call('POST', `${API}/templates`, { name, content, sampleData })
    return String(body.templateId)
  }
  const usesOf = async (name: string) => (await ada.call('GET', `${API}/partials/${name}/uses`)).body

  it('lists the templates and partials that call a partial, also in drafts', async () => {
    await createPartial('inner', '<i>inner</i>')
    await createPartial('outer', '{{#> inner}}x{{/inner}}')
    const called = await createTemplate('Called', 'a {{> inner x=1}}')
    await createTemplate('Comment', '{{!-- {{> inner}} --}}{{! > inner}} {{> inner2}} {{inner}}')
    const draft = await createTemplate('Draft', 'a')
    const { etag } = (await ada.call('GET', `${API}/templates/${draft}`)).body
    const changes = { content: '{{> "inner"}}' }
    await ada.call('PUT', `${API}/templates/${draft}`, changes, { 'if-match': etag })
    assert.deepEqual(await usesOf('inner'), {
      uses: [
        { kind: 'template', id: called, name: 'Called' },
        { kind: 'template', id: draft, name: 'Draft' },
        { kind: 'partial', id: 'outer', name: 'outer' },
      ],
      isComplete: true,
    })
    assert.deepEqual(await usesOf('outer'), { uses: [], isComplete: true })
    const bob = await platen.person()
    assert.equal((await bob.call('GET', `${API}/partials/inner/uses`)).status, 404)
  })

  it('recognizes calls of a partial', () => {
    for (const source of ['{{> p}}', '{{>p}}', '{{~> p~}}', '{{#> p}}{{/p}}', "{{> 'p'}}", '{{>\n p a=b}}'])
      assert.equal(callsPartial(source, 'p'), true, source)
    for (const source of [
      '{{p}}',
      '> p',
      '{{> pp}}',
      '{{> p-2}}',
      '{{> (lookup p)}}',
      '{{!-- {{> p}} --}}',
      '{{! {{> p}}',
    ])
      assert.equal(callsPartial(source, 'p'), false, source)
  })

  it('previews an unsaved partial in a template that uses it, and alone', async () => {
    await createPartial('banner', '<h1>{{title}}</h1>')
    await createTemplate('Poster', `${PAGE}{{> banner}}`, '{"title": "Sale"}')
    await using visit = await browser.visit(platen, { person: ada })
    const { page } = visit
    await page.goto('/library/partials/banner')
    await page.getByRole('link', { name: 'Poster' }).waitFor()
    const picture = () =>
      page.evaluate<string | undefined>(
        `(() => {
          const canvas = document.querySelector('canvas[aria-label^="Sheet 1 of"]')
          return canvas && canvas.width !== 210 ? canvas.toDataURL() : undefined
        })()`,
      )
    const saved = await eventually(picture)
    await visit.assertAccessible()
    await page.getByRole('textbox', { name: 'Partial source' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('<p>unsaved</p>')
    await eventually(async () => (await picture()) !== saved)
    // The page size is that of the template, until the partial is shown alone.
    const ratio = () =>
      page.evaluate<number>(
        `(({ width, height }) => width / height)(document.querySelector('canvas[aria-label^="Sheet 1 of"]') ?? {})`,
      )
    assert.ok((await ratio()) > 1)
    await page.getByRole('combobox', { name: 'Preview in' }).selectOption('Alone, without data')
    await eventually(async () => (await ratio()) < 1)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByText('PDF', { exact: true }).click()
    await page.getByRole('img', { name: /^Sheet 1 of/ }).waitFor()
    await visit.assertFits()
    await visit.assertAccessible()
  })
})
