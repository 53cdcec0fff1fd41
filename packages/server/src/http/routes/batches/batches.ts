import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { Refusal } from '@platen/template/refusal'
import { cancelBatch, findBatch, listBatches, resumeBatch } from '../../../batches/batches.ts'
import { type BatchRequest, createBatch, readBatchFile } from '../../../batches/create.ts'
import { batchResponse, streamFailedRows } from '../../../batches/results.ts'
import type { RowRules } from '../../../batches/files/rows.ts'
import type { Services } from '../../../services.ts'
import { readAssetBodies } from '../../bodies/asset-bodies.ts'
import { parseJson } from '../../bodies/json-bodies.ts'
import { CsvFile, sendCsv } from '../../protocol/csv-files.ts'
import {
  BATCH_TYPES,
  BatchBody,
  BatchDryRun,
  BatchesQuery,
  BatchHeaders,
  BatchList,
  BatchParams,
  BatchQuery,
  BatchResponse,
  Mapping,
} from '../../schemas/batches/batch-schemas.ts'
import { failures } from '../../schemas/schemas.ts'

const PAGE_LENGTH = '50'
const FIRST_ROWS = 10
const NAME = 'rows'

/** Routes `/batches`, under /v1 and in the dashboard: start, list, read, cancel and resume batches. */
export function batchRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, settings } = services
  const respond = async (accountId: string, batchId: string) => ({
    batch: await batchResponse(services, await findBatch(database, accountId, batchId)),
  })
  return async (app) => {
    readAssetBodies(app)

    app.post(
      '/batches',
      {
        bodyLimit: settings.batches.uploadBytesMax,
        config: {
          scope: 'render',
          permission: 'jobs:write',
          bodyHint: 'This is the limit for a file with rows. Split it into several files.',
        },
        schema: {
          summary: 'Start a batch: a document for each row of a file',
          description:
            'The body is the file: CSV, XLSX or JSON Lines. The first row of CSV and XLSX has the names of the columns. ' +
            'A name is the path of its cells in the data, for example `customer.name` or `lines[0].total`; `mapping` ' +
            'overrides it. Each completed row costs one credit. A row that is not valid or fails costs nothing. A call ' +
            'with an Idempotency-Key can be repeated: it starts one batch. Stop and resume it with the other routes.',
          tags: ['batches'],
          headers: BatchHeaders,
          querystring: BatchQuery,
          consumes: Object.keys(BATCH_TYPES),
          body: BatchBody,
          response: { 200: BatchDryRun, 202: BatchResponse, ...failures(402, 404, 409, 504) },
        },
      },
      async (request, reply) => {
        const { accountId, apiKey, query, headers, body, deadline } = request
        const call = {
          accountId,
          apiKey,
          idempotencyKey: headers['idempotency-key'],
          ...readCall(query, headers, body),
        }
        if (query.dryRun === 'true') return dryRunOf(await readBatchFile(request.services, call, deadline))
        const { batchId, replayed } = await createBatch(request.services, call, deadline)
        if (replayed) void reply.header('idempotent-replayed', 'true')
        void reply.status(202).header('location', `/v1/batches/${batchId}`)
        return await respond(accountId, batchId)
      },
    )

    app.get(
      '/batches',
      {
        config: { permission: 'jobs:read' },
        schema: {
          summary: 'List batches, newest first',
          description: 'An ended batch is listed for 30 days.',
          tags: ['batches'],
          querystring: BatchesQuery,
          response: { 200: BatchList },
        },
      },
      async ({ accountId, query: { cursor, limit = PAGE_LENGTH } }) => {
        const { rows, nextCursor } = await listBatches(database, accountId, { cursor, limit: Number(limit) })
        return { batches: await Promise.all(rows.map((batch) => batchResponse(services, batch))), nextCursor }
      },
    )

    app.get(
      '/batches/:batchId',
      {
        // The id is known only to the caller and to keys that may list batches.
        config: { scope: 'any', permission: 'jobs:read' },
        schema: {
          summary: 'Read a batch with its progress and results',
          tags: ['batches'],
          params: BatchParams,
          response: { 200: BatchResponse },
        },
      },
      async ({ accountId, params: { batchId } }) => await respond(accountId, batchId),
    )

    app.get(
      '/batches/:batchId/failed-rows',
      {
        config: { scope: 'any', permission: 'jobs:read' },
        schema: {
          summary: 'Read the failed rows of a batch as CSV',
          description:
            'The columns of the file, and the column `error`. A text that a spreadsheet program could run as a formula begins with an apostrophe.',
          tags: ['batches'],
          params: BatchParams,
          response: { 200: CsvFile },
        },
      },
      async ({ accountId, params: { batchId } }, reply) => {
        const batch = await findBatch(database, accountId, batchId)
        return await sendCsv(reply, 'failed-rows.csv', streamFailedRows(database, batch))
      },
    )

    app.post(
      '/batches/:batchId/cancel',
      {
        config: { scope: 'render', permission: 'jobs:write' },
        schema: {
          summary: 'Cancel a batch',
          description: 'Rows that are completed stay charged, and their documents can be downloaded.',
          tags: ['batches'],
          params: BatchParams,
          response: { 200: BatchResponse, ...failures(404, 409) },
        },
      },
      async ({ accountId, apiKey, params: { batchId } }) => {
        await cancelBatch(services, { accountId, apiKey }, batchId)
        return await respond(accountId, batchId)
      },
    )

    app.post(
      '/batches/:batchId/resume',
      {
        config: { scope: 'render', permission: 'jobs:write' },
        schema: {
          summary: 'Resume a paused batch',
          description:
            'Continues with the remaining rows. For a cancelled or failed batch whose completed rows could not be merged into one PDF, merges them.',
          tags: ['batches'],
          params: BatchParams,
          response: { 200: BatchResponse, ...failures(404, 409) },
        },
      },
      async ({ accountId, apiKey, params: { batchId } }) => {
        await resumeBatch(services, { accountId, apiKey }, batchId)
        return await respond(accountId, batchId)
      },
    )
  }
}

/** Reads the file and the rules of a call. @throws {Refusal} `invalid`. */
function readCall(
  query: Static<typeof BatchQuery>,
  headers: { 'content-type'?: string | undefined },
  body: unknown,
): Omit<BatchRequest, 'accountId' | 'apiKey' | 'idempotencyKey'> {
  const { templateId, templateVersion, output = 'pdf', name = NAME, mapping, fileName, recipient } = query
  if (fileName !== undefined && output === 'pdf') {
    throw new Refusal(
      'invalid',
      'fileName is only for the outputs zip and mail. The PDF has the name of the file.',
    )
  }
  return {
    templateId,
    templateVersion:
      templateVersion === undefined || templateVersion === 'draft'
        ? templateVersion
        : Number(templateVersion),
    output,
    name,
    format: formatOf(headers['content-type']),
    bytes: requireFile(body),
    rules: { mapping: mapping === undefined ? undefined : parseMapping(mapping), fileName, recipient },
  }
}

function formatOf(contentType: string | undefined): BatchRequest['format'] {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const format = new Map<string, BatchRequest['format']>(Object.entries(BATCH_TYPES)).get(type)
  if (format) return format
  throw new Refusal(
    'invalid',
    `Content-Type must be the format of the file: ${Object.keys(BATCH_TYPES).join(', ')}.`,
  )
}

function requireFile(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new Refusal('invalid', 'The body is empty. Send the file with the rows.')
}

function parseMapping(text: string): NonNullable<RowRules['mapping']> {
  const mapping = parseJson(text, 'mapping')
  if (Value.Check(Mapping, mapping)) return mapping
  throw new Refusal(
    'invalid',
    'mapping must be a JSON object with a path for each column, for example {"Customer": "customer.name"}. The type of a value is text, number or boolean.',
  )
}

function dryRunOf({ columns, rows }: Awaited<ReturnType<typeof readBatchFile>>) {
  const numbered = rows.map((row, index) => ({ ...row, number: index + 1 }))
  const failed = numbered.filter(({ error }) => error !== undefined)
  return {
    dryRun: true as const,
    columns,
    rows: rows.length,
    rowsFailed: failed.length,
    firstRows: numbered.slice(0, FIRST_ROWS).map(({ number, cells, data, recipient, fileName, error }) => ({
      number,
      cells,
      data: data === undefined ? null : (JSON.parse(data) as object),
      recipient: recipient ?? null,
      fileName: fileName ?? null,
      error: error ?? null,
    })),
    firstFailedRows: failed
      .slice(0, FIRST_ROWS)
      .flatMap(({ number, error }) => (error === undefined ? [] : [{ number, error }])),
  }
}
