import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findOrCreateSecret } from '../../packages/server/src/database/secrets.ts'
import { type Caller, cases, type Platen, startPlaten } from '../harness.ts'
import { assertFailure } from './failures.ts'
import { call } from './raw.ts'

const REFUSED = { message: 'This link is not valid or has expired.' }

/** One change to a URL. `s` is the expected status when it is not 403. */
interface Row {
  id: string
  mut: string
  set?: Record<string, string>
  drop?: string[]
  query?: string
  path?: string
  s?: number
}

describe('pre-signed URLs of PDFs', () => {
  let platen: Platen
  let caller: Caller
  let url: URL
  let other: URL
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 100 })
    url = await linkOf(caller, 'Mine')
    other = await linkOf(await platen.account(), 'Theirs')
  })
  after(() => platen[Symbol.asyncDispose]())

  const linkOf = async (by: Caller, name: string) =>
    new URL((await by.generate(await by.upload(`<p>${name}</p>`, name), {})).body.pdfUrl)
  const get = ({ pathname, search }: { pathname: string; search: string }) =>
    call(platen.url, 'GET', pathname + search)
  const fileOf = ({ pathname }: URL) => pathname.split('/')[2] ?? ''

  it('rejects every changed URL with the same answer', async () => {
    const rows = (await cases<Row>('presigned')).filter(
      (row) => row.set ?? row.drop ?? row.path ?? row.query !== undefined,
    )
    assert.ok(rows.length >= 30)
    for (const row of rows) {
      const { pathname, search } = changed(row)
      const answer = await call(platen.url, 'GET', pathname + search)
      assert.equal(answer.status, row.s ?? 403, `${row.id}: ${answer.body.slice(0, 200)}`)
      if (answer.status === 403) assert.deepEqual(JSON.parse(answer.body), REFUSED, row.id)
      if (answer.status >= 400) assertFailure(answer, row.id)
      else assert.equal(answer.headers.get('content-type'), 'application/pdf')
    }
    for (const untouched of [url, other]) assert.match((await get(untouched)).body, /^%PDF-/)
  })

  function changed({ set = {}, drop = [], query, path }: Row): { pathname: string; search: string } {
    const parameters = new URLSearchParams(url.search)
    for (const [name, value] of Object.entries(set)) parameters.set(name, filled(value))
    for (const name of drop) parameters.delete(name)
    return {
      pathname: path === undefined ? url.pathname : filled(path),
      search: `?${query === undefined ? parameters.toString() : filled(query)}`,
    }
  }

  function filled(text: string): string {
    const [expires, signature] = [
      url.searchParams.get('expires') ?? '',
      url.searchParams.get('signature') ?? '',
    ]
    const bytes = Buffer.from(signature, 'base64url')
    const flipped = Buffer.from(bytes)
    flipped[7] = (flipped[7] ?? 0) ^ 1
    const values: Record<string, string> = {
      'EXPIRES+1': String(Number(expires) + 1),
      EXPIRES: expires,
      SIGNATURE: signature,
      FLIPPED: flipped.toString('base64url'),
      SHORT: signature.slice(0, 16),
      UPPER: signature.toUpperCase(),
      HEX: bytes.toString('hex'),
      LONG: 'A'.repeat(10_000),
      V0: `v0.${signature}`,
      'OTHER-SIGNATURE': other.searchParams.get('signature') ?? '',
      'OTHER-FILE': fileOf(other),
      'FILE-UPPER': fileOf(url).toUpperCase(),
      FILE: fileOf(url),
      NAME: url.pathname.split('/')[3] ?? '',
    }
    return text.replaceAll(/%%([A-Z0-9+-]+)%%/g, (_, name: string) => values[name] ?? '')
  }

  it('opens only PDFs, each by its own URL', async () => {
    const { signedUrls } = platen.app.services
    const template = await caller.upload('<p>secret</p>')
    const later = new Date(Date.now() + 60_000)
    // Signed with the real secret: only ids of PDFs name an object.
    const genuine = (fileId: string) => new URL(signedUrls.sign({ fileId, fileName: 'x.pdf' }, later))
    assert.equal((await get(genuine(fileOf(url)))).status, 200)
    for (const id of [template, caller.accountId, randomUUID()]) {
      const answer = await get(genuine(id))
      assert.deepEqual(
        [answer.status, JSON.parse(answer.body)],
        [404, { message: 'This PDF is no longer stored.' }],
      )
    }
    for (const id of [
      `..%2f..%2fusers%2f${caller.userId}%2ftemplates%2f${template}.hbs`,
      '%2fetc%2fpasswd',
    ]) {
      const { search } = genuine(decodeURIComponent(id))
      assert.equal((await call(platen.url, 'GET', `/files/${id}/x.pdf${search}`)).status, 403, id)
    }
    // Parts of two accounts' URLs open nothing together.
    assert.equal((await get({ pathname: other.pathname, search: url.search })).status, 403)
    assert.equal((await get({ pathname: url.pathname, search: other.search })).status, 403)
  })

  it('follows no symbolic link on the disk', async () => {
    const [victim, control] = [await linkOf(caller, 'Replaced'), await linkOf(caller, 'Kept')]
    const secret = join(platen.config.dataDir, 'secret.txt')
    await writeFile(secret, 'a secret of the machine')
    const path = join(platen.config.dataDir, 'objects/pdfs', `${fileOf(victim)}.pdf`)
    await rm(path)
    await symlink(secret, path)
    const answer = await get(victim)
    assert.equal(answer.status, 404)
    assert.ok(!answer.body.includes('secret'))
    assert.equal((await get(control)).status, 200)
  })

  it('signs id, name and expiry with a secret of 32 random bytes', async () => {
    const secret = await findOrCreateSecret(platen.app.services.database, 'signed-urls')
    assert.ok(secret.length >= 32)
    const sign = (lines: string[]) =>
      createHmac('sha256', secret).update(lines.join('\n')).digest('base64url')
    const expires = url.searchParams.get('expires') ?? ''
    assert.equal(url.searchParams.get('signature'), sign(['v1', 'GET', fileOf(url), 'Mine.pdf', expires]))
  })

  it('works for names of any length and script', async () => {
    for (const name of [
      '書'.repeat(200),
      '\u{20000}'.repeat(100),
      'é'.repeat(200),
      'x'.repeat(200),
      '...',
      '%00',
      '%2e%2e',
    ]) {
      const answer = await get(await linkOf(caller, name))
      assert.equal(answer.status, 200, name.slice(0, 20))
      const disposition = answer.headers.get('content-disposition') ?? ''
      assert.match(
        disposition,
        /^attachment; filename="[A-Za-z0-9 ._-]+\.pdf"; filename\*=UTF-8''[A-Za-z0-9%._-]+\.pdf$/,
      )
    }
  })

  it('is sent as a download, whatever the request headers are', async () => {
    const plain = await get(url)
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'If-None-Match': '*' },
      { Accept: 'text/html' },
      { Range: 'bytes=0-' },
      { Range: 'bytes=9999999999-' },
    ]) {
      const answer = await call(platen.url, 'GET', url.pathname + url.search, headers)
      assert.equal(answer.status, 200)
      assert.equal(answer.body, plain.body)
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      for (const name of [
        'content-type',
        'content-disposition',
        'cache-control',
        'content-security-policy',
      ]) {
        assert.equal(answer.headers.get(name), plain.headers.get(name))
      }
    }
  })
})
