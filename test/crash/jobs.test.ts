import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'
import { eventually } from '../harness.ts'
import { messageIdOf, startMailServer } from '../mail-server.ts'
import { downloadedTexts } from '../pdf.ts'
import { callerOf, databaseOf, type ServiceProcess, startProcess } from '../process.ts'

type Caller = Awaited<ReturnType<typeof callerOf>>

const SLOW = '<p>made</p><script>const end = Date.now() + 2000; while (Date.now() < end) {}</script>'

async function startJob(caller: Caller, templateId: string, recipient: string) {
  const asked = { templateId, data: {}, async: true, sendEmail: [recipient] }
  const { headers } = await caller.call('POST', '/v1/pdf/generate', asked)
  const location = headers.get('location') ?? ''
  return {
    job: async () => (await caller.call('GET', location)).body.job,
    attempt: async (database: Database) => {
      const { rows } = await sql<{ attempt: number; status: string }>`
        select attempt, status from generations where generation_id = ${location.split('/').at(-1)}`.execute(
        database,
      )
      return rows[0]
    },
  }
}

/** Lets the time pass after which a process without a sign of life counts as dead, and that before another try. */
async function letTimePass(database: Database): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
    database,
  )
  await eventually(async () => {
    const { rows } = await sql`select 1 from pgboss.job where state = 'active'`.execute(database)
    return rows.length === 0
  }, 30_000)
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database)
}

/** The mails in the outbox, by whom they are to. */
async function mailsTo({ dataDir }: ServiceProcess, recipient: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${recipient}\r\n`))
}

describe('a job whose worker', { concurrency: 2 }, () => {
  it('stood still and comes back is ended by its successor alone', async () => {
    await using api = await startProcess({ ROLE: 'api' })
    const caller = await callerOf(api)
    await using connections = await databaseOf(api)
    const { database, url } = connections
    const worker = { ROLE: 'worker', DATABASE_URL: url, DATA_DIR: api.dataDir }
    await using first = await startProcess(worker)
    const slow = await caller.upload(SLOW)
    const one = await startJob(caller, slow, 'one@example.com')
    await eventually(async () => (await one.job()).status === 'processing')
    first.child.kill('SIGSTOP')

    const second = await startProcess(worker)
    await letTimePass(database)
    await eventually(async () => (await one.job()).status === 'completed', 30_000)
    assert.equal((await one.attempt(database))?.attempt, 2)
    const { pdfUrl, completedAt } = await one.job()
    await eventually(async () => (await mailsTo(api, 'one@example.com')).length === 1)
    await second[Symbol.asyncDispose]()

    // It goes on where it stood, with a PDF of its own for a job that is no longer its; and then with the next job.
    first.child.kill('SIGCONT')
    const two = await startJob(caller, slow, 'two@example.com')
    await eventually(async () => (await two.job()).recipients[0].status === 'sent', 30_000)
    assert.deepEqual([(await one.job()).pdfUrl, (await one.job()).completedAt], [pdfUrl, completedAt])
    assert.deepEqual(await downloadedTexts(pdfUrl), ['made'])
    assert.equal((await mailsTo(api, 'one@example.com')).length, 1)
    assert.equal((await mailsTo(api, 'two@example.com')).length, 1)
    const { credits, reserved } = await caller.credits()
    assert.deepEqual([credits, reserved], [8, 0])
    await eventually(
      async () => (await readdir(join(api.dataDir, 'objects/pdfs'))).filter(isPdf).length === 2,
    )
    assert.equal((await api.platen('doctor', '--json')).code, 0)
  })

  it('dies every time ends as failed, its owner is told once, and the queue moves on', async () => {
    await using service = await startProcess()
    const caller = await callerOf(service)
    await using connections = await databaseOf(service)
    const { database } = connections
    const poison = await startJob(caller, await caller.upload(SLOW), 'reader@example.com')
    for (const attempt of [1, 2, 3]) {
      await eventually(async () => (await poison.attempt(database))?.attempt === attempt, 30_000)
      await service.kill()
      await service.start()
      await letTimePass(database)
    }
    const healthy = await startJob(caller, await caller.upload('<p>well</p>'), 'reader@example.com')
    await eventually(async () => (await healthy.job()).status === 'completed', 30_000)
    await eventually(async () => (await poison.job()).status === 'failed', 30_000)
    const { message, recipients, pdfUrl } = await poison.job()
    assert.match(message, /^The service could not make this PDF, although it tried several times\./)
    assert.deepEqual(
      [pdfUrl, recipients],
      [null, [{ email: 'reader@example.com', status: 'failed', message: 'There is no PDF to send.' }]],
    )
    const [news, ...more] = await eventually(async () => {
      const mails = await mailsTo(service, 'ada@example.com')
      return mails.length > 0 && mails
    })
    assert.match(news ?? '', /^Subject: Your PDF could not be made: x\r$/m)
    assert.deepEqual(more, [])
    await eventually(async () => (await mailsTo(service, 'reader@example.com')).length === 1)
    const { credits, reserved } = await caller.credits()
    assert.deepEqual([credits, reserved], [9, 0])
  })

  it('dies after the mail server took a mail sends it again under the same Message-ID', async () => {
    let service: ServiceProcess | undefined
    await using server = await startMailServer({
      onMail(_mail, done) {
        // The server has it; we are not told.
        if (server.taken.length === 1) void service?.kill()
        else done()
      },
    })
    await using started = await startProcess({ SMTP_URL: server.url })
    service = started
    const caller = await callerOf(started)
    await using connections = await databaseOf(started)
    const mailed = await startJob(caller, await caller.upload('<p>x</p>'), 'a@example.com')
    await eventually(() => server.taken.length === 1)
    await eventually(() => started.child.signalCode !== null)
    await started.start()
    await letTimePass(connections.database)
    await eventually(async () => (await mailed.job()).recipients[0].status === 'sent', 30_000)
    assert.equal(server.taken.length, 2)
    assert.equal(new Set(server.taken.map(messageIdOf)).size, 1)
    const { credits, reserved } = await caller.credits()
    assert.deepEqual([credits, reserved], [9, 0])
  })
})

describe('a call with an Idempotency-Key whose service', () => {
  it('dies after the charge and before the answer is answered when it is repeated, and charged once', async () => {
    await using service = await startProcess()
    const caller = await callerOf(service)
    const templateId = await caller.upload('<p>paid</p>')
    const ask = () =>
      caller.call('POST', '/v1/pdf/generate', { templateId, data: {} }, { 'idempotency-key': 'once' })
    await using connections = await databaseOf(service)
    const { database } = connections
    // PostgreSQL ends what it has been told, whether or not somebody waits for it.
    await sql`create function take_a_while() returns trigger language plpgsql as
      $$ begin perform pg_sleep(2); return new; end $$`.execute(database)
    await sql`create trigger take_a_while before insert on credit_entries
      for each row execute function take_a_while()`.execute(database)
    const cut = ask().catch(() => undefined)
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`.execute(
        database,
      )
      return rows.length === 1
    })
    await service.kill()
    assert.equal(await cut, undefined)
    await eventually(async () => {
      const { rows } = await sql`select 1 from generations where status = 'completed'`.execute(database)
      return rows.length === 1
    })
    await service.start()
    const answer = await ask()
    assert.deepEqual([answer.status, answer.headers.get('idempotent-replayed')], [200, 'true'])
    assert.deepEqual(Object.keys(answer.body), ['success', 'pdfUrl', 'expiresIn', 'size', 'pagesGenerated'])
    assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['paid'])
    const { credits, reserved } = await caller.credits()
    assert.deepEqual([credits, reserved], [9, 0])
  })
})

function isPdf(name: string): boolean {
  return name.endsWith('.pdf')
}
