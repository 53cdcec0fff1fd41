import assert from 'node:assert/strict'
import { access, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { CONTENTS } from '../../packages/documentation/src/contents.ts'
import { renderMarkdown } from '../../packages/documentation/src/markdown.ts'
import { OPENAPI_FILES } from '../../packages/server/src/openapi/documents.ts'
import { type Browser, openBrowser } from '../dashboard/browser.ts'
import { type Caller, type Platen, send, startPlaten } from '../harness.ts'
import { allPages, docsPages, ROOT } from './files.ts'

const ENTRIES = CONTENTS.flatMap(({ entries }) => entries)
/**
 * Removes each route of the API reference that has only kinds of elements that a route before it has: axe takes seconds
 * for all routes. @returns the number of routes that remain.
 */
const REMOVE_SIMILAR_ROUTES = `{
  const kinds = new Set()
  const routes = Array.from(document.querySelectorAll('.reference section'))
  const remaining = routes.filter((route) => {
    const before = kinds.size
    for (const { tagName, type, parentElement } of route.querySelectorAll('*'))
      kinds.add([parentElement.tagName, tagName, type].join())
    return kinds.size > before
  })
  for (const route of routes) if (!remaining.includes(route)) route.remove()
  remaining.length
}`

describe('the documentation of a running service', () => {
  let platen: Platen
  let caller: Caller
  let browser: Browser
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account()
    browser = await openBrowser(platen.config).catch(async (error: unknown) => {
      await platen[Symbol.asyncDispose]()
      throw error
    })
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await platen?.[Symbol.asyncDispose]()
  })
  const get = (path: string, headers?: Record<string, string>) =>
    send(platen.url + path, 'GET', undefined, headers)

  it('lists every page of docs/ in the contents, each name once', async () => {
    const listed = ENTRIES.map(({ file }) => file)
    assert.deepEqual(
      (await docsPages()).filter((file) => !listed.includes(file)),
      [],
      'packages/documentation/src/contents.ts lists the pages',
    )
    for (const file of listed) await access(new URL(file, ROOT))
    assert.equal(new Set(ENTRIES.map(({ name }) => name)).size, ENTRIES.length)
  })

  it('has no broken link, in the repository and on the service', async () => {
    const anchors = new Map<string, string[]>()
    for (const file of await allPages()) {
      const { headings } = renderMarkdown(await readFile(new URL(file, ROOT), 'utf8'), (target) => target)
      anchors.set(
        file,
        headings.map(({ anchor }) => anchor),
      )
    }
    for (const file of anchors.keys()) {
      const text = await readFile(new URL(file, ROOT), 'utf8')
      const targets: string[] = []
      renderMarkdown(text, (target) => void targets.push(target))
      for (const target of targets.filter((one) => !/^(?:https?|mailto):/.test(one))) {
        const [path = '', fragment] = target.split('#', 2)
        const to = path === '' ? file : posix.join(posix.dirname(file), path)
        await access(new URL(to, ROOT)).catch(() => assert.fail(`${file} links to ${target}`))
        if (fragment !== undefined)
          assert.ok(anchors.get(to)?.includes(decodeURIComponent(fragment)), `${file}: ${target}`)
      }
    }
    const broken: string[] = []
    const known = new Set<string>()
    for (const { name } of ENTRIES) {
      const { status, body } = await get(name === '' ? '/docs' : `/docs/${name}`)
      assert.equal(status, 200, name)
      for (const [, address = ''] of String(body).matchAll(/(?:href|src)="(\/[^"#]*)/g)) {
        if (known.has(address)) continue
        known.add(address)
        if ((await get(address)).status !== 200) broken.push(`${name}: ${address}`)
      }
    }
    assert.deepEqual(broken, [])
  })

  it('is accessible on wide and narrow screens, light and dark', async () => {
    for (const options of [
      { width: 1440, scheme: 'light', paths: ['/docs/guide/pages', '/docs/configuration'] },
      { width: 390, scheme: 'dark', paths: ['/docs/templates', '/docs/search?q=font', '/docs/none'] },
    ] as const) {
      await using visit = await browser.visit(platen, options)
      for (const path of options.paths) {
        await visit.page.goto(platen.url + path)
        await visit.assertAccessible()
        await visit.assertFits()
      }
    }
  })

  it('navigates from the contents of a small screen, and finds a passage by search', async () => {
    await using visit = await browser.visit(platen, { width: 390 })
    const { page } = visit
    await page.goto(`${platen.url}/docs`)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    assert.equal(await contents.isVisible(), false)
    await page.getByRole('button', { name: 'Contents' }).click()
    await contents.getByRole('link', { name: 'Write templates' }).click()
    await page.getByRole('heading', { level: 1, name: 'Write templates' }).waitFor()
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search the documentation' }).fill('qr code')
    await page.getByRole('option', { name: /^QR codes and barcodes/ }).click()
    await page.getByRole('heading', { level: 2, name: 'QR codes and barcodes' }).waitFor()
    assert.ok(page.url().endsWith('/docs/guide/images#qr-codes-and-barcodes'))
    const wide = page.getByRole('img', { name: 'A QR code' })
    await wide.scrollIntoViewIfNeeded()
    await page.waitForFunction('[...document.images].some((image) => image.naturalWidth > 100)')
  })

  it('searches for literal words and escapes them', async () => {
    const results = await get('/docs/search?q=Idempotency-Key')
    assert.match(results.body, /<a href="\/docs\/jobs#retry-a-call-safely">/)
    const odd = await get(`/docs/search?q=${encodeURIComponent('<script>alert(1)</script> (((')}`)
    assert.equal(odd.status, 200)
    assert.doesNotMatch(odd.body, /<script>/)
    assert.match(odd.body, /&lt;script&gt;/)
    for (const query of ['?q=%20%20', '', '?q=a&q=b', `?q=${'x%20'.repeat(2_000)}`])
      assert.equal((await get(`/docs/search${query}`)).status, 200, query.slice(0, 20))
  })

  it('answers 304 for a cached page, 404 for an unknown one, and allows only its own scripts', async () => {
    const first = await get('/docs/templates')
    const policy = first.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|https?:/)
    assert.doesNotMatch(
      first.body,
      /<script(?! type="module" src="\/docs\/page\/[a-z]+\.js"><\/script>)|<style/,
    )
    const again = await get('/docs/templates', { 'if-none-match': String(first.headers.get('etag')) })
    assert.deepEqual([again.status, again.body], [304, ''])
    const picture = await get('/docs/pictures/guide/bars.png')
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png'])
    for (const path of [
      '/docs/none',
      '/docs/none.md',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
    ]) {
      const { status, body } = await get(path)
      assert.deepEqual([status, typeof body.message], [404, 'string'], path)
    }
    assert.match((await get('/docs/constructor', { accept: 'text/html' })).body, /Page not found/)
    assert.equal((await send(`${platen.url}/docs/templates`, 'POST', {})).status, 405)
  })

  it('lists all pages in llms.txt and llms-full.txt', async () => {
    const list = await get('/llms.txt')
    assert.match(String(list.headers.get('content-type')), /^text\/plain/)
    assert.match(list.body, /^# Platen\n\n> /)
    const links = Array.from(String(list.body).matchAll(/^- \[[^\]]+\]\((\S+)\): ./gm), ([, url = '']) => url)
    assert.equal(links.length, ENTRIES.length)
    for (const url of links) {
      const page = await send(url, 'GET')
      assert.equal(page.status, 200, url)
      assert.match(page.body, /^# /m)
    }
    const full = await get('/llms-full.txt')
    const instructions = await readFile(new URL('docs/instructions.md', ROOT), 'utf8')
    assert.ok(String(full.body).includes(instructions.trim()))
  })

  it('describes every response of both OpenAPI documents', async () => {
    for (const path of ['/openapi.json', '/dashboard/openapi.json']) {
      const { paths, components } = (await get(path)).body
      const unnamed: string[] = []
      for (const [route, operations] of Object.entries<object>(paths)) {
        for (const [method, { responses }] of Object.entries<{ responses: Record<string, Described> }>(
          Object(operations),
        )) {
          for (const [status, response] of Object.entries(responses)) {
            const shared = response.$ref?.replace('#/components/responses/', '')
            const { description } = shared === undefined ? response : components.responses[shared]
            if (!description || description === 'Default Response')
              unnamed.push(`${method} ${route} ${status}`)
          }
        }
      }
      assert.deepEqual(unnamed, [], path)
    }
    const { components, paths } = (await get('/openapi.json')).body
    assert.match(components.responses.InsufficientCredits.description, /INSUFFICIENT_CREDITS/)
    const { 402: insufficient } = paths['/v1/pdf/generate'].post.responses
    assert.deepEqual(insufficient, { $ref: '#/components/responses/InsufficientCredits' })
    assert.deepEqual(paths['/health/live'].get.security, [], 'health checks need no key')
  })

  it('serves the OpenAPI documents of the repository, with its own address', async () => {
    for (const [path, name] of [
      ['/openapi.json', 'v1'],
      ['/dashboard/openapi.json', 'dashboard'],
    ] as const) {
      const { servers, ...served } = (await get(path)).body
      const { servers: _servers, ...stored } = JSON.parse(await readFile(OPENAPI_FILES[name], 'utf8'))
      assert.deepEqual(served, stored, path)
      assert.deepEqual(servers, [{ url: platen.url }])
    }
  })

  it('serves the OpenAPI document as JSON and YAML, at the current and the previous paths', async () => {
    const document = (await get('/openapi.json')).body
    for (const path of ['/openapi.yaml', '/docs/yaml', '/docs/api/yaml']) {
      assert.deepEqual(parse((await get(path)).body), document, path)
    }
    for (const path of ['/docs/json', '/docs/api/json'])
      assert.deepEqual((await get(path)).body, document, path)
  })

  it('has working examples in the OpenAPI document', async () => {
    const { paths } = (await get('/openapi.json')).body
    const upload = exampleOf(paths, '/v1/templates/upload')
    const { status, body } = await caller.call('POST', '/v1/templates/upload', upload)
    assert.equal(status, 201, JSON.stringify(body))
    const generate = { ...exampleOf(paths, '/v1/pdf/generate'), templateId: body.templateId }
    const generated = await caller.call('POST', '/v1/pdf/generate', generate)
    assert.deepEqual([generated.status, generated.headers.get('x-platen-warnings')], [200, '0'])
  })

  it('lists every route and error in the API reference, on phones and in dark mode', async () => {
    const { paths } = (await get('/openapi.json')).body
    const routes = Object.entries<object>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    await using visit = await browser.visit(platen)
    const { page } = visit
    await page.goto(`${platen.url}/docs/api`)
    await page.evaluate('document.querySelectorAll("details").forEach((details) => (details.open = true))')
    const screens = [
      { width: 390, scheme: 'dark', isDark: true },
      { width: 1440, scheme: 'light', isDark: false },
    ] as const
    for (const { width, scheme, isDark } of screens) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await visit.assertFits()
      const [red = 255] = await page.evaluate<number[]>(
        'getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)',
      )
      assert.equal(red < 64, isDark, `${red} in ${scheme}`)
      const shown = await page.locator('.route').allInnerTexts()
      assert.deepEqual(shown.map((text) => text.replace(/\s+/g, ' ')).toSorted(), routes.toSorted())
      assert.doesNotMatch(await page.innerText('main'), /Default Response/)
    }

    const ids = await page.evaluate<string[]>(`Array.from(document.querySelectorAll('[id]'), ({ id }) => id)`)
    assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted())
    const left = await page.evaluate<number>(REMOVE_SIMILAR_ROUTES)
    assert.ok(left > 3 && left < routes.length / 2, String(left))
    for (const { width, scheme } of screens) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await visit.assertAccessible()
    }
    const policy = (await get('/docs/api')).headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe/)
  })

  it('sends requests with a key from the API reference by keyboard, and links back to the docs', async () => {
    await using visit = await browser.visit(platen, { width: 390 })
    const { page } = visit
    await page.goto(`${platen.url}/docs/api`)
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('link', { name: 'Create a template' }).click()
    const region = page.getByRole('region', { name: 'Create a template' })
    await region.getByText('Try it', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await region.getByRole('button', { name: 'Send request' }).focus()
    await page.keyboard.press('Enter')
    await region.getByText(/^401 Unauthorized/).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Set API key' }).click()
    await page.getByLabel('Or paste a key').fill(caller.key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await region.getByRole('button', { name: 'Send request' }).click()
    await region.getByText(/^201 Created/).waitFor()
    const templateId = /"templateId": "([^"]+)"/.exec(await region.getByRole('status').innerText())?.[1] ?? ''

    const remove = page.getByRole('region', { name: 'Delete a template', exact: true })
    await remove.getByText('Try it', { exact: true }).click()
    await remove.getByLabel('templateId').fill(templateId)
    await remove.getByRole('button', { name: 'Send request' }).click()
    await remove.getByText(/^200 OK/).waitFor()
    assert.equal((await caller.call('GET', `/v1/templates/${templateId}`)).status, 404)

    const list = page.getByRole('region', { name: 'List jobs, newest first' })
    await list.getByText('Try it', { exact: true }).click()
    await list.getByLabel('from').fill('no day')
    await list.getByRole('button', { name: 'Send request' }).click()
    await list.getByText(/^400 Bad Request/).waitFor()

    await page.getByRole('link', { name: 'Platen' }).first().click()
    await page.waitForURL(`${platen.url}/docs`)
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('link', { name: 'All routes' }).click()
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
  })
})

interface Described {
  description?: string
  $ref?: string
}

// oxlint-disable-next-line typescript/no-explicit-any -- a document of ours
function exampleOf(paths: any, path: string): object {
  return paths[path].post.requestBody.content['application/json'].example
}
