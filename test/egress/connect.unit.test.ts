import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { describe, it, mock } from 'node:test'
import { connectFirst, connectDirectly } from '../../packages/renderer/src/egress/connect.ts'
import { EgressRefusal } from '../../packages/renderer/src/egress/refusals.ts'

const isUnreachable = (error: unknown) => error instanceof EgressRefusal && error.reason === 'unreachable'

/** Creates a connect function whose connections succeed, fail or stay open without an answer. */
function createDialler(outcomes: Record<string, 'connect' | 'error' | 'none'>) {
  const dialled: string[] = []
  const sockets: Socket[] = []
  const dial = (address: string, port: number) => {
    dialled.push(`${address} ${port}`)
    const socket = new Socket()
    sockets.push(socket)
    const outcome = outcomes[address] ?? 'none'
    if (outcome !== 'none') queueMicrotask(() => void socket.emit(outcome, new Error('refused')))
    return socket
  }
  return { dial, dialled, sockets }
}

describe('connecting to a destination', () => {
  it('takes the first address that answers, and closes the connections that failed', async () => {
    const { dial, dialled, sockets } = createDialler({ a: 'error', b: 'connect', c: 'connect' })
    const socket = await connectFirst({ addresses: ['a', 'b', 'c'], port: 443 }, dial)
    assert.deepEqual(dialled, ['a 443', 'b 443'])
    assert.equal(socket, sockets[1])
    assert.deepEqual(
      sockets.map(({ destroyed }) => destroyed),
      [true, false],
    )
    socket.destroy()
  })

  it('fails when no address answers, or the list is empty', async () => {
    const { dial, dialled } = createDialler({ a: 'error', b: 'error' })
    await assert.rejects(connectFirst({ addresses: ['a', 'b'], port: 80 }, dial), isUnreachable)
    assert.deepEqual(dialled, ['a 80', 'b 80'])
    await assert.rejects(connectFirst({ addresses: [], port: 80 }, dial), isUnreachable)
  })

  it('fails after 5 s for all addresses together', async () => {
    const over = new AbortController()
    const limits: number[] = []
    mock.method(AbortSignal, 'timeout', (ms: number) => {
      limits.push(ms)
      return over.signal
    })
    try {
      const { dial, dialled, sockets } = createDialler({})
      const connecting = connectFirst({ addresses: ['a', 'b', 'c'], port: 80 }, dial)
      assert.deepEqual([limits, dialled], [[5_000], ['a 80']])
      over.abort()
      await assert.rejects(connecting, isUnreachable)
      assert.ok(sockets.every(({ destroyed }) => destroyed))
    } finally {
      mock.restoreAll()
    }
  })

  it('uses the given address and port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    assert.ok(typeof address === 'object' && address)
    const socket = connectDirectly('127.0.0.1', address.port)
    await once(socket, 'connect')
    assert.deepEqual([socket.remoteAddress, socket.remotePort], ['127.0.0.1', address.port])
    socket.destroy()
    server.close()
    await once(server, 'close')
  })
})
