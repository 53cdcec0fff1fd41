import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createMailer } from '../../packages/server/src/mail/mailer.ts'
import { openOutbox, type Outbox } from '../../packages/server/src/mail/outbox.ts'
import { outboxFolder } from '../../packages/server/src/backends.ts'
import { openJar } from '../dashboard/cookies.ts'
import { eventually, type Platen, startPlaten } from '../harness.ts'
import { createTool } from '../commands/tool.ts'

const PDF = Buffer.from('%PDF-1.7 not a real one')
const HOSTILE = '<script>alert(1)</script>"\u001B[31m'

describe('the outbox of a service without a mail server', () => {
  let platen: Platen
  let outbox: Outbox
  let folder: string
  before(async () => {
    // Listens on all addresses, so that a request can come from a non-loopback address.
    platen = await startPlaten({ environment: { HOST: '0.0.0.0' } })
    folder = outboxFolder(platen.config)
    outbox = openOutbox(folder)
  })
  after(() => platen[Symbol.asyncDispose]())

  /** Sends a request like a browser on this machine. */
  const get = async (path: string, headers: Record<string, string> = {}, host = '127.0.0.1') => {
    const port = Number(new URL(platen.url).port)
    const outgoing = request({ host, port, path, headers: { host: `localhost:${port}`, ...headers } }).end()
    const [answer]: IncomingMessage[] = await once(outgoing, 'response')
    assert.ok(answer)
    const body = Buffer.concat(await answer.toArray())
    return { status: answer.statusCode, headers: answer.headers, body, text: body.toString() }
  }
  const withKey = async () => ({ cookie: `platen.outbox=${await outbox.key()}` })

  it('decodes mails: complete links, attachments, and special characters', async () => {
    const jar = openJar(platen)
    await jar.post('/sign-up/email', {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'a long walk by the sea',
    })
    const [mail] = await eventually(async () => {
      const mails = await outbox.list(10)
      return mails.length > 0 && mails
    })
    assert.ok(mail)
    assert.deepEqual([mail.recipient, mail.subject], ['ada@example.com', 'Confirm your e-mail address'])
    const token = new URL(mail.links[0] ?? '').searchParams.get('token') ?? ''
    assert.equal((await jar.post('/verify-email', { token })).status, 200)

    using mailer = createMailer({ from: 'x@example.com', transport: { kind: 'outbox', folder } })
    const attachment = { filename: 'Grüße.pdf', content: PDF, contentType: 'application/pdf' }
    const letter = {
      subjectId: 's',
      recipient: 'bob@example.com',
      subject: `Grüße ${HOSTILE}`,
      html: '<b>x</b>',
      attachment,
    }
    await mailer.send(
      { ...letter, text: `Ä ${HOSTILE} https://pdf.example.com/x?a=b&c=d= end` },
      AbortSignal.timeout(5_000),
    )
    const [newest] = await outbox.list(1)
    assert.deepEqual(newest?.links, ['https://pdf.example.com/x?a=b&c=d='])
    const whole = await outbox.read(newest.id.slice(0, 4))
    assert.ok(whole.text.startsWith('Ä <script>'), whole.text)
    assert.deepEqual(whole.attachments, [
      { filename: 'Grüße.pdf', contentType: 'application/pdf', content: PDF },
    ])
    await assert.rejects(outbox.read('../../etc/passwd'), /The outbox has no mail/)
    await assert.rejects(outbox.read(''), /The outbox has no mail/)
    assert.deepEqual(await openOutbox(join(folder, 'none')).list(10), [])
  })

  it('creates one key in a file that only its owner can read, also when several processes start concurrently', async () => {
    const fresh = join(folder, 'fresh')
    const keys = await Promise.all(Array.from({ length: 8 }, () => openOutbox(fresh).key()))
    assert.equal(new Set(keys).size, 1)
    assert.match(keys[0] ?? '', /^[\w-]{32}$/)
    assert.deepEqual(await readdir(fresh), ['.key'])
    assert.equal((await stat(join(fresh, '.key'))).mode & 0o777, 0o600)
    assert.deepEqual(
      [await outbox.verifyKey(await outbox.key()), await outbox.verifyKey(''), await outbox.verifyKey('x')],
      [true, false, false],
    )
  })

  it('has a page that opens only with the key and moves the key into a cookie', async () => {
    const locked = await get('/outbox')
    assert.equal(locked.status, 403)
    assert.match(locked.text, /npx platen outbox/)
    assert.ok(!locked.text.includes('ada@example.com'))
    assert.equal((await get('/outbox?key=wrong')).status, 403)
    const opened = await get(`/outbox?key=${await outbox.key()}`)
    assert.deepEqual([opened.status, opened.headers.location], [303, '/outbox'])
    const [cookie = ''] = opened.headers['set-cookie'] ?? []
    assert.match(cookie, /^platen\.outbox=[\w-]+; Path=\/outbox; HttpOnly; SameSite=Strict$/)
    const page = await get('/outbox', { cookie: cookie.split(';', 1)[0] ?? '' })
    assert.equal(page.status, 200)
    assert.match(page.text, /To ada@example\.com[^]*href="http[^"]*\/verify\?token=/)
  })

  it('has an address that opens the outbox for the browser, and leads to the sign-up', async () => {
    assert.deepEqual(
      [(await get('/outbox/sign-up')).status, (await get('/outbox/sign-up?key=x')).status],
      [403, 403],
    )
    const opened = await get(`/outbox/sign-up?key=${await outbox.key()}`)
    assert.deepEqual([opened.status, opened.headers.location], [303, '/outbox/sign-up'])
    const [cookie = ''] = opened.headers['set-cookie'] ?? []
    const next = await get('/outbox/sign-up', { cookie: cookie.split(';', 1)[0] ?? '' })
    assert.deepEqual([next.status, next.headers.location], [303, '/sign-up'])
    assert.equal((await get('/outbox/sign-up', { ...(await withKey()), via: 'x' })).status, 404)
  })

  it('runs no scripts of a mail on its pages', async () => {
    const [mail] = await outbox.list(1)
    for (const path of ['/outbox', `/outbox/${mail?.id}`]) {
      const page = await get(path, await withKey())
      assert.equal(page.status, 200)
      assert.ok(!page.text.includes('<script'), page.text)
      assert.ok(page.text.includes('&#60;script&#62;'))
      const policy = String(page.headers['content-security-policy'])
      assert.match(
        policy,
        /^default-src 'none'; style-src 'nonce-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      )
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.equal(page.headers['referrer-policy'], 'no-referrer')
    }
    const file = await get(`/outbox/${mail?.id}/attachments/0`, await withKey())
    assert.deepEqual(file.body, PDF)
    assert.match(String(file.headers['content-disposition']), /^attachment; /)
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.equal((await get(`/outbox/${mail?.id}/attachments/1`, await withKey())).status, 404)
    assert.equal((await get('/outbox/..%2F..%2Fpostgres', await withKey())).status, 404)
  })

  it('is not found (404) from other machines, through proxies, and for pages with a forged host', async () => {
    const key = await withKey()
    const notFound = (await get('/nowhere', key)).text
    const rows: [string, Record<string, string>, string?][] = [
      ['another name for this machine (DNS rebinding)', { host: 'evil.example:80' }],
      ['a name that ends as ours', { host: 'evil-localhost' }],
      ['no port of a name', { host: 'localhost.evil.example' }],
      ...['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'].map(
        (name): [string, Record<string, string>] => [name, { [name]: '127.0.0.1' }],
      ),
    ]
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4')?.address
    if (outside !== undefined) rows.push(['another address', {}, outside])
    for (const [what, headers, host] of rows) {
      const answer = await get('/outbox', { ...key, ...headers }, host)
      assert.deepEqual([answer.status, answer.text], [404, notFound.replace('/nowhere', '/outbox')], what)
    }
    for (const host of ['localhost', '127.0.0.1:1', '[::1]:80']) {
      assert.equal((await get('/outbox', { ...key, host })).status, 200, host)
    }
  })

  it('is listed and shown by the command line tool', async () => {
    await using tool = await createTool(undefined, { DATA_DIR: platen.config.dataDir })
    const { value } = await tool.json('outbox')
    assert.deepEqual(
      value.map(({ recipient }: { recipient: string }) => recipient),
      ['bob@example.com', 'ada@example.com'],
    )
    const [bobs, adas] = value
    assert.ok(adas.links[0].startsWith(`${platen.app.services.settings.baseUrl}/verify?token=`))
    const { stdout } = await tool.run('outbox')
    assert.ok(stdout.split('\n').includes(`  ${adas.links[0]}`), 'the link is whole, on a line of its own')
    assert.ok(!stdout.includes('\u001B'), 'nothing moves the cursor')
    const shown = await tool.json('outbox', 'show', adas.id.slice(0, 6))
    assert.deepEqual([shown.value.id, shown.value.subject], [adas.id, 'Confirm your e-mail address'])
    const newest = await tool.json('outbox', 'show')
    assert.deepEqual(
      [newest.value.id, newest.value.attachments],
      [bobs.id, [{ name: 'Grüße.pdf', bytes: PDF.length }]],
    )
    assert.equal((await tool.json('outbox', '--limit', '1')).value.length, 1)
    assert.match((await tool.run('outbox', 'show', 'zzz')).stderr, /The outbox has no mail zzz/)
    assert.match((await tool.run('outbox', '--limit', '0')).stderr, /--limit must be 1 to 1000/)
    const unopened = await tool.run('outbox', 'show', adas.id, '--open')
    assert.match(unopened.stderr, /Cannot open a browser on this machine\. Open this address: http/)
    await using empty = await createTool(undefined, { DATA_DIR: join(folder, 'none') })
    assert.match(
      (await empty.run('outbox')).stdout,
      /^The outbox is empty\. The service stores its mails in /,
    )
    await using elsewhere = await createTool(undefined, {
      DATA_DIR: folder,
      BASE_URL: 'https://pdf.example.com',
    })
    assert.match(
      (await elsewhere.run('outbox', '--open')).stderr,
      /available only on the host of the service/,
    )
  })
})
