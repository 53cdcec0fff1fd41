import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { reservePort } from '../../operations/tcp-port.ts'

/**
 * libuv takes one connection from a listening socket in each round of the event loop. When there is much to do, these
 * are some fifty a second, and whoever comes then waits for half a minute to be refused. So the kernel spreads
 * connections over several sockets, where it can.
 */
const SOCKETS = 16
const END_IDLE_EVERY_MS = 50

/**
 * Listens.
 * @returns the address.
 * @throws when the port is taken.
 */
export async function listen(app: FastifyInstance, wanted: { host: string; port: number }): Promise<string> {
  endIdleConnectionsAtClose(app)
  if (process.platform !== 'linux') return await app.listen(wanted)
  // Another process of ours could share the port from here on, and neither would notice.
  const held = await reservePort(wanted.host, wanted.port)
  await held[Symbol.asyncDispose]()
  const shared = { host: wanted.host, port: held.port, reusePort: true }
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer(
      { allowHalfOpen: true, noDelay: true },
      (socket) => void app.server.emit('connection', socket),
    ),
  )
  let ended: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    ended = Promise.all(others.map((other) => once(other.close(), 'close')))
  })
  // Their connections end as those of the service's own server do.
  app.addHook('onClose', async () => void (await ended))
  const url = await app.listen(shared)
  await Promise.all(others.map((other) => once(other.listen(shared), 'listening')))
  return url
}

/**
 * Ends connections without a request until the server has closed. Node ends those that are idle when it stops listening.
 * A connection that becomes idle later, or that has never sent a byte, would keep the server open for more than a minute.
 */
function endIdleConnectionsAtClose(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const endIdle = () => {
    app.server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(endIdle, END_IDLE_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
