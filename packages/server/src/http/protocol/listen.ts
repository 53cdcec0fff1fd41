import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { reservePort } from '../../operations/tcp-port.ts'

/**
 * Number of listening sockets. libuv accepts one connection per socket in each iteration of the event loop. Under load
 * this is about 50 per second, and a new client waits half a minute to be rejected. With `SO_REUSEPORT` the kernel
 * distributes connections over several sockets.
 */
const SOCKETS = 16
const CLOSE_IDLE_EVERY_MS = 50

/**
 * Starts listening, on Linux with several sockets.
 * @param options `port`: 0 for any free port.
 * @returns the URL.
 * @throws when the port is in use.
 */
export async function listen(app: FastifyInstance, options: { host: string; port: number }): Promise<string> {
  closeIdleConnectionsAtClose(app)
  if (process.platform !== 'linux') return await app.listen(options)
  // Fails when the port is in use. With reusePort, two processes of Platen could share a port without an error.
  const reservation = await reservePort(options.host, options.port)
  await reservation[Symbol.asyncDispose]()
  const shared = { host: options.host, port: reservation.port, reusePort: true }
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer(
      { allowHalfOpen: true, noDelay: true },
      (socket) => void app.server.emit('connection', socket),
    ),
  )
  let closed: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    closed = Promise.all(others.map((other) => once(other.close(), 'close')))
  })
  // Waits until the connections of the other sockets are closed.
  app.addHook('onClose', async () => void (await closed))
  const url = await app.listen(shared)
  await Promise.all(others.map((other) => once(other.listen(shared), 'listening')))
  return url
}

/**
 * Closes connections without a request while the server closes. Node closes only those that are idle when it stops
 * listening. A connection that becomes idle later, or that never sent a byte, would keep the server open for more than a
 * minute.
 */
function closeIdleConnectionsAtClose(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const closeIdle = () => {
    app.server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(closeIdle, CLOSE_IDLE_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
