import type { EventEmitter } from 'node:events'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { Refusal } from '../errors.ts'

export interface ConnectionQueueOptions {
  /** How many connections there are at most. */
  size: number
  silenceMs?: number
  waitMs?: number
  /** Factor for the limits of time. */
  patience?: number
}

/** Nobody's statement takes longer where PostgreSQL is well. */
const SILENCE_LIMIT_MS = 2_000
const WAIT_LIMIT_MS = 6_000
const RETRY_AFTER_SECONDS = 2

/**
 * A pool whose connections are waited for outside of it: the pool’s own wait cannot tell whether they are in use or
 * cannot be had. Who waits here gives up when nothing was answered on any of them for a while, and that is a fault;
 * while others are served it is a lack of connections, and a `busy` refusal, after a longer while.
 * @param pool Its clients tell by `ANSWERED` of each statement that was.
 */
export function queueForConnections(
  pool: pg.Pool,
  {
    size,
    patience = 1,
    silenceMs = SILENCE_LIMIT_MS * patience,
    waitMs = WAIT_LIMIT_MS * patience,
  }: ConnectionQueueOptions,
): PostgresPool {
  const waiting = new Set<() => void>()
  let free = size
  let answered = 0
  pool.on('connect', (client: EventEmitter) => {
    client.on(ANSWERED, () => void (answered += 1))
  })
  const giveBack = () => {
    const [next] = waiting
    if (!next) return void (free += 1)
    waiting.delete(next)
    next()
  }
  pool.on('release', giveBack)

  const turn = async () => {
    if (free > 0) return void (free -= 1)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const until = performance.now() + waitMs
    let answeredBefore = answered
    waiting.add(resolve)
    const look = () => {
      const isSilent = answered === answeredBefore
      answeredBefore = answered
      if (!isSilent && performance.now() < until) return
      waiting.delete(resolve)
      reject(isSilent ? new Error(`PostgreSQL has answered nobody for ${silenceMs} ms`) : busy())
    }
    const timer = setInterval(look, silenceMs)
    await promise.finally(() => clearInterval(timer))
  }

  return {
    async connect(): Promise<PostgresPoolClient> {
      await turn()
      try {
        return await pool.connect()
      } catch (error) {
        giveBack()
        throw error
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** What a client emits whenever PostgreSQL has answered a statement with its result. */
export const ANSWERED = 'answered'

function busy(): Refusal {
  return new Refusal('busy', 'The service is busy. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })
}
