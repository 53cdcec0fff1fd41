import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { callTool } from '../commands/call.ts'
import { downloadedTexts } from '../pdf.ts'
import { startHttpServer } from './answering.ts'
import { type Store, startStore } from './store.ts'

const DAY_MS = 24 * 3_600_000

/** Returns the keys of all objects in the bucket. */
async function keysIn({ client }: Store): Promise<string[]> {
  const pages = await Array.fromAsync(paginateListObjectsV2({ client }, { Bucket: 'platen' }))
  return pages.flatMap(({ Contents = [] }) => Contents.map(({ Key = '' }) => Key))
}

describe('the service on S3', () => {
  let store: Store
  let platen: Platen
  let caller: Caller
  before(async () => {
    store = await startStore()
    platen = await startPlaten({ environment: { STORAGE_URL: store.url() } })
    caller = await platen.account({ credits: 100 })
  })
  after(async () => {
    await platen[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
  })

  it('uploads, renders, and returns a URL that S3 accepts for exactly five days', async () => {
    const templateId = await caller.upload('<p>Hello {{name}}</p>', `Größe (1) it's*!`)
    const answer = await caller.generate(templateId, { name: 'Ada' })
    assert.equal(answer.status, 200)
    const url = new URL(answer.body.pdfUrl)
    assert.equal(url.port, String(store.line.port))
    assert.equal(url.searchParams.get('X-Amz-Expires'), '432000')
    assert.equal(answer.body.expiresIn, '5 days')
    assert.deepEqual(await downloadedTexts(url.href), ['Hello Ada'])
    const { status, headers } = await send(url.href, 'GET')
    assert.equal(status, 200)
    assert.equal(headers.get('content-length'), String(answer.body.size))
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="Gr__e 1 it s.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201%20it%20s.pdf`,
    )
    const keys = await keysIn(store)
    assert.ok(keys.includes(decodeURIComponent(url.pathname.replace('/platen/', ''))))
    assert.ok(keys.some((key) => key.startsWith(`users/${caller.userId}/templates/${templateId}.hbs/`)))
  })

  it('rejects a URL that was changed or has expired (403)', async () => {
    const { pdfUrl } = (await caller.generate(await caller.upload('<p>x</p>'), {})).body
    const other = (await caller.generate(await caller.upload('<p>y</p>'), {})).body.pdfUrl
    const change = (edit: (url: URL) => void, from: string = pdfUrl) => {
      const url = new URL(from)
      edit(url)
      return url.href
    }
    const set = (name: string, value: string) => change((url) => url.searchParams.set(name, value))
    const signature = new URL(pdfUrl).searchParams.get('X-Amz-Signature') ?? ''
    const changed = [
      set(
        'X-Amz-Signature',
        signature.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
      ),
      set('X-Amz-Signature', signature.slice(0, 32)),
      set('X-Amz-Signature', new URL(other).searchParams.get('X-Amz-Signature') ?? ''),
      set('X-Amz-Expires', '432001'),
      set('X-Amz-Expires', '604800'),
      set('X-Amz-Date', '20991231T235959Z'),
      set('response-content-type', 'text/html'),
      set('response-content-disposition', 'inline'),
      change((url) => url.searchParams.delete('X-Amz-Signature')),
      change((url) => void (url.search = '')),
      change((url) => void (url.pathname = new URL(other).pathname)),
      change((url) => void (url.pathname = '/platen/')),
    ]
    for (const url of changed) assert.equal((await send(url, 'GET')).status, 403, url)
    for (const method of ['PUT', 'DELETE', 'HEAD', 'POST']) {
      assert.equal((await send(pdfUrl, method)).status, 403, method)
    }
    for (const [aheadMs, status] of [
      [431_990_000, 200],
      [432_001_000, 403],
    ] as const) {
      store.clockAheadMs = aheadMs
      assert.equal((await send(pdfUrl, 'GET')).status, status)
    }
    store.clockAheadMs = 0
    assert.equal((await send(pdfUrl, 'GET')).status, 200)
  })

  it('replaces and deletes templates with their objects, and keeps their PDFs', async () => {
    const templateId = await caller.upload('<p>old</p>')
    const { pdfUrl } = (await caller.generate(templateId, {})).body
    const objects = async () => (await keysIn(store)).filter((key) => key.includes(templateId))
    const [old] = await objects()
    const replaced = await caller.call('PUT', `/v1/templates/${templateId}`, {
      content: Buffer.from('<p>new</p>').toString('base64'),
      contentEncoding: 'base64',
    })
    assert.equal(replaced.status, 200)
    const stored = await objects()
    assert.equal(stored.length, 2, 'the old source is kept as a version')
    assert.ok(old && stored.includes(old))
    assert.equal(
      (await caller.call('GET', `/v1/templates/${templateId}`)).body.template.content,
      '<p>new</p>',
    )
    assert.deepEqual(await downloadedTexts((await caller.generate(templateId, {})).body.pdfUrl), ['new'])
    assert.equal((await caller.call('DELETE', `/v1/templates/${templateId}`)).status, 200)
    assert.deepEqual(await objects(), [])
    assert.deepEqual(await downloadedTexts(pdfUrl), ['old'])
  })

  it('returns a URL for a job that expires five days after its completion', async () => {
    const templateId = await caller.upload('<p>later</p>')
    const { headers } = await caller.generate(templateId, {}, { async: true })
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', headers.get('location') ?? '')
      return body.job.status === 'completed' && body.job
    })
    assert.deepEqual(await downloadedTexts(job.pdfUrl), ['later'])
    const { searchParams } = new URL(job.pdfUrl)
    assert.equal(searchParams.get('X-Amz-Expires'), '432000')
    // Signed from the completion time in the database, not from the time or process of the request.
    const signedAt = searchParams.get('X-Amz-Date')
    assert.equal(signedAt, job.completedAt.replace(/\.\d+|[-:]/g, ''))
  })

  it('lists objects over several pages, and sweeps PDFs, orphans and old probes', async () => {
    const { storage } = platen.app.services
    const orphans = Array.from({ length: 11 }, (_, index) => `users/nobody/templates/x.hbs/${index}`)
    for (const key of [...orphans, 'probes/left']) await storage.put(key, 'x')
    const listed = await Array.fromAsync(storage.list('users'))
    assert.ok(orphans.every((key) => listed.some((object) => object.key === key)))
    assert.ok(listed.every(({ storedAt }) => Math.abs(storedAt.getTime() - Date.now()) < 600_000))
    assert.deepEqual(
      await Array.fromAsync(storage.list('use')),
      [],
      'a prefix is a folder, not the start of a name',
    )

    const swept = await cleanUp(platen.app.services, new Date(Date.now() + 5 * DAY_MS))
    assert.deepEqual([swept.pdfs, swept.contents, swept.probes], [0, 11, 1])
    const later = await cleanUp(platen.app.services, new Date(Date.now() + 5 * DAY_MS + 3_700_000))
    assert.ok(later.pdfs >= 5)
    assert.deepEqual(await Array.fromAsync(storage.list('pdfs')), [])
    const { templates } = (await caller.call('GET', '/v1/templates')).body
    assert.equal((await Array.fromAsync(storage.list('users'))).length, templates.length)
  })

  it('is checked by doctor, which reports its errors', async () => {
    // Chromium is disabled, because starting it takes most of the time of `doctor`.
    const environment = {
      DATA_DIR: platen.config.dataDir,
      DATABASE_URL: platen.databaseUrl,
      CHROME_PATH: '/nowhere',
    }
    const examine = async (url: string) => {
      const { stdout, stderr } = await callTool(['doctor', '--json'], { ...environment, STORAGE_URL: url })
      assert.equal(stderr, '')
      return JSON.parse(stdout).storage
    }
    assert.deepEqual(await examine(store.url()), {
      ok: true,
      detail: `bucket platen at http://127.0.0.1:${store.line.port} can be written, read and listed; links are signed by the object store`,
    })
    const { ok, detail } = await examine(store.url({ bucket: 'nowhere' }))
    assert.equal(ok, false)
    assert.match(detail, /NoSuchBucket, status 404.*Check STORAGE_URL/)
  })
})

describe('the service on S3 with temporary credentials', () => {
  const TEMPORARY = {
    accessKeyId: 'ASIATEMPORARY',
    secretAccessKey: 'short-lived',
    sessionToken: 'a/token==',
  }
  const options = { keys: 'none' } as const

  const servesOwnLinks = async (platen: Platen) => {
    const caller = await platen.account()
    const { body } = await caller.generate(await caller.upload('<p>mine</p>', 'Größe'), {})
    assert.ok(String(body.pdfUrl).startsWith(`${platen.url}/files/`), body.pdfUrl)
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['mine'])
    const { headers } = await send(body.pdfUrl, 'GET')
    assert.equal(headers.get('content-length'), String(body.size))
    assert.match(headers.get('content-disposition') ?? '', /filename="Gr__e.pdf"/)
    return String(body.pdfUrl)
  }

  it('signs URLs itself and streams the object, because a URL of S3 would expire too early', async () => {
    await using store = await startStore()
    store.addKey(TEMPORARY)
    await using platen = await startPlaten({
      environment: {
        STORAGE_URL: store.url(options),
        AWS_ACCESS_KEY_ID: TEMPORARY.accessKeyId,
        AWS_SECRET_ACCESS_KEY: TEMPORARY.secretAccessKey,
        AWS_SESSION_TOKEN: TEMPORARY.sessionToken,
      },
    })
    const pdfUrl = await servesOwnLinks(platen)
    const tampered = pdfUrl.replace(/signature=./, (text) =>
      text.endsWith('A') ? 'signature=B' : 'signature=A',
    )
    assert.equal((await send(tampered, 'GET')).status, 403)
    const [pdf] = await Array.fromAsync(platen.app.services.storage.list('pdfs'))
    assert.ok(pdf)
    await platen.app.services.storage.remove(pdf.key)
    assert.equal((await send(pdfUrl, 'GET')).status, 404)
  })

  it('loads them from the container host, and renews them before they expire', async () => {
    await using store = await startStore()
    store.addKey(TEMPORARY)
    const authorizations: (string | undefined)[] = []
    await using host = await startHttpServer(({ headers }) => {
      authorizations.push(headers.authorization)
      return JSON.stringify({
        AccessKeyId: TEMPORARY.accessKeyId,
        SecretAccessKey: TEMPORARY.secretAccessKey,
        Token: TEMPORARY.sessionToken,
        // So soon that each operation renews them.
        Expiration: new Date(Date.now() + 60_000).toISOString(),
      })
    })
    const folder = await mkdtemp(join(tmpdir(), 'platen-token-'))
    try {
      await writeFile(join(folder, 'token'), 'who-we-are')
      await using platen = await startPlaten({
        environment: {
          STORAGE_URL: store.url(options),
          AWS_CONTAINER_CREDENTIALS_FULL_URI: `${host.url}/role`,
          AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: join(folder, 'token'),
        },
      })
      await servesOwnLinks(platen)
      assert.ok(authorizations.length > 1)
      assert.deepEqual([...new Set(authorizations)], ['who-we-are'])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
