// npm run bench:queue: measures PostgreSQL and the job queue alone. Jobs that do nothing are sent one by one, as calls
// send them, and processed by one or more processes. Takes a minute; everything runs on this machine.

import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { connect, type Database } from '../packages/server/src/database/database.ts'
import { startEmbeddedPostgres } from '../packages/server/src/database/embedded.ts'
import { createJobQueue, type JobQueue } from '../packages/server/src/jobs/queue.ts'
import { quantile, rounded } from './measure.ts'

const JOBS = 2_000
const ROUNDS = 5
const SENDERS = 8
const ACCOUNTS = 50
const SINGLE_JOBS = 20
const PROCESSES = [1, 2, 4]
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

await using stack = new AsyncDisposableStack()
const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-queue-'))
stack.defer(() => rm(dataDir, { recursive: true, force: true }))
const { url } = stack.use(await startEmbeddedPostgres({ dataDir, cacheDir: dataDir, log: QUIET }))
const { database } = stack.use(connect({ url, poolSize: SENDERS, log: QUIET }))
const queue = stack.use(await createJobQueue({ databaseUrl: url, database, works: false, log: QUIET }))

const sent: number[] = []
const worked: Record<string, { rates: number[]; waits: number[] }> = {}
for (let round = -1; round < ROUNDS; round += 1) {
  for (const processes of PROCESSES) {
    const sending = await sendAll(queue, database)
    const working = await workAll(database, processes)
    if (round < 0) continue
    sent.push(sending)
    const name = `${processes} ${processes === 1 ? 'process' : 'processes'}`
    const list = (worked[name] ??= { rates: [], waits: [] })
    list.rates.push(working.rate)
    list.waits.push(working.waitMs)
  }
}
console.log(`Jobs per second, medians of ${ROUNDS} rounds with ${JOBS} jobs of ${ACCOUNTS} accounts`)
console.table({
  [`sent by ${SENDERS} concurrent callers`]: { 'jobs per second': rounded(quantile(sent, 0.5), 0) },
  ...Object.fromEntries(
    Object.entries(worked).map(([name, { rates }]) => [
      `processed by ${name}`,
      { 'jobs per second': rounded(quantile(rates, 0.5), 0) },
    ]),
  ),
})
const waits = Object.entries(worked).map(([name, list]) => `${name} ${rounded(quantile(list.waits, 0.5))} ms`)
console.log(`From sending to starting with an empty queue, medians: ${waits.join(', ')}`)
console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, all on this machine`,
)

async function sendAll(queue: JobQueue, database: Database): Promise<number> {
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID())
  const started = performance.now()
  let left = JOBS
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (left > 0) {
        left -= 1
        await sendOne(queue, database, accounts[left % ACCOUNTS] ?? '')
      }
    }),
  )
  return (JOBS / (performance.now() - started)) * 1_000
}

async function sendOne(queue: JobQueue, database: Database, accountId: string): Promise<void> {
  await queue.send('generate', database, [{ data: { generationId: randomUUID() }, accountId }])
}

/** Processes all waiting jobs with the given number of processes, then single jobs one after the other. */
async function workAll(database: Database, processes: number): Promise<{ rate: number; waitMs: number }> {
  let onMessage = () => {}
  const workers = Array.from({ length: processes }, () =>
    fork(fileURLToPath(new URL('queue-worker.ts', import.meta.url)), [url]).on('message', () => onMessage()),
  )
  /** Resolves after the given number of messages from the workers. */
  const messages = async (times: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let left = times
    onMessage = () => void ((left -= 1) === 0 && resolve())
    await promise
  }
  try {
    await messages(processes)
    const started = performance.now()
    for (const worker of workers) worker.send('work')
    await messages(JOBS)
    const rate = (JOBS / (performance.now() - started)) * 1_000
    await untilCompleted(database)
    const waits: number[] = []
    for (let n = 0; n < SINGLE_JOBS; n += 1) {
      const jobStarted = performance.now()
      const done = messages(1)
      await sendOne(queue, database, randomUUID())
      await done
      waits.push(performance.now() - jobStarted)
    }
    return { rate, waitMs: quantile(waits, 0.5) }
  } finally {
    await Promise.all(workers.map(end))
  }
}

/** Waits until all jobs are completed. */
async function untilCompleted(database: Database): Promise<void> {
  for (let left = 1; left > 0;) {
    const { rows } = await sql<{ left: number }>`
      select count(*) as left from pgboss.job where name = 'generate' and state < 'completed'`.execute(
      database,
    )
    left = rows[0]?.left ?? 0
  }
}

async function end(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit')
  worker.disconnect()
  await ended
}
