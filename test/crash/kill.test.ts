import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { eventually, send } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { callerOf, databaseOf, startProcess } from '../process.ts'
import { descendantsOf, isRunning, ownProcesses, processesNaming } from '../processes.ts'

/** How often each kind of process is killed; `KILL_ROUNDS=100` for a long look. */
const KILL_ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)

/** Ten seconds where nothing else goes on, as other tests do here. */
const READY_MS = 30_000

describe('killed without warning', { concurrency: 2 }, () => {
  it('the service starts again on what it left, serves, and its credits are whole', async (context) => {
    await using service = await startProcess(undefined, { ownPostgres: true })
    const caller = await callerOf(service)
    const well = await caller.upload('<p>well</p>')
    const endless = await caller.upload('<script>while (true) {}</script>')
    const { pdfUrl } = (await caller.call('POST', '/v1/pdf/generate', { templateId: well, data: {} })).body
    const cut = Promise.allSettled(
      [1, 2].map(() => caller.call('POST', '/v1/pdf/generate', { templateId: endless, data: [{}, {}] })),
    )
    const job = (
      await caller.call('POST', '/v1/pdf/generate', { templateId: well, data: {}, async: true })
    ).headers.get('location')
    await eventually(async () => (await caller.credits()).reserved >= 4)

    await service.kill()
    for (const outcome of await cut) assert.equal(outcome.status, 'rejected')
    assert.notDeepEqual(await processesNaming(`${service.dataDir}/postgres`), [], 'PostgreSQL lives on')
    const readyMs = await service.start()
    context.diagnostic(`ready after ${Math.round(readyMs)} ms`)
    assert.ok(readyMs < READY_MS, `${readyMs} ms`)

    assert.deepEqual(await downloadedTexts(pdfUrl), ['well'])
    assert.equal((await caller.call('POST', '/v1/pdf/generate', { templateId: well, data: {} })).status, 200)
    await eventually(
      async () => (await caller.call('GET', job ?? '')).body.job.status === 'completed',
      90_000,
    )
    // Two single pages and the job's are charged; what was cut off comes back when its time is over.
    await eventually(async () => {
      const { credits, reserved } = await caller.credits()
      return credits === 7 && reserved === 0
    }, 60_000)
    assert.equal((await service.platen('doctor', '--json')).code, 0)
  })

  it('leaves no process behind once it is asked to end', async () => {
    const service = await startProcess(undefined, { ownPostgres: true })
    await service.kill()
    await service.start()
    const started = await descendantsOf(service.child.pid ?? 0)
    assert.ok(started.length >= 5, 'Chromium and the template hosts')
    await service[Symbol.asyncDispose]()
    assert.deepEqual(await processesNaming(service.dataDir), [])
    await eventually(
      async () => (await Promise.all(started.map(isRunning))).every((running) => !running),
      5_000,
    )
  })

  it('F03 a Chromium, a page or a template host is replaced, and what was under way is made again', async (test) => {
    // The thumbnail of what keeps a core busy would do so too.
    await using service = await startProcess({ THUMBNAILS: 'off' }, { ownPostgres: true })
    const caller = await callerOf(service)
    await service.platen('credits', 'add', caller.userId, String(10 * KILL_ROUNDS))
    const slow = await caller.upload(
      '<p>made</p><script>const end = Date.now() + 1000; while (Date.now() < end) {}</script>',
    )
    const quick = await caller.upload('<p>quick</p>')
    await using connections = await databaseOf(service)
    const reserved = async () => {
      const { rows } = await sql<{ reserved: number }>`select reserved from accounts`.execute(
        connections.database,
      )
      return rows[0]?.reserved ?? 0
    }
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
        await eventually(async () => (await caller.call('GET', job)).body.job.status === 'completed', 30_000)
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
    await using service = await startProcess(undefined, { ownPostgres: true })
    const caller = await callerOf(service)
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
    await eventually(async () => (await send(`${service.url}/health/ready`, 'GET')).status === 200, 30_000)
    assert.equal((await generate()).status, 200)
    assert.deepEqual((await caller.credits()).credits, 8)
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
