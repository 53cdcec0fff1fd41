import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/**
 * Drains a process: ends it without interrupting work in progress. The process stops being ready and takes no more
 * jobs. For `lingerMs` it still answers calls and closes their connections, so that load balancers notice and no client
 * writes to a closing connection. Then it stops listening. Calls in progress may take `finishLimitMs` more before their
 * connections are closed. Jobs may take `finishLimitMs` from the start of the drain before they return to the queue.
 * @param startDraining signals all components that the process is ending.
 */
export async function drain(
  {
    server,
    services,
    startDraining,
  }: { server: FastifyInstance; services: Services; startDraining: () => void },
  { lingerMs, finishLimitMs }: { lingerMs: number; finishLimitMs: number },
): Promise<void> {
  startDraining()
  services.log.info({ lingerMs }, 'stopping: calls and jobs in progress are finished first')
  await Promise.all([
    services.queue.drain(finishLimitMs),
    delay(lingerMs).then(() => closeServer(server, services, finishLimitMs)),
  ])
}

async function closeServer(server: FastifyInstance, { log }: Services, limitMs: number): Promise<void> {
  const limit = setTimeout(() => {
    log.warn({}, 'closed the connections of calls that did not end in time')
    server.server.closeAllConnections()
  }, limitMs)
  await server.close()
  clearTimeout(limit)
}
