import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { refreshCredits } from './billing.ts'
import { api, unwrap } from './client.ts'
import { queryClient } from './query-client.ts'
import type { components, paths } from './schema.ts'

/** Batch: a document for each row of a file. */
export type Batch = components['schemas']['Batch']
/** Columns and first rows of a file. */
export type BatchCheck = components['schemas']['BatchDryRun']
/** Rules by which the rows of a file become documents. */
export type BatchRules = Omit<
  paths['/dashboard/api/batches']['post']['parameters']['query'],
  'dryRun' | 'templateVersion'
>

// Refetch interval while a batch has not ended.
const POLL_MS = 1_500

/** Media types of the files, by the extension of their names. */
const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl',
  ndjson: 'application/x-ndjson',
} as const

/** Query of one page of the batches. It is refetched while one of them is in progress. */
export function batchesQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: ['batches', 'list', cursor],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/api/batches', { params: { query: { cursor } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.batches.some(isInProgress) ? POLL_MS : false),
  })
}

/** Query of one batch. It is refetched while the batch is in progress. */
export function batchQuery(batchId: string) {
  return queryOptions({
    queryKey: ['batches', 'one', batchId],
    queryFn: async ({ signal }) => {
      const params = { path: { batchId } }
      const { batch } = await unwrap(api.GET('/dashboard/api/batches/{batchId}', { params, signal }))
      if (!isInProgress(batch)) void refreshCredits()
      return batch
    },
    refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? POLL_MS : false),
  })
}

/** Returns the media type of a file. `undefined` for a file of another kind. */
export function typeOf(file: File): (typeof TYPES)[keyof typeof TYPES] | undefined {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  return Object.entries(TYPES).find(([name]) => name === extension)?.[1]
}

/** Reads the columns and the first rows of a file. Nothing is started. */
export async function checkBatch(file: File, rules: BatchRules, signal: AbortSignal): Promise<BatchCheck> {
  const checked = await send(file, { ...rules, dryRun: 'true' }, undefined, signal)
  if (!('dryRun' in checked)) throw new Error('The check of a file started a batch')
  return checked
}

/** Starts a batch. */
export function useStartBatch() {
  return useMutation({
    meta: { shownInline: true },
    // `key` makes a repeated call start one batch.
    mutationFn: async ({ file, rules, key }: { file: File; rules: BatchRules; key: string }) => {
      const started = await send(file, rules, key)
      if ('dryRun' in started) throw new Error('No batch was started')
      return started.batch
    },
    onSuccess: refreshBatches,
  })
}

/** Cancels or resumes a batch. */
export function useChangeBatch(action: 'cancel' | 'resume') {
  return useMutation({
    meta: { failureTitle: action === 'cancel' ? 'The batch was not cancelled' : 'The batch was not resumed' },
    mutationFn: (batchId: string) =>
      unwrap(api.POST(`/dashboard/api/batches/{batchId}/${action}`, { params: { path: { batchId } } })),
    onSettled: () => {
      void refreshCredits()
      return refreshBatches()
    },
  })
}

/** Reads the failed rows of a batch as a CSV file. */
export function readFailedRows(batchId: string): Promise<Blob> {
  const params = { path: { batchId } }
  return unwrap(api.GET('/dashboard/api/batches/{batchId}/failed-rows', { params, parseAs: 'blob' }))
}

/** Returns true while the results of a batch are not complete, and it needs nothing from the user. */
export function isInProgress({ status, output, results, rowsCompleted }: Batch): boolean {
  const isMerging = (status === 'cancelled' || status === 'failed') && output === 'pdf' && rowsCompleted > 0
  return status === 'queued' || status === 'running' || (isMerging && results.length === 0)
}

async function send(file: File, query: BatchRules & { dryRun?: 'true' }, key?: string, signal?: AbortSignal) {
  return await unwrap(
    api.POST('/dashboard/api/batches', {
      params: { query, ...(key !== undefined && { header: { 'idempotency-key': key } }) },
      headers: { 'content-type': typeOf(file) ?? 'application/octet-stream' },
      body: file as never,
      bodySerializer: () => file,
      ...(signal && { signal }),
    }),
  )
}

function refreshBatches(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['batches'] })
}
