import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that nobody else is given as long as it is held, and that nobody is answered on yet. */
export interface HeldPort extends AsyncDisposable {
  port: number
}

/** Holds a port of an address of this machine: a free one, or this one. @throws when it is taken. */
export async function holdPort(host: string, port = 0): Promise<HeldPort> {
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

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  await using held = await holdPort('127.0.0.1')
  return held.port
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
