import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { encode } from 'fast-png'
import { sql } from 'kysely'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { saveAsset } from '../../packages/server/src/content/assets.ts'
import { listContentsWithoutObject } from '../../packages/server/src/content/objects.ts'
import { runThumbnailJob } from '../../packages/server/src/jobs/handlers/thumbnails.ts'
import { recordStatements } from '../database/statements.ts'
import { insertContents, numbered } from '../contents.ts'
import { base64, type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { contentsOf, downloadedTexts } from '../pdf.ts'

const fontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
)
const PNG = Buffer.from(encode({ width: 8, height: 8, data: new Uint8Array(192).fill(90), channels: 3 }))
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x</script></svg>'

describe('the library of an account', () => {
  let platen: Platen
  let caller: Caller
  let otherAccount: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 10_000 })
    otherAccount = await platen.account({ credits: 100 })
  })
  after(() => platen[Symbol.asyncDispose]())

  const putPartial = (name: string, source: string, by = caller) =>
    by.call('PUT', `/v1/partials/${name}`, { content: base64(source), contentEncoding: 'base64' })
  const putAsset = (
    name: string,
    bytes: Uint8Array | string,
    type = 'application/octet-stream',
    by = caller,
  ) => by.call('PUT', `/v1/assets/${name}`, bytes, { 'content-type': type })
  const generate = async (source: string, data: unknown = {}, by = caller) => {
    const { status, headers, body } = await by.generate(await by.upload(source), data)
    if (status !== 200) return { status, body, text: '', warnings: '' }
    return {
      status,
      body,
      text: (await downloadedTexts(body.pdfUrl)).join('|'),
      warnings: headers.get('x-platen-warnings') ?? '0',
    }
  }
  const pdfOf = async ({ body }: { body: { pdfUrl: string } }) =>
    Buffer.from(await (await fetch(body.pdfUrl)).arrayBuffer())

  describe('partials', () => {
    it('are stored, listed, read, replaced, restored and deleted', async () => {
      const first = await putPartial('letterhead', '<h1>One</h1>')
      assert.equal(first.status, 201)
      const { createdAt, updatedAt, ...rest } = first.body
      assert.deepEqual(rest, {
        name: 'letterhead',
        fileSize: 12,
        contentVersion: createHash('sha256').update('<h1>One</h1>').digest('hex'),
        version: 1,
        updatedBy: { kind: 'key', name: 'test' },
      })
      assert.equal(createdAt, updatedAt)
      assert.equal((await putPartial('letterhead', '<h1>One</h1>')).body.version, 1)
      const second = await putPartial('letterhead', '<h1>Two</h1>')
      assert.deepEqual([second.status, second.body.version], [200, 2])
      const third = await caller.call('POST', '/v1/partials/letterhead/versions/1/restore')
      assert.deepEqual([third.status, third.body.version], [200, 3])

      const { versions } = (await caller.call('GET', '/v1/partials/letterhead/versions')).body
      assert.deepEqual(
        versions.map(({ number, restored, isCurrent, savedBy }: Record<string, unknown>) => [
          number,
          restored,
          isCurrent,
          savedBy,
        ]),
        [
          [3, 1, true, { kind: 'key', name: 'test' }],
          [2, null, false, { kind: 'key', name: 'test' }],
          [1, null, false, { kind: 'key', name: 'test' }],
        ],
      )
      const read = async () => (await caller.call('GET', '/v1/partials/letterhead')).body.partial
      assert.deepEqual([(await read()).content, (await read()).version], ['<h1>One</h1>', 3])
      const older = (await caller.call('GET', '/v1/partials/letterhead/versions/2')).body
      const missing = async (number: string) => {
        const { status, body } = await caller.call('GET', `/v1/partials/letterhead/versions/${number}`)
        return [status, body.message]
      }
      assert.deepEqual(await missing('9'), [404, 'There is no version with this number.'])
      assert.deepEqual(await missing('latest'), [404, 'number must be an integer from 1 to 999,999,999.'])
      assert.deepEqual([older.content, older.number, older.isCurrent], ['<h1>Two</h1>', 2, false])
      const { partials } = (await caller.call('GET', '/v1/partials')).body
      assert.deepEqual(
        partials.map(({ name }: { name: string }) => name),
        ['letterhead'],
      )

      const deleted = await caller.call('DELETE', '/v1/partials/letterhead')
      assert.deepEqual([deleted.status, deleted.body.name], [200, 'letterhead'])
      for (const path of ['letterhead', 'letterhead/versions/1', 'letterhead/versions'])
        assert.equal((await caller.call('GET', `/v1/partials/${path}`)).status, 404)
      assert.equal((await caller.call('DELETE', '/v1/partials/letterhead')).status, 404)
      assert.equal((await putPartial('letterhead', 'again')).body.version, 1)
      await caller.call('DELETE', '/v1/partials/letterhead')
    })

    it('are used in their current version with one query more, and with none when a template has no partials', async () => {
      await putPartial('head', '<p>{{title}} {{> foot}}</p>')
      await putPartial('foot', 'first')
      const templateId = await caller.upload('{{> head}}')
      const textNow = async () => {
        const { body } = await caller.generate(templateId, { title: 'T' })
        return (await downloadedTexts(body.pdfUrl)).join()
      }
      assert.equal(await textNow(), 'T first')
      await putPartial('foot', 'second')
      const plainId = await caller.upload('<p>none of them</p>')
      const generateAndCount = async (id: string) => {
        const [answer, statements] = await recordStatements(() => caller.generate(id, { title: 'T' }))
        assert.equal(answer.status, 200)
        const reads = statements.filter(
          (text) => /from current_contents/.test(text) && text.includes(caller.accountId),
        )
        return { body: answer.body, reads: reads.length }
      }
      assert.equal((await generateAndCount(plainId)).reads, 0)
      const { body, reads } = await generateAndCount(templateId)
      assert.equal(reads, 1)
      assert.equal((await downloadedTexts(body.pdfUrl)).join(), 'T second')
      // In a job, and in a preview of the dashboard.
      const { headers } = await caller.generate(templateId, { title: 'J' }, { async: true })
      const job = await eventually(async () => {
        const { body } = await caller.call('GET', headers.get('location') ?? '')
        return body.job.status === 'completed' && body.job
      })
      assert.equal((await downloadedTexts(job.pdfUrl)).join(), 'J second')

      await caller.call('DELETE', '/v1/partials/foot')
      const before = await caller.credits()
      const refused = await caller.generate(templateId, {})
      assert.equal(refused.status, 400)
      assert.equal(
        refused.body.error,
        'in the partial "head": The partial foot could not be found (line 1, column 13)',
      )
      assert.deepEqual(await caller.credits(), before)
    })

    it('are rejected with the reason when they are invalid, and nothing is stored', async () => {
      const rows: [string, object, RegExp][] = [
        ['a', { content: base64('{{#if}'), contentEncoding: 'base64' }, /Parse error on line 1/],
        ['a', { content: base64('{{> a}}'), contentEncoding: 'base64' }, /in a circle: a → a/],
        ['a', { content: base64('x') }, /contentEncoding is required/],
        ['a', { content: '!', contentEncoding: 'base64' }, /not valid base64/],
        ['a', { content: base64(''), contentEncoding: 'base64' }, /must not be empty/],
        ['a', { content: base64('x\0'), contentEncoding: 'base64' }, /NUL/],
        ['a', {}, /content is required/],
        ['a', { content: 'x\ud800', contentEncoding: 'utf-8' }, /unpaired UTF-16 surrogate/],
        ['a', { content: 'x', contentEncoding: 'utf8' }, /contentEncoding must be/],
        [
          'a',
          { content: base64('x'.repeat(512 * 1024 + 1)), contentEncoding: 'base64' },
          /The limit is 524,288 bytes/,
        ],
      ]
      for (const [name, body, expected] of rows) {
        const answer = await caller.call('PUT', `/v1/partials/${name}`, body)
        assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 100))
        assert.match(`${answer.body.message} ${answer.body.error}`, expected)
      }
      assert.equal((await caller.call('POST', '/v1/partials/a/versions/1/restore')).status, 404)
      assert.equal((await caller.call('GET', '/v1/partials/a')).status, 404)
      await putPartial('b', '{{> a}}')
      assert.match(
        (await putPartial('a', '{{> b}}')).body.error,
        /in a circle: a → b → a \(line 1, column 0\)/,
      )
      await caller.call('DELETE', '/v1/partials/b')
    })

    it('are limited to exactly 200 per account under concurrent calls', async () => {
      const fullAccount = await platen.account()
      const { database } = platen.app.services
      const { accountId } = fullAccount
      await insertContents(database, { accountId, kind: 'partial', names: numbered('p', 197) })
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => putPartial(`new${n}`, 'x', fullAccount)),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 201, 429, 429, 429])
      assert.equal((await putPartial('p1', 'other', fullAccount)).status, 200)
    })
  })

  describe('assets', () => {
    it('are stored, listed, read unchanged, replaced and deleted', async () => {
      const first = await putAsset('logo.png', PNG, 'image/png')
      assert.equal(first.status, 201)
      const { createdAt: _, updatedAt: __, ...rest } = first.body
      assert.deepEqual(rest, {
        name: 'logo.png',
        contentType: 'image/png',
        fileSize: PNG.length,
        contentVersion: createHash('sha256').update(PNG).digest('hex'),
        version: 1,
        updatedBy: { kind: 'key', name: 'test' },
      })
      const read = await fetch(`${platen.url}/v1/assets/logo.png`, { headers: { 'x-api-key': caller.key } })
      assert.ok(Buffer.from(await read.arrayBuffer()).equals(PNG))
      assert.equal(read.headers.get('content-type'), 'image/png')
      assert.match(read.headers.get('content-disposition') ?? '', /^attachment; filename="logo.png"/)
      assert.equal(read.headers.get('x-content-type-options'), 'nosniff')
      const second = await putAsset('logo.png', SVG, 'image/svg+xml; charset=utf-8')
      assert.deepEqual([second.status, second.body.contentType], [200, 'image/svg+xml'])
      const svg = await caller.call('GET', '/v1/assets/logo.png')
      assert.match(svg.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
      assert.equal(svg.headers.get('content-length'), String(SVG.length))
      assert.equal((await caller.call('HEAD', '/v1/assets/logo.png')).status, 200)

      const older = await fetch(`${platen.url}/v1/assets/logo.png/versions/1`, {
        headers: { 'x-api-key': caller.key },
      })
      assert.deepEqual([older.status, older.headers.get('content-type')], [200, 'image/png'])
      assert.ok(Buffer.from(await older.arrayBuffer()).equals(PNG))
      const restore = (number: number, tag: string | null) =>
        caller.call('POST', `/v1/assets/logo.png/versions/${number}/restore`, undefined, {
          'if-match': tag ?? '',
        })
      assert.equal((await restore(1, older.headers.get('etag'))).status, 412, 'it is not the current version')
      const restored = await restore(1, svg.headers.get('etag'))
      assert.deepEqual(
        [restored.status, restored.body.version, restored.body.contentType],
        [200, 3, 'image/png'],
      )
      assert.equal((await restore(4, restored.headers.get('etag'))).status, 404)
      const author = { person: 'ada@example.com' }
      await assert.rejects(
        saveAsset(
          platen.app.services,
          { accountId: caller.accountId, name: 'deleted-meanwhile.png' },
          { bytes: PNG, author, restored: 1 },
          AbortSignal.timeout(60_000),
        ),
        { kind: 'not-found' },
        'a restore does not create an asset',
      )
      const { versions } = (await caller.call('GET', '/v1/assets/logo.png/versions')).body
      assert.deepEqual(
        versions.map(({ number, restored, isCurrent }: Record<string, unknown>) => [
          number,
          restored,
          isCurrent,
        ]),
        [
          [3, 1, true],
          [2, null, false],
          [1, null, false],
        ],
      )
      await putAsset('logo.png', SVG, 'image/svg+xml')

      const listed = (await caller.call('GET', '/v1/assets')).body
      assert.deepEqual([listed.assets.length, listed.bytes, listed.bytesMax], [1, SVG.length, 104_857_600])
      assert.equal((await caller.call('DELETE', '/v1/assets/logo.png')).status, 200)
      assert.equal((await caller.call('GET', '/v1/assets/logo.png')).status, 404)
      assert.equal((await caller.call('DELETE', '/v1/assets/logo.png')).status, 404)
    })

    it('are printed as images and fonts with identical bytes each time, also for arrays', async () => {
      await putAsset('logo.png', PNG, 'image/png')
      await putAsset('serif.ttf', await readFile(fontFile), 'application/x-www-form-urlencoded')
      await putPartial(
        'style',
        '<style>@font-face{font-family:own;src:url({{asset "serif.ttf"}})} p{font-family:own}</style>',
      )
      const source =
        '<!doctype html><html><head>{{> style}}</head><body><p>{{n}}</p><img src="{{asset file}}"></body></html>'
      const data = [1, 2, 3, 4].map((n) => ({ n, file: 'logo.png' }))
      const templateId = await caller.upload(source)
      const pdfs = []
      for (const _ of [1, 2]) {
        const answer = await caller.generate(templateId, data)
        assert.deepEqual([answer.status, answer.headers.get('x-platen-warnings')], [200, '0'])
        pdfs.push(await pdfOf(answer))
      }
      const [pdf = Buffer.of(), again = Buffer.of()] = pdfs
      assert.ok(pdf.equals(again))
      assert.match(contentsOf(pdf), /NotoSerif/)
      assert.match(contentsOf(pdf), /\/Subtype ?\/Image/)
      const missing = await generate('\n{{asset "gone.png"}}')
      assert.equal(missing.status, 400)
      assert.equal(missing.body.error, 'asset: there is no asset named "gone.png" (line 2, column 0)')
    })

    it('may be replaced while they are printed', async () => {
      const templateId = await caller.upload('<img src="{{asset "busy.png"}}">{{> busy}}')
      const other = Buffer.from(
        encode({ width: 4, height: 4, data: new Uint8Array(48).fill(7), channels: 3 }),
      )
      await putAsset('busy.png', PNG)
      await putPartial('busy', 'x')
      let done = false
      const replacing = (async () => {
        for (let n = 0; !done; n += 1) {
          assert.equal((await putAsset('busy.png', n % 2 ? PNG : other)).status, 200)
          assert.equal((await putPartial('busy', `x${n % 3}`)).status, 200)
        }
      })()
      const answers = await Promise.all(Array.from({ length: 12 }, () => caller.generate(templateId, {})))
      done = true
      await replacing
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers.get('x-platen-warnings')]),
        answers.map(() => [200, '0']),
      )
    })

    it('are accepted by their bytes alone, and within limits', async () => {
      const bytes = (hex: string, length = 64) =>
        Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(length)])
      const png = Buffer.from(PNG)
      const huge = Buffer.from(PNG)
      huge.writeUInt32BE(20_000, 16)
      huge.writeUInt32BE(20_000, 20)
      const empty = Buffer.from(PNG)
      empty.writeUInt32BE(0, 16)
      const woff = bytes('774f4632000100000000006c0003', 94)
      const bomb = Buffer.from(woff)
      bomb.writeUInt32BE(2_000_000_000, 16)
      const accepted: [string, Uint8Array | string, string, string][] = [
        ['PNG', png, 'text/plain', 'image/png'],
        ['JPEG', bytes('ffd8ffe000040000ffc00011080010001003'), 'image/jpg', 'image/jpeg'],
        ['GIF', bytes('47494638396108000800'), 'image/gif', 'image/gif'],
        [
          'WebP',
          Buffer.concat([
            Buffer.from('RIFF\x40\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\x07\0\0\x07\0\0', 'latin1'),
            Buffer.alloc(40),
          ]),
          'image/webp',
          'image/webp',
        ],
        ['WOFF2', woff, 'font/woff2', 'font/woff2'],
        [
          'SVG',
          `\uFEFF<?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n${SVG}`,
          'image/svg+xml',
          'image/svg+xml',
        ],
      ]
      for (const [what, content, type, expected] of accepted) {
        const { status, body } = await putAsset('typed', content, type)
        assert.ok(status < 300, `${what}: ${JSON.stringify(body)}`)
        assert.equal(body.contentType, expected, what)
      }
      await caller.call('DELETE', '/v1/assets/typed')
      const refused: [string, Uint8Array | string, string, RegExp][] = [
        ['nothing', '', 'image/png', /empty/],
        [
          'HTML',
          '<!doctype html><svg xmlns="http://www.w3.org/2000/svg">',
          'image/svg+xml',
          /An asset must be a PNG/,
        ],
        ['a script', 'alert(1)', 'image/png', /An asset must be a PNG/],
        ['JSON', '{"a":1}', 'application/json', /An asset must be a PNG/],
        ['a PDF', '%PDF-1.7', 'image/png', /An asset must be a PNG/],
        ['a PNG with the type of a JPEG', PNG, 'image/jpeg', /is image\/jpeg, but the content is image\/png/],
        ['a PNG of 400 megapixels', huge, 'image/png', /It has 400,000,000 pixels/],
        ['a PNG without width', empty, 'image/png', /An asset must be a PNG/],
        ['a truncated PNG', PNG.subarray(0, 20), 'image/png', /An asset must be a PNG/],
        ['a JPEG without a frame', bytes('ffd8ffe000040000ffda'), 'image/jpeg', /An asset must be a PNG/],
        [
          'a JPEG whose segments have no length',
          bytes('ffd8ffe00000', 4_000_000),
          'image/jpeg',
          /An asset must be a PNG/,
        ],
        [
          'a JPEG of marks only',
          Buffer.alloc(4_000_000, 0xff).fill(0xd8, 1, 2),
          'image/jpeg',
          /An asset must be a PNG/,
        ],
        [
          'a font that is too large when unpacked',
          bomb,
          'font/woff2',
          /It has 2,000,000,000 bytes when unpacked/,
        ],
        [
          'a font with a wrong length',
          bytes('774f4632000100000000ffff0003', 94),
          'font/woff2',
          /An asset must be a PNG/,
        ],
        [
          'a font with tables beyond its end',
          bytes('000100000001', 6).fill(0xff, 12),
          'font/ttf',
          /An asset must be a PNG/,
        ],
        [
          'an SVG with entities',
          `<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"><!ENTITY a "b"></svg>`,
          'image/svg+xml',
          /must not define entities/,
        ],
        ['an SVG without a namespace', '<svg></svg>', 'image/svg+xml', /has no namespace/],
        // The scan for the root element is limited, since it would block the event loop.
        [
          'an SVG after too much white space',
          `${' '.repeat(70_000)}${SVG}`,
          'image/svg+xml',
          /An asset must be a PNG/,
        ],
        ['comments without end', '<!--'.repeat(1_000_000), 'image/svg+xml', /An asset must be a PNG/],
        ['comments after comments', '<!-- -->'.repeat(500_000), 'image/svg+xml', /An asset must be a PNG/],
      ]
      for (const [what, content, type, expected] of refused) {
        const { status, body } = await putAsset('odd', content, type)
        assert.equal(status, 400, what)
        assert.match(body.message, expected, what)
      }
      for (const bytes of [Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]), Buffer.alloc(7_000_000)]) {
        const { status, body } = await putAsset('odd', bytes)
        assert.deepEqual(
          [status, body.message],
          [413, 'The body is larger than 5 MiB (5,242,880 bytes). This is the limit for an asset.'],
        )
      }
      assert.equal(
        (await caller.call('PUT', '/v1/assets/odd', PNG, { 'content-encoding': 'gzip' })).status,
        415,
      )
      assert.equal((await caller.call('GET', '/v1/assets/odd')).status, 404)
    })

    it('are limited to 100 MiB per account and 32 MiB per call', async () => {
      const fullAccount = await platen.account({ credits: 10 })
      const { database } = platen.app.services
      const { accountId } = fullAccount
      const fileSize = 5 * 1024 * 1024
      await insertContents(database, { accountId, kind: 'asset', names: numbered('a', 20), fileSize })
      const over = await putAsset('more', PNG, 'image/png', fullAccount)
      assert.equal(over.status, 429)
      assert.match(over.body.message, /The limit is 104,857,600/)
      const { status, body } = await generate(
        '{{#each names}}<img src="{{asset this}}">{{/each}}',
        { names: Array.from({ length: 7 }, (_, n) => `a${n + 1}`) },
        fullAccount,
      )
      assert.deepEqual(
        [status, body.error],
        [400, 'Its assets have 36,700,160 bytes. The limit is 33,554,432. Use smaller images and fonts.'],
      )
    })
  })

  it('is changed under If-Match and If-None-Match by exactly one of several concurrent calls', async () => {
    const puts = {
      'partials/seen': (text: string, headers: Record<string, string>) =>
        caller.call(
          'PUT',
          '/v1/partials/seen',
          { content: base64(text), contentEncoding: 'base64' },
          headers,
        ),
      'assets/seen.svg': (text: string, headers: Record<string, string>) =>
        caller.call('PUT', '/v1/assets/seen.svg', `<svg xmlns="http://www.w3.org/2000/svg" id="${text}"/>`, {
          'content-type': 'image/svg+xml',
          ...headers,
        }),
    }
    for (const [path, put] of Object.entries(puts)) {
      const together = async (headers: Record<string, string>) =>
        (
          await Promise.all(
            ['a', 'b', 'c'].map((text) => put(text + JSON.stringify(headers).length, headers)),
          )
        )
          .map(({ status }) => status)
          .toSorted()
      assert.equal((await put('x', { 'if-match': `"${'0'.repeat(64)}"` })).status, 412, 'it does not exist')
      assert.deepEqual(await together({ 'if-none-match': '*' }), [201, 412, 412])
      const etag = (await caller.call('GET', `/v1/${path}`)).headers.get('etag') ?? ''
      assert.match(etag, /^"[0-9a-f]{64}"$/)
      assert.deepEqual(await together({ 'if-match': etag }), [200, 412, 412])
      const last = await put('last', { 'if-match': '*' })
      assert.equal(last.headers.get('etag'), `"${last.body.contentVersion}"`)
      assert.equal((await put('last', { 'if-match': etag })).status, 200, 'a repeated call succeeds')
      for (const wrong of [{ 'if-match': '"1"' }, { 'if-none-match': etag }])
        assert.equal((await put('x', wrong)).status, 400)
      assert.equal((await put('x', { 'if-match': etag, 'if-none-match': '*' })).status, 400)
      assert.equal((await caller.call('DELETE', `/v1/${path}`)).status, 200)
      assert.equal((await put('x', { 'if-match': etag })).status, 412, 'it was deleted')
    }
  })

  it('rejects ambiguous and reserved names', async () => {
    for (const name of [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'this',
      'else',
      'as',
      'null',
      'true',
      'a.b',
      'a%2Fb',
      '%2e%2e',
      '..%2fx',
      '-a',
      'a b',
      'ä',
      '%00',
      'a%0d%0ab',
      'a'.repeat(65),
      '{{a}}',
      '@partial-block',
    ]) {
      const { status, body } = await putPartial(name, 'x')
      assert.ok([400, 404].includes(status), `${name}: ${status}`)
      assert.equal(typeof body.message, 'string')
    }
    for (const name of [
      '__proto__',
      'constructor',
      '.png',
      'a..png',
      'a%2Fb.png',
      '%2e%2e',
      '..%5cx',
      'a.',
      'a b.png',
      'ä.png',
      'a%00.png',
      'a%22.png',
      'a%3f.png',
      'a%23',
      'a'.repeat(101),
      'a%0d%0ab',
    ]) {
      const { status } = await putAsset(name, PNG)
      assert.ok([400, 404].includes(status), `${name}: ${status}`)
    }
    for (const name of ['a', '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b', '12', 'A_b-C'])
      assert.equal((await putPartial(name, `<p>this is ${name}`)).status, 201, name)
    assert.match((await generate('{{> 12}}')).text, /this is 12/)
    assert.match((await generate('{{> 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b}}')).text, /this is 3f2b/)
  })

  it('is not visible to other accounts', async () => {
    await putPartial('mine', '<p>secret of {{who}}')
    await putAsset('mine.png', PNG)
    for (const [method, path] of [
      ['GET', '/v1/partials/mine'],
      ['GET', '/v1/partials/mine/versions/1'],
      ['POST', '/v1/partials/mine/versions/1/restore'],
      ['GET', '/v1/assets/mine.png/versions'],
      ['GET', '/v1/assets/mine.png/versions/1'],
      ['POST', '/v1/assets/mine.png/versions/1/restore'],
      ['GET', '/v1/partials/mine/versions'],
      ['DELETE', '/v1/partials/mine'],
      ['GET', '/v1/assets/mine.png'],
      ['DELETE', '/v1/assets/mine.png'],
    ] as const) {
      const theirs = await otherAccount.call(method, path)
      const missing = await otherAccount.call(method, path.replace('mine', 'missing'))
      assert.deepEqual([theirs.status, theirs.body], [404, missing.body], `${method} ${path}`)
    }
    assert.deepEqual((await otherAccount.call('GET', '/v1/partials')).body, { partials: [] })
    assert.deepEqual((await otherAccount.call('GET', '/v1/assets')).body.assets, [])
    // The same template source in both accounts, each with its own library.
    const source = '{{> mine}}<img src="{{asset "mine.png"}}">'
    assert.match((await generate(source, { who: 'A' })).text, /secret of A/)
    assert.deepEqual(
      (await generate(source, {}, otherAccount)).body.error,
      'The partial mine could not be found',
    )
    assert.equal((await putPartial('mine', '<p>theirs', otherAccount)).status, 201)
    assert.match((await generate(source, {}, otherAccount)).body.error, /no asset named "mine.png"/)
    assert.equal((await putAsset('mine.png', SVG, 'image/svg+xml', otherAccount)).status, 201)
    assert.match((await generate(source, {}, otherAccount)).text, /^theirs/)
    assert.match((await generate(source, { who: 'B' })).text, /secret of B/)
    // The other account uses the internal address of the asset.
    const { contentVersion } = (await caller.call('GET', '/v1/assets')).body.assets.find(
      ({ name }: { name: string }) => name === 'mine.png',
    )
    const address = `http://document.invalid/assets/${contentVersion}/mine.png`
    const guessed = await generate(`<img src="${address}"><img src="{{asset "mine.png"}}">`, {}, otherAccount)
    assert.deepEqual([guessed.status, guessed.warnings], [200, '1'])
  })

  it('is used by thumbnails, kept by the sweep, and removed with its account', async () => {
    const { services } = platen.app
    const { database, storage } = services
    const gone = await platen.account({ credits: 10 })
    await putPartial('p', 'one', gone)
    await putPartial('p', 'two', gone)
    await putAsset('a.png', PNG, 'image/png', gone)
    const templateId = await gone.upload('{{> p}}<img src="{{asset "a.png"}}">')
    const { rows } = await sql<{ objectKey: string }>`
      select object_key as "objectKey" from templates where template_id = ${templateId}`.execute(database)
    await runThumbnailJob(
      services,
      { templateId, objectKey: rows[0]?.objectKey ?? '' },
      AbortSignal.timeout(60_000),
    )
    assert.ok((await gone.call('GET', '/v1/templates')).body.templates[0].thumbnailUrl)

    const keysOf = async () => {
      const keys = []
      for await (const { key } of storage.list(`users/${gone.userId}`)) keys.push(key)
      return keys.toSorted()
    }
    const before = await keysOf()
    assert.equal(before.length, 4)
    await storage.put(`users/${gone.userId}/assets/orphan`, 'x')
    const inTwoDays = new Date(Date.now() + 2 * 24 * 3_600_000)
    await cleanUp(services, inTwoDays)
    assert.deepEqual(await keysOf(), before)
    const { rows: assets } = await sql<{ objectKey: string }>`
      select object_key as "objectKey" from current_contents where kind = 'asset' and account_id = ${gone.accountId}`.execute(
      database,
    )
    await storage.remove(assets[0]?.objectKey ?? '')
    const missing = await listContentsWithoutObject(services)
    assert.deepEqual(
      missing.filter((what) => what.startsWith(gone.userId)),
      [`${gone.userId} asset a.png`],
    )
    await sql`update accounts set deletion_at = now() where account_id = ${gone.accountId}`.execute(database)
    await cleanUp(services, inTwoDays)
    assert.deepEqual(await keysOf(), [])
    const left = await sql`select 1 from contents where account_id = ${gone.accountId}`.execute(database)
    assert.equal(left.rows.length, 0)
  })
})
