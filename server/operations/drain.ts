import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/**
 * Ends a process without interrupting its work. It becomes not ready and takes no further jobs, and answers calls for
 * `lingerMs` with `Connection: close`, so that a load balancer can react. Then it stops listening, and running work has
 * `finishLimitMs`. After that, connections are closed and jobs return to the queue.
 *
 * @param leave notifies all parts that the process ends
 */
export async function drain(
  { server, services, leave }: { server: FastifyInstance; services: Services; leave: () => void },
  { lingerMs, finishLimitMs }: { lingerMs: number; finishLimitMs: number },
): Promise<void> {
  leave()
  services.log.info({ lingerMs }, 'asked to end: calls and jobs under way are finished first')
  await Promise.all([
    services.queue.rest(finishLimitMs),
    delay(lingerMs).then(() => closeServer(server, services, finishLimitMs)),
  ])
}

async function closeServer(server: FastifyInstance, { log }: Services, limitMs: number): Promise<void> {
  const limit = setTimeout(() => {
    log.warn({}, 'cut the connections of calls that did not end')
    server.server.closeAllConnections()
  }, limitMs)
  await server.close()
  clearTimeout(limit)
}
