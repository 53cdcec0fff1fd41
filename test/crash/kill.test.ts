import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { eventually, send } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import {
  callerOf,
  descendantsOf,
  isRunning,
  processesNaming,
  type ServiceProcess,
  startProcess,
} from '../process.ts'

/** The service's processes whose command line names `text`; other tests have such processes, too. */
async function ownProcesses(service: ServiceProcess, text: string): Promise<number[]> {
  const own = await descendantsOf(service.child.pid ?? 0)
  return (await processesNaming(text)).filter((pid) => own.includes(pid)).toSorted((a, b) => a - b)
}

describe('killed without warning', () => {
  it('the service starts again on what it left, serves, and its credits are whole', async () => {
    await using service = await startProcess()
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
    assert.ok(readyMs < 10_000, `${readyMs} ms`)

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
    const service = await startProcess()
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

  it('a Chromium or a template host is replaced, and the call under way is made again', async () => {
    // The thumbnail of what keeps a core busy for three seconds would do so too.
    await using service = await startProcess({ THUMBNAILS: 'off' })
    const caller = await callerOf(service)
    const slow = await caller.upload(
      '<p>made</p><script>const end = Date.now() + 3000; while (Date.now() < end) {}</script>',
    )
    const generate = () => caller.call('POST', '/v1/pdf/generate', { templateId: slow, data: {} })
    const underWay = generate()
    await eventually(async () => (await caller.credits()).reserved === 1)
    const [browser] = await ownProcesses(service, '--remote-debugging-pipe')
    assert.ok(browser)
    process.kill(browser, 'SIGKILL')
    const answer = await underWay
    assert.equal(answer.status, 200)
    assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['made'])
    for (const host of await ownProcesses(service, 'rendering/fill/host.ts')) process.kill(host, 'SIGKILL')
    assert.equal((await generate()).status, 200)
  })

  it('its PostgreSQL is started again, and nothing that was committed is lost', async () => {
    await using service = await startProcess()
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
