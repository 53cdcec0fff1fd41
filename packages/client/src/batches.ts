import { call, type Connection } from './connection/calls.ts'
import { type Download, downloadOf } from './connection/downloads.ts'
import { queryOf, resourcePath } from './connection/paths.ts'
import { wait } from './connection/timeouts.ts'
import type { WaitOptions } from './jobs.ts'
import { type GenerateOptions, randomKey } from './pdf.ts'
import type { Batch, BatchCheck, BatchList, CallOptions } from './types.ts'

/** Path of a column in the data, with the type of its values. `null`: the column is left out. */
export type ColumnMapping = string | { path: string; type?: 'text' | 'number' | 'boolean' } | null

/** Template and file of a batch, and the rules by which its rows become documents. */
export interface BatchRequest {
  templateId: string
  /** Number of a version, or "draft". Default: the version that is published when the batch starts. */
  templateVersion?: number | 'draft' | undefined
  /** Bytes of a file, or one object per document. */
  rows: { bytes: Uint8Array<ArrayBuffer>; format: 'csv' | 'xlsx' | 'jsonl' } | readonly object[]
  /** `pdf`: one PDF with all rows. `zip`: one PDF per row. `mail`: one mail per row. Default: `pdf`. */
  output?: Batch['output'] | undefined
  /** Name of the file, from which the names of the results follow. */
  name?: string | undefined
  /** Paths of columns of CSV and XLSX, by column name. The name of any other column is its path. */
  mapping?: Record<string, ColumnMapping> | undefined
  /** Name of the PDF of a row, such as `invoice-{number}`. */
  fileName?: string | undefined
  /** Column, or path in objects, with the e-mail address of each row. Required for `mail`. */
  recipient?: string | undefined
}

/** Options for waiting for a batch. */
export interface BatchWaitOptions extends WaitOptions {
  /** Called with the batch after each request. */
  onProgress?: ((batch: Batch) => void) | undefined
}

/** Batches: a document for each row of a file. They are kept for 30 days after their end. */
export interface Batches {
  /** Starts a batch. Each completed row costs one credit. @throws {BadRequest} for a file that cannot be read. */
  create(request: BatchRequest, options?: GenerateOptions): Promise<Batch>
  /** Reads the columns and first rows of a file. Starts nothing. @throws {BadRequest} */
  check(request: BatchRequest, options?: CallOptions): Promise<BatchCheck>
  /** Lists a page of batches, the newest first. @throws {BadRequest} */
  list(
    page?: { limit?: number | undefined; cursor?: string | undefined },
    options?: CallOptions,
  ): Promise<BatchList>
  /** Returns a batch. @throws {NotFound} */
  get(batchId: string, options?: CallOptions): Promise<Batch>
  /** Waits until the batch ends or is paused. @throws {NotFound} */
  wait(batchId: string, options?: BatchWaitOptions): Promise<Batch>
  /** Cancels a batch. Its completed rows stay charged. @throws {NotFound} @throws {Conflict} if it has ended. */
  cancel(batchId: string, options?: CallOptions): Promise<Batch>
  /** Resumes a paused batch. @throws {NotFound} @throws {Conflict} if it is not paused. */
  resume(batchId: string, options?: CallOptions): Promise<Batch>
  /** Returns the failed rows as CSV, with the column `error`. @throws {NotFound} */
  failedRows(batchId: string, options?: CallOptions): Promise<string>
  /** Returns the downloads of the results of a batch, in their order. */
  downloads(batch: Pick<Batch, 'results'>): (Download & { fileName: string })[]
}

const POLL_MS = 1_000
const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl',
} as const

/** Creates the batch methods of a client. */
export function createBatches(connection: Connection): Batches {
  const get = async (batchId: string, options?: CallOptions) => {
    const request = { method: 'GET', path: pathOf(batchId), repeatable: true } as const
    return (await call<{ batch: Batch }>(connection, request, options)).body.batch
  }
  const change = async (batchId: string, action: 'cancel' | 'resume', options?: CallOptions) => {
    // A repeated call would be answered 409.
    const request = { method: 'POST', path: `${pathOf(batchId)}/${action}`, repeatable: false } as const
    return (await call<{ batch: Batch }>(connection, request, options)).body.batch
  }
  return {
    async create(request, { idempotencyKey = randomKey(), ...options } = {}) {
      const post = { ...postOf(request), idempotencyKey, repeatable: true } as const
      return (await call<{ batch: Batch }>(connection, post, options)).body.batch
    },
    async check(request, options) {
      const post = { ...postOf(request, { dryRun: 'true' }), repeatable: true } as const
      return (await call<BatchCheck>(connection, post, options)).body
    },
    async list({ limit, cursor } = {}, options) {
      const request = {
        method: 'GET',
        path: `/v1/batches${queryOf({ limit, cursor })}`,
        repeatable: true,
      } as const
      return (await call<BatchList>(connection, request, options)).body
    },
    get,
    async wait(batchId, { pollMs = POLL_MS, onProgress, ...options } = {}) {
      for (;;) {
        const batch = await get(batchId, options)
        onProgress?.(batch)
        if (batch.status !== 'queued' && batch.status !== 'running') return batch
        await wait(pollMs, options.signal)
      }
    },
    cancel: (batchId, options) => change(batchId, 'cancel', options),
    resume: (batchId, options) => change(batchId, 'resume', options),
    async failedRows(batchId, options) {
      const path = `${pathOf(batchId)}/failed-rows`
      const request = { method: 'GET', path, accept: '*/*', repeatable: true } as const
      const { body } = await call<Uint8Array<ArrayBuffer>>(connection, request, options)
      return new TextDecoder().decode(body)
    },
    downloads: ({ results }) =>
      results.map(({ url, fileName }) => ({ fileName, ...downloadOf(connection, url) })),
  }
}

function postOf({ rows, mapping, ...fields }: BatchRequest, more: { dryRun?: 'true' } = {}) {
  const { bytes, format } =
    'format' in rows ? rows : { bytes: new TextEncoder().encode(linesOf(rows)), format: 'jsonl' as const }
  const query = queryOf({
    ...fields,
    mapping: mapping && JSON.stringify(mapping),
    ...more,
  })
  return { method: 'POST', path: `/v1/batches${query}`, bytes, contentType: TYPES[format] } as const
}

function linesOf(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function pathOf(batchId: string): string {
  return resourcePath('batches', 'batchId', batchId)
}
