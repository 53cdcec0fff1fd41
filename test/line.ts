import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A connection between the service and a server on this machine that a test can interrupt. */
export interface Line extends AsyncDisposable {
  /** Address for the service to connect to. */
  port: number
  /** Changes how bytes are passed on. Takes effect on the next bytes of every connection. */
  condition: LineCondition
  /** Stops listening and cuts all connections. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/**
 * `silent`: bytes are read and never passed on. `delayMs`: delays answers. `resetAfter`: cuts an upload after so many
 * bytes.
 */
export type LineCondition =
  | { kind: 'good' }
  | { kind: 'silent' }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'reset'; afterBytes: number }

/** Starts a line to `target` on this machine. */
export async function layLine(target: number): Promise<Line> {
  const sockets = new Set<Socket>()
  const join = (near: Socket) => {
    const far = connect(target, '127.0.0.1')
    let sent = 0
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.on('data', (chunk) => {
      const { condition } = line
      if (condition.kind === 'silent') return
      sent += chunk.length
      if (condition.kind === 'reset' && sent > condition.afterBytes) {
        near.resetAndDestroy()
        return
      }
      far.write(chunk)
    })
    let last = Promise.resolve()
    far.on('data', (chunk) => {
      const { condition } = line
      if (condition.kind === 'silent') return
      const wait = condition.kind === 'slow' ? delay(condition.delayMs, undefined, { ref: false }) : undefined
      last = Promise.all([last, wait]).then(() => void (near.writable && near.write(chunk)))
    })
  }
  let server = await listening(0, join)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port')
  const line: Line = {
    port: address.port,
    condition: { kind: 'good' },
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
    },
    async mend() {
      server = await listening(line.port, join)
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await line.cut()
    },
  }
  return line
}

async function listening(port: number, join: (socket: Socket) => void): Promise<Server> {
  const server = createServer(join)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
