import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A reserved port: no other process can take it, and it accepts no connections yet. */
export interface ReservedPort extends AsyncDisposable {
  port: number
}

/** Reserves a port at an address of this machine: `port`, or any free one. @throws when the port is in use. */
export async function reservePort(host: string, port = 0): Promise<ReservedPort> {
  const server = createServer((socket) => socket.destroy())
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  if (!isAddress(address)) throw new Error('The system assigned no port')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

// Below the ephemeral ports. The system could assign an ephemeral port to a connection before its server starts, or
// while it restarts.
const FREE_PORTS = { from: 20_000, to: 32_768 }
const ATTEMPTS_MAX = 100

/**
 * Returns a port on which no process listens.
 *
 * @throws if 100 random ports are in use
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await using reserved = await reservePort('127.0.0.1', randomInt(FREE_PORTS.from, FREE_PORTS.to))
      return reserved.port
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error
    }
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
