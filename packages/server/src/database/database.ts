import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PluginTransformQueryArgs,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { Refusal } from '@platen/template/refusal'
import type { Log } from '../log.ts'
import { ANSWERED, type ConnectionQueueOptions, queueForConnections } from './connection-queue.ts'

/**
 * Connection pool, or one transaction of it. Statements are plain SQL in Kysely's `sql` templates. No schema is
 * declared here: each statement names the type of its rows. Columns have their names in camel case in the rows.
 */
export type Database = Kysely<Schema>

type Schema = Record<never, never>

const CONNECT_LIMIT_MS = 2_000
// At the start no request waits, and the machine may be busy starting other programs.
const FIRST_CONNECT_LIMIT_MS = 30_000
const STATEMENT_LIMIT_MS = 5_000
// PostgreSQL cancels a statement that takes too long. Without an answer after that, the server has stopped or the
// network has failed.
const ANSWER_LIMIT_MS = STATEMENT_LIMIT_MS + 1_000
const LOCK_LIMIT_MS = 2_000
const IDLE_IN_TRANSACTION_LIMIT_MS = 10_000
// Opening a connection takes longer than most statements, especially on a busy machine.
const IDLE_LIMIT_MS = 5 * 60_000
const ATTEMPTS_MAX = 5

/** A connection pool that is closed with its owner. */
export interface Connections extends AsyncDisposable {
  database: Database
}

/**
 * Opens a pool on `url`. Connections are opened when they are first needed.
 * @param options.unlimited Removes the time limits of statements and allows 30 s for connecting. For migrations.
 * @param options.queue Time limits of the connection queue. For tests.
 * @param options.timeoutFactor Factor for all time limits. Tests on busy machines use a large one.
 */
export function connect(options: {
  url: string
  poolSize: number
  log: Log
  unlimited?: boolean
  queue?: Omit<ConnectionQueueOptions, 'size'>
  timeoutFactor?: number
}): Connections {
  const { timeoutFactor = 1 } = options
  const pool = new pg.Pool({
    ...(!options.unlimited && {
      Client: boundedClient(ANSWER_LIMIT_MS * timeoutFactor),
      statement_timeout: STATEMENT_LIMIT_MS * timeoutFactor,
      lock_timeout: LOCK_LIMIT_MS * timeoutFactor,
    }),
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: options.unlimited ? FIRST_CONNECT_LIMIT_MS : CONNECT_LIMIT_MS * timeoutFactor,
    idleTimeoutMillis: IDLE_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT_MS * timeoutFactor,
    keepAlive: true,
    application_name: 'platen',
    types: { getTypeParser },
  })
  // The pool replaces an idle connection that breaks. Without a listener the error would end the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'a connection to the database broke'))
  // A connection in use may break between two statements. The next statement reports it.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const queued = options.unlimited
    ? pool
    : queueForConnections(pool, { timeoutFactor, ...options.queue, size: options.poolSize })
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: queued }),
    plugins: [new CamelCaseRows({ maintainNestedObjectKeys: true })],
  })
  return { database, [Symbol.asyncDispose]: () => database.destroy() }
}

/** Renames the columns of results: `template_id` becomes `templateId`. Statements and values stay as they are. */
class CamelCaseRows extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }
}

/**
 * Runs `work` in a transaction. Retries up to 4 times with exponential back-off after a deadlock or a serialization
 * failure, so `work` must have no effect outside the database.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !RETRYABLE.has(sqlStateOf(error))) throw error
      await delay(10 * 2 ** attempt)
    }
  }
}

/** Returns true when a row with the same unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23505'
}

/**
 * Returns true when the outcome of the statement is unknown: the connection broke before PostgreSQL had answered, so
 * the statement may have taken effect.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof Refusal) return false
  return (
    error instanceof Error && (!(error instanceof pg.DatabaseError) || DISCONNECTED.test(sqlStateOf(error)))
  )
}

/**
 * Returns a client that prepares each statement with parameters. PostgreSQL then parses and plans it once per
 * connection and not at every call, which takes longer than running it. The client closes its connection when no answer
 * arrives: the `query_timeout` of pg would return it to the pool, where the next statement would wait behind the old
 * one.
 */
function boundedClient(answerLimitMs: number): typeof pg.Client {
  return class BoundedClient extends pg.Client {
    // oxlint-disable-next-line typescript/no-explicit-any -- pg's own signature is eight overloads
    override query(...args: any[]): any {
      const [text, values]: unknown[] = args
      const [first, ...rest] = args
      const answer: unknown =
        typeof text === 'string' && Array.isArray(values) && values.length > 0
          ? super.query({ name: nameOf(text), text, values })
          : super.query(first, ...rest)
      return answer instanceof Promise ? this.#inTime(answer) : answer
    }

    async #inTime(answer: Promise<unknown>): Promise<unknown> {
      const silent = new Error(`PostgreSQL has not answered within ${answerLimitMs} ms`)
      const limit = setTimeout(() => this.connection.stream.destroy(silent), answerLimitMs)
      try {
        const result = await answer
        this.emit(ANSWERED)
        return result
      } finally {
        clearTimeout(limit)
      }
    }
  }
}

const names = new Map<string, string>()

/** Returns the name of a prepared statement. Its text contains no input of callers, so the number of names is bounded. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

// Connection exceptions, and a shutdown of PostgreSQL.
const DISCONNECTED = /^(?:08|57P)/

// serialization_failure, deadlock_detected
const RETRYABLE = new Set(['40001', '40P01'])

// Counts and credits are int8, which pg returns as text to avoid rounding. The values here stay far below 2^53.
const INT8 = pg.types.builtins.INT8

function getTypeParser(type: number, format?: 'text' | 'binary') {
  return type === INT8 ? wholeNumber : pg.types.getTypeParser(type, format)
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`${text} exceeds the largest safe integer`)
  return number
}

function sqlStateOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}
