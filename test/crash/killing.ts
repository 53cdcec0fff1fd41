import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../packages/server/src/database/database.ts'
import { eventually } from '../harness.ts'
import { type ServiceProcess } from '../process.ts'
import { chromiumProcesses } from '../processes.ts'
import { skipReservationLimit } from './waits.ts'
import { type Answered, LONG, type Load } from './storm.ts'

/** The kill of a worker. */
export interface Kill {
  /** Time of the database. */
  at: Date
  /** Time until its successor was ready, in milliseconds. */
  readyMs: number
  /** Attempts at jobs that were in progress, those of the killed worker included. */
  running: Map<string, number>
}

// Longer than the restart of a worker, so that one worker is always running.
const KILL_EVERY_MS = 5_000

/** Kills the workers with SIGKILL in rotation and restarts them, until `isOver` returns true. */
export async function killInRotation(
  database: Database,
  workers: ServiceProcess[],
  { isOver, killsMax }: { isOver: () => boolean; killsMax: number },
): Promise<Kill[]> {
  const kills: Promise<Kill>[] = []
  await eventually(async () => isOver() || (await hasRunningJob(database)))
  for (let round = 0; round === 0 || (!isOver() && round < killsMax); round += 1) {
    // A worker is killed only after its restart, but while others restart.
    await kills.at(-workers.length)
    const worker = workers[round % workers.length]
    if (!worker) throw new Error('There is no worker to kill')
    await worker.kill()
    const { rows } = await sql<{ at: Date; generationId: string | null; attempt: number }>`
      select clock.at, generation_id as "generationId", attempt
      from (select now() as at) clock left join generations on status = 'processing' and is_async`.execute(
      database,
    )
    const running = new Map(rows.map(({ generationId, attempt }) => [generationId ?? '', attempt]))
    const at = rows[0]?.at ?? new Date(NaN)
    kills.push(worker.start().then((readyMs) => ({ at, readyMs, running })))
    if (round + 1 < killsMax) await delay(KILL_EVERY_MS)
  }
  return await Promise.all(kills)
}

async function hasRunningJob(database: Database): Promise<boolean> {
  const { rows } =
    await sql`select 1 from generations where status = 'processing' and is_async limit 1`.execute(database)
  return rows.length > 0
}

/** Kills an api during the long call. @returns the final answer, and the restart time of the api in milliseconds. */
export async function killInMidAnswer(
  database: Database,
  storm: Load,
  api: ServiceProcess,
): Promise<{ long: Answered; apiMs: number }> {
  const answered = storm.askLong()
  await eventually(async () => {
    const { rows } = await sql`
      select 1 from idempotency_keys join generations using (generation_id)
      where key = ${LONG} and status = 'processing'`.execute(database)
    return rows.length === 1
  })
  await api.kill()
  const [long, apiMs] = await Promise.all([
    answered,
    api.start(),
    // Repeated calls are answered 409 until the reservations of the dead process are released.
    eventually(() => storm.repeated.has('409')).then(() => skipReservationLimit(database, [...storm.cutOff])),
  ])
  return { long, apiMs }
}

/** Kills the Chromium of a worker. @returns the time until it has a new one, in milliseconds. */
export async function killChromium(worker: ServiceProcess): Promise<number> {
  const chromium = async () => (await chromiumProcesses('browser', worker.child.pid))[0]
  // The process may be ending by itself.
  const victim = await eventually(async () => {
    const pid = await chromium()
    return pid !== undefined && wasKilled(pid) && pid
  })
  const begun = performance.now()
  await eventually(async () => {
    const another = await chromium()
    return another !== undefined && another !== victim
  })
  return performance.now() - begun
}

function wasKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
