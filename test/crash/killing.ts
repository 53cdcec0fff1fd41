import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'
import { eventually } from '../harness.ts'
import { type ServiceProcess } from '../process.ts'
import { ownProcesses } from '../processes.ts'
import { skipReservationLimit } from './waits.ts'
import { type Answered, LONG, type Storm } from './storm.ts'

/** The death of a worker. */
export interface Kill {
  /** By the database's clock. */
  at: Date
  /** Until its successor was ready. */
  readyMs: number
  /** The attempts at jobs that were under way, the dead worker's among them. */
  underWay: Map<string, number>
}

// Longer than a worker takes to be ready again, so that there is always somebody at work.
const KILL_EVERY_MS = 5_000

/** Kills one worker after the other with SIGKILL, and starts it again, until it is over. */
export async function killInTurn(
  database: Database,
  workers: ServiceProcess[],
  { isOver, killsMax }: { isOver: () => boolean; killsMax: number },
): Promise<Kill[]> {
  const kills: Promise<Kill>[] = []
  await eventually(async () => isOver() || (await hasRunningJob(database)))
  for (let turn = 0; turn === 0 || (!isOver() && turn < killsMax); turn += 1) {
    // Its own successor may be killed once it is ready, others while it is not.
    await kills.at(-workers.length)
    const worker = workers[turn % workers.length]
    if (!worker) throw new Error('There is no worker to kill')
    await worker.kill()
    const { rows } = await sql<{ at: Date; generationId: string | null; attempt: number }>`
      select clock.at, generation_id as "generationId", attempt
      from (select now() as at) clock left join generations on status = 'processing' and is_async`.execute(
      database,
    )
    const underWay = new Map(rows.map(({ generationId, attempt }) => [generationId ?? '', attempt]))
    const at = rows[0]?.at ?? new Date(NaN)
    kills.push(worker.start().then((readyMs) => ({ at, readyMs, underWay })))
    if (turn + 1 < killsMax) await delay(KILL_EVERY_MS)
  }
  return await Promise.all(kills)
}

async function hasRunningJob(database: Database): Promise<boolean> {
  const { rows } =
    await sql`select 1 from generations where status = 'processing' and is_async limit 1`.execute(database)
  return rows.length > 0
}

/** Kills an api over its answer to the long call. @returns that, and the milliseconds until a new api was ready. */
export async function killInMidAnswer(
  database: Database,
  storm: Storm,
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
    // The calls that it had are repeated in vain until their reservations are released.
    eventually(() => storm.repeated.has('409')).then(() => skipReservationLimit(database, [...storm.cutOff])),
  ])
  return { long, apiMs }
}

/** Kills the Chromium of a worker. @returns milliseconds until it had another. */
export async function killChromium(worker: ServiceProcess): Promise<number> {
  const chromium = async () => (await ownProcesses(worker, '--remote-debugging-pipe'))[0]
  // The one that is found may just be ending by itself.
  const victim = await eventually(async () => {
    const found = await chromium()
    return found !== undefined && wasKilled(found) && found
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
