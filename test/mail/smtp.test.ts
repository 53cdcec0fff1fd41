import assert from 'node:assert/strict'
import { createServer, type Server, Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createMailer, DeliveryError } from '../../packages/server/src/mail/mailer.ts'
import { eventually, type Platen, startPlaten, send } from '../harness.ts'
import { type MailServer, messageIdOf, refusal, startMailServer } from '../mail-server.ts'

const TIMEOUT_MS = 1_500
/** Time limit for several attempts at intervals of seconds, in milliseconds. */
const LIMIT_MS = 100_000
const FROM = 'Invoices <no-reply@platen.example>'

/** Starts a service with short retry intervals. */
async function startWith(smtpUrl: string): Promise<Platen> {
  return await startPlaten({
    environment: { SMTP_URL: smtpUrl, MAIL_FROM: FROM, FIRST_ACCOUNT_ROLE: 'operator' },
    overrides: { jobs: { mailRetrySeconds: 1, pollEverySeconds: 2 }, mail: { timeoutMs: TIMEOUT_MS } },
  })
}

/** Starts a job with these recipients. @returns a function that reads the job. */
async function mailTo(platen: Platen, sendEmail: string[], name = 'Invoice') {
  const caller = await platen.account()
  const { headers } = await caller.generate(await caller.upload('x', name), {}, { async: true, sendEmail })
  return async () => (await caller.call('GET', headers.get('location') ?? '')).body.job
}

const attemptsAt = async ({ app }: Platen, recipient: string) => {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from deliveries where recipient = ${recipient}`.execute(app.services.database)
  return rows[0]?.attempts ?? 0
}

describe('mail by SMTP', { concurrency: true }, () => {
  let server: MailServer
  let platen: Platen
  let greylisted = 2
  const arrivals = (recipient: string) => server.taken.filter(({ to }) => to.includes(recipient))
  before(async () => {
    server = await startMailServer({
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('gone')) {
          done(refusal(550, `5.1.1 <${address}>: no such\tuser\u0007 here${'.'.repeat(300)}`))
        } else if (address.startsWith('full')) {
          done(refusal(452, '4.2.2 mailbox full'))
        } else if (address.startsWith('grey') && greylisted > 0) {
          greylisted -= 1
          done(refusal(450, '4.7.1 greylisted, try again'))
        } else done()
      },
      onMail({ to }, done) {
        // The first mail gets no answer.
        if (to[0]?.startsWith('hang') && arrivals(to[0]).length === 1) return
        done()
      },
    })
    platen = await startWith(server.url)
  })
  after(async () => {
    await platen[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  it('disables the outbox page, and the first account does not become the operator', async () => {
    const { settings, outbox } = platen.app.services
    assert.deepEqual([settings.newAccounts.first, outbox], [undefined, undefined])
    assert.equal((await send(`${platen.url}/outbox`, 'GET')).status, 404)
    const page = String((await send(`${platen.url}/sign-up`, 'GET')).body)
    assert.match(page, /becomesOperator&quot;:false/)
  })

  it("sends one mail per recipient; an unknown recipient fails alone with the server's answer, without a retry", async () => {
    const sendEmail = ['one@example.com', 'gone@example.com', 'two@example.com']
    const job = await mailTo(platen, sendEmail, 'Evil\u2028Bcc: <b> name')
    const { recipients, status } = await eventually(async () => {
      const current = await job()
      const hasEnded = current.recipients.every((one: { status: string }) => one.status !== 'queued')
      return current.status === 'completed' && hasEnded && current
    })
    assert.equal(status, 'completed')
    const [one, gone, two] = recipients
    assert.deepEqual(one, { email: 'one@example.com', status: 'sent' })
    assert.deepEqual(two, { email: 'two@example.com', status: 'sent' })
    assert.deepEqual([gone.email, gone.status, gone.message.length], ['gone@example.com', 'failed', 200])
    assert.match(gone.message, /^550 5\.1\.1 <gone@example\.com>: no such user here\.+$/)
    assert.equal(await attemptsAt(platen, 'gone@example.com'), 1)
    for (const recipient of ['one@example.com', 'two@example.com']) {
      const [{ text, to }, ...more] = [
        arrivals(recipient)[0] ?? assert.fail(),
        ...arrivals(recipient).slice(1),
      ]
      assert.deepEqual(more, [])
      const head = text.slice(0, text.indexOf('\r\n\r\n'))
      assert.match(head, /^From: Invoices <no-reply@platen\.example>\r\n/m)
      assert.match(head, new RegExp(`^To: ${to.join()}\r?$`, 'm'))
      assert.match(head, /^Message-ID:\s+<[0-9a-f-]{36}\.[0-9a-f]{16}@platen\.example>\r?$/m)
      assert.doesNotMatch(head, /^Bcc:/m)
      assert.doesNotMatch(text, /<b> name/)
    }
  })

  it("retries after a 450, and the job shows the server's answer meanwhile", async () => {
    const job = await mailTo(platen, ['grey@example.com'])
    await eventually(async () => (await job()).recipients[0].message !== undefined, LIMIT_MS)
    assert.deepEqual((await job()).recipients, [
      { email: 'grey@example.com', status: 'queued', message: '450 4.7.1 greylisted, try again' },
    ])
    await eventually(async () => (await job()).recipients[0].status === 'sent', LIMIT_MS)
    assert.deepEqual((await job()).recipients, [{ email: 'grey@example.com', status: 'sent' }])
    assert.equal(arrivals('grey@example.com').length, 1)
    assert.equal(await attemptsAt(platen, 'grey@example.com'), 3)
  })

  it('repeats a mail with an unknown outcome under the same Message-ID, one attempt at a time', async () => {
    const job = await mailTo(platen, ['hang@example.com'])
    await eventually(async () => (await job()).recipients[0].status === 'sent', LIMIT_MS)
    const [first, second, ...more] = arrivals('hang@example.com').map(messageIdOf)
    assert.match(first ?? '', /^<.+@platen\.example>$/)
    assert.equal(second, first)
    assert.deepEqual(more, [])
  })

  it("reports the server's last answer when all attempts fail", async () => {
    const job = await mailTo(platen, ['full@example.com'])
    // Makes the next attempt the last, because the attempts of a full day take too long for a test.
    await eventually(async () => {
      const { rows } = await sql`update pgboss.job set retry_limit = retry_count + 1
        where name = 'mail' and state = 'retry' and data ->> 'recipient' = 'full@example.com' returning 1`.execute(
        platen.app.services.database,
      )
      return rows.length === 1
    })
    await eventually(async () => (await job()).recipients[0].status === 'failed', LIMIT_MS)
    assert.equal((await job()).recipients[0].message, '452 4.2.2 mailbox full')
    assert.equal(await attemptsAt(platen, 'full@example.com'), 2)
  })
})

describe('an outage of the mail server', () => {
  it('delays its mails only, and each mail arrives once', async () => {
    let refusals = 1
    let onMail = (done: () => void) => done()
    await using server = await startMailServer({
      onConnect(_session, done) {
        refusals -= 1
        done(refusals >= 0 ? refusal(421, '4.3.2 too busy') : undefined)
      },
      onMail: (_mail, done) => onMail(done),
    })
    await using relay = await startRelay(server.port)
    await using platen = await startWith(`smtp://127.0.0.1:${relay.port}`)
    const attempts = async (count: number) =>
      await eventually(async () => (await attemptsAt(platen, 'a@example.com')) > count, LIMIT_MS)

    const job = await mailTo(platen, ['a@example.com', 'b@example.com'])
    await eventually(async () => (await job()).recipients[0].message !== undefined, LIMIT_MS)
    assert.deepEqual((await job()).recipients[0], {
      email: 'a@example.com',
      status: 'queued',
      message: 'The mail server could not be reached or closed the connection.',
    })
    const caller = await platen.account()
    assert.equal((await caller.generate(await caller.upload('y'), {})).status, 200)

    relay.behave('close')
    await attempts(await attemptsAt(platen, 'a@example.com'))
    relay.behave('byte by byte')
    await eventually(async () => server.taken.length === 2, LIMIT_MS)
    await eventually(async () => {
      const { recipients } = await job()
      return recipients.every(({ status }: { status: string }) => status === 'sent')
    })
    assert.ok(refusals < 0, 'one connection was answered 421')

    // The server accepts the mail, and the connection breaks before its answer: the mail is repeated once, after a
    // delay.
    onMail = () => relay.behave('down')
    const another = await mailTo(platen, ['c@example.com'])
    await eventually(async () => (await another()).recipients[0].message !== undefined, LIMIT_MS)
    onMail = (done) => done()
    assert.equal(server.taken.length, 3)
    relay.behave('pass')
    await eventually(async () => (await another()).recipients[0].status === 'sent', LIMIT_MS)
    assert.equal(server.taken.length, 4)
    assert.equal(new Set(server.taken.slice(2).map(messageIdOf)).size, 1)
  })
})

describe('the connection to the mail server', () => {
  const send = async (url: string) => {
    using mailer = createMailer({ from: FROM, transport: { kind: 'smtp', url }, timeoutMs: TIMEOUT_MS })
    const mail = { subjectId: '1', recipient: 'a@example.com', subject: 's', text: 't', html: 'h' }
    await mailer.send({ ...mail, attachment: undefined }, AbortSignal.timeout(LIMIT_MS))
  }
  const isTemporary = (error: unknown) => error instanceof DeliveryError && !error.isPermanent

  it('uses STARTTLS when the server offers it, and rejects unknown certificates', async () => {
    await using server = await startMailServer({ disabledCommands: [] })
    await assert.rejects(send(server.url), isTemporary)
    assert.match(server.received(), /^STARTTLS/m)
    assert.equal(server.taken.length, 0)
    await send(`${server.url}?tls.rejectUnauthorized=false`)
    assert.equal(server.taken.length, 1)
    assert.doesNotMatch(server.received(), /^MAIL FROM/m)
  })

  it('is never unencrypted with requireTLS or smtps, even when an attacker hides that the server supports TLS', async () => {
    await using server = await startMailServer()
    await assert.rejects(send(`${server.url}?requireTLS=true`), isTemporary)
    await assert.rejects(send(server.url.replace('smtp:', 'smtps:')), isTemporary)
    assert.doesNotMatch(server.received(), /MAIL FROM|Subject/)
    await send(server.url)
    assert.match(server.received(), /^MAIL FROM/m)
  })
})

type Behaviour = 'down' | 'close' | 'byte by byte' | 'pass'

/** Proxy in front of the server at `target`. It is down at first, like a server behind a firewall. */
async function startRelay(
  target: number,
): Promise<AsyncDisposable & { port: number; behave(as: Behaviour): void }> {
  let behaviour: Behaviour = 'down'
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    if (behaviour === 'down') return void socket.resetAndDestroy()
    if (behaviour === 'close') return void socket.end()
    sockets.add(socket)
    const upstream = new Socket()
    upstream.on('error', () => {}).connect(target, '127.0.0.1')
    socket.pipe(upstream)
    if (behaviour === 'pass') return void upstream.pipe(socket)
    let last = Promise.resolve()
    upstream.on('data', (chunk: Buffer) => {
      for (const byte of chunk) last = last.then(() => writeSlowly(socket, byte))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    behave(as) {
      behaviour = as
      if (as === 'down') for (const socket of sockets) socket.destroy()
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function writeSlowly(socket: Socket, byte: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 10))
  if (!socket.destroyed) socket.write(Buffer.of(byte))
}
