import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

const WAIT_LIMIT_MS = 60_000
const TRY_EVERY_MS = 1_000
const WARN_EVERY_MS = 5_000

/**
 * Waits until PostgreSQL accepts a connection, because it may start at the same time as this process.
 * @param limitMs In milliseconds, 1 minute by default.
 * @throws an Error after `limitMs`, and immediately for a failure that a retry cannot solve, such as a wrong
 * password or a missing database.
 */
export async function awaitDatabase(url: string, log: Log, limitMs = WAIT_LIMIT_MS): Promise<void> {
  const { hostname, port } = new URL(url)
  const deadline = performance.now() + limitMs
  const warning = setInterval(() => {
    log.warn({ host: hostname }, 'PostgreSQL does not accept connections yet; waiting')
  }, WARN_EVERY_MS)
  try {
    for (;;) {
      const failure = await failureToConnect(url, Math.max(1, deadline - performance.now()))
      if (failure === undefined) return
      if (isPermanent(failure)) throw failure
      if (performance.now() + TRY_EVERY_MS > deadline) {
        const address = port === '' ? hostname : `${hostname}:${port}`
        throw new Error(
          `PostgreSQL at ${address} accepted no connection within ${limitMs / 1_000} s: ${messageOf(failure)}. ` +
            'Check that it runs and that DATABASE_URL is correct.',
          { cause: failure },
        )
      }
      log.warn({ host: hostname, reason: messageOf(failure) }, 'cannot connect to PostgreSQL; trying again')
      await delay(TRY_EVERY_MS)
    }
  } finally {
    clearInterval(warning)
  }
}

async function failureToConnect(url: string, limitMs: number): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: Math.ceil(limitMs) })
  // The connection may break while it is being closed.
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns true unless PostgreSQL is starting, shutting down, out of connections or unreachable. */
function isPermanent(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(?:57P|53|08)/.test(error.code ?? '')
}

/** Returns the message of an error. An AggregateError, for a host with several addresses, has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
