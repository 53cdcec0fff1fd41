import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { failGenerationJob, runGenerationJob } from '../../packages/server/src/jobs/handlers/generations.ts'
import {
  beginAttempt,
  completeGeneration,
  failGeneration,
  listLostJobs,
} from '../../packages/server/src/generation/generations.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import type { JobKind } from '../../packages/server/src/jobs/kinds.ts'
import { createJobQueue } from '../../packages/server/src/jobs/queue.ts'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { waitsForLock } from '../crash/waits.ts'

const ROWS = 2_500
const ROWS_AT_ONCE = 1_000
const POLL_EVERY_SECONDS = 2
/** Jobs of two accounts that are accepted before those of a third. */
const FLOODS = [50, 30]
const NEVER = new AbortController().signal
/** Printed after 10 s, the longest wait for `platen.ready`. */
const NEVER_READY = '<script>window.platen = { ready: new Promise(() => {}) }</script>'
const OUTCOME = { size: 1, sheets: 1, scale: 1, warnings: [], phases: {} }

/** The service only accepts jobs. The tests run the attempts, in the worst order that the queue allows. */
describe('an attempt at a job', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten({ environment: { ROLE: 'api' } })))
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  const start = async (caller: Caller, source: string, more: object = {}) => {
    const { headers } = await caller.generate(await caller.upload(source), {}, { async: true, ...more })
    const jobId = headers.get('location')?.split('/').at(-1) ?? ''
    return { jobId, job: async () => (await caller.call('GET', `/v1/jobs/${jobId}`)).body.job }
  }
  const mailsOf = async (jobId: string) => {
    const { rows } = await sql<{ kind: string; recipient: string; jobs: number }>`
      select kind, recipient, (select count(*) from pgboss.job where name = 'mail'
        and data ->> 'generationId' = ${jobId} and data ->> 'recipient' = recipient) as jobs
      from deliveries where generation_id = ${jobId} order by recipient`.execute(platen.app.services.database)
    return rows
  }
  const pdfs = async () =>
    (await readdir(join(platen.config.dataDir, 'objects/pdfs')).catch(() => [])).filter((name) =>
      name.endsWith('.pdf'),
    )

  it('that runs three times at once is charged, stored and mailed once', async () => {
    const caller = await platen.account()
    const { jobId, job } = await start(caller, '<p>x</p>', { sendEmail: ['a@example.com', 'b@example.com'] })
    const stored = (await pdfs()).length
    const run = () => runGenerationJob(platen.app.services, jobId, NEVER)
    await Promise.all([run(), run(), run()])
    assert.equal((await job()).status, 'completed')
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
    assert.equal((await pdfs()).length, stored + 1)
    const once = (recipient: string) => ({ kind: 'ready', recipient, jobs: 1 })
    assert.deepEqual(await mailsOf(jobId), [once('a@example.com'), once('b@example.com')])
    // An attempt after the end changes nothing, either.
    await run()
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('that has lost its job can neither complete nor fail it', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    const { jobId, job } = await start(caller, 'x')
    const first = (await beginAttempt(database, jobId)) ?? assert.fail()
    const second = (await beginAttempt(database, jobId)) ?? assert.fail()
    assert.deepEqual([first.attempt, second.attempt], [1, 2])
    const outcome = { ...OUTCOME, fileId: crypto.randomUUID() }
    assert.equal(await completeGeneration(database, first, outcome), undefined)
    assert.equal(await failGeneration(database, first, 'late'), undefined)
    assert.deepEqual(
      [(await job()).status, await caller.credits()],
      ['processing', { credits: 10, reserved: 1 }],
    )
    assert.ok(await completeGeneration(database, second, outcome))
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('that is aborted because it lost its job changes nothing', async () => {
    const caller = await platen.account()
    const { jobId, job } = await start(caller, NEVER_READY)
    const lost = new AbortController()
    const running = runGenerationJob(platen.app.services, jobId, lost.signal)
    await eventually(async () => (await job()).status === 'processing')
    lost.abort(new Error('another worker has it'))
    await assert.rejects(running)
    assert.deepEqual(
      [(await job()).status, await caller.credits()],
      ['processing', { credits: 10, reserved: 1 }],
    )
    assert.deepEqual(await mailsOf(jobId), [])
    await failGenerationJob(platen.app.services, jobId)
  })

  it('that fails releases credits and mails, and mails the owner once', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    const mails = async () => {
      const { rows } = await sql<{ mails: number }>`
        select mails from accounts where account_id = ${caller.accountId}`.execute(database)
      return rows[0]?.mails
    }
    const sendEmail = ['a@example.com', 'b@example.com']
    const { jobId, job } = await start(caller, '{{nope 1}}', { sendEmail })
    const other = await start(caller, 'x', { sendEmail })
    assert.equal(await mails(), 4)
    assert.deepEqual(
      (await job()).recipients,
      sendEmail.map((email) => ({ email, status: 'queued' })),
    )
    await runGenerationJob(platen.app.services, jobId, NEVER)
    await failGenerationJob(platen.app.services, jobId)
    const { status, message, recipients } = await job()
    assert.equal(status, 'failed')
    assert.match(message, /there is no helper named "nope"/)
    assert.deepEqual(
      recipients,
      sendEmail.map((email) => ({
        email,
        status: 'failed',
        message: 'The render failed, so this mail was not sent.',
      })),
    )
    assert.deepEqual(await mailsOf(jobId), [{ kind: 'failed', recipient: caller.email, jobs: 1 }])
    assert.deepEqual([await caller.credits(), await mails()], [{ credits: 10, reserved: 1 }, 2])
    await runGenerationJob(platen.app.services, other.jobId, NEVER)
    assert.equal(await mails(), 2)
  })

  it('of a synchronous call that fails releases its mails, but not those of another day', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    const broken = await caller.upload('{{nope 1}}')
    const mails = async () => {
      const { rows } = await sql<{ mails: number }>`
        select mails from accounts where account_id = ${caller.accountId}`.execute(database)
      return rows[0]?.mails
    }
    assert.equal((await caller.generate(broken, {}, { sendEmail: ['a@example.com'] })).status, 400)
    assert.equal(await mails(), 0)
    const { jobId } = await start(caller, '{{nope 1}}', { sendEmail: ['a@example.com'] })
    await sql`update accounts set mails_on = mails_on + 1, mails = 7 where account_id = ${caller.accountId}`.execute(
      database,
    )
    await runGenerationJob(platen.app.services, jobId, NEVER)
    assert.equal(await mails(), 7)
  })

  it('that the queue has lost fails after a day', async () => {
    const { database } = platen.app.services
    const caller = await platen.account()
    const { jobId, job } = await start(caller, 'x')
    assert.ok(!(await listLostJobs(database)).includes(jobId))
    await sql`update generations set reserved_until = now() - interval '1 second' where generation_id = ${jobId}`.execute(
      database,
    )
    assert.ok((await listLostJobs(database)).includes(jobId))
    await failGenerationJob(platen.app.services, jobId)
    assert.match((await job()).message, /All attempts to make this PDF failed/)
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
  })
})

describe('a charge', () => {
  it('is confirmed when the connection to PostgreSQL breaks before its answer, and the caller receives the PDF', async () => {
    await using owner = await startPlaten({ environment: { ROLE: 'api' } })
    const { database } = owner.app.services
    const direct = new URL(owner.databaseUrl)
    await using relay = await startRelay(Number(direct.port))
    const environment = {
      DATABASE_URL: Object.assign(new URL(direct), { port: String(relay.port) }).href,
      DATA_DIR: owner.config.dataDir,
    }
    await using platen = await startPlaten({ environment })
    const caller = await platen.account()
    const templateId = await caller.upload('<p>paid</p>')
    const call = await database.transaction().execute(async (transaction) => {
      await sql`lock table credit_entries in exclusive mode`.execute(transaction)
      const calling = caller.generate(templateId, {})
      await waitsForLock(database, 'credit_entries')
      relay.cut()
      return { calling }
    })
    const { status, body } = await call.calling
    assert.equal(status, 200)
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['paid'])
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })
})

describe('a job that has ended', () => {
  it('is kept for 30 days with the state of its mails', async () => {
    await using platen = await startPlaten()
    const { services } = platen.app
    const caller = await platen.account()
    const { headers } = await caller.generate(await caller.upload('x'), {}, { async: true })
    const getJob = () => caller.call('GET', headers.get('location') ?? '')
    await eventually(async () => (await getJob()).body.job.recipients[0].status === 'sent')
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
    assert.equal((await cleanUp(services, inDays(29.9))).generations, 0)
    assert.equal((await getJob()).status, 200)
    assert.equal((await cleanUp(services, inDays(30.1))).generations, 1)
    assert.equal((await getJob()).status, 404)
    const { rows } = await sql`select 1 from deliveries`.execute(services.database)
    assert.deepEqual(rows, [])
    assert.deepEqual(await auditCredits(services.database), [])
  })
})

describe('the clean-up of old rows', () => {
  it('removes many rows in batches, so that no statement exceeds its time limit', async () => {
    await using platen = await startPlaten({ environment: { ROLE: 'api' } })
    const { services } = platen.app
    const { accountId } = await platen.account()
    await sql`insert into generations (generation_id, account_id, template_id, template_name, is_async, status,
        pages, reserved_until, completed_at)
      select gen_random_uuid(), ${accountId}, gen_random_uuid(), 'x', false, 'failed', 1, now(),
        now() - interval '31 days' from generate_series(1, ${ROWS}::int)`.execute(services.database)
    await sql`create table removals (removed int)`.execute(services.database)
    await sql`create function note_removal() returns trigger language plpgsql as
      $$ begin insert into removals select count(*) from old_rows; return null; end $$`.execute(
      services.database,
    )
    await sql`create trigger note_removal after delete on generations
      referencing old table as old_rows for each statement execute function note_removal()`.execute(
      services.database,
    )
    assert.equal((await cleanUp(services, new Date())).generations, ROWS)
    const { rows } = await sql<{ most: number }>`select max(removed) as most from removals`.execute(
      services.database,
    )
    assert.ok((rows[0]?.most ?? ROWS) <= ROWS_AT_ONCE, `${rows[0]?.most} rows in one statement`)
  })
})

describe('the queue', () => {
  it('serves accounts in rotation, however many jobs one of them has sent', async () => {
    await using platen = await startPlaten({ environment: { ROLE: 'api' } })
    const { database } = platen.app.services
    const flood = async (jobs: number) => {
      const caller = await platen.account({ credits: jobs })
      const templateId = await caller.upload('<p>flood</p>')
      const calls = Array.from({ length: jobs }, () => caller.generate(templateId, {}, { async: true }))
      for (const { status } of await Promise.all(calls)) assert.equal(status, 200)
    }
    await Promise.all(FLOODS.map(flood))
    const late = await platen.account()
    const templateId = await late.upload('<p>late</p>')
    const sent = await Promise.all([1, 2, 3].map(() => late.generate(templateId, {}, { async: true })))
    const { rows: positions } = await sql<{ queuePosition: number }>`
      select queue_position from generations where account_id = ${late.accountId}
      order by queue_position`.execute(database)
    assert.deepEqual(
      positions.map(({ queuePosition }) => queuePosition),
      [1, 2, 3],
    )

    const environment = {
      ROLE: 'worker',
      DATABASE_URL: platen.databaseUrl,
      DATA_DIR: platen.config.dataDir,
    }
    await using worker = new AsyncDisposableStack()
    worker.use(await startPlaten({ environment }))
    await eventually(async () => (await late.credits()).credits === 7)
    for (const { headers } of sent) {
      const { job } = (await late.call('GET', headers.get('location') ?? '')).body
      assert.equal(job.status, 'completed')
    }
    // The order of the starts, because how long each job takes depends on the machine.
    const { rows } = await sql<{ before: number }>`
      select count(*) as before from pgboss.job where name = 'generate' and started_on < (
        select min(started_on) from pgboss.job where name = 'generate' and group_id = ${late.accountId})
    `.execute(database)
    assert.ok((rows[0]?.before ?? 99) <= 10, `${rows[0]?.before} jobs started before the first of three`)
  })

  it('runs jobs with the same delay at the same time after one poll of one worker', async (test) => {
    await using platen = await startPlaten({ environment: { ROLE: 'api' } })
    const { services } = platen.app
    const { database } = services
    const [attempts, allRun] = [new Map<string, number>(), Promise.withResolvers<void>()]
    const generate: JobKind<{ generationId: string }> = {
      async run(_services, { generationId }) {
        const attempt = (attempts.get(generationId) ?? 0) + 1
        attempts.set(generationId, attempt)
        if (attempt === 1) return new Date(Date.now() + 1_000)
        if ([...attempts.values()].every((count) => count === 2)) allRun.resolve()
        await allRun.promise
        return 'done'
      },
      queue: {},
      concurrency: { localConcurrency: 4 },
    }
    await using queue = await createJobQueue({
      databaseUrl: platen.databaseUrl,
      database,
      kinds: { generate },
      works: true,
      log: services.log,
      pollEverySeconds: POLL_EVERY_SECONDS,
    })
    // The test starts the poll: without it, the workers would poll one after the other until all jobs run.
    test.mock.timers.enable({ apis: ['setInterval'] })
    // Before the service ends: it clears intervals that are not mocked.
    using mocked = new DisposableStack()
    mocked.defer(() => test.mock.timers.reset())
    await queue.work(services)
    const jobs = ['a', 'b', 'c', 'd'].map((generationId) => ({ data: { generationId } }))
    await database.transaction().execute((transaction) => queue.send('generate', transaction, jobs))
    await eventually(async () => {
      const { rows } = await sql<{ due: number }>`
        select count(*)::int as due from pgboss.job
        where name = 'generate' and data ? 'waitedSeconds' and start_after < now()
      `.execute(database)
      return rows[0]?.due === jobs.length
    })
    test.mock.timers.tick(POLL_EVERY_SECONDS * 1_000)
    await eventually(() => [...attempts.values()].every((count) => count === 2))
  })

  it('keeps completed jobs for an hour only, because they contain mail addresses', async () => {
    await using platen = await startPlaten()
    const { database } = platen.app.services
    const caller = await platen.account()
    const templateId = await caller.upload('x')
    const make = async () => {
      const { headers } = await caller.generate(templateId, {}, { async: true })
      await eventually(async () => {
        const { job } = (await caller.call('GET', headers.get('location') ?? '')).body
        return job.recipients[0].status === 'sent'
      })
    }
    const completedCount = async () => {
      const { rows } = await sql<{ completedCount: number }>`
        select count(*) as "completedCount" from pgboss.job where state = 'completed' and name in ('generate', 'mail')`.execute(
        database,
      )
      return rows[0]?.completedCount
    }
    await make()
    await eventually(async () => (await completedCount()) === 2)
    await sql`update pgboss.job set completed_on = completed_on - interval '61 minutes'`.execute(database)
    await make()
    await sql`update pgboss.queue set maintain_on = maintain_on - interval '11 minutes'`.execute(database)
    await eventually(async () => (await completedCount()) === 2)
  })
})

/** Starts a TCP relay between a service and a server. */
async function startRelay(target: number): Promise<AsyncDisposable & { port: number; cut(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = new Socket()
    sockets.add(socket.on('error', () => {}))
    upstream.on('error', () => {}).connect(target, '127.0.0.1')
    socket.pipe(upstream)
    upstream.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
