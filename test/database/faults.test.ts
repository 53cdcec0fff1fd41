import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../packages/server/src/database/embedded.ts'
import { newClusterFolder } from '../databases.ts'
import { type Answer, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { layLine, type Line } from '../line.ts'
import { downloadedTexts } from '../pdf.ts'
import { descendantsOf } from '../processes.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const FAULT = { message: 'Internal server error' }
const CALLS = 10
/** A document that is printed after 1.5 s of waiting, without CPU load. */
const SLOW = `<p>kept</p><script>
  window.platen = { ready: new Promise((resolve) => setTimeout(resolve, 1_500)) }</script>`
const RECOVERY_LIMIT_MS = 100_000

describe('faults of PostgreSQL', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres
  let line: Line
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    dataDir = await newClusterFolder('platen-database-faults-')
    postgres = await startEmbeddedPostgres({ dataDir, cacheDir: dataDir, log: QUIET })
    line = await layLine(Number(new URL(postgres.url).port))
    const DATABASE_URL = Object.assign(new URL(postgres.url), { port: String(line.port) }).href
    platen = await startPlaten({
      environment: { DATABASE_URL },
      overrides: { databaseTimeoutFactor: 1, jobs: { pollEverySeconds: 2, queryTimeoutMs: 4_000 } },
    })
    caller = await platen.account({ credits: 1_000 })
    templateId = await caller.upload('<p>made</p>')
  })
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
    await line[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })

  const health = (name: string) => send(`${platen.url}/health/${name}`, 'GET')
  const many = (): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: CALLS }, (_, n) =>
        n % 2 === 0 ? caller.generate(templateId, {}) : caller.call('GET', '/v1/templates'),
      ),
    )

  /** Checks that calls fail soon and the process stays alive during a fault, and that the service recovers after it. */
  async function checkFault(begin: () => unknown, end: () => unknown, diagnose: (text: string) => void) {
    const slow = await caller.upload(SLOW)
    const before = await caller.credits()
    const job = (await caller.generate(slow, {}, { async: true })).headers.get('location') ?? ''
    await eventually(
      async () => (await caller.call('GET', job)).body.job.status === 'processing',
      RECOVERY_LIMIT_MS,
    )
    await begin()
    try {
      const begun = performance.now()
      const unready = health('ready')
      for (const { status, body } of await many()) assert.deepEqual([status, body], [500, FAULT])
      const answeredMs = performance.now() - begun
      assert.deepEqual(
        [(await unready).status, (await unready).body.components.database],
        [503, 'unavailable'],
      )
      assert.equal((await health('live')).status, 200)
      diagnose(`${CALLS} calls at once were answered 500 within ${Math.round(answeredMs)} ms`)
    } finally {
      await end()
    }
    const begun = performance.now()
    await eventually(async () => (await health('ready')).status === 200, RECOVERY_LIMIT_MS)
    const answer = await eventually(async () => {
      const next = await caller.generate(templateId, {})
      return next.status === 200 && next
    }, RECOVERY_LIMIT_MS)
    diagnose(`served again after ${Math.round(performance.now() - begun)} ms`)
    assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['made'])
    const { pdfUrl } = await eventually(async () => {
      const { body } = await caller.call('GET', job)
      return body.job?.status === 'completed' && body.job
    }, RECOVERY_LIMIT_MS)
    assert.deepEqual(await downloadedTexts(pdfUrl), ['kept'])
    // The caller may have made several successful calls, and the job is charged once.
    await eventually(async () => {
      const { credits, reserved } = await caller.credits()
      return reserved === 0 && credits <= before.credits - 2
    }, RECOVERY_LIMIT_MS)
  }

  it('F05 fail calls at once while it is unreachable, and calls succeed as soon as it is back', (test) =>
    checkFault(
      () => line.cut(),
      () => line.mend(),
      (text) => test.diagnostic(text),
    ))

  it('F05 retry a job that ends while it is unreachable, and the attempt does not count', async () => {
    const slow = await caller.upload(SLOW)
    const { renderer } = platen.app.services
    const before = await caller.credits()
    const job = (await caller.generate(slow, {}, { async: true })).headers.get('location') ?? ''
    await eventually(() => renderer.tabs().busy === 1, RECOVERY_LIMIT_MS)
    await line.cut()
    await eventually(() => renderer.tabs().busy === 0, RECOVERY_LIMIT_MS)
    await delay(1_000)
    await line.mend()
    await eventually(
      async () => (await caller.call('GET', job)).body.job?.status === 'completed',
      RECOVERY_LIMIT_MS,
    )
    const { rows } = await sql<{ attempt: number; counted: number }>`
      select attempt, (select sum(retry_count)::int from pgboss.job where data ->> 'generationId' = ${job.split('/').at(-1)})
        as counted
      from generations where generation_id = ${job.split('/').at(-1)}`.execute(platen.app.services.database)
    assert.deepEqual(rows, [{ attempt: 2, counted: 0 }])
    assert.deepEqual(await caller.credits(), { credits: before.credits - 1, reserved: 0 })
  })

  it('F06 fail calls within the time limits while it is suspended, and lose no connection for ever', async (test) => {
    const lockFile = join(dataDir, 'postgres/data/postmaster.pid')
    const postmaster = Number((await readFile(lockFile, 'utf8')).split('\n')[0])
    let stopped: number[] = []
    await checkFault(
      async () => {
        stopped = [postmaster, ...(await descendantsOf(postmaster))]
        for (const pid of stopped) process.kill(pid, 'SIGSTOP')
      },
      () => {
        for (const pid of stopped) process.kill(pid, 'SIGCONT')
      },
      (text) => test.diagnostic(text),
    )
  })

  it('F06 replace connections that went silent, and jobs continue', async () => {
    line.condition = { kind: 'silent' }
    // By then, calls, workers and the heartbeat have each sent a statement that is never answered.
    await delay(8_000)
    line.condition = { kind: 'good' }
    await eventually(async () => (await health('ready')).status === 200, RECOVERY_LIMIT_MS)
    const job = await eventually(async () => {
      const answer = await caller.generate(templateId, {}, { async: true })
      return answer.status === 200 && (answer.headers.get('location') ?? '')
    }, RECOVERY_LIMIT_MS)
    await eventually(
      async () => (await caller.call('GET', job)).body.job?.status === 'completed',
      RECOVERY_LIMIT_MS,
    )
  })

  it('F06 slow calls down while it is slow, and they are answered', async () => {
    line.condition = { kind: 'slow', delayMs: 1_200 }
    try {
      const answer = await caller.generate(templateId, {})
      assert.ok([200, 500].includes(answer.status))
      assert.equal((await health('ready')).status, 503)
      assert.equal((await health('live')).status, 200)
    } finally {
      line.condition = { kind: 'good' }
    }
    await eventually(async () => (await health('ready')).status === 200, RECOVERY_LIMIT_MS)
    assert.equal((await caller.generate(templateId, {})).status, 200)
  })

  it('F06 fail calls while it has no free connection, and calls succeed when it has one', async () => {
    const clients: pg.Client[] = []
    await line.cut()
    for (;;) {
      const client = new pg.Client({ connectionString: postgres.url })
      client.on('error', () => {})
      try {
        await client.connect()
      } catch (error) {
        assert.match(String(error), /connection slots|too many clients/)
        break
      }
      clients.push(client)
    }
    try {
      await line.mend()
      assert.deepEqual((await caller.generate(templateId, {})).body, FAULT)
      assert.equal((await health('ready')).body.components.database, 'unavailable')
      assert.equal((await health('live')).status, 200)
    } finally {
      for (const client of clients) await client.end()
    }
    await eventually(async () => (await health('ready')).status === 200, RECOVERY_LIMIT_MS)
    assert.equal((await caller.generate(templateId, {})).status, 200)
  })
})
