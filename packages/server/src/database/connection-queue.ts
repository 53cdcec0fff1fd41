import type { EventEmitter } from 'node:events'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { Refusal } from '@platen/template/refusal'

export interface ConnectionQueueOptions {
  /** Maximum number of connections. */
  size: number
  /** A wait fails when PostgreSQL answers no statement for this time, in milliseconds. */
  silenceMs?: number
  /** Maximum wait for a connection, in milliseconds. */
  waitMs?: number
  /** Factor for both time limits. */
  timeoutFactor?: number
}

/** Longer than any statement takes when PostgreSQL works normally. */
const SILENCE_LIMIT_MS = 2_000
const WAIT_LIMIT_MS = 6_000
const RETRY_AFTER_SECONDS = 2

/**
 * Wraps a pool in a queue for its connections. The queue of the pool itself cannot distinguish connections that are
 * in use from connections that cannot be opened. A wait fails with an error when PostgreSQL has answered no statement
 * for `silenceMs`. It fails with the refusal `busy` when PostgreSQL answers but no connection is free after `waitMs`.
 * @param pool Its clients emit `ANSWERED` after each statement.
 */
export function queueForConnections(
  pool: pg.Pool,
  {
    size,
    timeoutFactor = 1,
    silenceMs = SILENCE_LIMIT_MS * timeoutFactor,
    waitMs = WAIT_LIMIT_MS * timeoutFactor,
  }: ConnectionQueueOptions,
): PostgresPool {
  const waiting = new Set<() => void>()
  let free = size
  let answered = 0
  pool.on('connect', (client: EventEmitter) => {
    client.on(ANSWERED, () => void (answered += 1))
  })
  const release = () => {
    const [next] = waiting
    if (!next) return void (free += 1)
    waiting.delete(next)
    next()
  }
  pool.on('release', release)

  const waitForConnection = async () => {
    if (free > 0) return void (free -= 1)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const until = performance.now() + waitMs
    let answeredBefore = answered
    waiting.add(resolve)
    const checkWait = () => {
      const isSilent = answered === answeredBefore
      answeredBefore = answered
      if (!isSilent && performance.now() < until) return
      waiting.delete(resolve)
      reject(isSilent ? new Error(`PostgreSQL has answered no statement for ${silenceMs} ms`) : busy())
    }
    const timer = setInterval(checkWait, silenceMs)
    await promise.finally(() => clearInterval(timer))
  }

  return {
    async connect(): Promise<PostgresPoolClient> {
      await waitForConnection()
      try {
        return await pool.connect()
      } catch (error) {
        release()
        throw error
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Event that a client emits when PostgreSQL has answered a statement with its result. */
export const ANSWERED = 'answered'

function busy(): Refusal {
  return new Refusal('busy', 'The service is busy. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })
}
