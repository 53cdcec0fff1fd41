import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import Fastify from 'fastify'
import { setDeadline } from '../../packages/server/src/http/protocol/deadline.ts'
import { registerErrorResponses } from '../../packages/server/src/http/protocol/error-responses.ts'
import { timeoutRefusal } from '../../packages/renderer/src/scheduling/timed-out.ts'
import { send, startPlaten } from '../harness.ts'

const LIMIT_MS = 100
const OVERTIME_MS = 100
/** Longer than the limit and the overtime together. */
const PAUSE_MS = 300

describe('a call that exceeds its time limit', () => {
  const app = Fastify()
  let url = ''
  before(async () => {
    registerErrorResponses(app)
    app.addHook('onRequest', setDeadline(LIMIT_MS, OVERTIME_MS))
    app.get('/endless', () => new Promise(() => {}))
    app.get('/paused', async ({ deadline }) => {
      const ended = once(deadline, 'abort')
      for (const until = performance.now() + PAUSE_MS; performance.now() < until;);
      await ended
      throw timeoutRefusal(deadline.reason)
    })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => app.close())

  it('gets the timeout error (504) when the process was paused during the limit and the overtime', async () => {
    const { status, body } = await send(`${url}/paused`, 'GET')
    assert.equal(status, 504)
    assert.match(`${body.message} ${body.error}`, /not ready in time/)
  })

  it('gets the timeout error (504) while its large body is read', async () => {
    await using platen = await startPlaten({ overrides: { syncLimitMs: 1 } })
    const caller = await platen.account({ credits: 1 })
    const { status, body } = await caller.generate(randomUUID(), { text: 'x'.repeat(1_000_000) })
    assert.deepEqual([status, body.message], [504, timeoutRefusal(undefined).message])
  })

  it('is answered 504 with advice how to retry when the work ignores its deadline', async () => {
    const { status, body } = await send(`${url}/endless`, 'GET')
    assert.equal(status, 504)
    assert.match(body.message, /did not end in time.+Idempotency-Key/)
  })
})
