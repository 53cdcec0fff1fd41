import assert from 'node:assert/strict'
import { createServer, type Server, Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createMailer, DeliveryError } from '../../server/mail/mailer.ts'
import { eventually, type Platen, startPlaten, send } from '../harness.ts'
import { type MailServer, messageIdOf, refusal, startMailServer } from '../mail-server.ts'

const SILENCE_MS = 1_500
/** Time for what happens after attempts that are seconds apart. */
const LIMIT_MS = 100_000
const FROM = 'Invoices <no-reply@platen.example>'

/** A service that tries again soon. */
async function startWith(smtpUrl: string): Promise<Platen> {
  return await startPlaten({
    environment: { SMTP_URL: smtpUrl, MAIL_FROM: FROM, FIRST_ACCOUNT_ROLE: 'operator' },
    overrides: { jobs: { mailRetrySeconds: 1, lookEverySeconds: 2 }, mail: { silenceMs: SILENCE_MS } },
  })
}

/** Makes a PDF for these recipients. @returns the look at its job. */
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
        // No answer at all to the first.
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

  it('leaves no outbox page, and makes nobody the operator who signs up first', async () => {
    const { settings, outbox } = platen.app.services
    assert.deepEqual([settings.newAccounts.first, outbox], [undefined, undefined])
    assert.equal((await send(`${platen.url}/outbox`, 'GET')).status, 404)
    const page = String((await send(`${platen.url}/sign-up`, 'GET')).body)
    assert.match(page, /becomesOperator&quot;:false/)
  })

  it('is one mail a recipient; whom the server does not know fails alone, with its words, and is not tried again', async () => {
    const sendEmail = ['one@example.com', 'gone@example.com', 'two@example.com']
    const job = await mailTo(platen, sendEmail, 'Evil\u2028Bcc: <b> name')
    const { recipients, status } = await eventually(async () => {
      const found = await job()
      const isOver = found.recipients.every((one: { status: string }) => one.status !== 'queued')
      return found.status === 'completed' && isOver && found
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

  it('is tried again after a 450, which the job shows meanwhile', async () => {
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

  it('that a server took without saying so comes again under the same Message-ID, one attempt at a time', async () => {
    const job = await mailTo(platen, ['hang@example.com'])
    await eventually(async () => (await job()).recipients[0].status === 'sent', LIMIT_MS)
    const [first, second, ...more] = arrivals('hang@example.com').map(messageIdOf)
    assert.match(first ?? '', /^<.+@platen\.example>$/)
    assert.equal(second, first)
    assert.deepEqual(more, [])
  })

  it('that no attempt could hand over fails with the last words', async () => {
    const job = await mailTo(platen, ['full@example.com'])
    // A day of attempts is too long for a test: the next one is the last.
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

describe('a mail server in trouble', () => {
  it('holds up its mails and nothing else, and gets each of them once', async () => {
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

    // It has the mail, and the connection breaks before it can say so: once more, and only after a while.
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

describe('the way to the mail server', () => {
  const send = async (url: string) => {
    using mailer = createMailer({ from: FROM, transport: { kind: 'smtp', url }, silenceMs: SILENCE_MS })
    const mail = { subjectId: '1', recipient: 'a@example.com', subject: 's', text: 't', html: 'h' }
    await mailer.send({ ...mail, attached: undefined }, AbortSignal.timeout(LIMIT_MS))
  }
  const isNotForGood = (error: unknown) => error instanceof DeliveryError && !error.forGood

  it('is encrypted as the server offers, and only with a certificate that is known', async () => {
    await using server = await startMailServer({ disabledCommands: [] })
    await assert.rejects(send(server.url), isNotForGood)
    assert.match(server.received(), /^STARTTLS/m)
    assert.equal(server.taken.length, 0)
    await send(`${server.url}?tls.rejectUnauthorized=false`)
    assert.equal(server.taken.length, 1)
    assert.doesNotMatch(server.received(), /^MAIL FROM/m)
  })

  it('is never plain with requireTLS or smtps, though somebody in between hides that there is TLS', async () => {
    await using server = await startMailServer()
    await assert.rejects(send(`${server.url}?requireTLS=true`), isNotForGood)
    await assert.rejects(send(server.url.replace('smtp:', 'smtps:')), isNotForGood)
    assert.doesNotMatch(server.received(), /MAIL FROM|Subject/)
    await send(server.url)
    assert.match(server.received(), /^MAIL FROM/m)
  })
})

type Behaviour = 'down' | 'close' | 'byte by byte' | 'pass'

/** Stands between us and the server at `target`: down at first, as if nobody listened behind a firewall. */
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
    const onwards = new Socket()
    onwards.on('error', () => {}).connect(target, '127.0.0.1')
    socket.pipe(onwards)
    if (behaviour === 'pass') return void onwards.pipe(socket)
    let last = Promise.resolve()
    onwards.on('data', (chunk: Buffer) => {
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
