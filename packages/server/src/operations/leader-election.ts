import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

// Arbitrary number that no other advisory lock of the database uses.
const LOCK = 7_526_837
const POLL_EVERY_MS = 60_000
const ANSWER_LIMIT_MS = 10_000

/**
 * Leader election: runs `work` in one process per database, the one that holds an advisory lock. Another process takes
 * over when that process ends or its connection breaks. After a network failure, two leaders can overlap for a moment.
 * `work` must tolerate that.
 * @param work its signal aborts when the process loses the lock or ends.
 * @param options.pollEveryMs interval at which the other processes try to take the lock, in milliseconds.
 */
export function electLeader(
  { databaseUrl, log }: { databaseUrl: string; log: Log },
  work: (signal: AbortSignal) => Promise<void>,
  { pollEveryMs = POLL_EVERY_MS }: { pollEveryMs?: number } = {},
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
      await tryToLead().catch((error: unknown) => {
        if (!ending.signal.aborted)
          log.warn({ err: error }, 'the leader election failed; trying again. Another process may lead')
      })
      await delay(pollEveryMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  /** Runs on its own connection. PostgreSQL releases the lock when the connection ends. */
  async function tryToLead(): Promise<void> {
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
      if (rows[0]?.isOurs) await lead(client, AbortSignal.any([ending.signal, lost.signal]), lost)
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function lead(client: pg.Client, signal: AbortSignal, lost: AbortController): Promise<void> {
    // `work` would wait for an abort event that has already happened.
    if (signal.aborted) return
    const working = work(signal)
    try {
      while (!signal.aborted) {
        await delay(pollEveryMs, undefined, { signal }).catch(() => {})
        if (!signal.aborted) await client.query('select 1')
      }
    } finally {
      lost.abort()
      await working
    }
  }
}
