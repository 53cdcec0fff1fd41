import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { verifyWebhook } from '../../packages/client/src/index.ts'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { createTool, type RunningTool, type Tool } from '../commands/tool.ts'
import { eventually } from '../harness.ts'
import type { ServiceProcess } from '../process.ts'
import { type ReplicaCaller, type Replicas, startReplicas } from '../replicas.ts'
import { type Listener, startListener } from './listener.ts'

describe('platen listen', () => {
  let local: Listener
  let replicas: Replicas
  let api: ServiceProcess
  let caller: ReplicaCaller
  let templateId: string
  let tool: Tool
  before(async () => {
    local = await startListener(
      { '/refuses': [(_, response) => response.writeHead(500).end('no')] },
      { encrypted: false },
    )
    replicas = await startReplicas({ EGRESS: 'none' })
    // The events occur in another process than the one that the tool calls.
    api = await replicas.start({ ROLE: 'api' })
    await replicas.start({ ROLE: 'worker', BASE_URL: api.url })
    caller = await replicas.account(1_000)
    templateId = await caller.upload(api.url, '<p>x</p>')
    tool = await createTool(api.url, { PLATEN_API_KEY: caller.headers['x-api-key'] })
  })
  after(async () => {
    await tool[Symbol.asyncDispose]()
    await local[Symbol.asyncDispose]()
    await replicas[Symbol.asyncDispose]()
  })

  const runJob = async () => {
    const body = { templateId, data: {}, async: true }
    const { status, headers } = await caller.call(api.url, 'POST', '/v1/pdf/generate', body)
    assert.equal(status, 200)
    return String(headers.get('location')?.split('/').at(-1))
  }
  const listenerCount = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from webhook_listeners`.execute(
      replicas.database,
    )
    return rows[0]?.count
  }
  /** Waits for a text on the standard output of a running tool. */
  const printed = (running: RunningTool, text: string | RegExp) =>
    eventually(() => {
      const output = running.output()
      return typeof text === 'string' ? output.includes(text) : text.test(output)
    }, 60_000)
  const stop = async (running: RunningTool) => {
    running.interrupt()
    const { code, stderr } = await running.ended
    assert.equal(code, 0, stderr)
    return stderr
  }

  it('prints events and forwards them with a valid signature, whose secret stays the same', async () => {
    const address = `http://127.0.0.1:${local.port}/hook`
    const running = tool.start('listen', '--forward-to', address.replace('http://', ''))
    await printed(running, 'Ready.')
    const secret = /whsec_\S+/.exec(running.output())?.[0] ?? ''
    const { value } = await tool.json('listen', '--print-secret')
    assert.deepEqual(value, { secret })
    const jobId = await runJob()
    await printed(running, /<-- 204 {2}POST/)
    assert.match(running.output(), new RegExp(`--> job\\.completed {2}\\S+ {2}job ${jobId}`))
    const [arrival] = await local.requestsTo('/hook', 1)
    assert.ok(arrival)
    const event = await verifyWebhook(arrival.body, arrival.headers, secret)
    assert.ok(event.type === 'job.completed')
    assert.equal(event.job.jobId, jobId)
    assert.deepEqual(
      [arrival.headers['content-type'], arrival.headers['user-agent'], arrival.headers['webhook-id']],
      ['application/json', 'Platen', event.id],
    )
    await stop(running)
    assert.equal(await listenerCount(), 0, 'the listener is deleted')
  })

  it('continues when the local address answers with an error or not at all', async () => {
    const port = await findFreePort()
    const unreachable = tool.start('listen', '--forward-to', `127.0.0.1:${port}`, '--json')
    const refusing = tool.start('listen', '--forward-to', `127.0.0.1:${local.port}/refuses`, '--json')
    for (const running of [unreachable, refusing]) await printed(running, '"listening"')
    for (const count of [1, 2]) {
      await runJob()
      for (const running of [unreachable, refusing])
        await eventually(() => running.output().split('"forwarded"').length > count, 60_000)
    }
    const linesOf = async (running: RunningTool) => {
      await stop(running)
      return running
        .output()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    }
    const outcomes = (lines: { forwarded?: { status?: number; error?: string } }[]) =>
      lines.flatMap(({ forwarded }) => (forwarded ? [forwarded.status ?? forwarded.error] : []))
    const [one, other] = [await linesOf(unreachable), await linesOf(refusing)]
    assert.deepEqual(outcomes(one), ['ECONNREFUSED', 'ECONNREFUSED'])
    assert.deepEqual(outcomes(other), [500, 500])
    // Both receive both events, each with an id of its own.
    assert.equal(new Set([...one, ...other].flatMap(({ event }) => (event ? [event.id] : []))).size, 4)
  })

  it('reconnects after the service was killed, and loses no event of that time', async () => {
    const running = tool.start('listen')
    await printed(running, 'Ready.')
    await runJob().then((jobId) => printed(running, jobId))
    await api.kill()
    await eventually(() => running.errors().includes('Connection lost'), 60_000)
    // The tool is stopped, so that the event occurs while it is not connected.
    await api.start()
    const jobs = [await runJob(), await runJob()]
    for (const jobId of jobs) await printed(running, jobId)
    assert.equal(running.output().split(jobs[0] ?? '').length, 2, 'printed once')
    await stop(running)
  })

  it('reports lost events and goes on when it was disconnected for too long', async () => {
    const running = tool.start('listen', '--events', 'job.completed')
    await printed(running, 'Ready. Waiting for job.completed.')
    // In one statement, so that the tool sees all of it or nothing: its listener has expired, the poll that still waits
    // ends, and there are as many listeners as an account can have, so that the tool cannot create a new one at first.
    await sql`
      with expired as (
        update webhook_listeners set expires_at = now() - interval '1 minute', poll_number = poll_number + 1
        returning account_id
      )
      insert into webhook_listeners (account_id, events, expires_at)
      select account_id, '{job.failed}', now() + interval '1 hour' from expired, generate_series(1, 5)`.execute(
      replicas.database,
    )
    await eventually(() => running.errors().includes('Events of this time were lost'), 60_000)
    await eventually(() => running.errors().includes('Connection lost'), 60_000)
    await sql`delete from webhook_listeners where events = '{job.failed}'`.execute(replicas.database)
    await eventually(async () => (await listenerCount()) === 1, 60_000)
    const jobId = await runJob()
    await printed(running, jobId)
    await stop(running)
  })

  it('rejects wrong options and a missing key', async () => {
    const rows: [string[], number, RegExp][] = [
      [['--forward-to', 'ftp://localhost/'], 2, /--forward-to must be an address/],
      [['--events', 'job.started'], 2, /job\.started/],
    ]
    for (const [args, code, message] of rows) {
      const answer = await tool.call('listen', ...args)
      assert.equal(answer.code, code, args.join(' '))
      assert.match(answer.error.message, message)
    }
    await using unknown = await createTool(api.url)
    const { code, error } = await unknown.call('listen')
    assert.equal(code, 1)
    assert.match(error.message, /There is no API key/)
  })

  it('has routes that return events until they are acknowledged, to the newest poll only', async () => {
    const post = (path: string, body: object = {}) =>
      caller.call(api.url, 'POST', `/v1/webhook-listeners${path}`, body)
    const created = await post('')
    assert.equal(created.status, 201)
    const { listenerId, events } = created.body
    assert.deepEqual(events, [
      'job.completed',
      'job.failed',
      'batch.completed',
      'batch.paused',
      'batch.failed',
      'credits.low',
    ])
    const only = (await post('', { events: ['job.failed'] })).body.listenerId
    const waiting = post(`/${listenerId}/poll`)
    await eventually(async () => {
      const { rows } = await sql<{ n: number }>`
        select poll_number as n from webhook_listeners where listener_id = ${listenerId}`.execute(
        replicas.database,
      )
      return rows[0]?.n === 1
    })
    const newer = post(`/${listenerId}/poll`)
    assert.deepEqual((await waiting).body, { events: [] }, 'a newer poll has started')
    const jobId = await runJob()
    const [event] = (await newer).body.events
    assert.deepEqual([event.event, JSON.parse(event.body).job.jobId], ['job.completed', jobId])
    assert.equal(JSON.parse(event.body).id, event.id)
    assert.deepEqual((await post(`/${listenerId}/poll`)).body.events, [event])
    await runJob()
    const [second] = (await post(`/${listenerId}/poll`, { acknowledged: [event.id] })).body.events
    assert.notEqual(second.id, event.id)
    const { rows } = await sql<{ count: number }>`
      select count(*) from webhook_listener_events where listener_id = ${only}`.execute(replicas.database)
    assert.equal(rows[0]?.count, 0, 'a listener receives its events only')
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('')))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 201, 429, 429])
    const path = `/v1/webhook-listeners/${listenerId}`
    assert.equal((await caller.call(api.url, 'DELETE', path)).status, 200)
    assert.equal((await caller.call(api.url, 'DELETE', path)).status, 404)
    assert.equal((await post(`/${listenerId}/poll`)).status, 404)
  })
})
