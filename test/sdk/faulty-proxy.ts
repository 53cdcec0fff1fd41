import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Fault of a request. `before`: the service has not received it. `after`: the service has processed it. `cut`: the
 * connection is closed. `hang`: there is no answer. `broken`: half of the answer is sent. A number is the status of an
 * answer from the proxy itself.
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

/** Request as it arrived at the proxy. */
export interface ProxiedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** `performance.now()` */
  at: number
}

/** Route to the service with its own faults. */
export interface Route {
  /** Base URL of clients that use this route. */
  url: string
  requests: ProxiedRequest[]
}

/** Proxy between clients and the service. */
export interface FaultyProxy extends AsyncDisposable {
  /** Creates a route. Each request meets the next fault, and none after the last. */
  route(...faults: Fault[]): Route
}

/** Starts a proxy in front of the service at `target`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const ways = new Map<string, { faults: Fault[]; requests: ProxiedRequest[] }>()
  const server = createServer((request, response) => {
    const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const way = ways.get(name)
    if (!way) {
      response.writeHead(404).end()
      return
    }
    const { method = '', headers } = request
    way.requests.push({ method, path, headers, at: performance.now() })
    response.on('error', () => {})
    meet(way.faults.shift() ?? 'pass', target + path, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    route(...faults) {
      const [name, requests]: [string, ProxiedRequest[]] = [`way-${ways.size + 1}`, []]
      ways.set(name, { faults, requests })
      return { url: `http://127.0.0.1:${port}/${name}`, requests }
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

/** Reads the complete answer of the service, even if the client disconnects. */
async function passOn(url: string, { method, headers }: IncomingMessage, body: Buffer) {
  const passed = ask(url, { method, headers })
  passed.end(body)
  const [answer] = (await once(passed, 'response')) as [IncomingMessage]
  const whole = Buffer.concat(await Array.fromAsync(answer))
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: whole }
}
