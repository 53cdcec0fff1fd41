import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Overrides } from '../../packages/server/src/app.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { startStripe, type StripeServer } from '../billing/stripe.ts'
import { type Answer, eventually, send } from '../harness.ts'
import { type MailServer, startMailServer, type Taken } from '../mail-server.ts'
import type { ServiceProcess } from '../process.ts'
import { type ReplicaCaller, startReplicas } from '../replicas.ts'
import type { Action, FailPoint } from './fail-points.ts'

/** Two processes of the service with fail points and their dependencies. One takes over the work of the other. */
export interface Failing extends AsyncDisposable {
  database: Database
  dataDir: string
  stripe: StripeServer
  /** Mails that the mail servers have accepted. */
  acceptedMails: Taken[]
  /** Returns the processes that accept calls. */
  ready(): Promise<ServiceProcess[]>
  account(): Promise<ReplicaCaller>
  /** Sends a request to the processes in rotation until the response is final: below 500, and not 409 or 429. */
  insist(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    only?: ServiceProcess,
  ): Promise<Answer>
  /** Arms a fail point for one fault, in the first process that reaches it. */
  arm(point: FailPoint, action: Action): Promise<void>
  /**
   * Waits for the fault, and skips the heartbeat limit, reservation limits and retry delays until `done` is settled.
   * Restarts a process that has crashed at once, and one that hangs before the next run.
   */
  recover(point: FailPoint, action: Action, done: Promise<unknown>): Promise<void>
}

export const BASE_URL = 'http://platen.test'
export const CREDITS = 10

const PROGRAM = 'test/crash/failing-service.ts'
const OVERRIDES: Overrides = {
  syncLimitMs: 8_000,
  asyncLimitMs: 8_000,
  finishLimitMs: 3_000,
  mail: { timeoutMs: 3_000 },
  jobs: {
    heartbeatSeconds: 10,
    pollEverySeconds: 2,
    mailRetrySeconds: 1,
    mailLimitSeconds: 8,
    outageDelays: { firstSeconds: 1, maxSeconds: 1, totalSeconds: 600 },
  },
}
const CALL_LIMIT_MS = 15_000
const FIRED_LIMIT_MS = 60_000
const PAUSE_MS = 100

/** Starts the processes and their dependencies. */
export async function startFailing(): Promise<Failing> {
  await using stack = new AsyncDisposableStack()
  const stripe = stack.use(await startStripe())
  const replicas = stack.use(
    await startReplicas({ BASE_URL, TABS: '2', THUMBNAILS: 'off', LOG_LEVEL: 'fatal' }),
  )
  const folder = join(replicas.dataDir, 'fail-points')
  await mkdir(folder)
  const services: ServiceProcess[] = []
  const servers: MailServer[] = []
  const mailFaults = new Map<string, Action>()
  const fired: ServiceProcess[] = []
  const starting = new Map<ServiceProcess, Promise<unknown>>()
  const isUp = (service: ServiceProcess) =>
    service.child.exitCode === null && service.child.signalCode === null && !starting.has(service)
  let round = 0

  /** Causes the fault of a fail point at the mail server. @returns true when the fail point was armed. */
  const fail = (
    name: string,
    service: ServiceProcess | undefined,
    answer: (error: Error) => void,
  ): boolean => {
    const action = mailFaults.get(name)
    if (!action || !service) return false
    mailFaults.delete(name)
    fired.push(service)
    if (action === 'crash') service.child.kill('SIGKILL')
    if (action === 'throw') answer(Object.assign(new Error('4.3.0 not now'), { responseCode: 451 }))
    return true
  }
  const start = async () => {
    const server = stack.use(
      await startMailServer({
        onConnect(_session, done) {
          if (!fail('smtp-connected', services[index], done)) done()
        },
        onMail(_mail, done) {
          if (!fail('smtp-data-sent', services[index], done)) done()
        },
      }),
    )
    const index = servers.push(server) - 1
    const environment = {
      ...stripe.environment,
      SMTP_URL: server.url,
      FAIL_POINTS: folder,
      FAIL_OVERRIDES: JSON.stringify({ ...OVERRIDES, ...stripe.overrides }),
    }
    services[index] = await replicas.start(environment, PROGRAM)
  }
  await start()
  await start()
  const revive = (service: ServiceProcess) => {
    const started = (isUp(service) ? service.kill() : Promise.resolve())
      .then(() => service.start())
      .finally(() => starting.delete(service))
    started.catch(() => {})
    starting.set(service, started)
  }
  const ready = () =>
    eventually(() => {
      const up = services.filter(isUp)
      return up.length > 0 && up
    }, FIRED_LIMIT_MS)

  const parts = stack.move()
  return {
    database: replicas.database,
    dataDir: replicas.dataDir,
    stripe,
    get acceptedMails() {
      return servers.flatMap(({ taken }) => taken)
    },
    ready,
    account: () => replicas.account(CREDITS),
    async insist(method, path, body, headers, only) {
      for (let first = only; ; first = undefined) {
        const up = await ready()
        round += 1
        const service = first ?? up[round % up.length]
        const answer = await Promise.race([
          send((service?.url ?? '') + path, method, body, headers).catch(() => undefined),
          delay(CALL_LIMIT_MS, undefined, { ref: false }),
        ])
        if (answer && answer.status < 500 && ![409, 429].includes(answer.status)) return answer
        await delay(PAUSE_MS)
      }
    },
    async arm({ name, positions }, action) {
      for (const service of services) if (!isUp(service) && !starting.has(service)) revive(service)
      // Waits for restarts, so that no process reaches the fail point with work of the previous run.
      await Promise.allSettled(starting.values())
      fired.length = 0
      mailFaults.clear()
      for (const left of await readdir(folder)) await rm(join(folder, left))
      if (positions.length === 0 && name.startsWith('smtp')) {
        mailFaults.set(name, action)
        // A connection that is still open would skip this fail point.
        for (const server of servers) server.disconnect()
      } else await writeFile(join(folder, name), action)
    },
    async recover({ name }, action, done) {
      const victim = await eventually(async () => {
        const files = await readdir(folder)
        const pid = Number(files.find((file) => file.startsWith(`${name}.`))?.split('.')[1])
        return services.find(({ child }) => child.pid === pid) ?? fired[0]
      }, FIRED_LIMIT_MS)
      await rm(join(folder, `${name}.${victim.child.pid}`), { force: true })
      const faultAt = await databaseTime(replicas.database)
      if (action === 'crash') {
        if (isUp(victim)) await once(victim.child, 'exit')
        revive(victim)
        await sql`
          update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'
          where state = 'active' and started_on < ${faultAt}`.execute(replicas.database)
      }
      const over = done.then(
        () => true,
        () => true,
      )
      while (!(await Promise.race([over, delay(PAUSE_MS, false)])))
        await letTimePass(replicas.database, faultAt)
      // A process that hangs keeps a slot or a connection for ever. The next run starts it again.
      if (action === 'hang' && isUp(victim)) await victim.kill()
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(starting.values())
      await parts.disposeAsync()
    },
  }
}

async function databaseTime(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database)
  return rows[0]?.now ?? new Date(NaN)
}

async function letTimePass(database: Database, faultAt: Date): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()`.execute(
    database,
  )
  await sql`
    update generations set reserved_until = now() where generation_id in (
      select generation_id from generations
      where not is_async and status = 'processing' and created_at < ${faultAt} for update skip locked)`.execute(
    database,
  )
}
