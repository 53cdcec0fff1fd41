import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { createFileStorage } from '../../packages/server/src/storage/storage.ts'
import { eventually, startPlaten } from '../harness.ts'
import { messageIdOf, startMailServer, type Taken } from '../mail-server.ts'
import { downloadedTexts } from '../pdf.ts'
import { type Replicas, startReplicas } from '../replicas.ts'
import { scaled } from '../scale.ts'
import { killChromium, type Kill, killInMidAnswer, killInRotation } from './killing.ts'
import { type Answered, startLoad, CREDITS, textsOf } from './storm.ts'

const JOBS = scaled({ short: 30, long: 500 })
/** Workers that are killed in rotation. */
const MORTAL_WORKERS = scaled({ short: 1, long: 3 })
/** Workers that are not killed. */
const OTHER_WORKERS = scaled({ short: 1, long: 0 })
/** Maximum number of times that a worker is killed. */
const KILLS_MAX = scaled({ short: 1, long: Infinity })
const BASE_URL = 'http://platen.test'
const END_LIMIT_MS = 90_000
/** Mails that one worker sends at a time. A kill may cause each of them to be sent twice. */
const MAILS_AT_ONCE = 8
const GIVEN_UP = /^All attempts to make this PDF failed\./
const DAY_MS = 24 * 3_600_000

/** A call with its final row. */
interface Ended extends Answered {
  generationId: string
  status: string
  message: string | null
  fileId: string | null
  attempt: number
  completedAt: Date
}

describe('F02 two apis and several workers, of which one is killed every few seconds', () => {
  it('end each call once, mail each recipient once, and account for every credit', async (test) => {
    await using server = await startMailServer()
    const environment = { BASE_URL, SMTP_URL: server.url, THUMBNAILS: 'off' }
    await using replicas = await startReplicas({ ...environment, TABS: '1' })
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = replicas
    await using stack = new AsyncDisposableStack()
    /** Starts a service that is not killed, in the process of the test. */
    const startHere = async (ROLE: string) =>
      stack.use(await startPlaten({ environment: { ...environment, ROLE, DATABASE_URL, DATA_DIR } }))
    const roles = ['api', ...Array.from({ length: MORTAL_WORKERS }, () => 'worker')]
    const [mortal, ...workers] = await Promise.all(roles.map((ROLE) => replicas.start({ ROLE })))
    const [worker] = workers
    assert.ok(mortal && worker)
    const api = await startHere('api')
    for (let count = 0; count < OTHER_WORKERS; count += 1) await startHere('worker')
    const begun = performance.now()
    const abort = new AbortController()
    const storm = await startLoad(replicas, [mortal, api], JOBS, abort.signal)
    let over = false
    // First Chromium alone: a worker whose first Chromium is killed does not start.
    const killWorkers = async () => {
      const chromiumMs = await killChromium(worker)
      const limits = { isOver: () => over, killsMax: KILLS_MAX }
      return { chromiumMs, kills: await killInRotation(replicas.database, workers.toReversed(), limits) }
    }
    const all = [
      storm.calls.finally(() => (over = true)),
      killWorkers(),
      killInMidAnswer(replicas.database, storm, mortal),
    ] as const
    const [others, { kills, chromiumMs }, { long, apiMs }] = await Promise.all(all).catch(async (error) => {
      // No process may be started while the processes are stopped.
      abort.abort(error)
      await Promise.allSettled(all)
      throw error
    })
    await eventually(() => isOver(replicas), END_LIMIT_MS)
    const seconds = (performance.now() - begun) / 1_000

    const ended = await endsOf(replicas, [long, ...others])
    checkEnds(ended)
    await checkCredits(replicas, ended)
    const duplicates = checkMails(server.taken, ended)
    assert.ok(duplicates <= kills.length * MAILS_AT_ONCE, `${duplicates} mails were sent twice`)
    assert.ok(storm.repeated.has('cut off') && storm.repeated.has('409'))
    await checkPdfs(ended, api.url)
    const orphans = await checkObjects(replicas, ended)

    const { p50, p95 } = await startsOf(replicas)
    for (const line of [
      `${JOBS} calls in ${seconds.toFixed(1)} s: ${(JOBS / seconds).toFixed(1)} a second`,
      `from accept to start: p50 ${p50} ms, p95 ${p95} ms`,
      `calls that were repeated: ${JSON.stringify(Object.fromEntries(storm.repeated))}`,
      `${ended.filter(({ status }) => status === 'completed').length} completed; ${orphans} objects for the sweep`,
      `${server.taken.length} mails, ${duplicates} of them for the second time`,
      `ready again: the api after ${Math.round(apiMs)} ms, Chromium after ${Math.round(chromiumMs)} ms`,
      ...kills.map((kill, index) => describeKill(kill, kills.slice(0, index), ended)),
    ]) {
      test.diagnostic(line)
    }
  })
})

/** Returns true when all renders and mails have ended. */
async function isOver({ database }: Replicas): Promise<boolean> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from generations where status in ('pending', 'processing'))
      + (select count(*) from deliveries where status = 'queued') as open`.execute(database)
  return rows[0]?.open === 0
}

/** Returns the calls with their rows, matched by idempotency key. */
async function endsOf({ database }: Replicas, calls: Answered[]): Promise<Ended[]> {
  const { rows } = await sql<Omit<Ended, keyof Answered> & { key: string }>`
    select key, generation_id as "generationId", status, message, file_id as "fileId", attempt,
      completed_at as "completedAt"
    from idempotency_keys join generations using (generation_id)`.execute(database)
  const rowsByKey = new Map(rows.map((row) => [row.key, row]))
  return calls.map((call) => {
    const row = rowsByKey.get(call.key)
    assert.ok(row, call.key)
    return { ...call, ...row }
  })
}

/** Checks that calls fail for their own reason or after three kills of their worker, and that all others complete. */
function checkEnds(ended: Ended[]): void {
  assert.equal(new Set(ended.map(({ generationId }) => generationId)).size, JOBS)
  for (const { key, template, isAsync, status, message, answer } of ended) {
    assert.equal(answer.status, template === 'broken' && !isAsync ? 400 : 200, key)
    const isGivenUp = isAsync && GIVEN_UP.test(message ?? '')
    if (template === 'broken' && !isGivenUp) assert.match(message ?? '', /value must be a number/, key)
    assert.equal(status, template === 'broken' || isGivenUp ? 'failed' : 'completed', key)
  }
}

async function checkCredits({ database }: Replicas, ended: Ended[]): Promise<void> {
  assert.deepEqual(await auditCredits(database), [])
  for (const [caller, calls] of Map.groupBy(ended, (call) => call.caller)) {
    const pages = completedOf(calls).reduce((sum, call) => sum + call.pages, 0)
    assert.deepEqual(await caller.credits(), { credits: CREDITS - pages, reserved: 0 })
  }
  const { rows } = await sql<{ reference: string; pages: number }>`
    select reference, -credits as pages from credit_entries where kind = 'generation'`.execute(database)
  assert.deepEqual(
    new Map(rows.map(({ reference, pages }) => [reference, pages])),
    new Map(completedOf(ended).map(({ generationId, pages }) => [generationId, pages])),
  )
}

/**
 * Checks that each recipient of a PDF and each owner of a failed job has one mail. A mail whose worker was killed may
 * have been sent twice with the same Message-ID. @returns the number of such mails.
 */
function checkMails(taken: Taken[], ended: Ended[]): number {
  const expected = ended.flatMap(({ generationId, status, isAsync, recipients, caller }) => {
    if (status === 'failed') return isAsync ? [`${generationId}.failed to ${caller.email}`] : []
    const named = recipients.length > 0 || !isAsync ? recipients : [caller.email]
    return named.map((recipient) => `${generationId} to ${recipient}`)
  })
  const subjects = new Map<string, string>()
  for (const mail of taken) {
    const id = messageIdOf(mail)
    const [subject] = id.slice(1).split(/\.[0-9a-f]{16}@/)
    subjects.set(id, `${subject} to ${mail.to.join()}`)
  }
  assert.deepEqual([...subjects.values()].toSorted(), expected.toSorted())
  return taken.length - subjects.size
}

/** Checks the PDFs of a quarter of the calls. */
async function checkPdfs(ended: Ended[], url: string): Promise<void> {
  const read = async (pdfUrl: string) => {
    const { pathname, search } = new URL(pdfUrl)
    return await downloadedTexts(url + pathname + search)
  }
  for (const call of completedOf(ended).slice(0, JOBS / 4)) {
    const { answer, caller, isAsync } = call
    const { body } = isAsync ? await caller.call(url, 'GET', answer.headers.get('location') ?? '') : answer
    assert.deepEqual(await read(isAsync ? body.job.pdfUrl : body.pdfUrl), textsOf(call), call.key)
  }
}

/** Checks that charged PDFs are stored, and that the sweep removes all old PDFs. @returns the number of uncharged ones. */
async function checkObjects({ database, dataDir }: Replicas, ended: Ended[]): Promise<number> {
  const folder = join(dataDir, 'objects')
  const stored = await readdir(join(folder, 'pdfs'))
  const charged = new Set(completedOf(ended).map(({ fileId }) => `${fileId}.pdf`))
  assert.deepEqual([...charged.difference(new Set(stored))], [])
  const services = { database, storage: createFileStorage(folder) }
  const { pdfs } = await cleanUp(services, new Date(Date.now() + 6 * DAY_MS))
  assert.equal(pdfs, stored.length)
  assert.deepEqual(await readdir(join(folder, 'pdfs')), [])
  return stored.length - charged.size
}

/** Returns p50 and p95 of the wait before the start of a job, in milliseconds, for jobs that were not retried. */
async function startsOf({ database }: Replicas): Promise<{ p50: number; p95: number }> {
  const { rows } = await sql<{ p50: number; p95: number }>`
    select round(percentile_cont(0.5) within group (order by waited))::int as p50,
      round(percentile_cont(0.95) within group (order by waited))::int as p95
    from (select extract(epoch from started_on - created_on) * 1000 as waited from pgboss.job
      where name = 'generate' and retry_count = 0) jobs`.execute(database)
  const [row] = rows
  assert.ok(row)
  return row
}

/** Describes a kill. @param before The earlier kills, whose attempts may not have been detected as dead yet. */
function describeKill({ at, readyMs, running }: Kill, before: Kill[], ended: Ended[]): string {
  const victims = ended.filter(({ generationId, attempt }) => {
    const then = running.get(generationId) ?? Infinity
    return attempt > then && !before.some((kill) => kill.running.get(generationId) === then)
  })
  const last = Math.max(0, ...victims.map(({ completedAt }) => completedAt.getTime() - at.getTime()))
  return `a worker was ready again after ${Math.round(readyMs)} ms; its ${victims.length} jobs had ended after ${last} ms`
}

function completedOf(ended: Ended[]): Ended[] {
  return ended.filter(({ status }) => status === 'completed')
}
