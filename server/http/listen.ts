import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { holdPort } from '../ports.ts'

/**
 * libuv takes one connection from a listening socket in each round of the event loop. When there is much to do, these
 * are some fifty a second, and whoever comes then waits for half a minute to be refused. So the kernel spreads
 * connections over several sockets, where it can.
 */
const SOCKETS = 16

/**
 * Listens.
 * @returns the address.
 * @throws when the port is taken.
 */
export async function listen(app: FastifyInstance, wanted: { host: string; port: number }): Promise<string> {
  if (process.platform !== 'linux') return await app.listen(wanted)
  // Another process of ours could share the port from here on, and neither would notice.
  const held = await holdPort(wanted.host, wanted.port)
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
