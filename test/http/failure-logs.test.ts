import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { setDeadline } from '../../packages/server/src/http/protocol/deadline.ts'
import { registerErrorResponses } from '../../packages/server/src/http/protocol/error-responses.ts'
import { createLogger } from '../../packages/server/src/log.ts'
import { timeoutRefusal } from '../../packages/renderer/src/scheduling/timed-out.ts'
import { eventually, send } from '../harness.ts'
import { openSocket } from '../security/raw.ts'

const LIMIT_MS = 100
const [INFO, WARN, ERROR] = [30, 40, 50]

interface Line {
  level: number
  msg: string
  status?: number
  err?: { stack: string }
}

describe('the log level of a failed call', () => {
  const lines: Line[] = []
  const loggerInstance: FastifyBaseLogger = createLogger('info', {
    write: (line) => void lines.push(JSON.parse(line)),
  })
  let app: FastifyInstance
  let url = ''
  before(async () => {
    app = Fastify({ loggerInstance })
    registerErrorResponses(app)
    app.addHook('onRequest', setDeadline(LIMIT_MS))
    app.get('/disconnected', async ({ deadline }) => {
      await once(deadline, 'abort')
      throw new Error('The rendering failed', { cause: deadline.reason })
    })
    app.get('/aborted', async ({ deadline }) => {
      await once(deadline, 'abort')
      throw new DOMException('This operation was aborted', 'AbortError')
    })
    app.get('/late', async ({ deadline }) => {
      await once(deadline, 'abort')
      throw timeoutRefusal(deadline.reason)
    })
    app.get('/defect', async ({ deadline }) => {
      await once(deadline, 'abort')
      throw new TypeError('undefined is not a function')
    })
    app.get('/endless', () => new Promise(() => {}))
    app.get('/busy', async () => {
      throw new Refusal('busy', 'Busy.')
    })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => app.close())

  const logged = (matches: (line: Line) => boolean) => eventually(() => lines.find(matches))
  const highest = () => Math.max(...lines.map(({ level }) => level))

  /** Sends a request and closes the connection before the response. */
  const sendAndDisconnect = async (path: string) => {
    const socket = await openSocket(url)
    const received = once(app.server, 'request')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`)
    await received
    socket.destroy()
  }

  it('is info without a stack when the client closed the connection', async () => {
    for (const path of ['/disconnected', '/aborted']) {
      lines.length = 0
      await sendAndDisconnect(path)
      const { level, err } = await logged(({ status }) => status === 499)
      assert.deepEqual([level, err], [INFO, undefined])
      assert.equal(highest(), INFO)
    }
  })

  it('is a warning without a stack when the call exceeded its time limit', async () => {
    lines.length = 0
    assert.equal((await send(`${url}/late`, 'GET')).status, 504)
    const { level, err } = await logged(({ status }) => status === 504)
    assert.deepEqual([level, err], [WARN, undefined])
    assert.equal(highest(), WARN)
  })

  it('is info when there are too many calls', async () => {
    lines.length = 0
    assert.equal((await send(`${url}/busy`, 'GET')).status, 503)
    assert.equal((await logged(({ status }) => status === 503)).level, INFO)
  })

  it('is an error with its stack for a defect, also after the client closed the connection', async () => {
    lines.length = 0
    await sendAndDisconnect('/defect')
    const { level, err } = await logged(({ msg }) => msg === 'the call failed')
    assert.equal(level, ERROR)
    assert.match(err?.stack ?? '', /TypeError: undefined is not a function\n\s+at /)
  })

  it('is an error when the work of a call ignores its deadline', async () => {
    lines.length = 0
    assert.equal((await send(`${url}/endless`, 'GET')).status, 504)
    assert.equal((await logged(({ msg }) => msg.includes('did not end at its deadline'))).level, ERROR)
  })
})
