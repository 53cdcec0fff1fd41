import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { API_TYPES, apiTypes } from '../../packages/dashboard/api-types.ts'
import { paths } from '../../packages/dashboard/src/base/paths.ts'
import { pageRoutes } from '../../packages/server/src/http/pages/dashboard-pages.ts'
import { type Platen, send, startPlaten } from '../harness.ts'

const BUILT = new URL('../../packages/dashboard/dist/', import.meta.url)
// Compressed with gzip.
const FIRST_PAINT_BYTES_MAX = 252_000

describe('dashboard: page and asset files', () => {
  let platen: Platen
  before(async () => {
    platen = await startPlaten()
  })
  after(async () => await platen?.[Symbol.asyncDispose]())

  it('serves the same file for all paths of pages', async () => {
    const { templateDifference, ...others } = paths
    const pages = [templateDifference('x', 1, 2)]
      .concat(Object.values<(part: string) => string>(others).map((path) => path('x')))
      .filter((path) => path !== paths.apiReference())
    for (const page of [...pages, '/templates/x/y', '/verify?token=x', '/sign-in/callback?code=x']) {
      const answer = await fetch(platen.url + page)
      assert.equal(answer.status, 200, page)
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(await answer.text(), /<div id="root">/)
    }
  })

  it('allows only its own scripts and styles, and no frames, by a Content Security Policy', async () => {
    const [one, other] = [await fetch(`${platen.url}/`), await fetch(`${platen.url}/`)]
    const policy = one.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    assert.equal(Buffer.from(nonce, 'base64').length, 16)
    const directives = policy.replace(nonce, 'N').split('; ')
    assert.deepEqual(directives, [
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "style-src 'self' 'nonce-N'",
      `img-src 'self' data: blob: ${platen.url}`,
      "font-src 'self'",
      "connect-src 'self'",
      "frame-src 'none'",
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    assert.ok(!other.headers.get('content-security-policy')?.includes(nonce), 'a nonce is used once')
    const html = await one.text()
    assert.ok(!html.includes('%'), 'all placeholders are replaced')
    assert.deepEqual(html.match(/\S+ nonce="[^"]*"/g), [`name="style-nonce" nonce="${nonce}"`])
    assert.doesNotMatch(html, /<script(?![^>]* src="\/assets\/)|<style| on\w+=| style=/)
    assert.equal(one.headers.get('cache-control'), 'no-store')
    assert.equal(one.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(one.headers.get('cross-origin-opener-policy'), 'same-origin')
  })

  it('serves immutable and precompressed assets', async () => {
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(
      await (await fetch(platen.url)).text(),
    )?.[1]
    const url = `${platen.url}${script}`
    for (const encoding of ['br', 'gzip']) {
      const packed = await fetch(url, { headers: { 'accept-encoding': encoding } })
      assert.equal(packed.status, 200)
      assert.equal(packed.headers.get('content-encoding'), encoding)
      assert.equal(packed.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.match(packed.headers.get('content-type') ?? '', /^(text|application)\/javascript/)
    }
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.headers.get('content-encoding'), null)
  })

  it('leaves all other paths to the API (404, 405)', async () => {
    for (const path of [
      '/nowhere',
      '/assets/nothing.js',
      '/assets/',
      '/assets/../index.html',
      '/index.html',
    ]) {
      const { status, body } = await send(platen.url + path, 'GET')
      assert.equal(status, 404, path)
      assert.equal(typeof body.message, 'string')
    }
    const posted = await fetch(`${platen.url}/templates`, { method: 'POST' })
    assert.equal(posted.status, 405)
    assert.equal(posted.headers.get('allow'), 'GET, HEAD')
  })

  it('answers 503 when the dashboard is not built', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'platen-unbuilt-'))
    const app = Fastify()
    await app.register(pageRoutes(platen.app.services, { built: empty }))
    const answer = await app.inject('/templates')
    assert.equal(answer.statusCode, 503)
    assert.match(answer.body, /npm run build/)
    await app.close()
    await rm(empty, { recursive: true })
  })

  it('needs less than 252 KB for the first paint', async () => {
    const files = await firstFiles()
    const sizes = await Promise.all(
      files.map(async (file) => gzipSync(await readFile(new URL(file, BUILT)), { level: 9 }).length),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(total < FIRST_PAINT_BYTES_MAX, `${total} bytes in ${files.join(', ')}`)
    assert.ok((await stat(new URL('index.html', BUILT))).size < 4_096)
  })

  it('has generated types that match the routes', async () => {
    const stored = await readFile(API_TYPES, 'utf8')
    assert.equal(stored, await apiTypes(), 'run "npm run dashboard:api"')
  })
})

/** Entry of the manifest of Vite. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** Returns the files that a browser loads before it can show the overview. */
async function firstFiles(): Promise<string[]> {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(new URL('.vite/manifest.json', BUILT), 'utf8'),
  )
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const sheet of chunk.css ?? []) files.add(sheet)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  add('index.html')
  add('src/layout/Layout.tsx')
  add('src/features/overview/OverviewPage.tsx')
  assert.ok(files.size > 2)
  return [...files]
}
