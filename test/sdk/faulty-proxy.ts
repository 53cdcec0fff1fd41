import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What becomes of a request on its way. `before` the service has seen it, or `after` it has done all of it: the
 * connection is cut, or nothing comes. `broken`: half of the answer's bytes. A number is the status of an answer that a proxy gives by itself.
 */
export type Fault =
  | 'pass'
  | 'cut-before'
  | 'cut-after'
  | 'hang-before'
  | 'hang-after'
  | 'broken'
  | number
  | { status: number; headers: Record<string, string>; body?: string }
  | { after: number }

/** A request as it arrived. */
export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** `performance.now()` */
  at: number
}

/** A way to the service with faults of its own. */
export interface Way {
  /** The base URL of a client that goes this way. */
  url: string
  seen: Seen[]
}

/** A server between clients and the service. */
export interface FaultyProxy extends AsyncDisposable {
  /** A new way, whose requests meet one fault each, in turn, and none after the last. */
  way(...faults: Fault[]): Way
}

/** Starts a proxy before the service at `target`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const ways = new Map<string, { faults: Fault[]; seen: Seen[] }>()
  const server = createServer((request, response) => {
    const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const way = ways.get(name)
    if (!way) {
      response.writeHead(404).end()
      return
    }
    const { method = '', headers } = request
    way.seen.push({ method, path, headers, at: performance.now() })
    response.on('error', () => {})
    meet(way.faults.shift() ?? 'pass', target + path, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    way(...faults) {
      const [name, seen]: [string, Seen[]] = [`way-${ways.size + 1}`, []]
      ways.set(name, { faults, seen })
      return { url: `http://127.0.0.1:${port}/${name}`, seen }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function meet(
  fault: Fault,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.concat(await Array.fromAsync(request))
  if (fault === 'cut-before') request.socket.resetAndDestroy()
  else if (typeof fault === 'number') response.writeHead(fault).end('<h1>The proxy has a problem</h1>')
  else if (typeof fault === 'object' && 'status' in fault)
    response.writeHead(fault.status, fault.headers).end(fault.body)
  else if (fault !== 'hang-before') {
    const answer = await passOn(url, request, body)
    if (fault === 'cut-after') request.socket.resetAndDestroy()
    else if (fault === 'broken') {
      response.writeHead(answer.status, answer.headers)
      response.write(answer.body.subarray(0, answer.body.length / 2), () => request.socket.resetAndDestroy())
    } else if (typeof fault === 'object') response.writeHead(fault.after).end('<h1>The answer was lost</h1>')
    else if (fault !== 'hang-after') response.writeHead(answer.status, answer.headers).end(answer.body)
  }
}

/** The whole answer of the service, whatever becomes of the client meanwhile. */
async function passOn(url: string, { method, headers }: IncomingMessage, body: Buffer) {
  const passed = ask(url, { method, headers })
  passed.end(body)
  const [answer] = (await once(passed, 'response')) as [IncomingMessage]
  const whole = Buffer.concat(await Array.fromAsync(answer))
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: whole }
}
