import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { eventually, send, startPlaten } from '../harness.ts'
import { refusal, startMailServer } from '../mail-server.ts'
import { descendantsOf, isRunning } from '../processes.ts'
import { startReplicas } from '../replicas.ts'

/** A document that is printed after a delay, without processor load. */
const waiting = (ms: number) =>
  `<p>done</p><script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, ${ms})) }</script>`
/** The longest delay that a document may have. */
const LONGEST = waiting(10_000)

describe('SIGTERM', { concurrency: 2 }, () => {
  it('finishes calls in progress, accepts calls until DRAIN_SECONDS are over, and reports that it is ending', async () => {
    await using replicas = await startReplicas({ DRAIN_SECONDS: '4', LOG_LEVEL: 'info' })
    const service = await replicas.start({})
    const caller = await replicas.account(10)
    const slow = await caller.upload(service.url, LONGEST)
    const agent = new Agent({ keepAlive: true })
    const get = async (path: string) => {
      const [response] = await once(
        request(service.url + path, { agent, headers: caller.headers }).end(),
        'response',
      )
      return {
        status: response.statusCode,
        headers: response.headers,
        body: JSON.parse(await text(response)),
      }
    }
    assert.equal((await get('/health/ready')).headers.connection, 'keep-alive')
    const inProgress = caller.call(service.url, 'POST', '/v1/pdf/generate', {
      templateId: slow,
      data: {},
    })
    await eventually(async () => (await caller.credits()).reserved === 1)

    service.child.kill('SIGTERM')
    await eventually(() => service.logs().includes('stopping: calls'))
    const ready = await get('/health/ready')
    assert.deepEqual([ready.status, ready.body.components], [503, { process: 'ending' }])
    assert.equal(ready.headers.connection, 'close')
    assert.equal((await get('/health/live')).status, 200)
    const late = await get('/v1/templates')
    assert.deepEqual([late.status, late.headers.connection], [200, 'close'])
    await eventually(async () => {
      const outcome = await send(`${service.url}/health/live`, 'GET').catch((error: Error) => error)
      return outcome instanceof Error
    })
    assert.equal(service.child.exitCode, null, 'it no longer listens, and still works')
    const answer = await inProgress
    assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'])
    // The agent's kept-alive connection does not delay the end of the process.
    const [code] = await once(service.child, 'exit')
    assert.equal(code, 0)
    agent.destroy()
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('twice ends the process and its child processes at once', async () => {
    await using replicas = await startReplicas({ DRAIN_SECONDS: '2', LOG_LEVEL: 'info' })
    const service = await replicas.start({})
    const caller = await replicas.account(10)
    const slow = await caller.upload(service.url, LONGEST)
    const interrupted = caller.call(service.url, 'POST', '/v1/pdf/generate', { templateId: slow, data: {} })
    interrupted.catch(() => {})
    await eventually(async () => (await caller.credits()).reserved === 1)
    const descendants = await descendantsOf(service.child.pid ?? 0)
    assert.ok(descendants.length >= 4)
    service.child.kill('SIGTERM')
    await eventually(() => service.logs().includes('stopping: calls'))
    service.child.kill('SIGTERM')
    const [code] = await once(service.child, 'exit')
    assert.equal(code, 130)
    // Without the second signal, the call would have been answered.
    await assert.rejects(interrupted)
    await eventually(async () => (await Promise.all(descendants.map(isRunning))).every((running) => !running))
  })

  it('returns a slow job to the queue: another process starts it at once, and it loses no attempt', async () => {
    await using api = await startPlaten({ environment: { ROLE: 'api' } })
    const caller = await api.account()
    const slow = await caller.upload(waiting(4_000))
    const environment = {
      ROLE: 'worker',
      BASE_URL: api.url,
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: api.config.dataDir,
    }
    const overrides = { finishLimitMs: 300 }
    await using draining = await startPlaten({ environment, overrides })
    const { headers } = await caller.generate(slow, {}, { async: true })
    const job = async () => (await caller.call('GET', headers.get('location') ?? '')).body.job
    const attempts = async () => {
      const { rows } = await sql<{ state: string; tried: number; isDue: boolean }>`
        select state::text as state, retry_count as tried, start_after <= created_on as "isDue"
        from pgboss.job where name = 'generate' order by created_on`.execute(api.app.services.database)
      return rows
    }
    await eventually(async () => (await attempts())[0]?.state === 'active')
    await using another = await startPlaten({ environment, overrides })
    assert.ok(another.url)

    await draining.app.drain(0)
    assert.equal((await job()).status, 'processing')
    const [old, again] = await eventually(async () => {
      const list = await attempts()
      return list[1]?.state === 'active' && list
    })
    assert.deepEqual([old?.state, old?.tried, again?.tried, again?.isDue], ['completed', 0, 0, true])
    await draining.app[Symbol.asyncDispose]()

    await eventually(async () => (await job()).status === 'completed')
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })

  it('returns a slow mail to the queue, and it loses no attempt', async () => {
    let behaviour: 'refuse' | 'hang' | 'take' = 'refuse'
    let hanging = 0
    await using server = await startMailServer({
      onRcptTo(_address, _session, done) {
        if (behaviour === 'hang') hanging += 1
        else done(behaviour === 'refuse' ? refusal(450, '4.7.1 later') : undefined)
      },
    })
    await using api = await startPlaten({ environment: { ROLE: 'api' } })
    const caller = await api.account()
    const environment = {
      ROLE: 'worker',
      BASE_URL: api.url,
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: api.config.dataDir,
      SMTP_URL: server.url,
    }
    await using draining = await startPlaten({
      environment,
      overrides: { finishLimitMs: 300, jobs: { mailRetrySeconds: 1, pollEverySeconds: 2 } },
    })
    const sendEmail = ['a@example.com']
    const { headers } = await caller.generate(await caller.upload('x'), {}, { async: true, sendEmail })
    const recipient = async () =>
      (await caller.call('GET', headers.get('location') ?? '')).body.job.recipients[0]
    await eventually(async () => (await recipient()).message === '450 4.7.1 later')
    behaviour = 'hang'
    await eventually(() => hanging === 1)
    await draining.app.drain(0)
    const { rows } = await sql<{ state: string; triesLeft: number; nextAfter: number }>`
      select state::text as state, retry_limit - retry_count as "triesLeft",
        retry_delay * 2 ^ retry_count as "nextAfter"
      from pgboss.job where name = 'mail' order by created_on`.execute(api.app.services.database)
    assert.deepEqual(rows, [
      { state: 'completed', triesLeft: 15, nextAfter: 2 },
      { state: 'created', triesLeft: 15, nextAfter: 2 },
    ])
    assert.deepEqual(await recipient(), {
      email: 'a@example.com',
      status: 'queued',
      message: '450 4.7.1 later',
    })
    await draining.app[Symbol.asyncDispose]()

    behaviour = 'take'
    await using other = await startPlaten({ environment })
    assert.ok(other.url)
    await eventually(async () => (await recipient()).status === 'sent')
    assert.equal(server.taken.length, 1)
  })

  it('closes connections and interrupts work after the time limit', async () => {
    await using platen = await startPlaten({ overrides: { finishLimitMs: 300 } })
    const caller = await platen.account()
    const slow = await caller.upload(LONGEST)
    const interrupted = caller.generate(slow, {})
    interrupted.catch(() => {})
    await eventually(async () => (await caller.credits()).reserved === 1)
    await platen.app.drain(0)
    await assert.rejects(interrupted)
    await eventually(async () => (await caller.credits()).reserved === 0)
  })
})
