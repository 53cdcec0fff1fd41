import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { sql } from 'kysely'
import type { Overrides } from '../../packages/server/src/app.ts'
import type { Warning } from '../../packages/renderer/src/renderer.ts'
import { type Platen, startPlaten } from '../harness.ts'

/** A public address. These tests redirect its connections to a local listener, so nothing leaves the machine. */
const PUBLIC = '93.184.215.14'
const PUBLIC_V6 = '2606:4700::1111'

/** A service, an outside server that templates may reach, and a trap inside that they may not reach. */
export interface Besieged extends AsyncDisposable {
  platen: Platen
  /** Requests that arrived outside: host and path. */
  arrived: string[]
  /** Names that were resolved. */
  lookups: string[]
  /** Connections and datagrams that reached the trap. */
  trapped: string[]
  /** The trap's port on loopback: IPv4 and IPv6, TCP and UDP. */
  trapPort: number
  /** Returns the warnings of all documents that an account has printed since the last call. */
  warnings(accountId: string): Promise<Warning[]>
}

/**
 * Starts all three. `*.allowed.test` resolves to the outside server, `*.inside.test` to the trap, and `*.rebind.test`
 * first to the outside server and then to the trap. Connections to any other address go to the trap, whatever the port,
 * so that a check which allows too much is detected.
 */
export async function startBesieged(
  options: {
    environment?: NodeJS.ProcessEnv
    overrides?: Overrides
    answer?: (request: IncomingMessage, response: ServerResponse) => void
  } = {},
): Promise<Besieged> {
  await using stack = new AsyncDisposableStack()
  const [arrived, lookups, trapped]: [string[], string[], string[]] = [[], [], []]
  const answer = options.answer ?? ((_: IncomingMessage, response: ServerResponse) => response.end('hello'))
  const outside = createServer((request, response) => {
    arrived.push(`${request.headers.host}${request.url}`)
    answer(request, response)
  })
  const outsidePort = await listen(stack, outside, '127.0.0.1', 0)
  const onTrap = (socket: Socket) => {
    trapped.push(`TCP ${socket.localAddress}`)
    socket.on('error', () => {}).on('data', (data) => trapped.push(data.toString('latin1').slice(0, 256)))
  }
  const trapPort = await listen(stack, createTcpServer(onTrap), '127.0.0.1', 0)
  await listen(stack, createTcpServer(onTrap), '::1', trapPort)
  for (const [type, host] of [
    ['udp4', '127.0.0.1'],
    ['udp6', '::1'],
  ] as const) {
    const socket = createSocket(type).on('message', () => trapped.push(`UDP ${host}`))
    socket.bind(trapPort, host)
    await once(socket, 'listening')
    stack.defer(() => void socket.close())
  }

  const resolvedHosts = new Set<string>()
  const resolve = async (host: string): Promise<string[]> => {
    lookups.push(host)
    const again = resolvedHosts.has(host)
    resolvedHosts.add(host)
    if (host.endsWith('allowed.test')) return [PUBLIC, PUBLIC_V6]
    if (host.endsWith('inside.test')) return ['127.0.0.1', '::1']
    if (host.endsWith('mixed.test')) return [PUBLIC, '127.0.0.1']
    if (host.endsWith('rebind.test')) return [again ? '127.0.0.1' : PUBLIC]
    return []
  }
  const dial = (address: string) =>
    connect(address === PUBLIC || address === PUBLIC_V6 ? outsidePort : trapPort, '127.0.0.1')
  const platen = stack.use(
    await startPlaten({
      environment: { EGRESS: 'public', ...options.environment },
      overrides: { ...options.overrides, network: { resolve, dial } },
    }),
  )
  const parts = stack.move()
  const reportedIds = new Set<string>()
  return {
    platen,
    arrived,
    lookups,
    trapped,
    trapPort,
    async warnings(accountId) {
      const { rows } = await sql<{ id: string; warnings: Warning[] }>`
        select generation_id as id, warnings from generations
        where account_id = ${accountId} and warnings is not null and generation_id <> all(${[...reportedIds]})`.execute(
        platen.app.services.database,
      )
      for (const { id } of rows) reportedIds.add(id)
      return rows.flatMap(({ warnings }) => warnings)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function listen(
  stack: AsyncDisposableStack,
  server: Server | ReturnType<typeof createServer>,
  host: string,
  port: number,
): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  stack.defer(async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return (server.address() as AddressInfo).port
}
