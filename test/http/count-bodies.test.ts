import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import type { BodyBudget } from '../../packages/server/src/http/bodies/body-budget.ts'
import { readJsonBodies } from '../../packages/server/src/http/bodies/json-bodies.ts'
import { countBodies } from '../../packages/server/src/http/bodies/count-bodies.ts'
import { registerErrorResponses } from '../../packages/server/src/http/protocol/error-responses.ts'
import { discardUnreadBodies } from '../../packages/server/src/http/bodies/unread-bodies.ts'
import { openSocket, answersIn } from '../security/raw.ts'
import { eventually } from '../harness.ts'

const LIMIT_MS = 600_000

/**
 * Starts a service that records the reservations of its requests. `/own` has an account, `/form` is anonymous, other
 * routes read no body.
 */
async function startService() {
  const reserved: string[] = []
  const opened = (name: string) => ({
    resize: (bytes: number) => reserved.push(`${name} ${bytes}`) > 0,
    release() {},
  })
  const budget: BodyBudget = {
    open: () => opened('account'),
    openAnonymous: () => opened('anonymous'),
  }
  const app = Fastify({ bodyLimit: 8_000_000 })
  registerErrorResponses(app)
  readJsonBodies(app, createTenantUsage())
  app.addHook('onRequest', async (request) => {
    if (request.url === '/own') request.accountId = 'a'
  })
  countBodies(app, budget)
  discardUnreadBodies(app, LIMIT_MS)
  for (const [path, readsAnonymousBody] of [
    ['/own', false],
    ['/form', true],
  ] as const)
    app.post(path, { config: { readsAnonymousBody } }, async ({ body }) => body ?? null)
  const parsing = Promise.withResolvers<void>()
  app.addHook('preParsing', async () => parsing.resolve())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, reserved, parsing: parsing.promise, [Symbol.asyncDispose]: () => app.close() }
}

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

describe('memory for request bodies', () => {
  for (const [path, length, expected] of [
    ['/own', 60_000, []],
    ['/own', 500_000, ['account 500000']],
    ['/form', 60_000, []],
    ['/form', 500_000, []],
  ] as const)
    it(`of an idle connection: POST ${path} of ${length} bytes reserves ${expected.length > 0 ? 'all' : 'nothing'}`, async () => {
      await using service = await startService()
      const socket = await openSocket(service.url)
      socket.write(post(path, length))
      await service.parsing
      assert.deepEqual(service.reserved, expected)
      socket.destroy()
      await once(socket, 'close')
    })

  it('is reserved for the received bytes of small and anonymous bodies', async () => {
    await using service = await startService()
    for (const [path, tenant] of [
      ['/own', 'account'],
      ['/form', 'anonymous'],
    ]) {
      const answer = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"a":1}',
      })
      assert.deepEqual(await answer.json(), { a: 1 })
      assert.equal(service.reserved.at(-1), `${tenant} 7`)
    }
  })

  it('is not reserved for a body that no route reads: the response is sent before the body arrives', async () => {
    await using service = await startService()
    const socket = await openSocket(service.url)
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    socket.write(post('/nothing', 5_000_000))
    await eventually(() => answersIn(received)[0]?.status === 404)
    assert.deepEqual(service.reserved, [])
    socket.destroy()
  })
})
