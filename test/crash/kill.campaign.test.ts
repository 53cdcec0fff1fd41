import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findAccount, findAccountByUserId } from '../../server/accounts/accounts.ts'
import { addCredits, auditCredits } from '../../server/accounts/credits.ts'
import { eventually, send } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { callerOf, databaseOf, type ServiceProcess, startProcess } from '../process.ts'
import { descendantsOf, isRunning, ownProcesses, processesNaming } from '../processes.ts'
import { scaled } from '../scale.ts'
import { skipHeartbeatLimit, skipReservationLimit } from './waits.ts'

/** Kills of each kind of process. */
const KILL_ROUNDS = scaled({ short: 1, long: 100 })
/** Is printed after a while, which takes nothing of a processor. */
const waiting = (ms: number) =>
  `<p>made</p><script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, ${ms})) }</script>`
/** The longest that a document may wait. */
const LONGEST = waiting(10_000)

/** One after the other, on one folder. */
describe('killed without warning', () => {
  let service: ServiceProcess
  before(async () => void (service = await startProcess({ THUMBNAILS: 'off' }, { ownPostgres: true })))
  after(() => service[Symbol.asyncDispose]())

  it('F03 a Chromium, a page or a template host is replaced, and what was under way is made again', async (test) => {
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
    let made = 0
    for (let round = 0; round < KILL_ROUNDS; round += 1) {
      for (const victims of ['--remote-debugging-pipe', '--type=renderer', 'rendering/fill/host.ts']) {
        const underWay = generate(slow)
        await eventually(async () => (await reserved()) >= 1)
        const job = (await generate(quick, { async: true })).headers.get('location') ?? ''
        for (const pid of await ownProcesses(service, victims)) tryToKill(pid)
        const killedAt = performance.now()
        const next = await generate(quick)
        assert.equal(next.status, 200, `${victims}: ${JSON.stringify(next.body)}`)
        restoredMs.push(performance.now() - killedAt)
        const { status, body } = await underWay
        assert.equal(status, 200, JSON.stringify(body))
        assert.deepEqual(await downloadedTexts(body.pdfUrl), ['made'])
        await eventually(async () => (await caller.call('GET', job)).body.job.status === 'completed')
        made += 3
      }
    }
    assert.deepEqual((await caller.credits()).credits, begun.credits - made)
    const ordered = restoredMs.toSorted((one, other) => one - other)
    const [p50, most] = [ordered[Math.floor(ordered.length / 2)], ordered.at(-1)].map((ms) =>
      Math.round(ms ?? NaN),
    )
    test.diagnostic(
      `${restoredMs.length} kills; a call right after one took p50 ${p50} ms, at most ${most} ms`,
    )
  })

  it('its PostgreSQL is started again, and nothing that was committed is lost', async () => {
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
      [unready.body.message, unready.body.parts.database],
      ['The service is not ready.', 'unavailable'],
    )
    assert.equal((await send(`${service.url}/health/live`, 'GET')).status, 200)
    await eventually(async () => (await send(`${service.url}/health/ready`, 'GET')).status === 200)
    assert.equal((await generate()).status, 200)
    assert.deepEqual((await caller.credits()).credits, 8)
  })

  it('the service starts again on what it left, serves, and its credits are whole', async (context) => {
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
    assert.notDeepEqual(await processesNaming(`${service.dataDir}/postgres`), [], 'PostgreSQL lives on')
    context.diagnostic(`ready after ${Math.round(await service.start())} ms`)

    assert.deepEqual(await downloadedTexts(pdfUrl), ['well'])
    assert.equal((await caller.call('POST', '/v1/pdf/generate', { templateId: well, data: {} })).status, 200)
    await using connections = await databaseOf(service)
    const { database } = connections
    await skipHeartbeatLimit(database)
    await eventually(async () => (await caller.call('GET', job ?? '')).body.job.status === 'completed')
    // Two single pages and the job's are charged. The credits of calls that were cut return when their time is over.
    await skipReservationLimit(database)
    await eventually(async () => {
      const { credits, reserved } = await caller.credits()
      return credits === 7 && reserved === 0
    })
    assert.deepEqual(await auditCredits(database), [])
  })

  it('leaves no process behind once it is asked to end', async () => {
    const started = await descendantsOf(service.child.pid ?? 0)
    assert.ok(started.length >= 5, 'Chromium and the template hosts')
    service.child.kill('SIGTERM')
    await once(service.child, 'exit')
    assert.deepEqual(await processesNaming(service.dataDir), [])
    await eventually(async () => (await Promise.all(started.map(isRunning))).every((running) => !running))
  })
})

/** It may have ended with the one before. */
function tryToKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    assert.equal(error instanceof Error && 'code' in error && error.code, 'ESRCH')
  }
}
