import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

// Arbitrary key of the advisory lock.
const LOCK = 7_526_837
const LOOK_EVERY_MS = 60_000
const ANSWER_LIMIT_MS = 10_000

/**
 * Leader election: runs `work` in exactly one process on a database, the one that holds an advisory lock of PostgreSQL.
 * When that process ends or its connection breaks, another takes over. After a silent network failure two leaders may
 * exist for a moment, which `work` must tolerate.
 *
 * @param work its signal aborts when the leadership is lost or the process ends
 * @param options.lookEveryMs interval at which other processes try to take the lock
 */
export function electLeader(
  { databaseUrl, log }: { databaseUrl: string; log: Log },
  work: (signal: AbortSignal) => Promise<void>,
  { lookEveryMs = LOOK_EVERY_MS }: { lookEveryMs?: number } = {},
): AsyncDisposable {
  const ending = new AbortController()
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await serve().catch((error: unknown) => {
        if (!ending.signal.aborted) log.warn({ err: error }, 'house-keeping is left to another process')
      })
      await delay(lookEveryMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  /** On its own connection, whose end releases the lock. */
  async function serve(): Promise<void> {
    const lost = new AbortController()
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
      keepAlive: true,
      application_name: 'platen-leader',
    })
    client.on('error', (error) => lost.abort(error)).on('end', () => lost.abort())
    try {
      await client.connect()
      const { rows } = await client.query<{ isOurs: boolean }>(
        'select pg_try_advisory_lock($1) as "isOurs"',
        [LOCK],
      )
      if (rows[0]?.isOurs) await serveWhile(client, AbortSignal.any([ending.signal, lost.signal]), lost)
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function serveWhile(client: pg.Client, signal: AbortSignal, lost: AbortController): Promise<void> {
    // An aborted signal fires no further event.
    if (signal.aborted) return
    const working = work(signal)
    try {
      while (!signal.aborted) {
        await delay(lookEveryMs, undefined, { signal }).catch(() => {})
        if (!signal.aborted) await client.query('select 1')
      }
    } finally {
      lost.abort()
      await working
    }
  }
}
