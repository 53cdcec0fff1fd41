import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Resolve } from '../../packages/renderer/src/egress/destinations.ts'
import type { Connect } from '../../packages/renderer/src/egress/connect.ts'
import { eventually } from '../harness.ts'

/** A public address. Tests connect it to a local listener, so that nothing leaves the machine. */
export const PUBLIC = '93.184.215.14'

/** A received request. */
export interface Arrival {
  path: string
  method: string
  headers: Record<string, string>
  body: string
  at: number
}

/** Simulated webhook server with its DNS and network. */
export interface Listener extends AsyncDisposable {
  port: number
  arrivals: Arrival[]
  /** Addresses and ports of attempted connections. */
  connections: string[]
  lookups: string[]
  /** Simulated network: `*.allowed.test` leads to this server, `*.inside.test` to the loopback address. */
  network: { resolve: Resolve; dial: Connect }
  /** Waits for a number of requests at a path, and returns them. */
  requestsTo(path: string, count: number): Promise<Arrival[]>
}

/** Responses of a path, in order. The last one repeats. */
export type Answers = Record<
  string,
  (number | ((request: IncomingMessage, response: ServerResponse) => void))[]
>

/** Starts to listen, with a certificate for `*.allowed.test` or without TLS. Other paths answer 204. */
export async function startListener(
  answers: Answers = {},
  { encrypted = true }: { encrypted?: boolean } = {},
): Promise<Listener> {
  const arrivals: Arrival[] = []
  const [connections, lookups]: [string[], string[]] = [[], []]
  const counts = new Map<string, number>()
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    arrivals.push({ path, method: request.method ?? '', headers, body, at: Date.now() })
    const count = counts.get(path) ?? 0
    counts.set(path, count + 1)
    const answer = answers[path]?.[count] ?? answers[path]?.at(-1) ?? 204
    if (typeof answer === 'number') response.writeHead(answer).end()
    else answer(request, response)
  }
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {})
    take(request, response).catch(() => response.destroy())
  }
  const server = encrypted ? createServer(await createCertificate(), listen) : createPlainServer(listen)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    arrivals,
    connections,
    lookups,
    network: {
      async resolve(host) {
        const again = lookups.includes(host)
        lookups.push(host)
        if (host.endsWith('.allowed.test') || host.endsWith('.untrusted.test')) return [PUBLIC]
        if (host.endsWith('inside.test')) return ['127.0.0.1']
        if (host.endsWith('mixed.test')) return [PUBLIC, '169.254.169.254']
        if (host.endsWith('.rebind.test')) return [again ? '127.0.0.1' : PUBLIC]
        return []
      },
      dial(address, dialedPort) {
        connections.push(`${address}:${dialedPort}`)
        return connect(address === PUBLIC ? port : 9, '127.0.0.1')
      },
    },
    requestsTo: (path, count) =>
      eventually(() => {
        const those = arrivals.filter((arrival) => arrival.path === path)
        return those.length >= count && those
      }, 30_000),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns the body of a request. @throws when it has no valid signature (Standard Webhooks 1.0). */
export function verifiedBody(arrival: Arrival, secret: string) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = arrival.headers
  assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 300, `It was signed at ${timestamp}`)
  const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
  const expected = hmac.update(`${id}.${timestamp}.`).update(arrival.body).digest('base64')
  assert.equal(signature, `v1,${expected}`, 'No matching signature')
  return JSON.parse(arrival.body) as {
    type: string
    id: string
    createdAt: string
    job?: { jobId: string; status: string; pdfUrl: string | null; message: string | null }
  }
}

/** Returns a certificate for `*.allowed.test`, and adds it to the trusted ones of this process. */
async function createCertificate(): Promise<{ key: string; cert: string }> {
  const read = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
  const [key, cert] = [await read('key.pem'), await read('certificate.pem')]
  setDefaultCACertificates([...getCACertificates('default'), cert])
  return { key, cert }
}
