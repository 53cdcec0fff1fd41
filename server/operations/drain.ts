import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/**
 * Brings a process to its end without breaking off what it has begun. It is not ready any more from now on and
 * takes no more jobs, but goes on answering calls for `lingerMs`, each with the end of its connection, so that
 * whoever spreads calls can notice and nobody writes into a connection that is being closed. Then it listens no
 * more, and what is under way has `finishLimitMs`: after that connections are cut, and jobs go back to the queue.
 * @param leave says to all parts that the process is ending.
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
