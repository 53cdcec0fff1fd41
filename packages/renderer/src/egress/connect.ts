import { connect, type Socket } from 'node:net'
import type { Destination } from './destinations.ts'
import { EgressRefusal } from './refusals.ts'

/** Starts to connect to an address. */
export type Connect = (address: string, port: number) => Socket

/** For all addresses of a host together. */
const CONNECT_LIMIT_MS = 5_000

/** Connects to the given address. */
export const connectDirectly: Connect = (host, port) => connect({ host, port })

/**
 * Connects to the first address, in their order, that accepts a connection.
 *
 * @throws {EgressRefusal}
 */
export async function connectFirst({ addresses, port }: Destination, dial: Connect): Promise<Socket> {
  const deadline = AbortSignal.timeout(CONNECT_LIMIT_MS)
  for (const address of addresses) {
    const socket = dial(address, port)
    if (await connects(socket, deadline)) return socket
  }
  throw new EgressRefusal('unreachable')
}

/** Returns true if the socket connects before the deadline, else destroys it. */
async function connects(socket: Socket, deadline: AbortSignal): Promise<boolean> {
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    deadline.addEventListener('abort', () => resolve(false), { once: true })
    if (deadline.aborted) resolve(false)
  })
  if (!connected) socket.destroy()
  return connected
}
