import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that is reserved for this process and not yet listening. */
export interface ReservedPort extends AsyncDisposable {
  port: number
}

/**
 * Reserves a port of an address of this machine: a free one, or the given one.
 *
 * @throws when it is in use
 */
export async function reservePort(host: string, port = 0): Promise<ReservedPort> {
  const server = createServer((socket) => socket.destroy())
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  if (!isAddress(address)) throw new Error('The system gave no port')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

// Below the ports that systems assign to outgoing connections and to servers without a fixed port: such a port could
// be taken before its server starts, or while it restarts.
const FREE_PORTS = { from: 20_000, to: 32_768 }
const TRIES_MAX = 100

/**
 * Returns a port on which no process listens.
 *
 * @throws if 100 random ports are in use
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      await using held = await reservePort('127.0.0.1', randomInt(FREE_PORTS.from, FREE_PORTS.to))
      return held.port
    } catch (error) {
      if (tries === TRIES_MAX) throw error
    }
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
