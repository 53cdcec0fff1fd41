import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

const WAIT_LIMIT_MS = 60_000
const TRY_EVERY_MS = 1_000
const TELL_EVERY_MS = 5_000

/**
 * Waits until PostgreSQL takes a connection: at a start it may be starting itself, be far away, or have a machine
 * to share that is busy with starting all the rest.
 * @throws an Error that says so after a minute, and at once where waiting is of no use: a wrong password, no such
 * database.
 */
export async function awaitDatabase(url: string, log: Log, limitMs = WAIT_LIMIT_MS): Promise<void> {
  const { hostname, port } = new URL(url)
  const deadline = performance.now() + limitMs
  const telling = setInterval(() => {
    log.warn({ host: hostname }, 'PostgreSQL takes no connection yet; waiting for it')
  }, TELL_EVERY_MS)
  try {
    for (;;) {
      const failure = await failureToConnect(url, Math.max(1, deadline - performance.now()))
      if (failure === undefined) return
      if (isForGood(failure)) throw failure
      if (performance.now() + TRY_EVERY_MS > deadline) {
        const where = port === '' ? hostname : `${hostname}:${port}`
        throw new Error(
          `PostgreSQL at ${where} took no connection within ${limitMs / 1_000} s: ${wordsOf(failure)}. ` +
            'See that it runs and that DATABASE_URL leads to it.',
          { cause: failure },
        )
      }
      log.warn({ host: hostname, reason: wordsOf(failure) }, 'PostgreSQL cannot be reached; trying again')
      await delay(TRY_EVERY_MS)
    }
  } finally {
    clearInterval(telling)
  }
}

async function failureToConnect(url: string, limitMs: number): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: Math.ceil(limitMs) })
  // It may break while it is being ended.
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

/** What PostgreSQL says of us and our database stays so. That it is starting, ending or full, does not. */
function isForGood(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(?:57P|53|08)/.test(error.code ?? '')
}

/** Several addresses of a name that all fail have no message of their own. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
