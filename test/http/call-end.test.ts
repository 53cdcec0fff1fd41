import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { registerErrorResponses } from '../../packages/server/src/http/protocol/error-responses.ts'
import { createBodyBudget } from '../../packages/server/src/http/bodies/body-budget.ts'
import { countBodies } from '../../packages/server/src/http/bodies/count-bodies.ts'
import { setDeadline } from '../../packages/server/src/http/protocol/deadline.ts'
import { createAdmission, acquireRendering } from '../../packages/server/src/http/admission/admission.ts'
import { createLogger } from '../../packages/server/src/log.ts'
import { eventually } from '../harness.ts'
import { openSocket } from '../security/raw.ts'

const BUDGET_BYTES = 16_000_000
/** One account alone may use half of the budget. */
const HALF = BUDGET_BYTES / 2
const LIMIT_MS = 600_000
const HEAD =
  'POST /large HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 6000000\r\n\r\n'
const BODY = 'x'.repeat(6_000_000)

/** Starts a service whose key look-up lasts until `endLookup` is called. */
async function startService() {
  const lines: { level: number; status?: number }[] = []
  const loggerInstance: FastifyBaseLogger = createLogger('info', {
    write: (line) => void lines.push(JSON.parse(line)),
  })
  const app = Fastify({ loggerInstance, bodyLimit: 8_000_000 })
  app.removeAllContentTypeParsers()
  const budget = createBodyBudget(BUDGET_BYTES)
  const admission = createAdmission({
    tabs: 1,
    anonymousRate: { burst: 1, perSecond: 1 },
    failedKeysPerMinute: 1,
  })
  const [requested, lookup] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const handled = Promise.withResolvers<void>()
  const stack = new AsyncDisposableStack()
  stack.defer(() => app.close())
  registerErrorResponses(app)
  app.addHook('onRequest', setDeadline(LIMIT_MS))
  app.addHook('onRequest', async (request, reply) => {
    request.accountId = 'a'
    if (request.url === '/never') return
    requested.resolve()
    await lookup.promise
    acquireRendering(admission, request, reply, 'a')
  })
  countBodies(app, budget)
  app.get('/never', () => new Promise(() => {}))
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async () => ({}))
  app.post('/large', { config: { renders: 'always' } }, async () => {
    handled.resolve()
    return {}
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const hasAllMemory = () => {
    const reservation = budget.open('a')
    const isFree = reservation.resize(HALF)
    reservation.release()
    return isFree
  }
  return {
    app,
    url,
    lines,
    hasAllMemory,
    handled: handled.promise,
    requested: requested.promise,
    endLookup: lookup.resolve,
    admission,
    stack,
  }
}

describe('a connection that the client closes', () => {
  for (const [request, before] of [
    ['a request', ''],
    ['a pipelined request', 'GET /never HTTP/1.1\r\nHost: h\r\n\r\n'],
  ] as const)
    it(`during the key look-up of ${request} leaves no memory and no permit reserved, and is logged as 499 (info)`, async () => {
      const service = await startService()
      await using _ = service.stack
      const connection = once(service.app.server, 'connection')
      const socket = await openSocket(service.url)
      const [accepted] = await connection
      socket.write(before + HEAD)
      await service.requested
      socket.destroy()
      await new Promise((resolve) => accepted.once('close', resolve))
      service.endLookup()
      const { level } = await eventually(() => service.lines.find(({ status }) => status === 499), 60_000)
      assert.equal(level, 30)
      assert.equal(service.hasAllMemory(), true)
      assert.equal(service.admission.rendering.acquire('a')?.isQueued(), false)
    })

  it('releases the memory of a pipelined request whose response was queued', async () => {
    const service = await startService()
    await using _ = service.stack
    service.endLookup()
    const socket = await openSocket(service.url)
    socket.write(`GET /never HTTP/1.1\r\nHost: h\r\n\r\n${HEAD}${BODY}`)
    await service.handled
    assert.equal(service.hasAllMemory(), false)
    socket.destroy()
    await eventually(service.hasAllMemory)
  })
})
