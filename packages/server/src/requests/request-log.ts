import { Refusal } from '@platen/template/refusal'
import { type Database, isOutcomeUnknown } from '../database/database.ts'
import type { Log } from '../log.ts'
import { redacted } from '../log.ts'
import { type AccountQuota, createAccountQuota, QUOTA, type QuotaLimits } from './account-quota.ts'
import type { RequestEncryption } from './encryption.ts'
import {
  addOmitted,
  type BodyLeftOut,
  insertRequests,
  type LoggedRequest,
  type RequestRow,
} from './insert-requests.ts'

/** Writes the calls of accounts to the request log. */
export interface RequestLog extends AsyncDisposable {
  /** Adds a call that has ended. It is written within a second. Must not throw and never waits. */
  record(request: LoggedRequest): void
  /** Writes all recorded calls. @throws an Error when the database is not available; the calls are kept then. */
  flush(): Promise<void>
  /** Memory of the calls that are not written yet. */
  pending(): { rows: number; bytes: number }
}

/** Limits of the request log. Each has a default. */
export interface RequestLogLimits extends Partial<QuotaLimits> {
  pendingRows?: number
  pendingBytes?: number
}

export interface RequestLogOptions {
  database: Database
  encryption: RequestEncryption
  /** Days that calls are kept. 0: nothing is recorded. */
  days: number
  log: Log
  limits?: RequestLogLimits
}

const WRITE_EVERY_MS = 1_000
const WAIT_MAX_MS = 30_000
/** Small enough that a statement stays far below its time limit. */
const BATCH = { rows: 500, bytes: 4 * 1024 * 1024 }
/** While the database is not available, calls above these limits are dropped. */
const PENDING = { rows: 10_000, bytes: 32 * 1024 * 1024 }
/** Memory of a row without its texts. */
const ROW_BYTES = 1_000
/** Attempts at a batch that the database rejects, before it is dropped. */
const ATTEMPTS_MAX = 3

/** Bodies above this size are not kept. */
export const BODY_BYTES_MAX = 256 * 1024
/** Longer error responses are replaced by their message. */
const FAILURE_LENGTH_MAX = 8_000
const MESSAGE_LENGTH_MAX = 1_000

/**
 * Creates the request log. Calls are kept in memory and written in batches, so that no call waits for its row. A process
 * that is killed loses the calls of the last second. One that cannot reach the database drops the calls above a limit.
 */
export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { database, encryption, log, days, limits = {} } = options
  const { pendingRows = PENDING.rows, pendingBytes = PENDING.bytes, ...quotaLimits } = limits
  const quota = createAccountQuota({ ...QUOTA, ...quotaLimits })
  const rows: RequestRow[] = []
  let bytes = 0
  // Numbers of calls without a row, by the id of the row before them, until they are written.
  const omitted = new Map<string, number>()
  let dropped = 0
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const schedule = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        flush().catch(() => schedule())
      },
      Math.min(WRITE_EVERY_MS * 2 ** failures, WAIT_MAX_MS),
    ).unref()
  }

  const writeBatch = async () => {
    const batch = firstBatch(rows)
    try {
      await insertRequests(database, batch)
    } catch (error) {
      failures += 1
      if (failures === 1) log.warn({ err: error }, 'the request log cannot be written')
      // A rejected batch must not block the rows after it.
      const isOutage = isOutcomeUnknown(error) || error instanceof Refusal
      if (isOutage || failures < ATTEMPTS_MAX) throw error
      dropped += batch.length
    }
    failures = 0
    rows.splice(0, batch.length)
    bytes -= sizeOf(batch)
  }

  const write = async () => {
    while (rows.length > 0) await writeBatch()
    for (const { requestId, omitted: count } of quota.takeOmitted())
      omitted.set(requestId, (omitted.get(requestId) ?? 0) + count)
    if (omitted.size > 0)
      await addOmitted(
        database,
        Array.from(omitted, ([requestId, count]) => ({ requestId, omitted: count })),
      )
    omitted.clear()
    if (dropped > 0) log.warn({ dropped }, 'calls are missing in the request log')
    dropped = 0
  }

  const flush = () => {
    writing ??= write().finally(() => void (writing = undefined))
    return writing
  }

  return {
    record(request) {
      if (days === 0) return
      schedule()
      if (!quota.takeRow(request.accountId, request.requestId)) return
      const row = rowOf(request, { encryption, quota })
      const size = sizeOf([row])
      if (rows.length >= pendingRows || bytes + size > pendingBytes) return void (dropped += 1)
      rows.push(row)
      bytes += size
    },
    flush,
    pending: () => ({ rows: rows.length, bytes }),
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      // A write in progress may have started before the last calls.
      await writing?.catch(() => {})
      await flush().catch(() => log.warn({ dropped: rows.length }, 'calls are missing in the request log'))
    },
  }
}

function firstBatch(rows: readonly RequestRow[]): RequestRow[] {
  let bytes = 0
  const batch = rows.slice(0, BATCH.rows)
  const end = batch.findIndex((row) => (bytes += sizeOf([row])) > BATCH.bytes)
  return end === -1 ? batch : batch.slice(0, Math.max(end, 1))
}

function sizeOf(rows: readonly RequestRow[]): number {
  return rows.reduce(
    (sum, { failure, body }) => sum + ROW_BYTES + (failure?.length ?? 0) + (body?.length ?? 0),
    0,
  )
}

/** Returns the row of a call: bounded, without keys and mail addresses, and with its texts encrypted. */
function rowOf(
  { body, failure, path, ...request }: LoggedRequest,
  { encryption, quota }: { encryption: RequestEncryption; quota: AccountQuota },
): RequestRow {
  const bytes = Buffer.byteLength(body ?? '')
  const leftOut: BodyLeftOut | null =
    body === null || bytes > BODY_BYTES_MAX
      ? 'size'
      : bytes > 0 && !quota.takeBody(request.accountId, bytes)
        ? 'limit'
        : null
  return {
    ...request,
    path: redacted(path),
    failure: failure ? encryption.encrypt(failureText(failure), request) : null,
    body: typeof body !== 'string' || leftOut !== null ? null : encryption.encrypt(body, request),
    bodyLeftOut: leftOut,
  }
}

function failureText(failure: { message: string }): string {
  // Each text by itself: a match must not span two of them.
  const hide = (_name: string, value: unknown) => (typeof value === 'string' ? redacted(value) : value)
  const text = JSON.stringify(failure, hide)
  return text.length <= FAILURE_LENGTH_MAX
    ? text
    : JSON.stringify({ message: redacted(failure.message).slice(0, MESSAGE_LENGTH_MAX).toWellFormed() })
}
