import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

// Any number will do, as long as nobody else takes the same one.
const LOCK = 7_526_837
const LOOK_EVERY_MS = 60_000
const ANSWER_LIMIT_MS = 10_000

/**
 * Does `work` in one of all processes on a database: in the one that holds a lock of PostgreSQL's, which falls to
 * another when its process ends or its connection breaks. Over a line that is silently cut there may be two of them for
 * a moment, which `work` has to bear.
 * @param work Its signal aborts when the duty is another's, or the process ends.
 * @param options.lookEveryMs How often the others look whether the duty is free.
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

  /** On a connection of its own, which is the lock's life. */
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
    // What ends before it begins would wait for an abort that has been already.
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
