import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { listen } from '../../packages/server/src/http/protocol/listen.ts'

const CALLS = 60
const ANYWHERE = { host: '127.0.0.1', port: 0 }

describe('listen', () => {
  it('opens several sockets on one port, and closes them when all calls have ended', async () => {
    const app = Fastify()
    let started = 0
    app.get('/', async (_request, reply) => {
      started += 1
      while (app.server.listening) await delay(5)
      return await reply.header('connection', 'close').send('answered')
    })
    const url = await listen(app, ANYWHERE)
    const port = Number(new URL(url).port)
    if (process.platform === 'linux') assert.equal(await socketsOn(port), 16)
    const answers = Array.from({ length: CALLS }, async () => await (await fetch(url)).text())
    while (started < CALLS) await delay(5)
    await app.close()
    assert.deepEqual([...new Set(await Promise.all(answers))], ['answered'])
    assert.equal(await socketsOn(port), 0)
  })

  // Otherwise Node closes such a connection after a minute.
  it(
    'closes connections that have never sent a request when the server closes',
    { timeout: 45_000 },
    async () => {
      const app = Fastify()
      const url = await listen(app, ANYWHERE)
      const idle = connect(Number(new URL(url).port), '127.0.0.1')
      await once(app.server, 'connection')
      await Promise.all([once(idle.resume(), 'close'), app.close()])
    },
  )

  it('fails when the port is in use (EADDRINUSE)', async () => {
    await using first = Fastify()
    const { port } = new URL(await listen(first, ANYWHERE))
    await using second = Fastify()
    await assert.rejects(listen(second, { ...ANYWHERE, port: Number(port) }), { code: 'EADDRINUSE' })
    assert.equal((await fetch(`http://127.0.0.1:${port}`)).status, 404)
  })
})

async function socketsOn(port: number): Promise<number> {
  const LISTENING = '0A'
  const lines = (await readFile('/proc/net/tcp', 'utf8').catch(() => '')).split('\n').slice(1)
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return lines.filter((line) => {
    const [, address, , state] = line.trim().split(/\s+/)
    return address === local && state === LISTENING
  }).length
}
