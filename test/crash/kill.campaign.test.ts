import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findAccount, findAccountByUserId } from '../../packages/server/src/accounts/accounts.ts'
import { addCredits, auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { eventually, send } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { callerOf, databaseOf, type ServiceProcess, startProcess } from '../process.ts'
import { chromiumProcesses, descendantsOf, hostsOf, isRunning, processesNaming } from '../processes.ts'
import { scaled } from '../scale.ts'
import { skipHeartbeatLimit, skipReservationLimit } from './waits.ts'

/** Kills of each kind of process. */
const KILL_ROUNDS = scaled({ short: 1, long: 100 })
/** Returns a source that is printed after a delay, without CPU load. */
const waiting = (ms: number) =>
  `<p>made</p><script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, ${ms})) }</script>`
/** Printed after 10 s, the longest wait for `platen.ready`. */
const LONGEST = waiting(10_000)

/** The tests run in order on one data folder. */
describe('processes killed with SIGKILL', () => {
  let service: ServiceProcess
  before(async () => void (service = await startProcess({ THUMBNAILS: 'off' }, { ownPostgres: true })))
  after(() => service[Symbol.asyncDispose]())

  it('F03 a killed Chromium, page or template host is replaced, and renders in progress are retried', async (test) => {
    const caller = await callerOf(service, 'f03@example.com')
    await using connections = await databaseOf(service)
    const { database } = connections
    const { accountId } = await findAccountByUserId(database, caller.userId)
    await addCredits(database, { accountId, credits: 10 * KILL_ROUNDS, reference: 'f03' })
    const slow = await caller.upload(waiting(1_500))
    const quick = await caller.upload('<p>quick</p>')
    const reserved = async () => (await findAccount(database, accountId)).reserved
    const generate = (templateId: string, more = {}) =>
      caller.call('POST', '/v1/pdf/generate', { templateId, data: {}, ...more })
    const begun = await caller.credits()
    const restoredMs: number[] = []
    let renderCount = 0
    for (let round = 0; round < KILL_ROUNDS; round += 1) {
      for (const victims of ['browser', 'renderer', 'template host'] as const) {
        const underWay = generate(slow)
        await eventually(async () => (await reserved()) >= 1)
        const job = (await generate(quick, { async: true })).headers.get('location') ?? ''
        const { pid: servicePid = 0 } = service.child
        const pids =
          victims === 'template host' ? hostsOf(servicePid) : chromiumProcesses(victims, servicePid)
        for (const pid of await pids) tryToKill(pid)
        const killedAt = performance.now()
        const next = await generate(quick)
        assert.equal(next.status, 200, `${victims}: ${JSON.stringify(next.body)}`)
        restoredMs.push(performance.now() - killedAt)
        const { status, body } = await underWay
        assert.equal(status, 200, `${victims}: ${JSON.stringify(body)}\n${lastWarnings(service)}`)
        assert.deepEqual(await downloadedTexts(body.pdfUrl), ['made'])
        await eventually(async () => (await caller.call('GET', job)).body.job.status === 'completed')
        renderCount += 3
      }
    }
    assert.deepEqual((await caller.credits()).credits, begun.credits - renderCount)
    const ordered = restoredMs.toSorted((one, other) => one - other)
    const [p50, most] = [ordered[Math.floor(ordered.length / 2)], ordered.at(-1)].map((ms) =>
      Math.round(ms ?? NaN),
    )
    test.diagnostic(
      `${restoredMs.length} kills; a call right after one took p50 ${p50} ms, at most ${most} ms`,
    )
  })

  it('a killed PostgreSQL is restarted, and no committed data is lost', async () => {
    const caller = await callerOf(service, 'postgres@example.com')
    const templateId = await caller.upload('<p>kept</p>')
    const generate = () => caller.call('POST', '/v1/pdf/generate', { templateId, data: {} })
    assert.equal((await generate()).status, 200)
    const lockFile = join(service.dataDir, 'postgres/data/postmaster.pid')
    const pid = Number((await readFile(lockFile, 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    const unready = await eventually(async () => {
      const answer = await send(`${service.url}/health/ready`, 'GET')
      return answer.status === 503 && answer
    })
    assert.deepEqual(
      [unready.body.message, unready.body.components.database],
      ['The service is not ready.', 'unavailable'],
    )
    assert.equal((await send(`${service.url}/health/live`, 'GET')).status, 200)
    await eventually(async () => (await send(`${service.url}/health/ready`, 'GET')).status === 200)
    assert.equal((await generate()).status, 200)
    assert.deepEqual((await caller.credits()).credits, 8)
  })

  it('a killed service starts again on its data, serves, and its credits are consistent', async (context) => {
    const caller = await callerOf(service, 'service@example.com')
    const well = await caller.upload('<p>well</p>')
    const slow = await caller.upload(LONGEST)
    const { pdfUrl } = (await caller.call('POST', '/v1/pdf/generate', { templateId: well, data: {} })).body
    const cut = Promise.allSettled(
      [1, 2].map(() => caller.call('POST', '/v1/pdf/generate', { templateId: slow, data: [{}, {}] })),
    )
    const job = (
      await caller.call('POST', '/v1/pdf/generate', { templateId: well, data: {}, async: true })
    ).headers.get('location')
    await eventually(async () => (await caller.credits()).reserved >= 4)

    await service.kill()
    for (const outcome of await cut) assert.equal(outcome.status, 'rejected')
    assert.notDeepEqual(await processesNaming(`${service.dataDir}/postgres`), [], 'PostgreSQL still runs')
    context.diagnostic(`ready after ${Math.round(await service.start())} ms`)

    assert.deepEqual(await downloadedTexts(pdfUrl), ['well'])
    assert.equal((await caller.call('POST', '/v1/pdf/generate', { templateId: well, data: {} })).status, 200)
    await using connections = await databaseOf(service)
    const { database } = connections
    await skipHeartbeatLimit(database)
    await eventually(async () => (await caller.call('GET', job ?? '')).body.job.status === 'completed')
    // Two calls and the job are charged. Credits of the killed calls are released after their reservation limit.
    await skipReservationLimit(database)
    await eventually(async () => {
      const { credits, reserved } = await caller.credits()
      return credits === 7 && reserved === 0
    })
    assert.deepEqual(await auditCredits(database), [])
  })

  it('the service leaves no process behind after SIGTERM', async () => {
    const started = await descendantsOf(service.child.pid ?? 0)
    assert.ok(started.length >= 5, 'Chromium and the template hosts')
    service.child.kill('SIGTERM')
    await once(service.child, 'exit')
    assert.deepEqual(await processesNaming(service.dataDir), [])
    await eventually(async () => (await Promise.all(started.map(isRunning))).every((running) => !running))
  })
})

/** Kills a process that may have ended already. */
function tryToKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    assert.equal(error instanceof Error && 'code' in error && error.code, 'ESRCH')
  }
}

/** Returns the last warnings and errors in the log of the service. */
function lastWarnings(service: ServiceProcess): string {
  const lines = service.logs().split('\n')
  return lines
    .filter((line) => /"level":[456]0/.test(line))
    .slice(-10)
    .join('\n')
}
