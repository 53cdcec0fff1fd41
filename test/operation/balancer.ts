import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { send } from '../harness.ts'

/** Spreads calls over replicas in turn, as any balancer does: over kept connections, to those that say they are ready. */
export interface Balancer extends AsyncDisposable {
  url: string
  /** What went wrong after a replica had accepted the connection. */
  broken: string[]
  isReady(replica: string): boolean
}

const LOOK_EVERY_MS = 100

/** @param replicas their addresses, which may be added to later. */
export async function startBalancer(replicas: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const broken: string[] = []
  const states = new Map<string, boolean>()
  const readyOnes = () => replicas.filter((url) => states.get(url))
  let turn = 0
  let closing = false

  const look = async () => {
    while (!closing) {
      await Promise.all(
        replicas.map(async (url) => {
          const answer = await send(`${url}/health/ready`, 'GET').catch(() => undefined)
          states.set(url, answer?.status === 200)
        }),
      )
      await delay(LOOK_EVERY_MS)
    }
  }
  const looking = look()

  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk))
    incoming.on('end', () => forward(incoming, Buffer.concat(chunks), answer, readyOnes().length))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Its callers are the test's own: a connection that it closed while one of them wrote to it would look like a reset.
  server.keepAliveTimeout = 0

  function forward(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, tries: number): void {
    turn += 1
    const ready = readyOnes()
    const target = ready[turn % ready.length]
    if (target === undefined) return void answer.writeHead(502).end()
    const { method, url, headers } = incoming
    const outgoing = request(target + url, { method, headers, agent }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.on('error', (error) => broken.push(`${url}: ${error.message}`))
      response.pipe(answer)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // Nobody listens there any more: nothing was accepted, so the next one is asked.
      if (error.code === 'ECONNREFUSED' && tries > 1) return forward(incoming, body, answer, tries - 1)
      broken.push(`${method} ${url}: ${error.message}`)
      if (!answer.headersSent) answer.writeHead(502).end()
    })
    outgoing.end(body)
  }

  return {
    // A listening server's address is one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broken,
    isReady: (replica) => states.get(replica) === true,
    async [Symbol.asyncDispose]() {
      closing = true
      await looking
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
