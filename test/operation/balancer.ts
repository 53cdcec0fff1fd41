import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { send } from '../harness.ts'

/**
 * Load balancer (round robin): sends calls over kept-alive connections to the replicas that report that they are ready.
 */
export interface Balancer extends AsyncDisposable {
  url: string
  /** Errors after a replica accepted the connection. */
  errors: string[]
  isReady(replica: string): boolean
}

const CHECK_EVERY_MS = 100

/** Starts a load balancer. @param replicas their URLs; more may be added later. */
export async function startBalancer(replicas: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const errors: string[] = []
  const states = new Map<string, boolean>()
  const readyReplicas = () => replicas.filter((url) => states.get(url))
  let calls = 0
  let closing = false

  const checkReplicas = async () => {
    while (!closing) {
      await Promise.all(
        replicas.map(async (url) => {
          const answer = await send(`${url}/health/ready`, 'GET').catch(() => undefined)
          states.set(url, answer?.status === 200)
        }),
      )
      await delay(CHECK_EVERY_MS)
    }
  }
  const checking = checkReplicas()

  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk))
    incoming.on('end', () => forward(incoming, Buffer.concat(chunks), answer, readyReplicas().length))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Without a timeout, because a call on a connection that the balancer just closed would look like a connection reset.
  server.keepAliveTimeout = 0

  function forward(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, attempts: number): void {
    calls += 1
    const ready = readyReplicas()
    const target = ready[calls % ready.length]
    if (target === undefined) return void answer.writeHead(502).end()
    const { method, url, headers } = incoming
    const outgoing = request(target + url, { method, headers, agent }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.on('error', (error) => errors.push(`${url}: ${error.message}`))
      response.pipe(answer)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The replica refused the connection, so the call is sent to the next one.
      if (error.code === 'ECONNREFUSED' && attempts > 1) return forward(incoming, body, answer, attempts - 1)
      errors.push(`${method} ${url}: ${error.message}`)
      if (!answer.headersSent) answer.writeHead(502).end()
    })
    outgoing.end(body)
  }

  return {
    // The address of a listening TCP server is an object.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    errors,
    isReady: (replica) => states.get(replica) === true,
    async [Symbol.asyncDispose]() {
      closing = true
      await checking
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
