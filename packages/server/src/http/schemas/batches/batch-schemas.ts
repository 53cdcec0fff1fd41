import { Type } from 'typebox'
import { BATCH_STATUSES, OUTPUTS } from '../../../batches/batches.ts'
import { CURSOR_PATTERN } from '../../../database/pages.ts'
import { LIMIT_PATTERN } from '../job-schemas.ts'
import {
  Cursor,
  GenerateHeaders,
  NextCursor,
  noPrototypeKeys,
  Nullable,
  Timestamp,
  Uuid,
  UuidParameter,
} from '../schemas.ts'

const strict = { additionalProperties: false }
const TEXT_LENGTH_MAX = 300
const MAPPING_LENGTH_MAX = 20_000

export const BatchParams = Type.Object({ batchId: Type.String({ format: 'uuid' }) })

export const BatchHeaders = GenerateHeaders

/** Query of a call that starts a batch. The body is the file. */
export const BatchQuery = Type.Object(
  {
    templateId: UuidParameter,
    templateVersion: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]{0,8}|draft)$',
        description:
          'Version of the template: a number, or `draft`. Default: the version that is published when the batch starts.',
      }),
    ),
    output: Type.Optional(
      Type.Enum([...OUTPUTS], {
        description:
          'pdf: one PDF with all rows in order. zip: a ZIP with one PDF per row. mail: one mail per row. Default: pdf.',
      }),
    ),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TEXT_LENGTH_MAX,
        description: 'Name of the file. The names of the results follow from it. Default: rows.',
      }),
    ),
    mapping: Type.Optional(
      Type.String({
        maxLength: MAPPING_LENGTH_MAX,
        description:
          'JSON object with the path of columns in the data, for CSV and XLSX: `{"Customer": "customer.name"}`. The ' +
          'value may also be null, so that the column is left out, or an object with `path` and `type` (text, number ' +
          'or boolean). The name of any other column is its path.',
      }),
    ),
    fileName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TEXT_LENGTH_MAX,
        description:
          'Name of the PDF of a row, with columns in braces: `invoice-{number}`. `{row}` is the number of the row. ' +
          'With JSON Lines, paths in braces. Only for zip and mail.',
      }),
    ),
    recipient: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TEXT_LENGTH_MAX,
        description:
          'Column with the e-mail address of each row. With JSON Lines, its path. Required for mail.',
      }),
    ),
    dryRun: Type.Optional(
      Type.Enum(['true', 'false'], {
        description:
          'Read the file and return its columns and first rows. Nothing is started. Default: false.',
      }),
    ),
  },
  strict,
)

/** Parsed `mapping`. */
export const Mapping = Type.Record(
  Type.String(),
  Type.Union([
    Type.String(),
    Type.Null(),
    Type.Object(
      {
        path: Type.String(),
        type: Type.Optional(Type.Enum(['text', 'number', 'boolean'])),
      },
      strict,
    ),
  ]),
  noPrototypeKeys,
)

/** Body of a call that starts a batch. */
export const BatchBody = Type.Unsafe<unknown>({
  contentMediaType: 'application/octet-stream',
  description: 'The file. Content-Type is its format.',
})

export const BATCH_TYPES = {
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/jsonl': 'json-lines',
  'application/x-ndjson': 'json-lines',
} as const

/** A batch of an account. */
const BatchSchema = Type.Object(
  {
    batchId: Uuid,
    name: Type.String({ description: 'Name of the file.' }),
    status: Type.Enum([...BATCH_STATUSES], {
      description:
        'queued and running: in progress. paused: it can be resumed. completed, cancelled and failed: it has ended.',
    }),
    message: Nullable(Type.String({ description: 'Reason why the batch is paused or has failed.' })),
    output: Type.Enum([...OUTPUTS]),
    templateId: Uuid,
    templateName: Type.String(),
    templateVersion: Type.Integer({ description: 'Version of the template at the start of the batch.' }),
    isTest: Type.Boolean({ description: 'True for a batch of a test key, which costs nothing.' }),
    rows: Type.Integer({ description: 'Number of rows in the file.' }),
    rowsCompleted: Type.Integer({ description: 'Rows whose documents are stored and charged.' }),
    rowsFailed: Type.Integer({ description: 'Rows without a document, which cost nothing.' }),
    rowsWaiting: Type.Integer(),
    cost: Type.Integer({ description: 'Credits charged so far.' }),
    results: Type.Array(
      Type.Object(
        {
          url: Type.String({ description: 'Signed URL. It works without an API key.' }),
          fileName: Type.String(),
        },
        { title: 'BatchResult' },
      ),
      {
        description:
          'The PDF or the ZIP, once the batch has ended. A PDF of more than 100 MB consists of several files. Empty for mails, and after 5 days.',
      },
    ),
    expiresIn: Nullable(Type.String({ description: 'Lifetime of the results, counted from the end.' })),
    expiresAt: Nullable(Timestamp),
    createdAt: Timestamp,
    endedAt: Nullable(Timestamp),
  },
  { title: 'Batch' },
)

export const BatchResponse = Type.Object({ batch: BatchSchema })

export const BatchesQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({ pattern: LIMIT_PATTERN, description: 'Batches per page, at most 100. Default: 50.' }),
    ),
    cursor: Cursor(CURSOR_PATTERN),
  },
  strict,
)

export const BatchList = Type.Object(
  { batches: Type.Array(BatchSchema), nextCursor: NextCursor },
  { title: 'BatchList' },
)

export const BatchDryRun = Type.Object(
  {
    dryRun: Type.Literal(true),
    columns: Type.Array(Type.String(), {
      description: 'Columns of the file. JSON Lines have the column data.',
    }),
    rows: Type.Integer({ description: 'Number of rows in the file.' }),
    rowsFailed: Type.Integer({ description: 'Rows that are not valid.' }),
    firstRows: Type.Array(
      Type.Object({
        number: Type.Integer({ description: 'Number of the row, from 1.' }),
        cells: Type.Array(Type.String()),
        data: Nullable(
          Type.Unsafe<object>({
            type: 'object',
            additionalProperties: true,
            description: 'Data of the document.',
          }),
        ),
        recipient: Nullable(Type.String()),
        fileName: Nullable(Type.String()),
        error: Nullable(Type.String({ description: 'Reason why the row is not valid.' })),
      }),
      { description: 'The first 10 rows.' },
    ),
    firstFailedRows: Type.Array(Type.Object({ number: Type.Integer(), error: Type.String() }), {
      description: 'The first 10 rows that are not valid.',
    }),
  },
  { title: 'BatchDryRun' },
)
