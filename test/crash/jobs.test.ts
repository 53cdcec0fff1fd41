import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { listContentsWithoutObject } from '../../packages/server/src/content/objects.ts'
import { openJar } from '../dashboard/cookies.ts'
import { type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { type MailServer, messageIdOf, startMailServer, type Taken } from '../mail-server.ts'
import { downloadedTexts } from '../pdf.ts'
import { type ServiceProcess, startProcess } from '../process.ts'
import { skipHeartbeatLimit, waitsForLock } from './waits.ts'

/** Returns a source that is printed after a delay, without CPU load. */
const waiting = (ms: number) =>
  `<p>made</p><script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, ${ms})) }</script>`
const SLOW = waiting(2_000)
/** Printed after 10 s, the longest wait for `platen.ready`. */
const LONGEST = waiting(10_000)

async function startJob(caller: Caller, templateId: string, recipient: string) {
  const { headers } = await caller.generate(templateId, {}, { async: true, sendEmail: [recipient] })
  const location = headers.get('location') ?? ''
  return {
    job: async () => (await caller.call('GET', location)).body.job,
    attempt: async (database: Database) => {
      const { rows } = await sql<{ attempt: number }>`
        select attempt from generations where generation_id = ${location.split('/').at(-1)}`.execute(database)
      return rows[0]?.attempt ?? 0
    },
  }
}

/** The api and its database run for all tests. The processes that run its jobs are killed. */
describe('crashes of processes with jobs and calls', () => {
  let mails: MailServer
  let onMail: (mail: Taken, done: () => void) => void
  let api: Platen
  let database: Database
  let environment: NodeJS.ProcessEnv
  before(async () => {
    onMail = (_mail, done) => done()
    mails = await startMailServer({ onMail: (mail, done) => onMail(mail, done) })
    api = await startPlaten({ environment: { ROLE: 'api' } })
    database = api.app.services.database
    environment = {
      BASE_URL: api.url,
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: api.config.dataDir,
      SMTP_URL: mails.url,
      THUMBNAILS: 'off',
    }
  })
  after(async () => {
    assert.deepEqual(await auditCredits(database), [])
    assert.deepEqual(await listContentsWithoutObject(api.app.services), [])
    await api[Symbol.asyncDispose]()
    await mails[Symbol.asyncDispose]()
  })
  /** Starts another worker, which is not killed. */
  const startWorker = async () =>
    await startPlaten({
      environment: { ...environment, ROLE: 'worker' },
      overrides: { jobs: { pollEverySeconds: 2 } },
    })
  const mailsTo = (recipient: string) => mails.taken.filter(({ to }) => to.includes(recipient))

  describe('a job whose worker', () => {
    let mortal: ServiceProcess
    before(async () => void (mortal = await startProcess({ ...environment, ROLE: 'worker' })))
    after(() => mortal[Symbol.asyncDispose]())

    it('is killed at each attempt fails, its owner receives one mail, and the queue continues', async () => {
      const caller = await api.account()
      const poison = await startJob(caller, await caller.upload(LONGEST), 'poison@example.com')
      for (const attempt of [1, 2, 3]) {
        await eventually(async () => (await poison.attempt(database)) === attempt)
        await mortal.kill()
        await skipHeartbeatLimit(database)
        if (attempt < 3) await mortal.start()
      }
      const healthy = await startJob(caller, await caller.upload('<p>well</p>'), 'well@example.com')
      await using worker = new AsyncDisposableStack()
      worker.use(await startWorker())
      await eventually(async () => (await healthy.job()).status === 'completed')
      await eventually(async () => (await poison.job()).status === 'failed')
      const { message, recipients, pdfUrl } = await poison.job()
      assert.match(message, /^All attempts to make this PDF failed\./)
      assert.deepEqual(
        [pdfUrl, recipients],
        [
          null,
          [
            {
              email: 'poison@example.com',
              status: 'failed',
              message: 'The render failed, so this mail was not sent.',
            },
          ],
        ],
      )
      await eventually(() => mailsTo('well@example.com').length === 1)
      const [notice, ...more] = await eventually(() => {
        const mails = mailsTo(caller.email)
        return mails.length > 0 && mails
      })
      assert.match(notice?.text ?? '', /^Subject: Your PDF could not be created: Test\r$/m)
      assert.deepEqual([more, mailsTo('poison@example.com')], [[], []])
      assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
    })

    it('is suspended and resumes is completed by its successor only', async () => {
      await mortal.start()
      const caller = await api.account()
      const pdfs = async () =>
        (await readdir(join(api.config.dataDir, 'objects/pdfs'))).filter((name) => name.endsWith('.pdf'))
      const stored = (await pdfs()).length
      const slow = await caller.upload(SLOW)
      const one = await startJob(caller, slow, 'one@example.com')
      await eventually(async () => (await one.attempt(database)) === 1)
      mortal.child.kill('SIGSTOP')

      const successor = await startWorker()
      await skipHeartbeatLimit(database)
      await eventually(async () => (await one.job()).status === 'completed')
      assert.equal(await one.attempt(database), 2)
      const { pdfUrl, completedAt } = await one.job()
      await eventually(() => mailsTo('one@example.com').length === 1)
      await successor[Symbol.asyncDispose]()

      // The resumed worker continues its lost attempt, which stores a PDF of its own, and then runs the next job.
      mortal.child.kill('SIGCONT')
      const two = await startJob(caller, slow, 'two@example.com')
      await eventually(async () => (await two.job()).recipients[0].status === 'sent')
      assert.deepEqual([(await one.job()).pdfUrl, (await one.job()).completedAt], [pdfUrl, completedAt])
      assert.deepEqual(await downloadedTexts(pdfUrl), ['made'])
      assert.equal(mailsTo('one@example.com').length, 1)
      assert.equal(mailsTo('two@example.com').length, 1)
      assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
      await eventually(async () => (await pdfs()).length === stored + 2)
    })

    it('is killed after the mail server accepted a mail sends it again with the same Message-ID', async () => {
      const caller = await api.account()
      const killed = once(mortal.child, 'exit')
      onMail = () => {
        onMail = (_mail, done) => done()
        // The server has the mail, but the service does not receive its answer.
        void mortal.kill()
      }
      const mailed = await startJob(caller, await caller.upload('<p>x</p>'), 'a@example.com')
      await killed
      await skipHeartbeatLimit(database)
      await using worker = new AsyncDisposableStack()
      worker.use(await startWorker())
      await eventually(async () => (await mailed.job()).recipients[0].status === 'sent')
      const taken = mailsTo('a@example.com')
      assert.equal(taken.length, 2)
      assert.equal(new Set(taken.map(messageIdOf)).size, 1)
      assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
    })
  })

  it('a sign-in mail is sent although its process and its worker are killed, and its job keeps no secret', async () => {
    const email = 'ada@example.com'
    await using accepting = await startProcess({ ...environment, ROLE: 'api' })
    const person = { name: 'Ada', email, password: 'correct horse battery' }
    // The link and the allowed origin are those of BASE_URL.
    const headers = { origin: api.url }
    const browser = openJar(accepting)
    assert.equal((await browser.post('/sign-up/email', person, headers)).status, 200)
    await accepting.kill()
    assert.deepEqual(mailsTo(email), [])
    const { promise: sending, resolve } = Promise.withResolvers<void>()
    onMail = () => {
      onMail = (_mail, done) => done()
      resolve()
    }
    await using mortal = await startProcess({ ...environment, ROLE: 'worker' })
    await sending
    await mortal.kill()
    await using worker = new AsyncDisposableStack()
    worker.use(await startWorker())
    await skipHeartbeatLimit(database)
    const [first, second] = await eventually(() => mailsTo(email).length === 2 && mailsTo(email))
    assert.ok(first && second)
    assert.equal(messageIdOf(second), messageIdOf(first))
    const plain = second.text.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    const token = /\/verify\?token=([\w.-]+)/.exec(plain)?.[1]
    const same = openJar(api)
    for (const [name, value] of browser.cookies) same.cookies.set(name, value)
    assert.equal((await same.post('/verify-email', { token })).status, 200)
    // pg-boss deletes the job a second after its end, or an hour after its creation.
    const { rows } = await eventually(async () => {
      const jobs = await sql<{ deletion: number; lifetime: number }>`
        select deletion_seconds as deletion, extract(epoch from keep_until - created_on)::int as lifetime
        from pgboss.job where name = 'sign-in-mail' and state = 'completed'`.execute(database)
      return jobs.rows.length === 1 && jobs
    })
    assert.deepEqual(rows, [{ deletion: 1, lifetime: 3_600 }])
  })

  describe('a call with an Idempotency-Key whose service', () => {
    it('is killed between the charge and the answer is answered when repeated, and charged once', async () => {
      await using mortal = await startProcess(environment)
      const caller = await api.account()
      const templateId = await caller.upload('<p>paid</p>')
      const request = (url: string) =>
        send(
          `${url}/v1/pdf/generate`,
          'POST',
          { templateId, data: {} },
          { 'x-api-key': caller.key, 'idempotency-key': 'once' },
        )
      // PostgreSQL completes a statement that it has received, even if the client is gone.
      const cut = await database.transaction().execute(async (transaction) => {
        await sql`lock table credit_entries in exclusive mode`.execute(transaction)
        const response = request(mortal.url).catch(() => undefined)
        await waitsForLock(database, 'credit_entries')
        await mortal.kill()
        return { response }
      })
      assert.equal(await cut.response, undefined)
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from generations where status = 'completed' and account_id = ${caller.accountId}`.execute(
          database,
        )
        return rows.length === 1
      })
      const answer = await request(api.url)
      assert.deepEqual([answer.status, answer.headers.get('idempotent-replayed')], [200, 'true'])
      assert.deepEqual(Object.keys(answer.body), ['success', 'pdfUrl', 'expiresIn', 'size', 'pagesGenerated'])
      assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['paid'])
      assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
    })
  })
})
