import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createSignedUrls } from '../../packages/server/src/storage/signed-urls.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { type Caller, type Platen, send, startPlaten } from '../harness.ts'

const DAY_MS = 24 * 3_600_000

describe('the signed URL of a PDF', () => {
  let platen: Platen
  let caller: Caller
  let url: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account()
    url = (await caller.generate(await caller.upload('<p>x</p>', 'Größe "1"; a/b'), {})).body.pdfUrl
  })
  after(() => platen[Symbol.asyncDispose]())

  it('opens the PDF without a key and expires after 5 days', async () => {
    const { status, headers } = await send(url, 'GET')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="Gr__e 1 a b.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201%20a%20b.pdf`,
    )
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.equal(headers.get('content-security-policy'), 'sandbox')
    const expires = Number(new URL(url).searchParams.get('expires'))
    assert.ok(Math.abs(expires - (Date.now() + 5 * DAY_MS) / 1000) < 10)
  })

  it('supports HEAD and rejects other methods (405)', async () => {
    assert.equal((await send(url, 'HEAD')).status, 200)
    for (const method of ['POST', 'PUT', 'DELETE']) assert.equal((await send(url, method)).status, 405)
  })

  it('is valid until its expiry to the second', () => {
    let now = Date.UTC(2026, 10, 20)
    const urls = createSignedUrls({
      secret: Buffer.alloc(32, 1),
      baseUrl: 'https://platen.example',
      now: () => now,
    })
    const file = { fileId: '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b', fileName: 'a b.pdf' }
    const { pathname, searchParams } = new URL(urls.sign(file, new Date(now + 5 * DAY_MS)))
    assert.equal(pathname, `/files/${file.fileId}/a%20b.pdf`)
    const verify = () =>
      urls.verify(file, searchParams.get('expires') ?? '', searchParams.get('signature') ?? '')
    now += 431_999_000
    assert.equal(verify(), true)
    now += 1_000
    assert.equal(verify(), false)
  })

  it('returns 404 after the sweep that follows its expiry, and not before', async () => {
    const { services } = platen.app
    await cleanUp(services, new Date(Date.now() + 5 * DAY_MS))
    assert.equal((await send(url, 'GET')).status, 200)
    assert.ok((await cleanUp(services, new Date(Date.now() + 5 * DAY_MS + 3_700_000))).pdfs > 0)
    assert.deepEqual(
      [(await send(url, 'GET')).status, await readdir(join(platen.config.dataDir, 'objects/pdfs'))],
      [404, []],
    )
  })

  it('the sweep removes objects without a reference and keeps templates', async () => {
    const { services } = platen.app
    const templateId = await caller.upload('kept')
    await services.storage.put('users/local_x/templates/y.hbs/z', 'left by a crash')
    const later = new Date(Date.now() + 2 * DAY_MS)
    assert.equal((await cleanUp(services, new Date())).contents, 0)
    assert.equal((await cleanUp(services, later)).contents, 1)
    assert.equal((await caller.call('GET', `/v1/templates/${templateId}`)).body.template.content, 'kept')
  })
})
